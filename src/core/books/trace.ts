import { z } from 'zod';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import { Money } from '#core/money.ts';

/** `storeCreditDebit` is taken from an account by hand; a label moves at its provider, the others at the store platform. */
export type MovementKind =
  | 'refund'
  | 'storeCredit'
  | 'storeCreditDebit'
  | 'giftCard'
  | 'giftCardOrder'
  | 'exchangeOrder'
  | 'returnExchange'
  | 'label';

/** What partners must show of an effect; the reconciliation looks for it there. */
export type Trace = {
  /** At the store platform, or of a label at its provider. */
  movement?: {
    kind: MovementKind;
    idFromPlatform: string | null;
    amount: Money | null;
    /** Whose account it went to, where that is not the buyer's of the order. */
    recipientIdFromPlatform?: string | undefined;
    /** The order it is on, where no claim says so. */
    orderIdFromPlatform?: string;
  };
  /** At the provider of payments. */
  charge?: {
    paymentId: number;
    /** `captureRefunded`: somebody had captured a hold that was to be released, so that it was refunded. */
    kind: 'capture' | 'refund' | 'captureRefunded';
    amount: Money;
  };
  /** The voided label, and the state of its refund; no status until the provider was asked. */
  labelRefund?: { shipmentIdFromProvider: string; status: LabelRefund | null; cost: Money | null };
};

const Moved = z.object({ amount: Money });
const Made = z.object({ idFromPlatform: z.string() });

/** What really moved, where the partner's answer said so. */
export const movedBy = (result: unknown): Money | null => Moved.safeParse(result).data?.amount ?? null;

/**
 * What a refund was to move, or more if the partner's answer said so. Its payment provider may have declined a part, also
 * before our step was done.
 */
export function meantBy(amount: Money, result: unknown): Money {
  const moved = movedBy(result);
  return moved !== null && moved.amount > amount.amount ? moved : amount;
}

/** The platform's id of the result. */
export const madeBy = (result: unknown): string | null => Made.safeParse(result).data?.idFromPlatform ?? null;
