import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient, queryOptions } from '@tanstack/react-query';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { allowClaimReminders, getClaimReminders } from '#contract/merchant/emails.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';

const remindersQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['claim-reminders', storeId, claimId],
    queryFn: ({ signal }) => call(getClaimReminders, { params: { storeId, claimId } }, { signal }),
  });

type TroubleProps = { storeId: number; claimId: number; trouble: NonNullable<ClaimShown['emailTrouble']> };

/** What mail servers said of the customer's address, and whether it still gets reminders. */
export function EmailTrouble({ storeId, claimId, trouble }: TroubleProps) {
  const client = useQueryClient();
  const { data } = useQuery(remindersQuery(storeId, claimId));
  const allowing = useMutation({
    mutationFn: () => call(allowClaimReminders, { params: { storeId, claimId } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: remindersQuery(storeId, claimId).queryKey });
      toast('Reminders are on again');
    },
  });
  return (
    <Notice
      tone="waiting"
      action={
        data?.suppressed === 'bounce' ? (
          <Button variant="default" size="xs" loading={allowing.isPending} onClick={() => allowing.mutate()}>
            Send reminders again
          </Button>
        ) : null
      }
    >
      {trouble.kind === 'bounce'
        ? "Emails to this address couldn't be delivered."
        : 'The customer reported an email as spam.'}
      {trouble.reason === '' ? null : (
        <>
          {' '}
          <bdi>{trouble.reason}</bdi>
        </>
      )}
      {data?.suppressed ? ' It gets no reminders.' : null}
      {allowing.error ? ` ${problemText(allowing.error)}` : null}
    </Notice>
  );
}
