import { split, sumOf } from './arithmetic.ts';
import { isAnyRaised, type Asked, type AskedLine, type Bought } from './story.ts';

// What withdrawals give back for delivery, by docs/decisions/0022, written independently.

const deliveryIn = ({ lines }: Pick<Asked, 'lines'>): number => sumOf(lines.map(({ toldDelivery }) => toldDelivery));
const isHeld = ({ isDenied, isCanceled }: AskedLine): boolean => !isDenied && !isCanceled;

/** No more than was paid for the delivery of the order, and than the store's standard delivery costs. */
const mostFor = ({ delivery }: Bought, { possibleRules }: Asked): number =>
  Math.max(
    ...possibleRules.map(({ standardDelivery }) =>
      standardDelivery > 0 ? Math.min(standardDelivery, delivery) : delivery,
    ),
  );

/** Delivery is given back once, when nothing of the order is left that was not withdrawn, and by nothing else. */
export function deliveries(order: Bought, claims: readonly Asked[]): string[] {
  const withdrawals = claims
    .filter(({ isWithdrawal }) => isWithdrawal)
    .toSorted((one, other) => (one.createdOn < other.createdOn ? -1 : 1));
  const others = claims.filter(({ isWithdrawal }) => !isWithdrawal);
  const lines = withdrawals.flatMap((claim) => claim.lines);
  const isPlain = !order.isDisturbed && lines.every(({ hasWavered }) => !hasWavered);
  const [first] = withdrawals;
  const most = first ? mostFor(order, first) : 0;
  const given = sumOf(lines.filter(isHeld).map(({ toldDelivery }) => toldDelivery));
  const wrong = [
    ...others
      .filter((claim) => deliveryIn(claim) !== 0)
      .map((claim) => `${claim.name} is no withdrawal and gives ${deliveryIn(claim)} for delivery`),
    ...(given > most && lines.every(({ wasRestored }) => !wasRestored)
      ? [`withdrawals give ${given} for a delivery of ${most}`]
      : []),
    ...withdrawals.flatMap(outOfProportion),
    ...lines
      .filter(({ decided }) => decided !== null && decided !== 'refund')
      .map(({ decided }) => `an item that was withdrawn from ends as ${decided}`),
  ];
  if (order.isDisturbed) return wrong;
  withdrawals.forEach((claim, index) => {
    const sofar = withdrawals.slice(0, index + 1).flatMap((one) => one.lines);
    if (deliveryIn(claim) > 0 && !isWhole(order, sofar))
      wrong.push(`${claim.name} gives ${deliveryIn(claim)} for delivery, and some of the order was not withdrawn`);
  });
  if (isPlain && isWhole(order, lines) && given !== most && !isAnyRaised(claims))
    wrong.push(`all of an order was withdrawn, and ${given} are given for a delivery of ${most}`);
  return wrong;
}

/** Every unit that was sent is in one of them. */
const isWhole = ({ lines }: Bought, withdrawn: readonly AskedLine[]): boolean =>
  lines
    .filter(({ isShipped }) => isShipped)
    .every(({ id, quantity }) => {
      const units = withdrawn.filter(({ lineId }) => lineId === id).map((line) => line.quantity);
      return sumOf(units) >= quantity;
    });

function outOfProportion(claim: Asked): string[] {
  const all = deliveryIn(claim);
  const parts = split(
    all,
    claim.lines.map(({ toldWorth, toldDelivery }) => toldWorth - toldDelivery),
  );
  return claim.lines.every(({ toldDelivery }, index) => toldDelivery === parts[index])
    ? []
    : [
        `${claim.name} gives ${claim.lines.map((line) => line.toldDelivery).join(', ')} for delivery, not in proportion`,
      ];
}
