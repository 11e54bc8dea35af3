import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { revertLine } from '#contract/merchant/merchant.ts';
import { methodName } from '#core/claims/email.ts';
import { formatMoney } from '#core/money.ts';
import { DENIAL_LABELS } from '#core/claims/resolution.ts';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { bonusOf, decisionOf, lineActions } from './claim-words.ts';
import { DenyDialog } from './deny-dialog.tsx';
import { LinePicture } from './line-picture.tsx';
import { MediaStrip } from './media-strip.tsx';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

type LineOnScreen = ClaimOnScreen & { line: ClaimLineShown };

/** One line of the claim: what came back and why, what was asked for, what was decided. */
export function LineCard({ storeId, claim, line }: LineOnScreen) {
  return (
    <article className="mg-line" aria-label={line.name}>
      <div className="mg-line-head">
        <LinePicture url={line.imgUrl} />
        <div className="mg-line-names">
          <strong>{line.name}</strong>
          {line.variantTitle ? <span>{line.variantTitle}</span> : null}
          <span className="mg-muted">
            {[line.sku ? `SKU ${line.sku}` : '', `${line.quantity} × ${moneyText(line.unitPrice, claim.currencyCode)}`]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
        <div className="mg-line-sum">
          <StatusBadge status={decisionOf(line)} />
          <MoneyText amount={line.requestedAmount} currencyCode={claim.currencyCode} />
        </div>
      </div>
      <dl className="mg-line-facts">
        <Fact label="Reason">{[line.reasonName, line.reasonDetail].filter(Boolean).join(' · ')}</Fact>
        {line.comments ? (
          <Fact label="Comments">
            <span className="mg-quote">{line.comments}</span>
          </Fact>
        ) : null}
        {line.media.length > 0 ? (
          <Fact label="Photos">
            <MediaStrip media={line.media} />
          </Fact>
        ) : null}
        <Fact label="Requested">{requestedText(claim.currencyCode, line)}</Fact>
        {line.status === 'approved' || line.status === 'denied' ? (
          <Fact label="Decision">{decisionText(claim.currencyCode, line)}</Fact>
        ) : null}
        {line.noteToCustomer ? (
          <Fact label="Note to customer">
            <span className="mg-quote">{line.noteToCustomer}</span>
          </Fact>
        ) : null}
      </dl>
      {line.errors.map((error) => (
        <Notice key={error} tone="bad">
          {error}
        </Notice>
      ))}
      <LineDecision storeId={storeId} claim={claim} line={line} />
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function requestedText(currencyCode: string, line: ClaimLineShown): string {
  const bonus = line.incentiveAmount > 0 ? ` with a bonus of ${moneyText(line.incentiveAmount, currencyCode)}` : '';
  const variant = line.requestedMethod === 'variantExchange' && line.exchange ? ` for ${line.exchange.title}` : '';
  return `${methodName(line.requestedMethod)}${variant}${bonus}`;
}

function decisionText(currencyCode: string, line: ClaimLineShown): string {
  if (line.status === 'denied') return line.denialDetail ? DENIAL_LABELS[line.denialDetail] : 'Denied';
  const method = line.method ?? line.requestedMethod;
  if (method === 'variantExchange') return `Exchange${line.exchange ? ` for ${line.exchange.title}` : ''}`;
  if (line.amount === null) return methodName(method);
  const bonus = bonusOf(line, currencyCode);
  const plus = bonus > 0 ? ` plus a bonus of ${formatMoney({ amount: bonus, currencyCode })}` : '';
  return `${methodName(method)} of ${moneyText(line.amount, currencyCode)}${plus}`;
}

function LineDecision({ storeId, claim, line }: LineOnScreen) {
  const [open, setOpen] = useState<'approve' | 'deny' | null>(null);
  const { approve, canDeny, canRevert } = lineActions(line);
  const reverting = useClaimChange({ storeId, claim }, (_: null, { params, version }) =>
    call(revertLine, { params: { ...params, lineId: line.id }, body: { version } }),
  );
  const close = (): void => setOpen(null);
  return (
    <>
      <ChangeProblem storeId={storeId} claim={claim} error={reverting.error} onRenewed={reverting.reset} />
      {approve || canDeny || canRevert ? (
        <div className="mg-line-actions">
          {approve ? (
            <Button
              variant="default"
              size="xs"
              onClick={() => setOpen('approve')}
              aria-label={`${approve}: ${line.name}`}
            >
              {approve}
            </Button>
          ) : null}
          {canDeny ? (
            <Button variant="default" size="xs" onClick={() => setOpen('deny')} aria-label={`Deny: ${line.name}`}>
              Deny
            </Button>
          ) : null}
          {canRevert ? (
            <Button
              variant="default"
              size="xs"
              loading={reverting.isPending}
              onClick={() => reverting.mutate(null)}
              aria-label={`Revert to requested: ${line.name}`}
            >
              Revert to requested
            </Button>
          ) : null}
        </div>
      ) : null}
      {open === 'approve' ? <ApproveDialog storeId={storeId} claim={claim} line={line} onClose={close} /> : null}
      {open === 'deny' ? <DenyDialog storeId={storeId} claim={claim} line={line} onClose={close} /> : null}
    </>
  );
}
