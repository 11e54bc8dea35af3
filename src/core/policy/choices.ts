import type { ResolutionMethod } from '#core/claims/claim.ts';
import type { FieldValues } from '#core/claims/field-shapes.ts';
import type { Minor } from '#core/money.ts';

/** One line as the shopper chose it so far. */
export type Choice = {
  lineIdFromPlatform: string;
  quantity: number;
  reasonId: string;
  reasonDetail: string;
  /** What the units give back, discounts off and tax in. */
  amount: Minor;
  /** To custom fields, whether or not a rule asks them. */
  fieldValues: FieldValues;
  /** Null while it is not chosen. */
  resolution: ResolutionMethod | 'shopNow' | null;
};

/** What the shopper chose. Rules of the moment before submission are asked once every line has its resolution. */
export type Choices = {
  lines: readonly Choice[];
  /** What the items sent in exchange or bought with the credit cost, tax in. */
  goodsTotal: Minor;
};

/** What each choice is called when rules are asked: the id of its order line, with its place where a line is chosen again. */
export function subjectsOf({ lines }: Choices): string[] {
  const times = new Map<string, number>();
  return lines.map(({ lineIdFromPlatform: id }) => {
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    return time === 1 ? id : `${id}#${time}`;
  });
}

/** What some choices give back together. */
export const valueOf = (lines: readonly Choice[]): Minor => lines.reduce((sum, { amount }) => sum + amount, 0);
