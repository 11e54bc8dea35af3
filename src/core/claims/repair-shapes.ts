import { z } from 'zod';
import { Minor } from '#core/money.ts';

/** How far a repair is. A quote that was declined ends with the item sent back as it is. */
export const REPAIR_STATES = ['quoted', 'accepted', 'declined', 'inRepair', 'done', 'sentBack'] as const;
export const RepairState = z.enum(REPAIR_STATES);
export type RepairState = z.infer<typeof RepairState>;

export const Repair = z.object({
  state: RepairState,
  /** What the shopper pays for it; 0 where it is free. */
  price: Minor,
  /** The most the shopper agreed to; absent where they were never asked. */
  agreedPrice: Minor.exactOptional(),
  /** What staff wrote with the quote. */
  note: z.string(),
  /** Every state it has had and since when, the one of now last. */
  steps: z.array(z.object({ state: RepairState, on: z.string() })).min(1),
  /** When the shopper was reminded of the quote, and staff were alerted that it is unanswered; absent until then. */
  remindedOn: z.string().exactOptional(),
  alertedOn: z.string().exactOptional(),
});
export type Repair = z.infer<typeof Repair>;

export const LINE_REPAIR = {
  /** Absent where the item was never to be repaired, and where staff had it repaired outside. */
  repair: Repair.exactOptional(),
};
