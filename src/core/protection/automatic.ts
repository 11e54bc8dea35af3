import { isEmailOfOrder } from '#core/orders/lookup.ts';
import type { Order } from '#core/orders/order.ts';
import { grantReorder, refundShippingClaim, type Decider } from '#core/protection/decide-shipping.ts';
import { linesAmount, type ShippingClaim, type ShippingMethod } from '#core/protection/shipping-claim.ts';
import { withShippingEntry, type ShippingDecision } from '#core/protection/shipping-decision.ts';
import { unlessRefused } from '#core/refusal.ts';
import { formatMoney, type Minor, type Money } from '#core/money.ts';
import type { Claim } from '#core/claims/claim.ts';

/** What a store decides without people: parcels the carrier itself says are lost, up to an amount of the store's currency. */
export type AutomaticTerms = { isOn: boolean; most: Money; method: ShippingMethod };

/** What is known of the shopper. */
export type ShopperHistory = {
  /** Claims of shipping protection of the same email in the last year. */
  claimsLastYear: number;
};

/** A fact that a decision without people rests on, in words. */
type Fact = { text: string; holds: boolean };

/** What has to hold, each of them, for a claim to be decided at once. */
export function automaticFacts(
  claim: ShippingClaim,
  order: Order,
  { most, method }: AutomaticTerms,
  { claimsLastYear }: ShopperHistory,
): Fact[] {
  const amount: Minor = linesAmount(claim);
  const { currencyCode } = claim;
  const risk = order.platformRisk?.level ?? 'None';
  return [
    { text: 'The reason is that the package is lost', holds: claim.reason === 'Lost' },
    { text: 'The carrier says so', holds: claim.lines.every((line) => isLostByCarrier(order, line)) },
    {
      text: `${formatMoney({ amount, currencyCode })} is not over ${formatMoney(most)}`,
      holds: currencyCode === most.currencyCode && amount <= most.amount,
    },
    {
      text: `The store platform sees ${risk === 'None' ? 'no' : risk.toLowerCase()} risk`,
      holds: risk === 'None' || risk === 'Low',
    },
    {
      text: `${claimsLastYear === 0 ? 'No other claim' : `${claimsLastYear} other claims`} of this customer in the last year`,
      holds: claimsLastYear === 0,
    },
    // The person who reads mail there says where the goods go.
    ...(method === 'Reorder'
      ? [{ text: 'The email address is one of the order', holds: isEmailOfOrder(order, claim.customerEmail) }]
      : []),
  ];
}

const isLostByCarrier = (
  order: Order,
  { fulfillmentLineIdFromPlatform: id }: ShippingClaim['lines'][number],
): boolean =>
  order.fulfillments.some(
    ({ event, deliveredOn, lines }) =>
      event === 'failure' && deliveredOn === null && lines.some((line) => line.idFromPlatform === id),
  );

const NOBODY: Decider = { name: '', in: 'Automatic' };

/** The claim decided at once where the store allows it and all facts hold, with the facts as its receipt; else as it was filed. */
export function decideAutomatically(
  filed: ShippingDecision,
  { order, claims }: { order: Order; claims: readonly Claim[] },
  terms: AutomaticTerms,
  history: ShopperHistory,
  now: string,
): ShippingDecision {
  if (!terms.isOn) return filed;
  const facts = automaticFacts(filed.claim, order, terms, history);
  if (!facts.every(({ holds }) => holds)) return filed;
  const receipt = withShippingEntry(
    filed.claim,
    { type: 'processing', subject: 'Approved automatically', message: `${facts.map(({ text }) => text).join('. ')}.` },
    now,
  );
  // Where it can't be given, staff decide, and nobody is kept from filing.
  const given = unlessRefused(() =>
    terms.method === 'Reorder'
      ? grantReorder(receipt, { order, claims }, NOBODY, now)
      : refundShippingClaim(receipt, { order, claims }, { shippingFee: 0, handlingFee: 0, cover: [] }, NOBODY, now),
  );
  if (given === null) return filed;
  // One email says it all.
  return { claim: given.claim, effects: given.effects, entries: [...filed.entries, ...given.entries] };
}
