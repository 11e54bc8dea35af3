import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { emailEffect, type Decision, type EffectIntent } from '#core/claims/effects.ts';
import type { EmailText } from '#core/claims/email.ts';
import { moneyLeft } from '#core/claims/money-left.ts';
import { assertOpen } from '#core/claims/resolution.ts';
import { incentiveOf } from '#core/claims/sums.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';

export type FinalizeInput = {
  noteToCustomer?: string;
  /** What the customer is written; null writes nothing, undefined the default text. */
  email?: EmailText | null;
  /** Tags for the original order. */
  orderTags?: readonly string[];
  /** The other claims of the order: what they hold is not given away twice. */
  otherClaims?: readonly Claim[];
};

/**
 * Carries the decisions of a claim out: one refund per way of refunding, one gift card, one exchange
 * order, tags and e-mail, as effects. Refuses CLAIM_ALREADY_FINALIZED, CLAIM_CANCELED, LINE_UNRESOLVED,
 * LINE_NOT_FULFILLED and AMOUNT_TOO_LARGE when more would go back than is left of what was paid.
 */
export function finalizeClaim(claim: Claim, order: Order, input: FinalizeInput, now: string): Decision {
  assertOpen(claim);
  if (claim.lines.some(isUnresolved))
    throw new Refusal('conflict', 'LINE_UNRESOLVED', 'Every line must be approved, denied or canceled first.');
  const note = (input.noteToCustomer ?? '').trim();
  const lines = claim.lines.map((line) => finalizedLine(line, note, now));
  const approved = lines.filter((line) => line.status === 'approved');
  checkMoney(claim, order, approved, input.otherClaims ?? []);
  const saved = withEntry(
    { ...claim, lines, finalizedOn: now, isAwaitingCustomer: false },
    { type: 'processing', subject: 'Claim finalized', message: note },
    now,
  );
  return {
    claim: saved,
    effects: [
      ...outcomeEffects(saved, order, approved),
      ...tagEffects(saved, input.orderTags ?? []),
      ...mailEffects(saved, input.email),
    ],
  };
}

/** A line staff still have to decide. */
export const isUnresolved = (line: ClaimLine): boolean =>
  line.status === 'open' || (line.status === 'denied' && line.denialDetail === null);

/** Whether the Finalize button is enabled. */
export const canFinalize = (claim: Claim): boolean =>
  claim.finalizedOn === null && claim.lines.some((line) => line.canceledOn === null) && !claim.lines.some(isUnresolved);

function finalizedLine(line: ClaimLine, note: string, now: string): ClaimLine {
  if (line.canceledOn !== null) return line;
  return { ...line, incentiveAmount: incentiveOf(line), noteToCustomer: line.noteToCustomer || note, finalizedOn: now };
}

function checkMoney(claim: Claim, order: Order, approved: readonly ClaimLine[], otherClaims: readonly Claim[]): void {
  const left = moneyLeft(
    order,
    otherClaims.filter((other) => other.id !== claim.id),
  );
  const given = amountOf(approved);
  if (given <= left) return;
  const text = formatMoney({ amount: left, currencyCode: claim.currencyCode });
  throw new Refusal(
    'conflict',
    'AMOUNT_TOO_LARGE',
    `Only ${text} of what was paid for this order is left to give back.`,
  );
}

function outcomeEffects(claim: Claim, order: Order, approved: readonly ClaimLine[]): EffectIntent[] {
  const by = (method: ResolutionMethod): ClaimLine[] => approved.filter((line) => line.method === method);
  return [
    ...refundEffects(claim, 'originalPayment', by('refund')),
    ...refundEffects(claim, 'storeCredit', by('storeCredit')),
    ...giftCardEffects(claim, order, by('giftCard')),
    ...exchangeEffects(claim, order, by('variantExchange')),
  ];
}

function refundEffects(
  claim: Claim,
  to: 'originalPayment' | 'storeCredit',
  lines: readonly ClaimLine[],
): EffectIntent[] {
  if (amountOf(lines) === 0) return [];
  const incentiveAmount = to === 'storeCredit' ? bonusOf(lines) : 0;
  return [
    {
      kind: 'refund',
      purposeKey: `refund:${to}:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        to,
        lines: lines.map(refundLine),
        amount: { amount: amountOf(lines) + incentiveAmount, currencyCode: claim.currencyCode },
        incentiveAmount,
        note: `Return ${claim.externalId}`,
      },
    },
  ];
}

function refundLine(line: ClaimLine) {
  if (line.fulfillmentLineIdFromPlatform === null) {
    throw new Refusal(
      'conflict',
      'LINE_NOT_FULFILLED',
      `"${line.name}" has not been shipped, so it cannot be refunded as a return.`,
    );
  }
  return {
    claimLineId: line.id,
    lineIdFromPlatform: line.lineIdFromPlatform,
    fulfillmentLineIdFromPlatform: line.fulfillmentLineIdFromPlatform,
    quantity: line.quantity,
    amount: line.amount ?? 0,
  };
}

function giftCardEffects(claim: Claim, order: Order, lines: readonly ClaimLine[]): EffectIntent[] {
  if (amountOf(lines) === 0) return [];
  const incentiveAmount = bonusOf(lines);
  return [
    {
      kind: 'giftCard',
      purposeKey: `giftCard:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        claimLineIds: lines.map((line) => line.id),
        amount: { amount: amountOf(lines) + incentiveAmount, currencyCode: claim.currencyCode },
        incentiveAmount,
        customerIdFromPlatform: order.customer?.idFromPlatform ?? null,
        note: `Return ${claim.externalId}`,
      },
    },
  ];
}

function exchangeEffects(claim: Claim, order: Order, lines: readonly ClaimLine[]): EffectIntent[] {
  if (lines.length === 0) return [];
  return [
    {
      kind: 'exchangeOrder',
      purposeKey: `exchangeOrder:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        originalOrder: {
          idFromPlatform: order.idFromPlatform,
          orderNo: order.orderNo,
          email: claim.customerEmail,
          customerIdFromPlatform: order.customer?.idFromPlatform ?? null,
          shippingAddress: claim.shippingAddress ?? order.shippingAddress,
        },
        lines: lines.map((line) => ({
          claimLineId: line.id,
          variantIdFromPlatform: wantedVariant(line),
          quantity: line.quantity,
        })),
        currencyCode: claim.currencyCode,
        note: `Exchange for return ${claim.externalId} of order ${order.orderNo}`,
        tags: ['makegood-exchange'],
      },
    },
  ];
}

function wantedVariant(line: ClaimLine): string {
  if (!line.exchange) throw new Refusal('conflict', 'EXCHANGE_VARIANT_REQUIRED', 'Exchange variant required.');
  return line.exchange.variantIdFromPlatform;
}

const tagEffects = (claim: Claim, tags: readonly string[]): EffectIntent[] =>
  tags.length === 0
    ? []
    : [
        {
          kind: 'orderTags',
          purposeKey: `orderTags:finalized:claim:${claim.id}`,
          payload: { claimId: claim.id, orderIdFromPlatform: claim.orderIdFromPlatform, tags: [...tags] },
        },
      ];

const mailEffects = (claim: Claim, email: EmailText | null | undefined): EffectIntent[] =>
  email === null ? [] : emailEffect('finalized', claim, `email:finalized:claim:${claim.id}`, email);

const amountOf = (lines: readonly ClaimLine[]): Minor => lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
const bonusOf = (lines: readonly ClaimLine[]): Minor => lines.reduce((sum, line) => sum + line.incentiveAmount, 0);

/** What an effect does, in words ("Refund $42.10 to the original payment"). */
export function effectSummary(effect: EffectIntent): string {
  switch (effect.kind) {
    case 'refund':
      return `Refund ${formatMoney(effect.payload.amount)} ${effect.payload.to === 'storeCredit' ? 'as store credit' : 'to the original payment'}`;
    case 'giftCard':
      return `Issue a gift card of ${formatMoney(effect.payload.amount)}`;
    case 'exchangeOrder':
      return `Create an exchange order of ${units(effect.payload.lines)}`;
    case 'orderTags':
      return `Tag the order ${effect.payload.tags.join(', ')}`;
    case 'label':
      return 'Buy a shipping label';
    case 'labelRefund':
      return 'Give back an unused shipping label';
    case 'packingSlip':
      return 'Make a packing slip';
    case 'email':
      return `E-mail "${effect.payload.subject}" to ${effect.payload.to}`;
  }
}

function units(lines: readonly { quantity: number }[]): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return count === 1 ? '1 item' : `${count} items`;
}
