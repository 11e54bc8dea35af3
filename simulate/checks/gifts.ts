import type { Claim } from '#core/claims/claim.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import { RECIPIENT } from '../people/recipient.ts';
import { isNotedFor, type Check, type MoneyFacts } from './facts.ts';
import { transactionsOf } from './refunds.ts';

type Asked = { externalId: string; isGift: boolean };

const askedIn = ({ claims, shop }: MoneyFacts): Asked[] =>
  claims.map(({ claim }) => ({ externalId: claim.externalId, isGift: isOfRecipient(claim, shop) }));

/** The recipient asked for it: about the gift, or about goods that were sent to the recipient for it. */
export const isOfRecipient = (claim: Claim, { orders }: ShopState): boolean =>
  isGiftReturn(claim) ||
  orders.some(({ id, email }) => String(id) === claim.orderIdFromPlatform && email === RECIPIENT.email);

/** Of a claim by the recipient of a gift only the recipient gets emails, and of any other claim the recipient gets none. */
const toldApart: Check<MoneyFacts> = (facts) =>
  askedIn(facts).flatMap(({ externalId, isGift }) =>
    facts.letters
      .filter(({ messageId, to }) => messageId.includes(externalId) && (to === RECIPIENT.email) !== isGift)
      .map(
        ({ to }) => `${externalId} is a claim of ${isGift ? 'the recipient' : 'the buyer'}, and ${to} was written to`,
      ),
  );

/** What a gift is worth goes to the recipient: to no account of the buyer, and never back to what the buyer paid with. */
const givenToRecipient: Check<MoneyFacts> = (facts) => {
  const { shop } = facts;
  const recipients = shop.customers.filter(({ email }) => email === RECIPIENT.email).map(({ id }) => id);
  const isRecipients = (customerId: number | null): boolean => customerId === null || recipients.includes(customerId);
  return askedIn(facts)
    .filter(({ isGift }) => isGift)
    .flatMap(({ externalId }) => [
      ...shop.orders
        .flatMap((order) =>
          order.refunds
            .filter(({ note }) => isNotedFor(note, externalId))
            .flatMap((refund) => transactionsOf(refund, order)),
        )
        .filter(({ amount }) => amount.presentment > 0)
        .map(({ gateway }) => `${externalId} is a claim of the recipient, and ${gateway} gave back to the buyer`),
      ...[...shop.giftCards, ...shop.orders.filter(({ sourceIdentifier }) => sourceIdentifier !== null)]
        .filter(({ note, customerId }) => isNotedFor(note, externalId) && !isRecipients(customerId))
        .map(() => `${externalId} is a claim of the recipient, and something was issued to the buyer`),
      ...shop.orders
        .filter(({ sourceIdentifier, note }) => sourceIdentifier !== null && isNotedFor(note, externalId))
        .filter(
          ({ shippingAddress }) => shippingAddress !== null && shippingAddress.zip !== RECIPIENT.address.postalCode,
        )
        .map(({ name }) => `${externalId} is a claim of the recipient, and ${name} goes to the buyer's address`),
    ]);
};

export const GIFTS: readonly Check<MoneyFacts>[] = [toldApart, givenToRecipient];
