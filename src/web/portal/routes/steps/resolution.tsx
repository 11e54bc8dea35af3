import type { PortalLine } from '#contract/customer/customer.ts';
import { useId } from 'react';
import { chosenLines, lineOf, METHODS, type Method } from '../../draft.ts';
import { day, isForLife, money, percent } from '../../format.ts';
import { addAmounts, bonusOn, earnsBonus } from '../../sums.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import own from './resolution.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';

const TITLES: Readonly<Record<Method, string>> = {
  refund: 'Refund to how you paid',
  storeCredit: 'Store credit',
  giftCard: 'Gift card',
  variantExchange: 'Exchange for another one',
};

/** What the shopper gets for a line; what is not possible is shown with its reason. */
export function ResolutionStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { order, draft, dispatch } = flow;
  const chosen = chosenLines(draft, order);
  const line = chosen.find((other) => other.lineIdFromPlatform === lineId);
  if (!line) return null;
  const { method } = lineOf(draft, lineId);
  const canBeForAll = chosen.length > 1 && chosen[0] === line && method !== 'variantExchange';
  return (
    <StepFrame flow={flow} heading="What would you like instead?">
      <LineHeader flow={flow} line={line} />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>For this item I would like</legend>
        {METHODS.map((other) => (
          <MethodChoice
            key={other}
            name={name}
            flow={flow}
            line={line}
            method={other}
            isChecked={other === method}
            onChoose={() => dispatch({ type: 'method', lineId, method: other })}
          />
        ))}
      </fieldset>
      {canBeForAll && (
        <label className={own.forAll}>
          <input
            type="checkbox"
            checked={draft.isSameForAll}
            onChange={(event) => dispatch({ type: 'sameForAll', isSameForAll: event.target.checked })}
          />
          <span>The same for all {chosen.length} items, where it is possible</span>
        </label>
      )}
    </StepFrame>
  );
}

type ChoiceProps = {
  name: string;
  flow: Flow;
  line: PortalLine;
  method: Method;
  isChecked: boolean;
  onChoose: () => void;
};

function MethodChoice({ name, flow, line, method, isChecked, onChoose }: ChoiceProps) {
  const { order, draft } = flow;
  const { isEligible, reasonText, lastEligibleDate } = line.methods[method];
  const { quantity } = lineOf(draft, line.lineIdFromPlatform);
  const amount = addAmounts(
    Array.from({ length: quantity }, () => line.unitValue),
    order.currencyCode,
  );
  const bonus = earnsBonus(method) ? bonusOn(amount, order.incentiveBasisPoints, order.currencyCode) : 0;
  const until =
    lastEligibleDate === null || isForLife(lastEligibleDate) ? '' : `Possible until ${day(lastEligibleDate)}. `;
  return (
    <Choice
      name={name}
      title={TITLES[method]}
      isChecked={isChecked}
      onChoose={onChoose}
      whyNot={isEligible ? null : (reasonText ?? 'Not possible for this item.')}
      trailing={
        method === 'variantExchange'
          ? 'Even swap'
          : money(addAmounts([amount, bonus], order.currencyCode), order.currencyCode)
      }
    >
      {until}
      {method === 'variantExchange' && 'Choose another size or colour next; there is nothing to pay.'}
      {bonus > 0 && (
        <span className={own.bonus}>
          {percent(order.incentiveBasisPoints)} bonus: {money(bonus, order.currencyCode)} more
        </span>
      )}
    </Choice>
  );
}
