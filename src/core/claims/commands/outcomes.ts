import type { Claim } from '#core/claims/claim.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { onClaim, only } from '#core/claims/commands/define.ts';
import { emailEffect } from '#core/claims/decision.ts';
import { exchangeNotSent, exchangeSent } from '#core/claims/instant-exchange.ts';
import { returnUntil } from '#core/claims/payments.ts';
import { freeStock, reservationConfirmed, reservationShort, stockTaken } from '#core/claims/reservation.ts';
import { attachShipment, type NewShipment } from '#core/claims/shipments.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { LIFETIME_DAYS, windowEndIn } from '#core/dates.ts';
import { refundInPlaceOf, type EffectIntent, type EffectPayload } from '#core/effects/kinds.ts';
import { GIFT_CARD_CODE } from '#core/effects/email.ts';
import { withRefund } from '#core/orders/movements.ts';
import { decimalFromMinor, formatMoney } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import type { ShipmentPolicy } from '#core/policy/policy.ts';

// What partners did for a claim, or did not: each follows the end of an effect.

type Noted = Pick<TimelineEntry, 'type' | 'subject' | 'message' | 'by'>;

/** The timeline says what an effect did, or who did it in its place. */
export const effectNoted = onClaim((claim, entry: Noted, now) => only(withEntry(claim, entry, now)));

type Refunded = { payload: EffectPayload<'refund'>; idFromPlatform: string };

export const refundMade = onClaim((claim, { payload, idFromPlatform }: Refunded, now) => {
  const refund = { idFromPlatform, amount: payload.amount.amount, lineIds: payload.claimLineIds };
  const where = payload.to === 'storeCredit' ? 'as store credit' : 'to the original payment method';
  const entry = {
    type: 'money',
    subject: `Refunded ${formatMoney(payload.amount)}`,
    message: `Refunded ${where}.`,
  } as const;
  return only(withEntry(withRefund(claim, refund), entry, now));
});

type Named = { intent: EffectIntent | null; refundId: string };

/** Staff made a refund of the store in place of an effect. Refuses REFUND_UNKNOWN. */
export const refundNamed = onClaim((claim, { intent, refundId }: Named) => {
  const refund = intent && refundInPlaceOf(intent, claim, refundId);
  if (!refund) throw new Refusal('notAllowed', 'REFUND_UNKNOWN', 'No refund can stand in place of this step.');
  return only(withRefund(claim, refund));
});

type Issued = {
  purposeKey: string;
  payload: EffectPayload<'giftCard'>;
  code: { end: string; sealed: string } | null;
  orderNo: string | null;
};

export const giftCardIssued = onClaim((claim, { purposeKey, payload, code, orderNo }: Issued, now) => {
  const { type, recipient, customerIdFromPlatform } = payload;
  const text = formatMoney(payload.amount);
  const entry = {
    Gift_Card: { subject: `${text} gift card issued`, message: `The card ends in ${code?.end ?? ''}.` },
    Store_Credit: {
      subject: `${text} store credit added`,
      message: recipient === null ? '' : `To the account of ${recipient.email}.`,
    },
    Gift_Card_Order: { subject: `${text} gift card ordered`, message: `Order ${orderNo ?? ''}` },
  }[type];
  const told = withEntry(claim, { type: 'money', ...entry }, now);
  // The platform writes to customers it knows; a guest gets the code from us.
  const isWrittenTo = customerIdFromPlatform !== null || recipient !== null;
  const { amount, currencyCode } = payload.amount;
  const values = {
    amount: { amount: Number(decimalFromMinor(amount, currencyCode)), currencyCode },
    claimNumber: claim.externalId,
    code: GIFT_CARD_CODE,
  };
  const email = {
    subject: { id: 'email.giftCard.subject', values },
    body: { id: 'email.giftCard.text', values },
  } as const;
  if (isWrittenTo || code === null) return only(told);
  const effects = emailEffect('finalized', told, `email:${purposeKey}`, email);
  return {
    claim: told,
    effects: effects.map((effect) => ({ ...effect, payload: { ...effect.payload, sealedCode: code.sealed } })),
  };
});

type Goods = Pick<EffectPayload<'exchangeOrder'>, 'lines'>;

const lineIdsOf = ({ lines }: Goods): number[] => lines.flatMap((line) => line.claimLineId ?? []);

type Ordered = { payload: EffectPayload<'exchangeOrder'>; orderNo: string };

export const goodsOrdered = onClaim((claim, { payload, orderNo }: Ordered, now) => {
  const subject = `${payload.purpose === 'replacement' ? 'Replacement' : 'Exchange'} order ${orderNo} created`;
  const sent = exchangeSent(stockTaken(claim), lineIdsOf(payload), now);
  return only(withEntry(sent, { type: 'shopify', subject, message: '' }, now));
});

/** Staff try a refused order of goods again, or ordered them elsewhere. */
export const goodsWantedAgain = onClaim((claim, goods: Goods, now) => only(exchangeSent(claim, lineIdsOf(goods), now)));

type NotOrdered = { goods: Goods; why: 'refused' | 'calledOff' };

export const goodsNotOrdered = onClaim((claim, { goods, why }: NotOrdered, now) =>
  only(exchangeNotSent(claim, lineIdsOf(goods), why, now)),
);

export const goodsExchanged = onClaim((claim, _input: Nothing, now) =>
  only(withEntry(stockTaken(claim), { type: 'shopify', subject: 'Exchanged on the original order', message: '' }, now)),
);

/** `until`: null where the platform had too little of it. */
export const stockReserved = onClaim((claim, { until }: { until: string | null }, now) =>
  only(until === null ? reservationShort(claim, now) : reservationConfirmed(claim, until, now)),
);

export const stockReleased = onClaim((claim, _input: Nothing) => only(stockTaken(claim)));

/** Nothing is going to be sent of it, so the reserved stock is released. */
export const stockNotNeeded = onClaim((claim, _input: Nothing) => freeStock(claim));

/** `policy`: undefined where the store is gone. */
type Made = { shipment: NewShipment; wantedOn: string; policy: ShipmentPolicy | undefined };

/** A label or packing slip was made. How long it can be used is what the policy of the moment says. */
export const shipmentMade = onClaim((claim, { shipment, wantedOn, policy }: Made, now) => {
  const usable = { ...shipment, ...(policy && sendBy(policy, now)) };
  const backBy = claim.instantExchange ? returnUntil(claim) : null;
  return attachShipment(claim, usable, now, { wantedOn, backBy });
});

function sendBy({ defaultReturnExpirationDays: days, timeZone }: ShipmentPolicy, now: string) {
  if (days >= LIFETIME_DAYS) return {};
  const { instant, shown } = windowEndIn(now, days, timeZone);
  return { expiresOn: instant, ...(shown === instant ? {} : { lastDay: shown }) };
}

/** The account at the platform to which value and goods of the claim go, whatever becomes of its email. */
export const recipientKnown = onClaim((claim, account: NonNullable<Claim['recipientAccount']>) =>
  only(claim.recipientAccount?.email === account.email ? claim : { ...claim, recipientAccount: account }),
);

export type Nothing = Record<never, never>;
