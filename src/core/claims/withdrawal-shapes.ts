import { z } from 'zod';
import type { Writer } from '#core/texts/writer.ts';
import { Minor } from '#core/money.ts';

/** A consumer's withdrawal from the contract of an order, as it was stated. */
export const Withdrawal = z.object({
  /** When the shopper confirmed it, which is when the store received it. */
  statedOn: z.string(),
  name: z.string(),
  /** Where the copy goes. */
  email: z.string(),
  /** The last day on which it could be stated, in the time zone of the store; null while goods are still to arrive. */
  lastDay: z.iso.date().nullable(),
  timeZone: z.string(),
  /** The last day to refund it, by law, and the instant at which that day ends. */
  refundDueDay: z.iso.date(),
  refundDueOn: z.string(),
  /** What the shopper confirmed, a paragraph each. */
  statement: z.array(z.string()).min(1),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Who withdraws from what store, and where the copy goes. */
export type Stating = Pick<Withdrawal, 'name' | 'email' | 'lastDay' | 'timeZone'> & {
  storeName: string;
  /** Writes for the shopper; English by default. */
  writer?: Writer;
};

export const CLAIM_WITHDRAWAL = {
  /** Absent on others. */
  withdrawal: Withdrawal.exactOptional(),
};

export const LINE_WITHDRAWAL = {
  /** Its share of the delivery cost of the whole order, in `requestedAmount`; absent unless all of it was withdrawn. */
  deliveryAmount: Minor.exactOptional(),
};
