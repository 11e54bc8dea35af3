import { z } from 'zod';

const MOST_AMOUNT = 99_999_999.99;
const hasCents = (decimals: number) => (value: number) =>
  Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;

/** A decimal amount in the store's currency, with at most eight digits before the point and two after it (R5.04). */
export const Amount = z
  .number('Must provide a number.')
  .min(0)
  .max(MOST_AMOUNT, 'Value too large')
  .refine(hasCents(2), 'At most two decimals.');

/** A percentage kept as a fraction: 0.125 is 12.5 percent. People type 0 to 100 with up to two decimals (R5.03). */
export const Fraction = z
  .number('Must provide a number.')
  .min(0)
  .max(1, 'At most 100 percent.')
  .refine(hasCents(4), 'At most two decimals.');

export const AmountType = z.enum(['fixed', 'percent']);
export type AmountType = z.infer<typeof AmountType>;

/** Whether `amount`, the value at `field`, is one of its type: a fraction where it is a percentage. */
export function checkAmount(
  { type, amount }: { type: AmountType; amount: number },
  field: string,
  context: z.RefinementCtx,
): void {
  const { error } = (type === 'fixed' ? Amount : Fraction).safeParse(amount);
  if (error) context.addIssue({ code: 'custom', path: [field], message: error.issues[0]?.message ?? 'Not valid.' });
}

/** An amount that replaces what the settings say while `shouldModify` is on (R4.06). */
export const Change = z
  .strictObject({ shouldModify: z.boolean(), type: AmountType, amount: z.number('Must provide a number.') })
  .superRefine((change, context) => checkAmount(change, 'amount', context));
export type Change = z.infer<typeof Change>;

/** A switch that was not touched. */
export const NO_CHANGE: Change = { shouldModify: false, type: 'fixed', amount: 0 };

export const BASIS_POINTS = 10_000;
/** A fraction in basis points, exactly: 0.125 is 1250. */
export const basisPointsOf = (fraction: number): number => Math.round(fraction * BASIS_POINTS);

export const percentText = (fraction: number): string => `${String(basisPointsOf(fraction) / 100)}%`;

export const amountText = (
  { type, amount }: { type: AmountType; amount: number },
  { money }: { money(amount: number): string },
): string => (type === 'fixed' ? money(amount) : percentText(amount));
