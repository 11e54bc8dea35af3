import { isFromRegistration } from '#core/orders/order-origin.ts';
import { claimIdOf } from '#server/db/effects.ts';
import type { Check, MoneyFacts } from './facts.ts';

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

export const REGISTERED: readonly Check<MoneyFacts>[] = [neverRefunded, registeredOnce];
