import type { z } from 'zod';
import type { JournalEntry, Movement } from '#core/books/entry.ts';
import type { Trace } from '#core/books/trace.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';

/** Paths of texts. */
export type KeptTexts = { payload?: readonly string[]; result?: readonly string[] };

/** What is kept of the answer of an order that was made. */
export const ORDER_MADE_TEXTS = ['label', 'url', 'orderNo', 'platformAdminUrl'];

/** Everything about one kind of effect except how it is carried out; every function takes the payload. */
export type EffectDefinition<Payload> = {
  payload: z.ZodType<Payload>;
  /**
   * Texts of the payload and result that the books and the claim page still need once the customer is erased; they name
   * nobody. Absent on kinds that keep none.
   */
  keptTexts?: KeptTexts;
  /** What it does, in words people read ("Refund $42.10 to the original payment"). */
  summary(payload: Payload): string;
  /** The shopper is given value by it, in place of which staff may refund by hand; absent on others. */
  givesValue?: true;
  /** Emails about the outcome of the claim say that it happened, so they wait for it; absent on others. */
  isPromised?: true;
  /** Whether it is there for a line, so that the line shows it when it fails; absent on kinds that are there for none. */
  concerns?(payload: Payload, line: ClaimLine): boolean;
  /** The value of the shopper that it moves; absent on kinds that move none. */
  movement?(payload: Payload): Movement;
  /** What else the books hold of it, once a partner did it. */
  entry?(purposeKey: string, payload: Payload, result: unknown): JournalEntry | null;
  /** What partners must show of it; absent on kinds that leave nothing there. `result`: null until it is done. */
  trace?(payload: Payload, result: unknown): Trace;
  /** Why it is not to be tried again after it failed and its claim was changed; null where it may be. Absent on kinds that always may. */
  overtakenBy?(payload: Payload, change: { before: Claim; after: Claim }): string | null;
};

/** One kind of effect; the payload's type is that of its schema. */
export const defineEffect = <Payload>(definition: EffectDefinition<Payload>): EffectDefinition<Payload> => definition;
