import { Button, NativeSelect, Stack, Switch, Textarea } from '@mantine/core';
import { useState } from 'react';
import { methodName, methodOf } from '#core/claims/method-names.ts';
import { formatMoney } from '#core/money.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { amountWarning, approvalProblem, approvedChange, firstApproval, type Approval } from './approval.ts';
import type { ApprovalForm } from './approval-form.ts';
import { ChangeProblem } from './change-problem.tsx';
import { approveLabel, bonusWith, isMoney, isOnlyExternal, shopNowText, waysToEnd } from './claim-words.ts';
import { ExchangeFields } from './exchange-fields.tsx';
import { RefundQuestion, useIsUnanswered } from './refund-question.tsx';
import { ReplacementFields } from './replacement-fields.tsx';
import { useHeldLine } from './use-held-claim.ts';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

/** Decides how a line ends: one of its allowed methods, with what that method needs. */
export function ApproveDialog({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const [first] = useState(() => firstApproval(line));
  const [approval, setApproval] = useState(first);
  const change = (part: Partial<Approval>): void => setApproval((old) => ({ ...old, ...part }));
  const approving = useLineChange(on, onClose);
  const isUnanswered = useIsUnanswered(
    storeId,
    approval.isExternal ? { kind: 'claim', id: claim.id } : null,
    approval.refund,
  );
  const problem = approvalProblem(approval, line) ?? (isUnanswered ? 'Say which refund it was.' : null);
  const { method } = approval;
  const form: ApprovalForm = { ...on, approval, change };
  const mayBeLeft =
    (claim.shopNow?.left ?? 0) > 0 || (approval.amount ?? 0) > line.requestedAmount || method !== first.method;
  const isWide = method === 'variantExchange' || method === 'replacementOrder';
  const isChanged = JSON.stringify(approval) !== JSON.stringify(first);
  return (
    <Dialog
      onClose={onClose}
      title={`Approve ${isolated(line.originalStoreOrderLineItem.name)}`}
      size={isWide ? 'lg' : 'md'}
      isChanged={isChanged}
    >
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!problem && !approving.isPending) approving.mutate(approvedChange(approval, line));
          }}
        >
          <Stack gap="lg">
            {line.isShopNow ? <Notice tone="info">{shopNowText(claim)}</Notice> : null}
            {line.isShopNow && !mayBeLeft ? null : (
              <NativeSelect
                label={line.isShopNow ? 'Anything left over goes out as' : 'Resolution'}
                {...(line.requestedResolutionMethodEnum === 'Warranty_Review'
                  ? { description: 'The customer requested a review. Choose the outcome.' }
                  : line.isExchangeSent
                    ? { description: 'The new items were already ordered, so you can only approve an exchange.' }
                    : {})}
                data={waysToEnd(line).map((value) => ({
                  value,
                  label:
                    value === methodOf(line.requestedResolutionMethodEnum)
                      ? `${methodName(value)} (requested)`
                      : methodName(value),
                }))}
                value={method}
                onChange={(event) => {
                  const next = waysToEnd(line).find((one) => one === event.currentTarget.value);
                  if (next) change({ method: next });
                }}
                data-autofocus
              />
            )}
            {method === 'variantExchange' ? <ExchangeFields {...form} /> : null}
            {method === 'replacementOrder' ? <ReplacementFields {...form} /> : null}
            {isMoney(method) ? <AmountFields {...form} /> : null}
            {method === 'repair' ? (
              <Notice tone="neutral">
                You repair the item for free and send it back to the customer. To ask for a price, quote the repair
                instead.
              </Notice>
            ) : null}
            {line.isExchangeSent ? null : (
              <Switch
                label="Resolved externally"
                description={
                  isOnlyExternal(line)
                    ? "This order can't be refunded from here. Pay the customer back yourself, then approve: we'll mark it as done and send nothing."
                    : "Already handled outside Makegood. We'll mark it as done and send nothing."
                }
                checked={approval.isExternal}
                disabled={isOnlyExternal(line)}
                onChange={(event) => change({ isExternal: event.currentTarget.checked })}
              />
            )}
            {approval.isExternal ? (
              <RefundQuestion
                storeId={storeId}
                of={{ kind: 'claim', id: claim.id }}
                before={line.externalRefundIdFromPlatform}
                answer={approval.refund}
                onAnswer={(refund) => change({ refund })}
              />
            ) : null}
            <Textarea
              label="Note to customer"
              description="Optional. Included in the email when you finalize."
              maxLength={2000}
              dir="auto"
              autosize
              minRows={2}
              value={approval.noteToCustomer}
              onChange={(event) => change({ noteToCustomer: event.currentTarget.value })}
            />
            <ChangeProblem storeId={storeId} claim={claim} change={approving} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <span id="approve-problem" className="mg-muted" aria-live="polite">
              {problem}
            </span>
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button
              type="submit"
              loading={approving.isPending}
              disabled={problem !== null}
              aria-describedby="approve-problem"
            >
              {approveLabel(approval, line, claim.currencyCode)}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function AmountFields({ claim, line, approval, change }: ApprovalForm) {
  const { currencyCode } = claim;
  const { amount, method } = approval;
  const bonus = amount === null ? 0 : bonusWith(amount, method, line, currencyCode);
  const warning = amount === null ? null : amountWarning(amount, line, currencyCode);
  return (
    <>
      <AmountInput
        label="Amount"
        currencyCode={currencyCode}
        description={`Requested ${moneyText(line.requestedAmount, currencyCode)}${bonus > 0 ? `, plus a ${formatMoney({ amount: bonus, currencyCode })} bonus` : ''}`}
        value={amount}
        onChange={(next) => change({ amount: next })}
      />
      {warning ? <Notice tone="waiting">{warning}</Notice> : null}
    </>
  );
}
