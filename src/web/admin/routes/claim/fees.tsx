import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { changeFees } from '#contract/merchant/claim-actions.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Facts } from '../../../ui/section.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { isOver } from './claim-words.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';
import { useHeldClaim } from './use-held-claim.ts';
import { Why } from './why.tsx';

type Fees = Pick<ClaimShown, 'feeApplied' | 'returnShippingAmountApplied' | 'exchangeOrderShippingAmountApplied'>;

const fields = (claim: ClaimShown): readonly (readonly [name: keyof Fees, label: string])[] => [
  ['feeApplied', claim.feeName || 'Fee'],
  ['returnShippingAmountApplied', 'Return shipping'],
  ['exchangeOrderShippingAmountApplied', 'Exchange shipping'],
];

/** The fees of the claim, editable until the claim is over. */
export function ClaimFees({ storeId, claim }: ClaimOnScreen) {
  const [isOpen, setOpen] = useState(false);
  const charged = fields(claim).filter(([name]) => claim[name] !== 0);
  return (
    <div className="mg-part">
      <div className="mg-part-head">
        <div className="mg-why-title">
          <h3>Fees</h3>
          <Why storeId={storeId} claim={claim} about="fees" />
        </div>
        {isOver(claim) ? null : (
          <Button variant="transparent" c="var(--mg-link)" size="compact-sm" px={0} onClick={() => setOpen(true)}>
            Edit fees
          </Button>
        )}
      </div>
      {charged.length === 0 ? (
        <p className="mg-muted mg-p">No fees.</p>
      ) : (
        <Facts
          facts={charged.map(([name, label]) => [
            label,
            <MoneyText key={name} amount={claim[name]} currencyCode={claim.currencyCode} />,
          ])}
        />
      )}
      {isOpen ? <FeesDialog storeId={storeId} claim={claim} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function FeesDialog({ onClose, ...shown }: ClaimOnScreen & { onClose: () => void }) {
  const { renew, storeId, claim } = useHeldClaim(shown);
  // Null where a field was emptied.
  const [typed, setTyped] = useState<Partial<Record<keyof Fees, number | null>>>({});
  const saving = useClaimChange(
    { storeId, claim },
    (fees: Partial<Fees>, { params, version }) => call(changeFees, { params, body: { version, ...fees } }),
    onClose,
  );
  const rows = fields(claim);
  const isWhole = rows.every(([name]) => typed[name] !== null && (typed[name] ?? 0) >= 0);
  // Only what was changed is sent, so that a colleague's change of another fee stays.
  const changed = Object.fromEntries(
    rows.flatMap(([name]) => {
      const amount = typed[name] ?? claim[name];
      return amount === claim[name] ? [] : [[name, amount]];
    }),
  );
  const isChanged = !isWhole || Object.keys(changed).length > 0;
  return (
    <Dialog onClose={onClose} title="Fees of this claim" isChanged={isChanged}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isWhole || saving.isPending) return;
            if (!isChanged) onClose();
            else saving.mutate(changed);
          }}
        >
          <Stack gap="lg">
            {rows.map(([name, label], index) => (
              <AmountInput
                key={name}
                label={label}
                currencyCode={claim.currencyCode}
                required
                value={typed[name] === undefined ? claim[name] : typed[name]}
                error={typed[name] === null ? 'Must provide a number.' : null}
                onChange={(amount) => setTyped({ ...typed, [name]: amount })}
                {...(index === 0 ? { 'data-autofocus': true } : {})}
              />
            ))}
            <span className="mg-muted">
              Deducted from what the customer gets. Exchange shipping applies only when items are sent.
            </span>
            <ChangeProblem storeId={storeId} claim={claim} change={saving} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending} disabled={!isWhole}>
              Save fees
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
