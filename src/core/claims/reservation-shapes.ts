import { z } from 'zod';

/** Stock kept for a claim at the store platform from request to finalize. */
export const StockReservation = z.object({
  state: z.enum(['asked', 'held', 'short', 'released']),
  expiresOn: z.string(),
  /** How much of which variant is reserved. */
  lines: z.array(z.object({ variantIdFromPlatform: z.string(), quantity: z.number().int().positive() })),
});
export type StockReservation = z.infer<typeof StockReservation>;

/** The part of a claim that stock is reserved for. */
export const CLAIM_RESERVATION = {
  reservation: StockReservation.nullable(),
};
