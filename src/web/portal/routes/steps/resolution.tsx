import { isAboutSize } from '#core/claims/variant-options.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import { chosenLines, lineOf, verdictOf, type Method } from '../../draft.ts';
import { reasonOf } from '../../draft-steps.ts';
import { deadline, isForLife, money, percent } from '../../format.ts';
import { useStore, type Store } from '../../store.tsx';
import { addAmounts, bonusOfLine, bonusPoints } from '../../sums.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import own from './resolution.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';
import { ownText, rich, t } from '../../texts.ts';
import { worded } from '../../words.ts';

const METHODS: readonly Method[] = ['refund', 'storeCredit', 'giftCard', 'variantExchange', 'otherProduct', 'shopNow'];
const CREDIT: readonly Method[] = ['shopNow', 'storeCredit', 'giftCard'];

/** How the shopper wants a line to be resolved; unavailable methods show the reason. */
export function ResolutionStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { order, draft, dispatch, onPick } = flow;
  const store = useStore();
  const chosen = chosenLines(draft, order);
  const line = chosen.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const { method, quantity } = lineOf(draft, lineId);
  const canBeForAll = chosen.length > 1 && chosen[0] === line;
  const suggested = suggestedFor(flow, line);
  const isCreditFirst =
    store.shouldPrioritizeCredit && CREDIT.some((other) => verdictOf(order, line, other, quantity)?.isEligible);
  const isDateSaid = hasSeveralDates(order, line, quantity);
  const choice = (other: Method): ReactNode => (
    <MethodChoice
      key={other}
      name={name}
      flow={flow}
      line={line}
      method={other}
      isChecked={other === method}
      isSuggested={other === suggested}
      isDateSaid={isDateSaid}
      onChoose={() => dispatch({ type: 'method', lineId, method: other })}
      onPick={() => onPick({ type: 'method', lineId, method: other })}
    />
  );
  return (
    <StepFrame flow={flow} heading={t('resolution.heading')}>
      <LineHeader flow={flow} line={line} />
      {canBeForAll && (
        <label className={styles.forAll}>
          <input
            type="checkbox"
            checked={draft.isSameForAll}
            onChange={(event) => dispatch({ type: 'sameForAll', isSameForAll: event.target.checked })}
          />
          <span>{t('resolution.forAll', { count: chosen.length })}</span>
        </label>
      )}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('resolution.choose')}</legend>
        {suggested !== null && choice(suggested)}
        {isCreditFirst && (
          <>
            {store.creditHeadlineText !== '' && <h2 dir="auto">{store.creditHeadlineText}</h2>}
            {store.creditDetailText !== '' && <p dir="auto">{store.creditDetailText}</p>}
            {CREDIT.filter((other) => other !== suggested).map(choice)}
          </>
        )}
        {methodsOf(order)
          .filter((other) => other !== suggested && !(isCreditFirst && CREDIT.includes(other)))
          .map(choice)}
      </fieldset>
      <Refused flow={flow} line={line} />
    </StepFrame>
  );
}

/** The ways that are shown: who was given the order paid nothing that could be refunded. */
const methodsOf = ({ isGiftReturn }: PortalOrder): readonly Method[] =>
  isGiftReturn ? METHODS.filter((method) => method !== 'refund') : METHODS;

/** Whether some ways end sooner than others. Where none does, the list of items has said the date. */
function hasSeveralDates(order: PortalOrder, line: PortalLine, quantity: number): boolean {
  const open = methodsOf(order)
    .map((method) => verdictOf(order, line, method, quantity))
    .filter((verdict) => verdict?.isEligible);
  return new Set(open.map((verdict) => verdict?.lastEligibleDate)).size > 1;
}

/** Another size for what does not fit, where that can be had. */
function suggestedFor({ order, draft }: Flow, line: PortalLine): Method | null {
  const { reasonDetail } = reasonOf(draft, order, line.lineIdFromPlatform);
  const { quantity } = lineOf(draft, line.lineIdFromPlatform);
  return isAboutSize(reasonDetail) && verdictOf(order, line, 'variantExchange', quantity)?.isEligible
    ? 'variantExchange'
    : null;
}

/** Leads to asking for a review of what the rules refuse of a line. */
function Refused({ flow, line }: { flow: Flow; line: PortalLine }) {
  const [method] = line.review?.methods.filter((one) => !line.methods[one].isEligible) ?? [];
  if (method === undefined) return null;
  return (
    <p>
      {rich('resolution.notThis', {
        link: (
          <Link href={flow.askPage(line.lineIdFromPlatform, 'Return', method)} className={styles.ask}>
            {t('flow.askReview')}
          </Link>
        ),
      })}
    </p>
  );
}

type ChoiceProps = {
  name: string;
  flow: Flow;
  line: PortalLine;
  method: Method;
  isChecked: boolean;
  isSuggested: boolean;
  isDateSaid: boolean;
  onChoose: () => void;
  onPick: () => void;
};

function MethodChoice({ name, flow, line, method, isChecked, isSuggested, isDateSaid, onChoose, onPick }: ChoiceProps) {
  const { order, draft } = flow;
  const store = useStore();
  const { quantity } = lineOf(draft, line.lineIdFromPlatform);
  const verdict = verdictOf(order, line, method, quantity);
  if (!verdict) return null;
  const { isEligible, whyNot, lastEligibleDate } = verdict;
  const { unitValue } = line;
  const amount = addAmounts(
    Array.from({ length: quantity }, () => unitValue ?? 0),
    order.currencyCode,
  );
  const bonus = bonusOfLine(method, line, draft, order);
  const points = bonusPoints(method, order);
  const { productExchange } = line;
  const isEven =
    method === 'variantExchange' &&
    (order.isGiftReturn ||
      productExchange?.isVariantEven === true ||
      order.variantExchangePricing === 'NO_PAYMENT_OR_REFUND');
  const worth =
    unitValue === null ? undefined : money(addAmounts([amount, bonus], order.currencyCode), order.currencyCode);
  const until =
    !isDateSaid || lastEligibleDate === null || isForLife(lastEligibleDate)
      ? ''
      : t('resolution.until', { date: deadline(lastEligibleDate) });
  return (
    <Choice
      name={name}
      title={method === 'shopNow' && order.shopNow ? ownText(order.shopNow.headline) : t(`resolution.${method}`)}
      isChecked={isChecked}
      onChoose={onChoose}
      onPick={onPick}
      whyNot={isEligible ? null : whyNot === null ? t('resolution.unavailable') : worded(whyNot)}
      trailing={isEven ? undefined : worth}
    >
      {isSuggested && <span className={own.suggested}>{t('resolution.suggested')}</span>}
      {[ownWords(method, store) || aboutMethod(method, { order, line, isEven }), until].filter(Boolean).join(' ')}
      {points > 0 && (unitValue === null || bonus > 0) && (
        <span className={own.bonus}>
          {unitValue === null
            ? t('resolution.bonus', { percent: percent(points) })
            : t('resolution.bonus.amount', { percent: percent(points), amount: money(bonus, order.currencyCode) })}
        </span>
      )}
      {points === 0 && bonus > 0 && (
        <span className={own.bonus}>{t('resolution.bonus.fixed', { amount: money(bonus, order.currencyCode) })}</span>
      )}
    </Choice>
  );
}

/** What the store says of a method itself; empty where it leaves that to us. */
function ownWords(method: Method, { offerRefundDetailText, offerGiftCardDetailText }: Store): string {
  if (method === 'refund') return offerRefundDetailText;
  return method === 'giftCard' ? offerGiftCardDetailText : '';
}

type About = { order: PortalOrder; line: PortalLine; isEven: boolean };

function aboutMethod(method: Method, { order, line, isEven }: About): string {
  if (isEven) return t('resolution.variantExchange.even');
  switch (method) {
    case 'variantExchange':
      return `${t('resolution.variantExchange.about')} ${ofDifference(order.variantExchangePricing)}`;
    case 'otherProduct':
      return order.isGiftReturn
        ? ''
        : `${t('resolution.otherProduct.about')} ${ofDifference(line.productExchange?.pricing ?? order.advancedExchangePricing)}`;
    case 'shopNow':
      return order.isGiftReturn
        ? ''
        : order.shopNow
          ? ownText(order.shopNow.description)
          : t('resolution.shopNow.about');
    case 'refund':
      return t('resolution.refund.about');
    // A gift card lists its contents once it is loaded.
    case 'giftCard':
    case 'storeCredit':
      return t(`resolution.${method}.${order.isGiftReturn ? 'gift' : 'about'}`);
  }
}

function ofDifference(pricing: PortalOrder['advancedExchangePricing']): string {
  if (pricing === 'NO_PAYMENT_OR_REFUND') return t('resolution.difference.none');
  return t(pricing === 'PAYMENT' ? 'resolution.difference.pay' : 'resolution.difference.both');
}
