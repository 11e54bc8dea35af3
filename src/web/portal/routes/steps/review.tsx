import { isPassing, messageOf, submittedAs } from '../../api.ts';
import { chosenLines, isExchange, lineOf, type Draft } from '../../draft.ts';
import type { PortalLine } from '#contract/customer/customer.ts';
import type { ReactNode } from 'react';
import { answersTo, choicesOf } from '#core/claims/field-answers.ts';
import type { FieldAnswer } from '#core/claims/field-shapes.ts';
import { isReviewed, isShopNow, lastGoodsSteps, reasonOf, stepAbout, stepKey } from '../../draft-steps.ts';
import { deadline, listed, money, variantSubtitle } from '../../format.ts';
import { nameOfCountry, recipientOf } from '../../recipient.ts';
import { addAmounts, methodName, priceOf, type SumLine } from '../../sums.ts';
import { Button } from '../../ui/button.tsx';
import { LedgerSummary } from '../../ui/ledger-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import items from '../../ui/item-list.module.css';
import { Picture } from '../../ui/picture.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './review.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { VariantOf } from './basket.tsx';
import { ChooseAgain, isAboutGoods, Trouble } from './trouble.tsx';
import { ownText, rich, t } from '../../texts.ts';

type Props = {
  flow: Flow;
  onSubmitted: (externalId: string) => void;
};

/** Everything once more with the exact sums, then one press: to submit, or on to pay. */
export function ReviewStep({ flow, onSubmitted }: Props) {
  const { order, draft, sums, uploads, request, quoteError, onQuoteAgain, onReadAgain } = flow;
  // Prices may have risen since the quote; then the shopper pays first.
  const submit = useSubmit(flow, {
    submitted: onSubmitted,
    refused: (error) => !isPassing(error) && submittedAs(error) === null && onQuoteAgain(),
  });
  const { ledger } = sums;
  const made = submittedAs(quoteError ?? submit.error);
  const isForReview = isReviewed(draft.claimType);
  const toPay = sums.isExact ? (ledger?.held ?? 0) : 0;
  const cannotPay = toPay > 0 && order.paymentProvider === 'none';
  const waiting = uploads.list.filter(({ failure }) => !failure).length;
  const broken = uploads.list.length - waiting;

  const submitting = {
    label: toPay > 0 ? t('review.pay') : t(`review.${submit.isBusy ? 'submitting' : 'submit'}.${draft.claimType}`),
    isBusy: submit.isBusy,
    isOff: (!isForReview && !sums.isExact) || request === undefined || waiting > 0 || cannotPay,
    onPress: toPay > 0 ? flow.onNext : () => submit.send(null),
    problem: submit.error ? problemText(submit.error) : null,
  };
  const viewing = { label: t('pay.view'), isBusy: false, isOff: false, problem: null };
  const action = made === null ? submitting : { ...viewing, onPress: () => onSubmitted(made) };
  return (
    <StepFrame flow={flow} heading={t('review.heading')} action={action}>
      <Part title={t('review.items')} flow={flow} to="items">
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
        <Part title={t(`shipping.${draft.shippingMethod}`)} flow={flow} to="shipping">
          <p className={items.muted}>{t(`shipping.${draft.shippingMethod}.about`)}</p>
        </Part>
      )}
      {draft.basket.length > 0 && sums.lines.some(({ method }) => isShopNow(method)) && <BasketShown flow={flow} />}
      {!isForReview && sums.lines.some(({ method }) => isExchange(method)) && (
        <Part title={t(draft.isInstantExchange ? 'review.ships.now' : 'review.ships.later')} flow={flow} to="instant">
          <p className={items.muted}>
            {draft.isInstantExchange
              ? t('review.ships.now.about', { date: deadline(order.instantExchangeReturnBefore) })
              : t('review.ships.later.about')}
          </p>
        </Part>
      )}
      {isForReview ? (
        <section className={styles.block}>
          <h2>{t('review.next')}</h2>
          <p className={items.muted}>{t('review.next.warranty')}</p>
        </section>
      ) : order.isGiftReturn ? (
        <GiftOutcome flow={flow} />
      ) : (
        <section className={styles.block}>
          <h2>{t(ledger !== null && ledger.owed > 0 ? 'review.owe' : 'review.get')}</h2>
          {ledger ? (
            <LedgerSummary ledger={ledger} isStale={!sums.isExact} />
          ) : (
            <div className={styles.awaited}>{!quoteError && <p>{t('review.calculating')}</p>}</div>
          )}
          {ledger && ledger.balance > 0 && <p className={items.muted}>{t('review.whenChecked')}</p>}
        </section>
      )}
      {cannotPay && (
        <Notice tone="bad">
          <p>{t('review.cannotPay', { amount: money(toPay, sums.currencyCode) })}</p>
          <ChooseAgain flow={flow} />
        </Notice>
      )}
      {made !== null && (
        <Notice tone="info">
          <p>{messageOf(quoteError ?? submit.error)}</p>
          <p>{t('trouble.submitted')}</p>
        </Notice>
      )}
      {quoteError && made === null && (
        <Notice tone="bad">
          <p>{messageOf(quoteError)}</p>
          {isAboutGoods(quoteError) ? (
            <ChooseAgain flow={flow} />
          ) : (
            <Button look="quiet" onClick={onReadAgain}>
              {t('review.recalculate')}
            </Button>
          )}
        </Notice>
      )}
      {waiting > 0 && <Notice tone="info">{t('review.uploading', { count: waiting })}</Notice>}
      {broken > 0 && <Notice tone="info">{t('review.broken', { count: broken })}</Notice>}
      {submit.error && !quoteError && made === null && (
        <Trouble flow={flow} error={submit.error} onSubmitted={onSubmitted} />
      )}
    </StepFrame>
  );
}

const problemText = (error: Error): string =>
  isPassing(error) ? `${messageOf(error)} ${t('review.saved')}` : messageOf(error);

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
      {t('review.change')}
      <span className={styles.unseen}> {what}</span>
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
      {t('review.quantity', { quantity })}{' '}
      <span dir="auto">{[reason, reasonDetail].filter(Boolean).map(ownText).join(': ')}</span>{' '}
      <Change
        flow={flow}
        to={stepAbout('reason', lineId, steps)}
        what={t('review.change.reason', { item: line.name })}
      />
      {answersTo(line.demands?.fields ?? [], fieldValues).map((answer) => (
        <span key={answer.id} className={styles.comments} dir="auto">
          {t('review.answer', { question: ownText(answer.displayName), answer: answerText(answer) })}
        </span>
      ))}
      {comments.trim() !== '' && (
        <span className={styles.comments} dir="auto">
          {t('review.comment', { comment: comments.trim() })}
        </span>
      )}
      {media.length > 0 && <span className={styles.comments}>{t('review.files', { count: media.length })}</span>}
    </p>
  );
}

function answerText({ valueType, value }: FieldAnswer): string {
  if (valueType === 'Date') return deadline(value);
  if (valueType === 'Select') return ownText(value);
  return valueType === 'MultiSelect' ? listed(choicesOf(value).map(ownText)) : value;
}

/** What the credit is spent on. */
function BasketShown({ flow }: { flow: Flow }) {
  const { draft, sums } = flow;
  return (
    <Part title={t('shop.cart')} flow={flow} to="shop">
      <ul className={items.lines}>
        {draft.basket.map((item) => (
          <li key={item.variantId} className={items.line}>
            <Picture url={item.imgUrl} size="small" />
            <div className={items.texts}>
              <p className={items.name} dir="auto">
                {item.title}
              </p>
              <p className={items.muted}>
                {t('review.quantity', { quantity: item.quantity })} <VariantOf item={item} />
                {t('items.each', { price: money(priceOf(item, sums), sums.currencyCode) })}
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
  const place = [line1, line2, city, stateOrProvinceCode, postalCode, nameOfCountry(countryCode)];
  return (
    <Part title={t('review.recipient')} flow={flow} to="recipient">
      <p>
        <span dir="auto">
          {address.firstName} {address.lastName}
        </span>
        , <span dir="auto">{email}</span>
      </p>
      <p className={items.muted} dir="auto">
        {place.filter((part) => part !== '').join(', ')}
      </p>
      {fees.map(({ kind, label, amount }) => (
        <p key={kind} className={items.muted}>
          {rich('review.fee', {
            fee: <span dir="auto">{kind === 'fee' ? ownText(label) : t('ledger.returnShipping')}</span>,
            amount: money(amount, sums.currencyCode),
          })}
        </p>
      ))}
      <p className={items.muted}>{t('review.whenChecked')}</p>
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
            {sum.method && methodName(sum.method)}{' '}
            <Change
              flow={flow}
              to={stepAbout('resolution', sum.lineId, steps)}
              what={t('review.change.resolution', { item: line.name })}
            />
          </dt>
          {isMoney && (
            <dd>{money(addAmounts([sum.amount, -sum.deducted, sum.incentive], currencyCode), currencyCode)}</dd>
          )}
        </div>
      </dl>
      {isMoney && sum.deducted > 0 && (
        <p className={items.muted}>{t('review.deducted', { amount: money(sum.deducted, currencyCode) })}</p>
      )}
      {isMoney && sum.incentive > 0 && (
        <p className={items.bonus}>{t('review.bonus', { amount: money(sum.incentive, currencyCode) })}</p>
      )}
      {wanted !== null && (
        <p>
          <span dir="auto">{wanted}</span>{' '}
          {lastGoodsSteps(steps)
            .filter(({ lineId }) => lineId === sum.lineId)
            .map((step) => (
              <Change
                key={step.kind}
                flow={flow}
                to={stepKey(step)}
                what={t('review.change.variant', { item: line.name })}
              />
            ))}
        </p>
      )}
    </div>
  );
}
