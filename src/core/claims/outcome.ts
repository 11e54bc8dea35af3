import { aboutClaim } from '#core/effects/subject.ts';
import { sendsShopNow } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import type { EffectIntent, EffectPayload } from '#core/effects/kinds.ts';
import type { Recipient } from '#core/effects/recipient.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { isCreditedDirectly } from '#core/claims/store-credit.ts';
import { reservationKey } from '#core/claims/reservation.ts';
import type { SettledLine, Settlement } from '#core/claims/settlement.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';

/** Names a movement of the claim's latest round: each round carries out its own lines, and moves each thing once. */
export const roundKey = (what: string, { id, settlements }: Claim): string =>
  `${what}:claim:${id}:${settlements.length}`;

const INVENTORY = {
  doNotDecrement: 'bypass',
  decrementIgnoringPolicies: 'decrementIgnoringPolicy',
  decrementObeyingPolicies: 'decrementObeyingPolicy',
} as const;

type Carried = {
  claim: Claim;
  order: Order;
  policy: FinalizePolicy;
  lines: readonly ClaimLine[];
  settlement: Pick<Settlement, 'lines' | 'paymentUsed'>;
  /**
   * Value issued instead of items that couldn't be sent, in addition to what the lines got before; with the lines whose
   * units it returns.
   */
  instead?: { returnedLineIds: ReadonlySet<number> };
};

/** The movements of approved lines: one refund per way of refunding, one gift card, one exchange order, one replacement order. */
export function outcomeEffects(carried: Carried): EffectIntent[] {
  const { claim, lines, policy } = carried;
  const wanting = lines.filter((line) => line.exchangeOrderedOn === null && !line.wasResolvedExternally);
  const exchanged = wanting.filter((line) => line.method === 'variantExchange' && !line.isShopNow);
  const atPlatform = exchanged.filter((line) => isExchangedAtPlatform(carried, line, policy));
  const apart = exchanged.filter((line) => !atPlatform.includes(line));
  const shopNow = sendsShopNow(claim, lines) ? (claim.shopNow?.items ?? []) : [];
  const separate = [
    ...apart.flatMap((line) => (line.exchange ? [wanted(line.id, line.exchange)] : [])),
    ...shopNow.map((item) => wanted(null, item)),
  ];
  return [
    ...(isGiftReturn(claim) ? [] : refundEffects(carried, 'originalPayment')),
    ...(isCreditedDirectly(claim, carried.order) ? giftCardEffects : refundEffects)(carried, 'storeCredit'),
    ...giftCardEffects(carried, 'giftCard'),
    ...returnExchange(carried, atPlatform),
    ...sendOrder(carried, 'exchange', separate),
    ...replacements(carried, wanting),
  ];
}

/**
 * Whether the platform's own return-process exchange carries a line out: it takes only units that were fulfilled, sends
 * to the buyer of the order, prices in the shop's currency, and always takes what it sends from stock.
 */
export const isExchangedAtPlatform = (
  { claim, order }: Pick<Carried, 'claim' | 'order'>,
  line: ClaimLine,
  policy: Pick<FinalizePolicy, 'inventoryHandling'>,
): boolean =>
  claim.policy.exchangeOrderType === 'platformReturn' &&
  policy.inventoryHandling !== 'doNotDecrement' &&
  !isGiftReturn(claim) &&
  // There the goods cost nothing, and their exchange would be a debt.
  order.exchangeOf === undefined &&
  line.method === 'variantExchange' &&
  line.exchangeOrderedOn === null &&
  line.fulfillmentLineIdFromPlatform !== null;

type Issued = { line: ClaimLine; settled: SettledLine };

function issuedBy({ lines, settlement }: Carried, method: SettledLine['issuedBy']): Issued[] {
  return lines.flatMap((line) => {
    const settled = settlement.lines.find((one) => one.id === line.id);
    return settled?.issuedBy === method && settled.issued + settled.incentive > 0 ? [{ line, settled }] : [];
  });
}

function refundEffects(carried: Carried, to: 'originalPayment' | 'storeCredit'): EffectIntent[] {
  const { claim } = carried;
  const issued = issuedBy(carried, to === 'originalPayment' ? 'refund' : 'storeCredit');
  if (issued.length === 0) return [];
  const incentiveAmount = issued.reduce((sum, { settled }) => sum + settled.incentive, 0);
  const amount = issued.reduce((sum, { settled }) => sum + settled.issued, incentiveAmount);
  return [
    {
      kind: 'refund',
      purposeKey: roundKey(to === 'originalPayment' ? 'refund' : 'storeCredit', claim),
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        orderIdFromPlatform: carried.order.exchangeOf?.orderIdFromPlatform ?? claim.orderIdFromPlatform,
        to,
        claimLineIds: issued.map(({ line }) => line.id),
        ...(carried.instead ? { isInstead: true as const } : {}),
        lines: issued
          // Exchanged goods are units of another order than the one their money is of.
          .filter(() => carried.order.exchangeOf === undefined)
          .filter(({ line }) => carried.instead?.returnedLineIds.has(line.id) ?? isRefundLine(line))
          .map(refundLine),
        amount: { amount, currencyCode: claim.currencyCode },
        incentiveAmount,
        note: `Return ${claim.externalId}`,
      },
    },
  ];
}

/** Leftover exchange value is refunded without units: the exchange returns those. */
const isRefundLine = (line: ClaimLine): boolean => line.method === 'refund' || line.method === 'storeCredit';

function refundLine({ line, settled }: Issued): EffectPayload<'refund'>['lines'][number] {
  if (line.fulfillmentLineIdFromPlatform === null) throw notFulfilled(line);
  return {
    claimLineId: line.id,
    lineIdFromPlatform: line.lineIdFromPlatform,
    fulfillmentLineIdFromPlatform: line.fulfillmentLineIdFromPlatform,
    quantity: line.quantity,
    amount: settled.issued,
  };
}

export const NOT_FULFILLED = "It hasn't shipped, so it can't be refunded as a return.";
const notFulfilled = (line: ClaimLine): Refusal =>
  new Refusal('conflict', 'LINE_NOT_FULFILLED', `"${line.name}": ${NOT_FULFILLED}`);

/** Gift cards; and store credit that no refund of the order can give. */
function giftCardEffects(carried: Carried, method: 'giftCard' | 'storeCredit'): EffectIntent[] {
  const { claim, order } = carried;
  const issued = issuedBy(carried, method);
  if (issued.length === 0) return [];
  const incentiveAmount = issued.reduce((sum, { settled }) => sum + settled.incentive, 0);
  const amount = issued.reduce((sum, { settled }) => sum + settled.issued, incentiveAmount);
  const lines = issued.map(({ line }) => line);
  const type = method === 'storeCredit' ? 'Store_Credit' : claim.policy.giftCardType;
  const { giftCardTemplateSuffix: templateSuffix, giftCardProductIdFromPlatform: productIdFromPlatform } = claim.policy;
  return [
    {
      kind: 'giftCard',
      purposeKey: roundKey(method, claim),
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        type,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        customerEmail: claim.customerEmail,
        namePrefix: claim.policy.giftCardOrderPrefix,
        ...(type === 'Gift_Card' && templateSuffix !== undefined ? { templateSuffix } : {}),
        ...(type === 'Gift_Card_Order' && productIdFromPlatform !== undefined ? { productIdFromPlatform } : {}),
        claimLineIds: lines.map((line) => line.id),
        amount: { amount, currencyCode: claim.currencyCode },
        incentiveAmount,
        ...(type === 'Store_Credit' ? accountToCredit(claim, order) : whoseAccount(claim, order)),
        note: `Return ${claim.externalId}`,
      },
    },
  ];
}

type Account = { customerIdFromPlatform: string | null; recipient: Recipient | null };

/** The buyer's account at the platform; of a gift return the recipient, whose account is looked up when it is needed. */
function whoseAccount(claim: Claim, order: Order): Account {
  if (!isGiftReturn(claim)) return { customerIdFromPlatform: order.customer?.idFromPlatform ?? null, recipient: null };
  const { firstName = '', lastName = '' } = claim.shippingAddress ?? {};
  return { customerIdFromPlatform: null, recipient: { email: claim.customerEmail, firstName, lastName } };
}

/** A guest's is the one of the order's email address: credit is kept in accounts alone. */
function accountToCredit(claim: Claim, order: Order): Account {
  if (isGiftReturn(claim) || order.customer !== null) return whoseAccount(claim, order);
  const { firstName = '', lastName = '' } = order.shippingAddress ?? order.billingAddress ?? {};
  return { customerIdFromPlatform: null, recipient: { email: order.email, firstName, lastName } };
}

type Wanted = EffectPayload<'exchangeOrder'>['lines'][number];
const wanted = (claimLineId: number | null, item: WantedItem): Wanted => ({
  claimLineId,
  variantIdFromPlatform: item.variantIdFromPlatform,
  quantity: item.quantity,
});

const replacements = (carried: Carried, wanting: readonly ClaimLine[]): EffectIntent[] => {
  const lines = wanting.filter((line) => line.method === 'replacementOrder');
  const items = lines.flatMap((line) => line.replacementItems.map((item) => wanted(line.id, item)));
  return sendOrder(carried, 'replacement', items);
};

/** The order that sends the new items; `isAhead`: before the return and any decision. */
export function sendOrder(
  { claim, order, policy, settlement }: Pick<Carried, 'claim' | 'order' | 'policy' | 'settlement'>,
  purpose: 'exchange' | 'replacement',
  items: readonly Wanted[],
  isAhead?: true,
): EffectIntent[] {
  if (items.length === 0) return [];
  const key = purpose === 'replacement' ? 'replacementOrder' : 'exchangeOrder';
  const paid = purpose === 'exchange' ? settlement.paymentUsed : 0;
  const { exchangeShippingTitle: shippingTitle } = claim.policy;
  const { customerIdFromPlatform, recipient } = whoseAccount(claim, order);
  return [
    {
      kind: 'exchangeOrder',
      purposeKey: isAhead === true ? `${key}:claim:${claim.id}:ahead` : roundKey(key, claim),
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        ...(isAhead === true ? { isAhead } : {}),
        originalOrder: {
          idFromPlatform: order.idFromPlatform,
          orderNo: order.orderNo,
          email: claim.customerEmail,
          customerIdFromPlatform,
          shippingAddress: claim.shippingAddress ?? (isGiftReturn(claim) ? null : order.shippingAddress),
        },
        recipient,
        lines: [...items],
        purpose,
        inventory:
          policy.outOfStockAtFinalize === 'continue' && policy.inventoryHandling === 'decrementObeyingPolicies'
            ? 'decrementIgnoringPolicy'
            : INVENTORY[policy.inventoryHandling],
        namePrefix: claim.policy.exchangeOrderPrefix,
        ...(shippingTitle === undefined ? {} : { shippingTitle }),
        reservedBy: claim.reservation === null ? null : reservationKey(claim),
        paid: paid === 0 ? null : { amount: paid, currencyCode: claim.currencyCode },
        currencyCode: claim.currencyCode,
        note: `${purpose === 'replacement' ? 'Replacement' : 'Exchange'} for return ${claim.externalId} of order ${order.orderNo}`,
        tags: [...new Set([`makegood-${purpose}`, ...(policy.replacementOrderTags ?? [])])],
      },
    },
  ];
}

function returnExchange({ claim, policy }: Carried, lines: readonly ClaimLine[]): EffectIntent[] {
  if (lines.length === 0) return [];
  return [
    {
      kind: 'returnExchange',
      purposeKey: roundKey('returnExchange', claim),
      subject: aboutClaim(claim),
      payload: {
        claimExternalId: claim.externalId,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        returnLines: lines.map((line) => {
          if (line.fulfillmentLineIdFromPlatform === null) throw notFulfilled(line);
          return {
            claimLineId: line.id,
            lineIdFromPlatform: line.lineIdFromPlatform,
            fulfillmentLineIdFromPlatform: line.fulfillmentLineIdFromPlatform,
            quantity: line.quantity,
          };
        }),
        exchangeLines: lines.flatMap((line) =>
          line.exchange
            ? [
                {
                  claimLineId: line.id,
                  variantIdFromPlatform: line.exchange.variantIdFromPlatform,
                  quantity: line.exchange.quantity,
                  total: {
                    amount: (line.amount ?? line.requestedAmount) + line.exchangeDeltaAmount,
                    currencyCode: claim.currencyCode,
                  },
                },
              ]
            : [],
        ),
        reservedBy: claim.reservation === null ? null : reservationKey(claim),
        outOfStock: policy.outOfStockAtFinalize,
        note: `Exchange for return ${claim.externalId}`,
      },
    },
  ];
}
