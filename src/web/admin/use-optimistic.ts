import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';
import { toast } from '../ui/toast.ts';
import { refusedFields, type FieldErrors } from './field-errors.ts';
import { problemText } from './problem-words.ts';

type Optimistic<Data, Input, Answer> = {
  /** The list that shows the change. */
  queryKey: QueryKey;
  /** The list as it will be. */
  shown: (before: Data, input: Input) => Data;
  send: (input: Input) => Promise<Answer>;
  /** Said once it is saved. */
  done?: (answer: Answer, input: Input) => string;
  onSaved?: (answer: Answer) => void;
  /** Gives back what was typed, with what is wrong with it. */
  onFailed?: (input: Input, errors: FieldErrors) => void;
};

/**
 * A change that the list shows at once. When it fails, the list is as it was, a toast says why, and what was typed comes
 * back (S4.08, S8.02).
 */
export function useOptimistic<Data, Input, Answer>(of: Optimistic<Data, Input, Answer>) {
  const client = useQueryClient();
  const { queryKey } = of;
  return useMutation({
    mutationFn: of.send,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Data>(queryKey);
      if (before !== undefined) client.setQueryData<Data>(queryKey, of.shown(before, input));
      return before;
    },
    onError: (error, input, before) => {
      client.setQueryData(queryKey, before);
      toast(problemText(error), 'bad');
      of.onFailed?.(input, error instanceof ApiError ? refusedFields(error) : {});
    },
    onSuccess: (answer, input) => {
      if (of.done) toast(of.done(answer, input));
      of.onSaved?.(answer);
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** The id of a row that is not saved yet: nothing can be asked about it. */
export const newId = (): number => -Date.now();
export const isSaved = ({ id }: { id: number }): boolean => id > 0;

/** A list with an element changed, or put at one of its ends. */
export const withElement = <T extends { id: number | string }>(
  list: readonly T[],
  element: T,
  end: 'first' | 'last',
): T[] =>
  list.some(({ id }) => id === element.id)
    ? list.map((one) => (one.id === element.id ? element : one))
    : end === 'first'
      ? [element, ...list]
      : [...list, element];
export const withoutElement = <T extends { id: number | string }>(list: readonly T[], id: T['id']): T[] =>
  list.filter((one) => one.id !== id);
