import { Autocomplete, Button, Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { BulkAction } from '#contract/merchant/lists.ts';
import { CLAIM_TYPES, type ClaimType } from '#core/claims/types.ts';
import { formatMoney } from '#core/money.ts';
import { minorOf } from '../routes/claim/claim-words.ts';
import { TagName } from '#core/lists/tags.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx';
import { tagsQuery } from '../list-queries.ts';
import { useBulk } from './use-bulk.ts';

type Kind = BulkAction['kind'];
export type ChosenClaim = { id: number; externalId: string; requestedTotal: number; currencyCode: string };

const count = (claims: number): string => `${claims} ${claims === 1 ? 'claim' : 'claims'}`;

/** "Requested in all: $231.00 and €60.00, before deductions." */
function requestedText(claims: readonly ChosenClaim[]): string {
  const currencies = [...new Set(claims.map(({ currencyCode }) => currencyCode))];
  const sums = currencies.map((currencyCode) => {
    const of = claims.filter((claim) => claim.currencyCode === currencyCode);
    return formatMoney({
      amount: of.reduce((sum, { requestedTotal }) => sum + minorOf(requestedTotal, currencyCode), 0),
      currencyCode,
    });
  });
  return `Requested in all: ${sums.join(' and ')}, before bonuses and deductions.`;
}

/** What becomes of claims that are canceled, and of those of their type that can be restored. */
const canceledText = (claimType: ClaimType): string =>
  CLAIM_TYPES[claimType].canRestore
    ? "Open items won't be refunded or exchanged. Unused labels are voided, and reserved stock and payments are released. A canceled claim can be restored on its page, but not its labels and payments."
    : "Open items won't be refunded or exchanged. Unused labels are voided, and reserved stock and payments are released. This can't be undone.";

type Words = {
  title: (claims: number) => string;
  text: string | ((claimType: ClaimType) => string);
  action: (claims: number) => string;
  leave: string;
};
const WORDS: Readonly<Record<Kind, Words>> = {
  addTag: { title: () => 'Add a tag', text: '', action: (n) => `Tag ${count(n)}`, leave: 'Cancel' },
  removeTag: {
    title: () => 'Remove a tag',
    text: '',
    action: (n) => `Remove from ${count(n)}`,
    leave: 'Cancel',
  },
  cancel: {
    title: (n) => `Cancel ${count(n)}?`,
    text: canceledText,
    action: (n) => `Cancel ${count(n)}`,
    leave: 'Keep claims',
  },
  approve: {
    title: (n) => `Approve ${count(n)}?`,
    text: 'Every item without a decision is approved as requested. Nothing is issued, ordered or sent until you finalize. Claims with nothing to approve, or whose items need a resolution first, are skipped and listed.',
    action: (n) => `Approve ${count(n)}`,
    leave: 'Cancel',
  },
  approveAndFinalize: {
    title: (n) => `Approve and finalize ${count(n)}?`,
    text: "Every item without a decision is approved as requested. Then we issue refunds and credits, order exchanges and email each customer. Items you've denied are finalized as denied. Claims that can't be finalized as they are are skipped and listed.",
    action: (n) => `Approve and finalize ${count(n)}`,
    leave: 'Cancel',
  },
  finalize: {
    title: (n) => `Finalize ${count(n)}?`,
    text: "We'll issue refunds and credits, order exchanges and email each customer. Claims with an item that still needs a decision are skipped and listed.",
    action: (n) => `Finalize ${count(n)}`,
    leave: 'Cancel',
  },
};

/** Asks before one thing is done to many claims, shows how far it is, and says which claims it was not done to and why. */
export function BulkDialog({
  storeId,
  kind,
  claimType,
  claims,
  onClose,
}: {
  storeId: number;
  kind: Kind;
  claimType: ClaimType;
  claims: readonly ChosenClaim[];
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [chosen] = useState(claims);
  const [tag, setTag] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const tags = useQuery({ ...tagsQuery(storeId), enabled: kind === 'addTag' || kind === 'removeTag' });
  const { state, run } = useBulk(storeId);
  const leaving = useLeaveGuard({
    isChanged: state.isRunning,
    title: "Leave before it's done?",
    leaveLabel: 'Stop and leave',
    children: "Claims are still being updated. If you leave now, the remaining claims won't change.",
  });
  const words = WORDS[kind];
  const needsTag = kind === 'addTag' || kind === 'removeTag';
  const close = (): void => {
    void client.invalidateQueries({ queryKey: ['claims', storeId] });
    void client.invalidateQueries({ queryKey: ['tags', storeId] });
    onClose();
  };
  const begin = (event: FormEvent): void => {
    event.preventDefault();
    const ids = chosen.map(({ id }) => id);
    if (!needsTag) return void run({ kind }, ids);
    const name = TagName.safeParse(tag);
    if (!name.success) return setProblem(name.error.issues[0]?.message ?? null);
    return void run({ kind, name: name.data }, ids);
  };
  return (
    <>
      <Dialog
        title={words.title(chosen.length)}
        onClose={state.isRunning ? () => undefined : close}
        isChanged={state.total === null && tag !== ''}
      >
        {(leave) =>
          state.total === null ? (
            <form onSubmit={begin} noValidate>
              {needsTag ? (
                <Autocomplete
                  label="Tag"
                  data-autofocus
                  openOnFocus={false}
                  data={tags.data?.map((one) => one.name) ?? []}
                  value={tag}
                  onChange={(next) => {
                    setTag(next);
                    setProblem(null);
                  }}
                  error={problem}
                  dir="auto"
                />
              ) : (
                <>
                  {kind === 'approve' || kind === 'approveAndFinalize' ? (
                    <p>
                      <strong>{requestedText(chosen)}</strong>
                    </p>
                  ) : null}
                  <p>{typeof words.text === 'string' ? words.text : words.text(claimType)}</p>
                </>
              )}
              <div className="mg-dialog-actions">
                <Button variant="default" onClick={leave}>
                  {words.leave}
                </Button>
                <Button type="submit" color={kind === 'cancel' ? 'red.8' : 'accent'}>
                  {words.action(chosen.length)}
                </Button>
              </div>
            </form>
          ) : (
            <Outcome state={state} claims={chosen} onClose={close} />
          )
        }
      </Dialog>
      {leaving}
    </>
  );
}

function Outcome({
  state,
  claims,
  onClose,
}: {
  state: ReturnType<typeof useBulk>['state'];
  claims: readonly ChosenClaim[];
  onClose: () => void;
}) {
  const total = state.total ?? 0;
  const closer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!state.isRunning) closer.current?.focus();
  }, [state.isRunning]);
  const nameOf = (id: number): string => claims.find((claim) => claim.id === id)?.externalId ?? String(id);
  return (
    <>
      <Progress value={total === 0 ? 100 : (state.done / total) * 100} aria-label="Progress" mb="xs" />
      <output className="mg-bulk-status">
        {state.isRunning
          ? `${state.done} of ${total} claims`
          : `${total - state.refused.length} of ${count(total)} done`}
      </output>
      {state.refused.length > 0 ? (
        <Notice tone="waiting">
          {`Couldn't update ${count(state.refused.length)}:`}
          <ul className="mg-bulk-refused">
            {state.refused.map(({ claimId, message }) => (
              <li key={claimId}>
                <strong>{nameOf(claimId)}</strong>
                {`: ${message}`}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <div className="mg-dialog-actions">
        <Button ref={closer} onClick={onClose} disabled={state.isRunning}>
          Close
        </Button>
      </div>
    </>
  );
}
