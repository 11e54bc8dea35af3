import { credit, debit, entryOf, type JournalEntry } from '#core/books/entry.ts';
import { resolvedAmount, type ShippingClaim } from '#core/protection/shipping-claim.ts';

/** What the books must hold of a claim's refund; nothing while it has none, and for goods, whose worth is the platform's to say. */
export function settlementsOf({ id, externalId, currencyCode, resolution }: ShippingClaim): JournalEntry[] {
  if (resolution?.method !== 'Refund') return [];
  const amount = resolvedAmount(resolution);
  return [
    entryOf(`settlement:shippingClaim:${id}`, 'settlement', `Refunded ${externalId}`, [
      debit('store:protection', amount, currencyCode),
      credit('shopper:claim', amount, currencyCode),
    ]),
  ];
}
