import type { Found, SearchKind } from './find.ts';

export type Group = {
  id: string;
  title: string;
  /** Undefined until the answer is there. */
  found: readonly Found[] | undefined;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
};
type Answer = {
  data: Found[] | undefined;
  isFetching: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
};

/** The kinds with what was found of each, in their order. */
export const groupsOf = (kinds: readonly SearchKind[], answers: readonly Answer[]): Group[] =>
  kinds.flatMap(({ id, title }, index) => {
    const answer = answers[index];
    if (!answer) return [];
    const { data: found, isFetching: isLoading, error, refetch } = answer;
    return { id, title, found, isLoading, error: isLoading ? null : error, retry: () => void refetch() };
  });

/** The result a key leads to, around the ends. */
export function moved<T>(found: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : found.indexOf(current);
  return found[(at + step + found.length) % found.length];
}
