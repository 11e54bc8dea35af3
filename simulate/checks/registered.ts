import { isFromRegistration } from '#core/orders/order-origin.ts';
import { claimIdOf } from '#server/db/effects.ts';
import { isNotedFor, type Check, type MoneyFacts } from './facts.ts';

/** Nothing was paid for a registered product: it is never returned, and nothing is refunded for it. */
const neverRefunded: Check<MoneyFacts> = ({ claims, effects }) =>
  claims
    .filter(({ claim }) => isFromRegistration(claim.orderIdFromPlatform))
    .flatMap(({ claim }) => [
      ...(claim.claimType === 'Warranty' ? [] : [`${claim.externalId} returns what was registered`]),
      ...effects
        .filter((effect) => claimIdOf(effect) === claim.id && /^(refund|returnExchange)$/.test(effect.kind))
        .map(({ kind }) => `${claim.externalId} is about a registered product and has a ${kind}`),
    ]);

/** Sent twice, a registration is one. */
const registeredOnce: Check<MoneyFacts> = ({ registered }) => {
  const told = registered.map(({ email, purchasedOn, lines }) => JSON.stringify([email, purchasedOn, lines]));
  return told.filter((one, index) => told.indexOf(one) !== index).map((one) => `${one} is registered twice`);
};

/** Emails, gift cards and goods of a claim go to who owned the product when it was made, whatever owner it has since. */
const givenToOwner: Check<MoneyFacts> = ({ claims, rules, forms, letters, shop }) =>
  claims.flatMap(({ claim: { externalId } }) => {
    const requestKey = rules.requestOf(externalId);
    const owner = requestKey === null ? null : forms.ownerOf(requestKey);
    if (owner === null) return [];
    const issued = [...shop.giftCards, ...shop.orders]
      .filter(({ note }) => isNotedFor(note, externalId))
      .flatMap(({ customerId }) => shop.customers.find(({ id }) => id === customerId)?.email ?? []);
    const written = letters.filter(({ messageId }) => messageId.includes(externalId)).map(({ to }) => to);
    return [...issued, ...written]
      .filter((email) => email !== owner)
      .map((email) => `${externalId} was made by ${owner}, and something of it went to ${email}`);
  });

export const REGISTERED: readonly Check<MoneyFacts>[] = [neverRefunded, registeredOnce, givenToOwner];
