import { isActive } from '#core/claims/active.ts';
import { unitsGoneMeanwhile } from '#core/claims/claim-units.ts';
import { shopNowCostOf } from '#core/claims/claim-money.ts';
import { paidAndRefunded, total } from '#core/claims/paid.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { SettlementRecord } from '#core/claims/settlement-shapes.ts';
import { outcomeEmail, type Decision } from '#core/claims/decision.ts';
import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { greetedName } from '#core/claims/email.ts';
import type { EmailText } from '#core/claims/email-wishes.ts';
import { asMarkup } from '#core/emails/markup.ts';
import type { TemplateText } from '#core/emails/templates.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { methodName } from '#core/claims/method-names.ts';
import { outcomeEffects, roundKey } from '#core/claims/outcome.ts';
import { endPayments } from '#core/claims/payments.ts';
import { freeStock } from '#core/claims/reservation.ts';
import { creditedToGuest, isGivenByRefund, withheldMethods, withheldText } from '#core/claims/store-credit.ts';
import type { SettledLine } from '#core/claims/settlement.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { allocate, formatMoney, type Minor } from '#core/money.ts';
import { moneyLeft, onlyLeftText } from '#core/orders/balance.ts';
import type { Order } from '#core/orders/order.ts';
import type { Writer } from '#core/texts/writer.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';

/** A step that sends goods to the shopper. */
export type SendingStep = Extract<EffectIntent, { kind: 'exchangeOrder' | 'returnExchange' }>;

/** What the shopper is given in place of goods that were not sent. Minor units of the claim's currency. */
export type ValueInstead = {
  /** The lines the goods were for, and the part of `issued` that is given for each. */
  lines: { line: ClaimLine; issued: Minor }[];
  /** Goes out in the way staff choose. */
  issued: Minor;
  /** Of what the shopper paid or let us hold, what was for these goods: it goes back the way it came. */
  ofPayment: Minor;
  /** What no longer is sold or waived with them; `issued` is in no way of issuing yet. */
  undone: Pick<
    SettlementRecord,
    'shopNowIncentive' | 'goods' | 'shopNowCost' | 'exchangeShipping' | 'waived' | 'paymentUsed'
  >;
  /** What the lines newly count for the shopper: of a replacement, which was sent for nothing. */
  credited: Minor;
};

/** How it may go out: as a gift's recipient is given value, never to the buyer; as store credit where there is an account for it. */
export function waysOfIssuing(claim: Claim, order: Order): readonly RemainderMethod[] {
  const withheld = withheldMethods(claim, order, claim.policy);
  const all = ['refund', 'storeCredit', 'giftCard'] as const;
  return all.filter((method) => !(method === 'refund' && isGiftReturn(claim)) && !withheld.has(method));
}

/**
 * What the goods of a step that failed are worth to the shopper: all that was taken for them, from lines, payments and
 * shipping, without the bonus for spending at once and without what the store gave away. `left`: of the order's money,
 * without these lines; it bounds what a replacement is worth. Refuses VALUE_NOT_OFFERED and PAYMENT_GIVEN_BACK.
 */
export function valueInstead(claim: Claim, step: SendingStep, left: Minor): ValueInstead {
  const lines = unsentLines(claim, step);
  if (lines.length === 0 || !lines.every((line) => line.finalizedOn !== null && isActive(line)))
    throw new Refusal(
      'conflict',
      'VALUE_NOT_OFFERED',
      'Value can only be issued for finalized items. Choose a different resolution for the items instead.',
    );
  if (paidAndRefunded(claim) > 0)
    throw new Refusal('conflict', 'PAYMENT_GIVEN_BACK', `A payment for these items was already refunded. ${BY_HAND}`);
  if (isReplacement(step)) return replacementValue(lines, left);
  return exchangeValue(claim, lines);
}

/**
 * Refuses UNITS_GONE if the store itself refunded or took back units of these items, and MONEY_GONE if their payment
 * was refunded since: their value would be given twice.
 */
export function refuseRefunded(claim: Claim, step: SendingStep, order: Order, otherClaims: readonly Claim[]): void {
  const unsent = unsentLines(claim, step).filter((line) => isStillOut(line, step));
  const open = unsent.map((line) => ({ ...line, finalizedOn: null, isReturnedAtPlatform: false }));
  const undone = {
    ...claim,
    lines: claim.lines.map((line) => open.find(({ id }) => id === line.id) ?? line),
  };
  const [gone] = unitsGoneMeanwhile(undone, order, open, otherClaims).values();
  if (gone !== undefined) throw new Refusal('conflict', 'UNITS_GONE', `${gone.what} ${BY_HAND}`);
  // The value of a replacement is limited to what is left.
  if (isReplacement(step)) return;
  // Requests of other claims come after finalized ones.
  const left = leftWithout(carriedOut(claim), step, order, otherClaims.map(carriedOut));
  if (left < sumOf(unsentLines(claim, step).map(amountOf)))
    throw new Refusal('conflict', 'MONEY_GONE', `${onlyLeftText(claim, left)}. ${BY_HAND}`);
}

const carriedOut = (claim: Claim): Claim => ({
  ...claim,
  lines: claim.lines.filter(({ finalizedOn }) => finalizedOn !== null),
});

const BY_HAND = 'Handle the rest by hand, then mark this action as resolved externally.';

/** What is left of the order's money without the items of an effect. `claims`: every claim of the order. */
export function leftWithout(claim: Claim, step: SendingStep, order: Order, claims: readonly Claim[]): Minor {
  const others = claims.filter(({ id }) => id !== claim.id);
  const unsent = unsentLines(claim, step);
  return moneyLeft(order, [...others, { ...claim, lines: claim.lines.filter((line) => !unsent.includes(line)) }]);
}

const isReplacement = (step: SendingStep): boolean =>
  step.kind === 'exchangeOrder' && step.payload.purpose === 'replacement';

/** Lines whose goods a step was to send. What staff resolved externally was given its value there. */
function unsentLines(claim: Claim, step: SendingStep): ClaimLine[] {
  const items = step.kind === 'exchangeOrder' ? step.payload.lines : step.payload.returnLines;
  const ids = new Set(items.flatMap(({ claimLineId }) => claimLineId ?? []));
  const isShopNow = items.some(({ claimLineId }) => claimLineId === null);
  return claim.lines
    .filter((line) => !line.wasResolvedExternally)
    .filter((line) => ids.has(line.id) || (isShopNow && line.isShopNow && line.finalizedOn !== null && isActive(line)));
}

const amountOf = (line: ClaimLine): Minor => line.amount ?? line.requestedAmount;

function replacementValue(lines: readonly ClaimLine[], left: Minor): ValueInstead {
  const worth = lines.map(amountOf);
  const credited = Math.min(sumOf(worth), Math.max(0, left));
  return {
    lines: shared(lines, credited, worth),
    issued: credited,
    ofPayment: 0,
    undone: {
      shopNowIncentive: 0,
      goods: 0,
      shopNowCost: 0,
      exchangeShipping: 0,
      waived: 0,
      paymentUsed: 0,
    },
    credited,
  };
}

function exchangeValue(claim: Claim, lines: readonly ClaimLine[]): ValueInstead {
  const { settlements } = claim;
  const credits = lines.filter((line) => line.isShopNow);
  const shopNowCost =
    credits.length > 0
      ? Math.min(
          shopNowCostOf(claim),
          total(settlements, (record) => record.shopNowCost),
        )
      : 0;
  const bonus = credits.length > 0 ? total(settlements, (record) => record.shopNowIncentive) : 0;
  const priceOf = (line: ClaimLine): Minor => amountOf(line) + line.exchangeDeltaAmount;
  const swapped = lines.filter((line) => !line.isShopNow);
  const goods = sumOf(swapped.map(priceOf)) + shopNowCost;
  // Nothing else is sent: then there is nothing to be shipped either.
  const isAll = total(settlements, (record) => record.goods) === goods;
  const exchangeShipping = isAll ? total(settlements, (record) => record.exchangeShipping) : 0;
  const worth = goods - bonus + exchangeShipping;
  const ofPayment = Math.min(
    worth,
    total(settlements, (record) => record.paymentUsed),
  );
  // What was waived before anything was sent are fees of a mere return; what the goods did not bear is waived in the end.
  const sinceSent = settlements.slice(settlements.findIndex((record) => record.goods !== 0));
  const waived = Math.min(
    worth - ofPayment,
    total(sinceSent, (record) => record.waived),
  );
  const issued = worth - ofPayment - waived;
  const ofCredits = allocate(shopNowCost - bonus, credits.map(amountOf));
  const weights = lines.map((line) => (line.isShopNow ? (ofCredits[credits.indexOf(line)] ?? 0) : priceOf(line)));
  return {
    lines: shared(lines, issued, weights),
    issued,
    ofPayment,
    undone: {
      shopNowIncentive: bonus,
      goods,
      shopNowCost,
      exchangeShipping,
      waived,
      paymentUsed: ofPayment,
    },
    credited: 0,
  };
}

const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, one) => sum + one, 0);

function shared(lines: readonly ClaimLine[], issued: Minor, weights: readonly Minor[]): ValueInstead['lines'] {
  const parts = allocate(issued, weights);
  return lines.map((line, index) => ({ line, issued: parts[index] ?? 0 }));
}

export type InsteadInput = {
  method: RemainderMethod;
  policy: FinalizePolicy;
  /** Of the order's money, without the lines; minor units. */
  left: Minor;
  /** What the customer is written; null writes nothing. */
  email: EmailText | null;
  /** The claims of the order; whether this one is among them makes no difference. */
  otherClaims?: readonly Claim[];
};

/**
 * Issues the value of items instead of sending them; the effect is never retried. The lines end as if decided so, and
 * the payment for the items is refunded. Refuses like `valueInstead` and `refuseRefunded`, and METHOD_NOT_ALLOWED.
 */
export function giveValueInstead(
  claim: Claim,
  order: Order,
  step: SendingStep,
  { method, policy, left, email, otherClaims = [] }: InsteadInput,
  now: string,
): Decision {
  if (!waysOfIssuing(claim, order).includes(method))
    throw new Refusal(
      'notAllowed',
      'METHOD_NOT_ALLOWED',
      isGiftReturn(claim)
        ? "A gift return can't be refunded."
        : (withheldText(withheldMethods(claim, order, claim.policy), method) ?? ''),
    );
  refuseRefunded(claim, step, order, otherClaims);
  const value = valueInstead(claim, step, left);
  const changed = value.lines.map(({ line, issued }) => endedAs(claim, order, line, { method, issued, step }));
  const credit = creditedToGuest(claim, order, method === 'storeCredit' ? value.issued : 0);
  const record = { ...recordOf(step, value, method, now), ...credit };
  const isShopNow = value.lines.some(({ line }) => line.isShopNow);
  const saved: Claim = {
    ...claim,
    lines: claim.lines.map(
      (line) => changed.find(({ id }) => id === line.id) ?? (isShopNow ? withoutShopNow(line) : line),
    ),
    settlements: [...claim.settlements, record],
  };
  const entry = {
    type: 'processing',
    subject: "Value issued instead of items that couldn't be sent",
    message: valueText(claim, value, method),
  } as const;
  const noted = withEntry(saved, entry, now);
  const returnedLineIds = new Set(
    value.lines.filter(({ line, issued }) => issued > 0 && isStillOut(line, step)).map(({ line }) => line.id),
  );
  const outcome = outcomeEffects({
    claim: noted,
    order,
    policy,
    lines: changed,
    settlement: { lines: value.lines.map((one) => settledLine(one, method)), paymentUsed: 0 },
    instead: { returnedLineIds },
  });
  const paid = payBack(noted);
  const freed = isSendingMore(paid.claim) ? { claim: paid.claim, effects: [] } : freeStock(paid.claim);
  return {
    claim: freed.claim,
    effects: [
      ...outcome,
      ...paid.effects,
      ...freed.effects,
      ...(email === null ? [] : outcomeEmail(freed.claim, roundKey('email:instead', freed.claim), email)),
    ],
  };
}

/** The payment for the items is refunded once everything is decided; amounts a settled claim released stay released. */
function payBack(claim: Claim): Decision {
  if (claim.finalizedOn === null) return { claim, effects: [] };
  const ended = endPayments(claim);
  return claim.instantExchange?.isOnlyReturnAwaited
    ? ended
    : { ...ended, effects: ended.effects.filter(({ kind }) => kind !== 'paymentRelease') };
}

/** The units have not been undone at the platform by a movement that was carried out. */
const isStillOut = (line: ClaimLine, step: SendingStep): boolean =>
  line.fulfillmentLineIdFromPlatform !== null && (step.kind === 'returnExchange' || !line.isReturnedAtPlatform);

function endedAs(
  claim: Claim,
  order: Order,
  line: ClaimLine,
  { method, issued, step }: { method: RemainderMethod; issued: Minor; step: SendingStep },
): ClaimLine {
  const isByRefund = isGivenByRefund(claim, order, method) && issued > 0 && isStillOut(line, step);
  return {
    ...line,
    method,
    amount: isReplacement(step) ? issued : amountOf(line),
    isShopNow: false,
    exchangeOrderedOn: null,
    replacementItems: [],
    issuedAmount: line.issuedAmount + issued,
    isReturnedAtPlatform: isByRefund || (line.isReturnedAtPlatform && step.kind !== 'returnExchange'),
  };
}

/** The goods its credit was for are given up, and with them the bonus for spending it at once: what it is worth goes out. */
const withoutShopNow = (line: ClaimLine): ClaimLine =>
  line.isShopNow && line.finalizedOn === null
    ? { ...line, isShopNow: false, incentiveAmount: 0, incentiveBasisPoints: 0, errors: [] }
    : line;

const settledLine = ({ line, issued }: ValueInstead['lines'][number], method: RemainderMethod): SettledLine => ({
  id: line.id,
  issuedBy: method,
  issued,
  incentive: 0,
  deducted: 0,
  wasZeroedThroughDeduction: false,
});

function recordOf(
  step: SendingStep,
  { lines, issued, undone, credited }: ValueInstead,
  method: RemainderMethod,
  settledOn: string,
): SettlementRecord {
  const none = { refund: 0, giftCard: 0, storeCredit: 0 };
  return {
    settledOn,
    insteadOf: { purposeKey: step.purposeKey, credited },
    lineIds: lines.map(({ line }) => line.id),
    issued: { ...none, [method]: issued },
    incentive: { giftCard: 0, storeCredit: 0 },
    external: 0,
    fee: 0,
    returnShipping: 0,
    shopNowIncentive: 0 - undone.shopNowIncentive,
    goods: 0 - undone.goods,
    shopNowCost: 0 - undone.shopNowCost,
    exchangeShipping: 0 - undone.exchangeShipping,
    waived: 0 - undone.waived,
    paymentUsed: 0 - undone.paymentUsed,
  };
}

function valueText({ currencyCode }: Claim, { issued, ofPayment }: ValueInstead, method: RemainderMethod): string {
  const money = (amount: Minor): string => formatMoney({ amount, currencyCode });
  return [
    `${methodName(method)}: ${money(issued)}`,
    ...(ofPayment > 0 ? [`${money(ofPayment)} refunded to the payment`] : []),
  ].join(', ');
}

/** Whether the claim sends other goods, for which its stock may be kept. */
const isSendingMore = (claim: Claim): boolean =>
  claim.lines.some(
    (line) =>
      isActive(line) &&
      !line.wasResolvedExternally &&
      (line.isShopNow || line.method === 'variantExchange' || line.method === 'replacementOrder'),
  );

/** The usual email to the customer. */
export function insteadEmailText(claim: Claim, writer: Writer): TemplateText {
  const values = {
    customerName: asMarkup(greetedName(claim, writer)),
    claimType: { id: `email.noun.${claim.claimType}` },
    claimNumber: claim.externalId,
    orderNumber: claim.orderNo,
  } as const;
  return {
    subject: writer.write({ id: 'email.instead.subject', values }),
    header: writer.write({ id: 'email.instead.header' }),
    body: writer.write({ id: 'email.instead.text', values }),
  };
}

/**
 * Whether value may be issued for the items of a failed effect: items to send ahead can get another decision until
 * finalized.
 */
export const isValueOffered = (
  step: { kind: string; payload: unknown; state: string },
  isClaimFinalized: boolean,
): boolean =>
  step.state === 'failed' &&
  (step.kind === 'returnExchange' || step.kind === 'exchangeOrder') &&
  (isClaimFinalized || ExchangeOrderPayload.safeParse(step.payload).data?.isAhead !== true);
