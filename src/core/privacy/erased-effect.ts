import { intentOf, summaryOf, type EffectKind, type StoredEffect } from '#core/effects/kinds.ts';
import { withoutTexts } from '#core/privacy/without-texts.ts';

type Kept = { payload?: readonly string[]; result?: readonly string[] };

const ORDER_MADE = ['label', 'url', 'orderNo', 'platformAdminUrl'];

/** Texts of each kind of effect that the books and the claim page still need, and that are about nobody. */
const KEPT: Readonly<Record<EffectKind, Kept>> = {
  refund: { payload: ['to'], result: ['label', 'url', 'platformAdminUrl'] },
  giftCard: { payload: ['type', 'namePrefix'], result: ORDER_MADE },
  exchangeOrder: {
    payload: ['originalOrder.orderNo', 'purpose', 'inventory', 'namePrefix', 'reservedBy', 'tags'],
    result: ORDER_MADE,
  },
  returnExchange: { payload: ['reservedBy', 'outOfStock'], result: ['label', 'url', 'platformAdminUrl'] },
  paymentCapture: { payload: ['provider'], result: ['label', 'payment.status'] },
  paymentRefund: { payload: ['provider'], result: ['label', 'payment.status'] },
  paymentRelease: { payload: ['provider'], result: ['label', 'payment.status'] },
  paymentHoldAgain: { payload: ['provider'], result: ['label', 'payment.status'] },
  reserveStock: { payload: ['until'], result: ['until', 'label'] },
  releaseStock: { payload: ['reservedBy'], result: ['label'] },
  orderTags: { payload: ['tags'], result: ['label', 'url'] },
  label: { result: ['shipment.type', 'shipment.provider', 'shipment.carrier', 'shipment.service'] },
  labelRefund: { result: ['status'] },
  packingSlip: {},
  email: { payload: ['type'] },
  report: {},
  orderLink: { payload: ['whose'], result: ['label'] },
  userEmail: {},
};

const isKnown = (kind: string): kind is EffectKind => Object.hasOwn(KEPT, kind);

export type ErasableEffect = StoredEffect & { result: unknown; summary: string };

/** What is left of an effect that ended. Of a kind this version does not know, nothing but ids, dates and numbers. */
export function erasedEffect<Effect extends ErasableEffect>(
  effect: Effect,
): Pick<Effect, 'payload' | 'result' | 'summary'> {
  const kept = isKnown(effect.kind) ? KEPT[effect.kind] : {};
  const payload = withoutTexts(effect.payload, new Set(kept.payload));
  const result = withoutTexts(effect.result, new Set(kept.result));
  const intent = intentOf({ ...effect, payload });
  const summary = effect.kind === 'email' || intent === null ? ERASED_SUMMARY(effect.kind) : summaryOf(intent);
  return { payload, result, summary };
}

const ERASED_SUMMARY = (kind: string): string => (kind === 'email' ? 'Email to the customer' : 'Erased');
