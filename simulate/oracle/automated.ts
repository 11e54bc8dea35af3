import { partOf, sumOf } from './arithmetic.ts';
import type { Asked, AskedLine, Automation, Rules } from './story.ts';

// What automations make of the rules of a store, by docs/decisions/0016, written independently.

const worth = (lines: readonly AskedLine[]): number => sumOf(lines.map(({ toldWorth }) => toldWorth));

/** Of an item as it was asked for, which staff may have split since. */
const lineHolds = ({ aboveOnLine }: Automation, { lineId }: AskedLine, { lines }: Asked): boolean =>
  aboveOnLine === null || worth(lines.filter((one) => one.lineId === lineId)) > aboveOnLine;

/** The rules as the automations leave them: of each kind the one that comes first. Warranty claims and withdrawals have none. */
export function asAutomated(rules: Rules, claim: Asked): Rules {
  const { isWarranty, isWithdrawal, lines } = claim;
  const total = worth(lines);
  const holding = rules.automations
    .filter(({ above }) => !isWarranty && !isWithdrawal && (above === null || total > above))
    // About the claim as a whole, one item is enough.
    .filter((one) => lines.some((line) => lineHolds(one, line, claim)))
    .toSorted((one, other) => one.priority - other.priority || one.id - other.id);
  const first = (kind: Automation['of']): Automation | undefined => holding.find(({ of }) => of === kind);
  const fee = first('fee');
  const label = first('label');
  const bonus = first('bonus');
  return {
    ...rules,
    returnFee: fee ? fee.amount + partOf(worthMatching(fee, claim), fee.basisPoints, 10_000) : rules.returnFee,
    returnShippingFee: label
      ? label.amount + partOf(claim.label?.toldPrice ?? 0, label.basisPoints, 10_000)
      : rules.returnShippingFee,
    isLabelInPercent: (label?.basisPoints ?? 0) > 0,
    exchangeShippingFee: first('exchangeShipping')?.amount ?? rules.exchangeShippingFee,
    isVariantShippingFree: bonus?.isVariantShippingFree ?? false,
    bonusBasisPoints: bonus?.basisPoints ?? rules.bonusBasisPoints,
    bonusAmount: bonus?.amount ?? rules.bonusAmount,
  };
}

/** What the items give back for which an automation holds. */
const worthMatching = (one: Automation, claim: Asked): number =>
  worth(claim.lines.filter((line) => lineHolds(one, line, claim)));

/** A part of the price of a label is of the cheapest that carriers asked for a parcel of the store. */
export const labelPrices = (
  { name, label }: Asked,
  { isLabelInPercent, returnShippingFee }: Pick<Rules, 'isLabelInPercent' | 'returnShippingFee'>,
): string[] =>
  !isLabelInPercent || !label || returnShippingFee === 0 || label.quoted.includes(label.toldPrice)
    ? []
    : [`${name}: its label is said to cost ${label.toldPrice}, and carriers asked for ${label.quoted.join(', ')}`];
