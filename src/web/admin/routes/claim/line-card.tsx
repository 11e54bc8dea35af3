import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useHotkeys } from '@mantine/hooks';
import { useRef, useState, type ReactNode } from 'react';
import type { ClaimLineShown, ClaimShown } from '#contract/claim-shapes.ts';
import { methodName, methodOf } from '#core/claims/method-names.ts';
import { isDialogOpen } from '../../../ui/is-dialog-open.ts';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { MoneyText, moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { rememberFocus } from '../../../ui/use-focus-back.ts';
import { answerText } from './answer-text.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import { CancelLineDialog } from './cancel-line-dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import {
  decisionOf,
  decisionText,
  deductionText,
  goodsText,
  lineActions,
  lineLock,
  shopNowText,
} from './claim-words.ts';
import { DenyDialog } from './deny-dialog.tsx';
import { LineInspections } from './inspections.tsx';
import { LineNote } from './line-note.tsx';
import { LinePicture } from './line-picture.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { LineRepair } from './repair.tsx';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';
import { Why } from './why.tsx';

/** One line of the claim: the item, the reason, the request and the decision. */
export function LineCard(on: LineOnScreen) {
  const { claim, line } = on;
  const { currencyCode } = claim;
  const item = line.originalStoreOrderLineItem;
  const lock = lineLock(line);
  const [isNoting, setNoting] = useState(false);
  const isDecided = line.status.id === 'approved' || line.status.id === 'denied';
  const deduction = deductionText(line, currencyCode);
  return (
    <article className="mg-line" aria-label={item.name}>
      <div className="mg-line-head">
        <LinePicture url={item.imgUrl} />
        <div className="mg-line-names">
          <strong>
            <bdi>{item.name}</bdi>
          </strong>
          {item.variantTitle ? (
            <span>
              <bdi>{item.variantTitle}</bdi>
            </span>
          ) : null}
          <span className="mg-muted">
            {[item.sku ? `SKU ${item.sku}` : '', priceText(currencyCode, line)].filter(Boolean).join(' · ')}
          </span>
        </div>
        <div className="mg-line-sum">
          <StatusBadge status={decisionOf(line)} />
          <MoneyText amount={line.requestedAmount} currencyCode={currencyCode} />
        </div>
      </div>
      {line.refusal === null ? null : (
        <Notice tone="waiting">
          <strong>Asked for against the rules.</strong> <span dir="auto">{line.refusal}</span>{' '}
          <Why storeId={on.storeId} claim={claim} about="offers" />
        </Notice>
      )}
      <dl className="mg-line-facts">
        <Fact label="Reason">{[line.reason.name, line.reason.detail].filter(Boolean).join(' · ')}</Fact>
        {line.comments ? (
          <Fact label="Comments">
            <span className="mg-quote">{line.comments}</span>
          </Fact>
        ) : null}
        {line.customFields.map((answer, index) => (
          <Fact key={index} label={<bdi>{answer.displayName}</bdi>}>
            <bdi>{answerText(answer)}</bdi>
          </Fact>
        ))}
        {line.images.length > 0 ? (
          <Fact label="Files">
            <MediaStrip media={line.images} label={`From the customer: ${item.name}`} />
          </Fact>
        ) : null}
        {line.policyAnswers.length > 0 ? (
          <Fact label="Answers">
            {line.policyAnswers.map(({ question, answer }) => (
              <div key={question}>
                <bdi>{question}</bdi> <strong dir="auto">{answer}</strong>
              </div>
            ))}
            <Why storeId={on.storeId} claim={claim} about="answers" />
          </Fact>
        ) : null}
        <Fact label="Requested">
          {requestedText(claim, line)}{' '}
          {line.refusal === null ? <Why storeId={on.storeId} claim={claim} about="offers" /> : null}
        </Fact>
        {line.isHeldForReview ? (
          <Fact label="Held for review">
            An automation lets staff decide whether the customer keeps it.{' '}
            <Why storeId={on.storeId} claim={claim} about="keepItem" />
          </Fact>
        ) : null}
        {isDecided ? <Fact label="Decision">{decisionText(line, currencyCode)}</Fact> : null}
        {deduction ? <Fact label="Deductions">{deduction}</Fact> : null}
        {lock === null || line.noteToCustomer || isNoting ? (
          <Fact label="Note to customer">
            <LineNote {...on} isLocked={lock !== null} isEditing={isNoting} onEdit={setNoting} />
          </Fact>
        ) : null}
      </dl>
      <LineInspections {...on} />
      {line.errors.map((error) => (
        <Notice key={error} tone="bad">
          {error}
        </Notice>
      ))}
      <LineRepair {...on} />
      <LineDecision {...on} lock={lock} />
    </article>
  );
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Quantity, price and the tax on top, so that staff can follow the total. */
function priceText(currencyCode: string, line: ClaimLineShown): string {
  const tax = line.requestedAmount > line.subtotal && line.tax > 0 ? ` + ${moneyText(line.tax, currencyCode)} tax` : '';
  return `${line.quantity} × ${moneyText(line.unitPrice, currencyCode)}${tax}`;
}

function requestedText(claim: ClaimShown, line: ClaimLineShown): string {
  if (line.isShopNow) return shopNowText(claim);
  const { currencyCode } = claim;
  const bonus =
    line.requestedIncentiveAmount > 0
      ? ` with a bonus of ${moneyText(line.requestedIncentiveAmount, currencyCode)}`
      : '';
  const wanted =
    line.requestedResolutionMethodEnum === 'Variant_Exchange' && line.requestedVariantExchangeLineItem
      ? ` for ${goodsText([line.requestedVariantExchangeLineItem])}`
      : '';
  return `${methodName(methodOf(line.requestedResolutionMethodEnum))}${wanted}${bonus}`;
}

type Decision = 'approve' | 'quote' | 'deny' | 'cancel' | 'reason';

/** The dialogs outlive the buttons: what was typed stays when a colleague locks the line, and the server says why. */
function LineDecision({ lock, ...on }: LineOnScreen & { lock: string | null }) {
  const [open, setOpen] = useState<Decision | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      {lock ? <p className="mg-muted mg-p">{lock}</p> : <Decisions {...on} onOpen={setOpen} />}
      {open === 'approve' ? <ApproveDialog {...on} onClose={close} /> : null}
      {open === 'quote' ? <QuoteDialog {...on} onClose={close} /> : null}
      {open === 'deny' ? <DenyDialog {...on} onClose={close} /> : null}
      {open === 'cancel' ? <CancelLineDialog {...on} onClose={close} /> : null}
      {open === 'reason' ? <ReasonDialog {...on} onClose={close} /> : null}
    </>
  );
}

function Decisions({ onOpen, ...on }: LineOnScreen & { onOpen: (decision: Decision) => void }) {
  const { storeId, claim, line } = on;
  const { name } = line.originalStoreOrderLineItem;
  const { approve, canDeny, canRevert } = lineActions(line);
  const giveFocusBack = useRef<(() => void) | null>(null);
  const reverting = useLineChange(on, () => giveFocusBack.current?.());
  const isFirst = claim.claimLineItems.find((one) => lineActions(one).canDeny)?.id === line.id;
  useHotkeys([['d', () => isFirst && canDeny && !isDialogOpen() && onOpen('deny')]]);
  return (
    <>
      <ChangeProblem storeId={storeId} claim={claim} change={reverting} />
      {line.status.id === 'denied' ? (
        <p className="mg-muted mg-p">Not final until you finalize. The customer can't see this decision yet.</p>
      ) : null}
      <div className="mg-line-actions">
        {approve ? (
          <Button variant="default" size="xs" onClick={() => onOpen('approve')} aria-label={`${approve}: ${name}`}>
            {approve}
          </Button>
        ) : null}
        {line.canQuoteRepair && line.repair === null ? (
          <Button variant="default" size="xs" onClick={() => onOpen('quote')} aria-label={`Quote repair: ${name}`}>
            Quote repair
          </Button>
        ) : null}
        {canDeny ? (
          <Button variant="subtle" color="gray" size="xs" onClick={() => onOpen('deny')} aria-label={`Deny: ${name}`}>
            Deny
          </Button>
        ) : null}
        {canRevert ? (
          <Button
            variant="default"
            size="xs"
            loading={reverting.isPending}
            onClick={() => {
              giveFocusBack.current = rememberFocus();
              reverting.mutate({ kind: 'requested' });
            }}
            aria-label={`Revert to requested: ${name}`}
          >
            Revert to requested
          </Button>
        ) : null}
        <Menu>
          <Menu.Target>
            <ActionIcon className="mg-line-more" variant="default" size={30} aria-label={`Other actions: ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onOpen('reason')}>Change reason</Menu.Item>
            <Menu.Item
              color="var(--mg-bad-text)"
              disabled={line.isExchangeSent}
              title={line.isExchangeSent ? 'The new items were already ordered.' : ''}
              onClick={() => onOpen('cancel')}
            >
              Cancel item
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </>
  );
}
