// Sums in minor units, by the rules of docs/decisions/0004 and 0005, written independently.

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** What `count` of `all` units are worth together when all of them are worth `total`: the first ones never get the odd unit. */
export const worthOfFirst = (total: number, all: number, count: number): number =>
  Number((BigInt(total) * BigInt(count)) / BigInt(all));

/** A part of an amount, half a unit rounded up. */
export const partOf = (amount: number, part: number, whole: number): number =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));

/** Parts of a total in proportion to weights: each gets its floor, and the largest remainders one unit more, the first of equals first. */
export function split(total: number, weights: readonly number[]): number[] {
  const whole = sumOf(weights);
  const effective = whole === 0 ? weights.map(() => 1) : weights;
  const all = BigInt(sumOf(effective));
  const parts = effective.map((weight) => Number((BigInt(total) * BigInt(weight)) / all));
  const rest = effective.map((weight, index) => ({ index, left: (BigInt(total) * BigInt(weight)) % all }));
  rest.sort((one, other) => (one.left === other.left ? one.index - other.index : one.left < other.left ? 1 : -1));
  for (const { index } of rest.slice(0, total - sumOf(parts))) parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
