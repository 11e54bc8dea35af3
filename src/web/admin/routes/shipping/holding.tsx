import { Button, Menu, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { assignShippingClaim } from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { meQuery } from '../../me-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { deskQuery } from '../concierge/concierge-queries.ts';
import { useShippingChange } from './shipping-queries.ts';

type Shown = { storeId: number; claim: ShippingClaimShown };

/** Gives the claim to somebody, or to nobody; who had it by then is said when somebody was first. */
function useAssigning({ storeId, claim }: Shown, onDone?: () => void) {
  return useShippingChange(
    storeId,
    claim,
    (assigneeId: number | null) =>
      call(assignShippingClaim, {
        params: { storeId, shippingClaimId: claim.id },
        body: { assigneeId, from: claim.assignee?.userId ?? null },
      }),
    onDone,
  );
}

const tellWhy = { onError: (error: Error) => toast(problemText(error), 'bad') };

/** Whether the claim is of the one who looks, of a colleague, or of nobody. */
function useHolder({ assignee }: ShippingClaimShown): { meId: number | null; is: 'mine' | 'others' | 'nobodys' } {
  const meId = useQuery(meQuery).data?.user.id ?? null;
  return { meId, is: assignee === null ? 'nobodys' : assignee.userId === meId ? 'mine' : 'others' };
}

/** Who handles the claim, and who has it (C2.22), with the way to take it or to give it back. */
export function HolderNotice({ storeId, claim }: Shown) {
  const { meId, is } = useHolder(claim);
  const assigning = useAssigning({ storeId, claim });
  const { assignee, canFinalize, isMerchantFinalizationEnabled } = claim;
  return (
    <Notice
      tone="neutral"
      action={
        canFinalize && is !== 'others' && meId !== null ? (
          <Button
            size="xs"
            variant="default"
            loading={assigning.isPending}
            onClick={() => assigning.mutate(is === 'mine' ? null : meId, tellWhy)}
          >
            {is === 'mine' ? 'Give back' : 'Take this claim'}
          </Button>
        ) : undefined
      }
    >
      {isMerchantFinalizationEnabled
        ? 'This claim has not been finalized yet.'
        : 'This claim is handled by the concierge team.'}{' '}
      {is === 'mine' ? 'You have it.' : assignee ? `${assignee.name} has it.` : 'Nobody has it yet.'}
    </Notice>
  );
}

/** What else can be done about who has it. */
export function HoldingItems({ storeId, claim, onHandOver }: Shown & { onHandOver: () => void }) {
  const { data: me } = useQuery(meQuery);
  const { meId, is } = useHolder(claim);
  const assigning = useAssigning({ storeId, claim });
  if (!claim.canFinalize || meId === null) return null;
  return (
    <>
      {is === 'others' ? (
        <Menu.Item onClick={() => assigning.mutate(meId, tellWhy)}>Take it over from {claim.assignee?.name}</Menu.Item>
      ) : null}
      {me?.user.isProviderAdmin ? <Menu.Item onClick={onHandOver}>Hand over</Menu.Item> : null}
    </>
  );
}

/** Gives the claim to a colleague at the provider. */
export function HandOverDialog({ storeId, claim, onClose }: Shown & { onClose: () => void }) {
  const { data, error, refetch } = useQuery(deskQuery);
  const [to, setTo] = useState<string | null>(null);
  const assigning = useAssigning({ storeId, claim }, onClose);
  const colleagues = data?.people.filter(({ userId }) => userId !== claim.assignee?.userId) ?? [];
  return (
    <Dialog title="Hand over" onClose={onClose}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (to !== null && !assigning.isPending) assigning.mutate(Number(to));
          }}
        >
          <Stack gap="lg">
            {data === undefined && !error ? <DialogSkeleton height={60} /> : null}
            {data === undefined ? null : (
              <Select
                label="Who has it from now on"
                placeholder="Choose a colleague"
                data={colleagues.map(({ userId, name }) => ({ value: String(userId), label: name }))}
                value={to}
                onChange={setTo}
                data-autofocus
                allowDeselect={false}
              />
            )}
            {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
            {assigning.error ? <Notice tone="bad">{problemText(assigning.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" disabled={to === null} loading={assigning.isPending}>
              Hand over
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** Who decides needs not have the claim, but should know that a colleague works on it. */
export function HeldByOther({ claim }: { claim: ShippingClaimShown }) {
  const { is } = useHolder(claim);
  return is === 'others' && claim.assignee ? (
    <Notice tone="waiting">{claim.assignee.name} has this claim. Ask them before you decide it.</Notice>
  ) : null;
}
