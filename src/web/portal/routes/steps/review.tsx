import { isPassing, messageOf } from '../../api.ts';
import { chosenLines, isExchange, lineOf, type Draft } from '../../draft.ts';
import type { PortalLine } from '#contract/customer/customer.ts';
import type { ReactNode } from 'react';
import { answersTo, choicesOf } from '#core/claims/field-answers.ts';
import type { FieldAnswer } from '#core/claims/field-shapes.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { isReviewed, isShopNow, reasonOf, stepAbout, stepKey } from '../../draft-steps.ts';
import { deadline, deadlineIn, money, variantSubtitle } from '../../format.ts';
import { recipientOf } from '../../recipient.ts';
import { addAmounts, METHOD_NAMES, type SumLine } from '../../sums.ts';
import { Button } from '../../ui/button.tsx';
import { LedgerSummary } from '../../ui/ledger-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import items from '../../ui/item-list.module.css';
import { Picture } from '../../ui/picture.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './review.module.css';
import { SHIPPING } from './shipping.tsx';
import { StepFrame, type Flow } from './step-frame.tsx';
import { VariantOf } from './basket.tsx';
import { ChooseAgain, isAboutGoods, Trouble } from './trouble.tsx';

type Props = {
  flow: Flow;
  /** Reads the order and its sums again, after the server refused the return. */
  onReadAgain: () => void;
  onSubmitted: (externalId: string) => void;
};

/** Everything once more with the exact sums, then one press: to submit, or on to pay. */
export function ReviewStep({ flow, onReadAgain, onSubmitted }: Props) {
  const { order, draft, sums, uploads, request, quoteError, onQuoteAgain } = flow;
  // Prices may have risen since the quote; then the shopper pays first.
  const submit = useSubmit(flow, { submitted: onSubmitted, refused: (error) => !isPassing(error) && onQuoteAgain() });
  const { ledger } = sums;
  const isForReview = isReviewed(draft.claimType);
  const { noun } = CLAIM_TYPES[draft.claimType];
  const toPay = sums.isExact ? (ledger?.held ?? 0) : 0;
  const cannotPay = toPay > 0 && order.paymentProvider === 'none';
  const waiting = uploads.list.filter(({ failure }) => !failure).length;
  const broken = uploads.list.length - waiting;

  const action = {
    label: toPay > 0 ? 'Continue to payment' : submit.isBusy ? `Submitting your ${noun}` : `Submit ${noun}`,
    isBusy: submit.isBusy,
    isOff: (!isForReview && !sums.isExact) || request === undefined || waiting > 0 || cannotPay,
    onPress: toPay > 0 ? flow.onNext : () => submit.send(null),
    problem: submit.error ? problemText(submit.error) : null,
  };
  return (
    <StepFrame flow={flow} heading="Does everything look right?" action={action}>
      <Part title="Items" flow={flow} to="items">
        <ul className={items.lines}>
          {chosenLines(draft, order).map((line) => {
            const sum = sums.lines.find(({ lineId }) => lineId === line.lineIdFromPlatform);
            return (
              <li key={line.lineIdFromPlatform} className={items.line}>
                <Picture url={line.imgUrl} />
                <div className={items.texts}>
                  <p className={items.name} dir="auto">
                    {line.name}
                  </p>
                  {variantSubtitle(line) !== '' && <p dir="auto">{line.variantTitle}</p>}
                  <ReasonText flow={flow} line={line} />
                  {sum && !isForReview && <LineSum sum={sum} flow={flow} line={line} />}
                </div>
              </li>
            );
          })}
        </ul>
      </Part>
      {!isForReview && draft.shippingMethod && (
        <Part title={SHIPPING[draft.shippingMethod].title} flow={flow} to="shipping">
          <p className={items.muted}>{SHIPPING[draft.shippingMethod].about}</p>
        </Part>
      )}
      {draft.basket.length > 0 && sums.lines.some(({ method }) => isShopNow(method)) && <BasketShown flow={flow} />}
      {!isForReview && sums.lines.some(({ method }) => isExchange(method)) && (
        <Part
          title={draft.isInstantExchange ? 'Ships now' : 'Ships after your return arrives'}
          flow={flow}
          to="instant"
        >
          <p className={items.muted}>
            {draft.isInstantExchange
              ? `We'll ship your new items as soon as you submit. Your return must arrive by ${deadlineIn(order.instantExchangeReturnDays)}; after that, we charge your card.`
              : "We'll reserve your new items and ship them once we've received and checked your return."}
          </p>
        </Part>
      )}
      {isForReview ? (
        <section className={styles.block}>
          <h2>What happens next</h2>
          <p className={items.muted}>
            We'll look at your claim and email you. Please keep the item; you don't need to send anything now.
          </p>
        </section>
      ) : order.isGiftReturn ? (
        <GiftOutcome flow={flow} />
      ) : (
        <section className={styles.block}>
          <h2>{ledger !== null && ledger.owed > 0 ? 'What you pay' : 'What you get'}</h2>
          {ledger ? (
            <LedgerSummary ledger={ledger} isStale={!sums.isExact} />
          ) : (
            <div className={styles.awaited}>{!quoteError && <p>Calculating the exact amounts</p>}</div>
          )}
          {ledger && ledger.balance > 0 && (
            <p className={items.muted}>We'll refund you once we've received and checked your items.</p>
          )}
        </section>
      )}
      {cannotPay && (
        <Notice tone="bad">
          <p>This costs {money(toPay, sums.currencyCode)} more, and the store can't take payments here.</p>
          <ChooseAgain flow={flow} />
        </Notice>
      )}
      {quoteError && (
        <Notice tone="bad">
          <p>{messageOf(quoteError)}</p>
          {isAboutGoods(quoteError) ? (
            <ChooseAgain flow={flow} />
          ) : (
            <Button look="quiet" onClick={onQuoteAgain}>
              Recalculate
            </Button>
          )}
        </Notice>
      )}
      {waiting > 0 && (
        <Notice tone="info">{waiting === 1 ? 'One file is' : `${waiting} files are`} still uploading.</Notice>
      )}
      {broken > 0 && (
        <Notice tone="info">
          {broken === 1 ? 'One file was' : `${broken} files were`} not uploaded and won't be included. Go back to try
          again.
        </Notice>
      )}
      {submit.error && !quoteError && <Trouble flow={flow} error={submit.error} onReadAgain={onReadAgain} />}
    </StepFrame>
  );
}

const problemText = (error: Error): string =>
  isPassing(error)
    ? `${messageOf(error)} What you chose is saved here. You can submit it again; we'll only create it once.`
    : messageOf(error);

type PartProps = { title: string; flow: Flow; to: string; children: ReactNode };

/** A part of the return, with the way to change it. */
function Part({ title, flow, to, children }: PartProps) {
  return (
    <section className={styles.block}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <Change flow={flow} to={to} what={title} />
      </div>
      {children}
    </section>
  );
}

/** Leads to the screen of a part, where this return has one, and from there back to here. */
function Change({ flow, to, what }: { flow: Flow; to: string; what: string }) {
  if (!flow.steps.some((step) => stepKey(step) === to)) return null;
  return (
    <button type="button" className={styles.change} onClick={() => flow.onChange(to)}>
      Change<span className={styles.unseen}> {what}</span>
    </button>
  );
}

type LineProps = { flow: Flow; line: PortalLine };

function ReasonText({ flow, line }: LineProps) {
  const { order, draft, steps } = flow;
  const lineId = line.lineIdFromPlatform;
  const { comments, media, quantity, fieldValues } = lineOf(draft, lineId);
  const { reasonId, reasonDetail } = reasonOf(draft, order, lineId);
  const reason = order.reasons.find(({ id }) => id === reasonId)?.name ?? '';
  return (
    <p className={items.muted}>
      Quantity {quantity}. <span dir="auto">{[reason, reasonDetail].filter(Boolean).join(': ')}</span>{' '}
      <Change flow={flow} to={stepAbout('reason', lineId, steps)} what={`reason for ${line.name}`} />
      {answersTo(line.demands?.fields ?? [], fieldValues).map((answer) => (
        <span key={answer.id} className={styles.comments} dir="auto">
          {answer.displayName}: {answerText(answer)}
        </span>
      ))}
      {comments.trim() !== '' && (
        <span className={styles.comments} dir="auto">
          “{comments.trim()}”
        </span>
      )}
      {media.length > 0 && (
        <span className={styles.comments}>{media.length === 1 ? '1 file' : `${media.length} files`} added</span>
      )}
    </p>
  );
}

function answerText({ valueType, value }: FieldAnswer): string {
  if (valueType === 'Date') return deadline(value);
  return valueType === 'MultiSelect' ? choicesOf(value).join(', ') : value;
}

/** What the credit is spent on. */
function BasketShown({ flow }: { flow: Flow }) {
  const { draft, sums } = flow;
  return (
    <Part title="Your cart" flow={flow} to="shop">
      <ul className={items.lines}>
        {draft.basket.map((item) => (
          <li key={item.variantId} className={items.line}>
            <Picture url={item.imgUrl} size="small" />
            <div className={items.texts}>
              <p className={items.name} dir="auto">
                {item.title}
              </p>
              <p className={items.muted}>
                Quantity {item.quantity}. <VariantOf item={item} />
                {money(item.price, sums.currencyCode)} each
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The name of the new item for a line; null for money. */
function wantedFor(draft: Draft, { method, lineId }: SumLine): string | null {
  const { variant, product, productVariant } = lineOf(draft, lineId);
  if (method === 'variantExchange') return variant?.title ?? null;
  if (method !== 'otherProduct' || !product) return null;
  return productVariant && productVariant.title !== product.title
    ? `${product.title} - ${productVariant.title}`
    : product.title;
}

/** Where a gift return's value goes and which fees are deducted. The value isn't shown. */
function GiftOutcome({ flow }: { flow: Flow }) {
  const { draft, fees, sums } = flow;
  const { email, address } = recipientOf(draft.recipient);
  const { line1, line2 = '', city, stateOrProvinceCode = '', postalCode, countryCode } = address;
  return (
    <Part title="Your details" flow={flow} to="recipient">
      <p>
        <span dir="auto">
          {address.firstName} {address.lastName}
        </span>
        , <span dir="auto">{email}</span>
      </p>
      <p className={items.muted} dir="auto">
        {[line1, line2, city, stateOrProvinceCode, postalCode, countryCode].filter((part) => part !== '').join(', ')}
      </p>
      {fees.map(({ label, amount }) => (
        <p key={label} className={items.muted}>
          <span dir="auto">{label}</span>: {money(amount, sums.currencyCode)}, deducted from what you get
        </p>
      ))}
      <p className={items.muted}>You'll get it once we've received and checked your items.</p>
    </Part>
  );
}

function LineSum({ sum, flow, line }: LineProps & { sum: SumLine }) {
  const { draft, order, steps } = flow;
  const { currencyCode } = order;
  const wanted = wantedFor(draft, sum);
  // What an exchange comes to is for the sums to say.
  const isMoney = !isExchange(sum.method) && !order.isGiftReturn;
  return (
    <div className={styles.sum}>
      <dl>
        <div>
          <dt>
            {sum.method && METHOD_NAMES[sum.method]}
            {wanted !== null && (
              <>
                {' for '}
                <span dir="auto">{wanted}</span>
              </>
            )}{' '}
            <Change flow={flow} to={stepAbout('resolution', sum.lineId, steps)} what={`resolution for ${line.name}`} />
          </dt>
          {isMoney && (
            <dd>{money(addAmounts([sum.amount, -sum.deducted, sum.incentive], currencyCode), currencyCode)}</dd>
          )}
        </div>
      </dl>
      {isMoney && sum.deducted > 0 && (
        <p className={items.muted}>After {money(sum.deducted, currencyCode)} in deductions</p>
      )}
      {isMoney && sum.incentive > 0 && (
        <p className={items.bonus}>Includes {money(sum.incentive, currencyCode)} bonus</p>
      )}
      {wanted !== null && (
        <Change flow={flow} to={`variant:${sum.lineId}`} what={`the item you get for ${line.name}`} />
      )}
    </div>
  );
}
