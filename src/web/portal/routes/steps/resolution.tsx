import { methodName } from '#core/claims/method-names.ts';
import { isAboutSize } from '#core/claims/variant-options.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { useId } from 'react';
import { Link } from 'wouter';
import { chosenLines, lineOf, verdictOf, type Method } from '../../draft.ts';
import { deadline, isForLife, money, percent } from '../../format.ts';
import { addAmounts, bonusOf, bonusPoints } from '../../sums.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import own from './resolution.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';

const TITLES: Readonly<Record<Method, string>> = {
  refund: 'Refund to original payment method',
  storeCredit: methodName('storeCredit'),
  giftCard: methodName('giftCard'),
  variantExchange: 'Different size or color',
  otherProduct: 'Exchange for another product',
  shopNow: 'Shop with your credit',
};
const METHODS: readonly Method[] = ['refund', 'storeCredit', 'giftCard', 'variantExchange', 'otherProduct', 'shopNow'];

const ABOUT: Readonly<Partial<Record<Method, string>>> = {
  refund: 'Back to the card or account you paid with.',
  storeCredit: 'Added to your account at the store, for your next order.',
  giftCard: 'Sent to you by email, to spend at the store or give away.',
  shopNow: "Fill a cart with anything you like. You get back what you don't spend.",
};

// The card lists its contents once it is loaded.
const ABOUT_GIFT: Readonly<Partial<Record<Method, string>>> = {
  giftCard: "We'll email it to you once we have your items.",
  storeCredit: "We'll add it to an account in your name at the store once we have your items.",
};

/** How the shopper wants a line to be resolved; unavailable methods show the reason. */
export function ResolutionStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { order, draft, dispatch, onPick } = flow;
  const chosen = chosenLines(draft, order);
  const line = chosen.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const { method } = lineOf(draft, lineId);
  const canBeForAll = chosen.length > 1 && chosen[0] === line;
  return (
    <StepFrame flow={flow} heading="What would you like instead?">
      <LineHeader flow={flow} line={line} />
      {canBeForAll && (
        <label className={styles.forAll}>
          <input
            type="checkbox"
            checked={draft.isSameForAll}
            onChange={(event) => dispatch({ type: 'sameForAll', isSameForAll: event.target.checked })}
          />
          <span>Same for all {chosen.length} items, where possible</span>
        </label>
      )}
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>For this item, I'd like</legend>
        {METHODS.filter((other) => !(order.isGiftReturn && other === 'refund')).map((other) => (
          <MethodChoice
            key={other}
            name={name}
            flow={flow}
            line={line}
            method={other}
            isChecked={other === method}
            onChoose={() => dispatch({ type: 'method', lineId, method: other })}
            onPick={() => onPick({ type: 'method', lineId, method: other })}
          />
        ))}
      </fieldset>
      <Refused flow={flow} line={line} />
    </StepFrame>
  );
}

/** Leads to asking for a review of what the rules refuse of a line. */
function Refused({ flow, line }: { flow: Flow; line: PortalLine }) {
  const [method] = line.review?.methods.filter((one) => !line.methods[one].isEligible) ?? [];
  if (method === undefined) return null;
  return (
    <p>
      Not what you need?{' '}
      <Link href={flow.askPage(line.lineIdFromPlatform, 'Return', method)} className={styles.ask}>
        Ask for a review
      </Link>
    </p>
  );
}

type ChoiceProps = {
  name: string;
  flow: Flow;
  line: PortalLine;
  method: Method;
  isChecked: boolean;
  onChoose: () => void;
  onPick: () => void;
};

function MethodChoice({ name, flow, line, method, isChecked, onChoose, onPick }: ChoiceProps) {
  const { order, draft } = flow;
  const verdict = verdictOf(order, line, method);
  if (!verdict) return null;
  const { isEligible, reasonText, lastEligibleDate } = verdict;
  const { quantity, reasonDetail } = lineOf(draft, line.lineIdFromPlatform);
  const isSuggested = isEligible && method === 'variantExchange' && isAboutSize(reasonDetail);
  const { unitValue } = line;
  const amount = addAmounts(
    Array.from({ length: quantity }, () => unitValue ?? 0),
    order.currencyCode,
  );
  const bonus = bonusOf(method, amount, order);
  const points = bonusPoints(method, order);
  const isEven =
    method === 'variantExchange' && (order.isGiftReturn || order.variantExchangePricing === 'NO_PAYMENT_OR_REFUND');
  const worth =
    unitValue === null ? undefined : money(addAmounts([amount, bonus], order.currencyCode), order.currencyCode);
  const until =
    lastEligibleDate === null || isForLife(lastEligibleDate) ? '' : `Available until ${deadline(lastEligibleDate)}.`;
  return (
    <Choice
      name={name}
      title={method === 'shopNow' && order.shopNow ? order.shopNow.headline : TITLES[method]}
      isChecked={isChecked}
      onChoose={onChoose}
      onPick={onPick}
      whyNot={isEligible ? null : (reasonText ?? 'Not available for this item.')}
      trailing={isEven ? 'No extra cost' : worth}
    >
      {isSuggested && <span className={own.suggested}>Suggested</span>}
      {[aboutMethod(method, order, isEven), until].filter(Boolean).join(' ')}
      {points > 0 && (unitValue === null || bonus > 0) && (
        <span className={own.bonus}>
          {percent(points)} bonus{unitValue !== null && `: ${money(bonus, order.currencyCode)} more`}
        </span>
      )}
      {points === 0 && bonus > 0 && <span className={own.bonus}>{money(bonus, order.currencyCode)} bonus</span>}
    </Choice>
  );
}

function aboutMethod(method: Method, order: PortalOrder, isEven: boolean): string {
  if (order.isGiftReturn && method !== 'variantExchange') return ABOUT_GIFT[method] ?? '';
  if (isEven) return "Choose another size or color next. There's no extra cost.";
  if (method === 'variantExchange')
    return `Choose another size or color next. ${ofDifference(order.variantExchangePricing)}`;
  if (method === 'otherProduct')
    return `Choose something else from the store next. ${ofDifference(order.advancedExchangePricing)}`;
  if (method === 'shopNow' && order.shopNow) return order.shopNow.description;
  return ABOUT[method] ?? '';
}

function ofDifference(pricing: PortalOrder['advancedExchangePricing']): string {
  if (pricing === 'NO_PAYMENT_OR_REFUND') return "You don't pay or get back any price difference.";
  return pricing === 'PAYMENT'
    ? 'If it costs more, you pay the difference.'
    : 'If it costs more, you pay the difference; if it costs less, you get the rest back.';
}
