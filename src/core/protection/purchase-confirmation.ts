import { addDays, isAfter } from '#core/dates.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { buyerEmail, type Order } from '#core/orders/order.ts';
import { coverMoney, type CoveredOrder } from '#core/protection/cover-of-order.ts';
import { isSentAbroad, type FilingTerms, type SeenReason } from '#core/protection/filing.ts';
import { SHIPPING_REASONS, ShippingReason } from '#core/protection/reasons.ts';
import type { Language } from '#core/texts/languages.ts';
import type { Phrase } from '#core/texts/phrase.ts';

/** A store that begins to send it, or a payment that comes late, surprises nobody with news of an old order. */
const FRESH_DAYS = 3;

/** Whether the shopper of a protected order is to be told about the cover: it is paid, recent and still stands. */
export function isConfirmed(at: Omit<CoveredOrder, 'claims'>, now: string): boolean {
  const { order } = at;
  const { isPaid, sold, kept } = coverMoney(at);
  return (
    isPaid &&
    order.canceledOn === null &&
    (sold === 0 || kept > 0) &&
    buyerEmail(order) !== '' &&
    !isAfter(now, addDays(order.createdOn, FRESH_DAYS))
  );
}

/** The email about the cover, which an order gets once. */
export const confirmCover = (order: Order, orderId: number, language: Language): EffectIntent<'coverEmail'> => ({
  kind: 'coverEmail',
  purposeKey: `coverEmail:order:${orderId}:${order.idFromPlatform}`,
  subject: aboutOrder(orderId),
  payload: { orderNo: order.orderNo, language },
});

/** When each problem of a package can be reported, as the filing windows of the store have it. */
export const filingWords = (order: Order, terms: FilingTerms): Phrase[] =>
  ShippingReason.options.map((reason) => ({
    id: 'email.cover.window',
    values: { reason: { id: `shipping.reason.${reason}` }, window: windowWords(order, reason, terms) },
  }));

function windowWords(order: Order, reason: ShippingReason, terms: FilingTerms): Phrase {
  switch (SHIPPING_REASONS[reason].filedFrom) {
    case 'delivery':
      return { id: 'policy.window.days', values: { days: terms.daysAfterDelivery[reason as SeenReason] } };
    case 'afterDelivery':
      return { id: 'email.cover.stolen', values: { days: terms.stolenFromDays } };
    case 'silence':
      return {
        id: 'email.cover.lost',
        values: { days: isSentAbroad(order, terms) ? terms.lostAbroadAfterDays : terms.lostAfterDays },
      };
    case 'dispatch':
      return { id: 'email.cover.sent' };
  }
}
