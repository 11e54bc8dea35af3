import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { RefundsByHand } from '#contract/merchant/claim-actions.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { refundsByHandQuery, type RefundedByHand } from '../../queries.ts';

/** Which refund of the store it was: its id, '' for none of these, null while nobody has said. */
export type RefundAnswer = string | null;

type Refund = z.infer<typeof RefundsByHand>['data'][number];
type QuestionProps = {
  storeId: number;
  of: RefundedByHand;
  /** The refund that was named before, which is not among those that are left. */
  before: string | null;
  answer: RefundAnswer;
  onAnswer: (answer: RefundAnswer) => void;
};

/** "Which of these refunds was it?": asked only where staff refunded something of the order by hand. */
export function RefundQuestion({ storeId, of, before, answer, onAnswer }: QuestionProps) {
  const { data, error, refetch } = useQuery(refundsByHandQuery(storeId, of));
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data || (data.data.length === 0 && before === null)) return null;
  return (
    <Radio.Group
      label="Which of these refunds was it?"
      description={`Refunds that were made in the store's own admin. The one you choose is counted once, as ${of.kind === 'order' ? 'the refund of the cover' : 'part of this claim'}.`}
      value={answer}
      onChange={onAnswer}
      required
    >
      <Stack gap="xs" mt="xs">
        {before === null ? null : <Radio value={before} label="The refund chosen before" />}
        {data.data.map((refund) => (
          <Radio
            key={refund.idFromPlatform}
            value={refund.idFromPlatform}
            label={
              <>
                {moneyText(refund.amount, data.currencyCode)}, <DateText date={refund.createdOn} isInSentence />
              </>
            }
            description={detailOf(refund)}
          />
        ))}
        <Radio value="" label="None of these" />
      </Stack>
    </Radio.Group>
  );
}

const detailOf = ({ lines, note }: Refund): string =>
  [lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '), note]
    .filter((text) => text !== '')
    .join(' · ');

/** Whether there is a question that nobody has answered yet. */
export function useIsUnanswered(storeId: number, of: RefundedByHand | null, answer: RefundAnswer): boolean {
  const { data } = useQuery({
    ...refundsByHandQuery(storeId, of ?? { kind: 'claim', id: 0 }),
    enabled: of !== null,
  });
  return of !== null && answer === null && (data?.data.length ?? 1) > 0;
}

/** The answer as it is sent. */
export const refundAnswered = (answer: RefundAnswer): string | null => (answer === '' ? null : answer);
