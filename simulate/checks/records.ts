import { claimIdOf } from '#server/db/effects.ts';
import { failureWords } from '#server/retrying.ts';
import { isEnded } from '#core/effects/state.ts';
import { z } from 'zod';
import type { Claim, ClaimLine, ResolutionMethod } from '#core/claims/claim.ts';
import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import { rollupOf } from '#core/claims/status.ts';
import type { Check } from './facts.ts';

/** What staff read of a mistake of ours. */
const UNEXPECTED = failureWords(new Error('anything'));

/** Every effect is done, failed with a helpful message, resolved externally with a reason, canceled, or waits for one that failed. */
const effectsEnded: Check = ({ effects }) =>
  effects.flatMap(({ kind, state, attempts, last_error, taken_until, settled_by, settled_reason, waits_for }) => {
    const isHeldUp = effects.some((other) => other.state === 'failed' && waits_for.includes(other.purpose_key));
    if (state === 'waiting' && isHeldUp) return [];
    const hasWords = (last_error ?? '') !== '' && last_error !== UNEXPECTED;
    if (state === 'done' || (state === 'failed' && hasWords && taken_until === null)) return [];
    if (state === 'doneElsewhere' && settled_by && settled_reason) return [];
    if (state === 'calledOff' && settled_reason) return [];
    return [`${kind} is ${state} after ${attempts} attempts: ${last_error ?? 'no words'}`];
  });

const noLeaseLeft: Check = ({ effects }) =>
  effects.filter(({ taken_until }) => taken_until !== null).map(({ kind }) => `a lease on ${kind} is left`);

/** Everything was worked on. */
const inboxEmpty: Check = ({ inbox }) =>
  inbox
    .filter(({ state }) => state !== 'done')
    .map(({ topic, state, last_error }) => `webhook ${topic} is ${state}: ${last_error ?? ''}`);

/** Lists show what the claim itself comes to. */
const statusAgrees: Check = ({ claims, effects }) =>
  claims.flatMap(({ claim, row }) => {
    const own = effects.filter((effect) => claimIdOf(effect) === claim.id);
    const status = rollupOf(
      claim,
      own.some(({ state }) => !isEnded(state)),
    );
    const hasFailed =
      own.some(({ state }) => state === 'failed') || claim.lines.some(({ errors }) => errors.length > 0);
    return [
      ...(row.status_detail === status.detail && row.rollup === status.rollup
        ? []
        : [
            `${claim.externalId} is listed as ${row.rollup} ${row.status_detail} and is ${status.rollup} ${status.detail}`,
          ]),
      ...(row.has_error === hasFailed
        ? []
        : [`${claim.externalId} is listed as ${row.has_error ? '' : 'not '}failing`]),
    ];
  });

const KINDS_OF: Partial<Record<ResolutionMethod, readonly string[]>> = {
  refund: ['refund'],
  // Of a guest it is added to the account of the email address.
  storeCredit: ['refund', 'giftCard'],
  giftCard: ['giftCard'],
  variantExchange: ['exchangeOrder', 'returnExchange'],
  replacementOrder: ['exchangeOrder'],
};
const OfLines = z.object({
  lines: z.array(z.object({ claimLineId: z.number().nullable() })).optional(),
  returnLines: z.array(z.object({ claimLineId: z.number() })).optional(),
  claimLineIds: z.array(z.number()).optional(),
});

/** What was finalized is wanted by exactly one effect of its kind; what was not, by none. */
const decisionsWanted: Check = ({ claims, effects }) =>
  claims.flatMap(({ claim }) =>
    claim.lines.flatMap((line) => {
      const kinds = line.method === null ? undefined : KINDS_OF[line.method];
      if (kinds === undefined) return [];
      const wanted = effects.filter((effect) => {
        if (claimIdOf(effect) !== claim.id || effect.state === 'calledOff' || !kinds.includes(effect.kind))
          return false;
        const { lines = [], returnLines = [], claimLineIds = [] } = OfLines.parse(effect.payload);
        return [...[...lines, ...returnLines].map(({ claimLineId }) => claimLineId), ...claimLineIds].includes(line.id);
      });
      // Its goods could not be sent: beside what was left over of them before, their value is given once.
      const instead = claim.settlements.find((one) => one.insteadOf && one.lineIds.includes(line.id));
      if (instead) {
        // Keys name the round.
        const round = claim.settlements.indexOf(instead) + 1;
        const given = wanted.filter(({ purpose_key: key }) => key.endsWith(`:${round}`)).length;
        const isNothing = Object.values(instead.issued).every((amount) => amount === 0) || line.amount === 0;
        return given === 1 || (given === 0 && isNothing)
          ? []
          : [`the value of line ${line.id} of ${claim.externalId} is given by ${given} effects`];
      }
      const isExchange = line.method === 'variantExchange';
      const isDue =
        isExchange ||
        line.method === 'replacementOrder' ||
        (line.amount ?? 0) + line.incentiveAmount > line.deductedAmount;
      const isFinal = line.finalizedOn !== null && line.status === 'approved' && !line.wasResolvedExternally && isDue;
      // What the shopper did not spend in the shop may be nothing.
      if (line.isShopNow && isFinal && wanted.length === 0) return [];
      // Sent ahead of the return, it was wanted before anyone decided.
      if (isExchange && claim.instantExchange && wanted.length === 1) return [];
      return wanted.length === (isFinal ? 1 : 0)
        ? []
        : [
            `line ${line.id} of ${claim.externalId} (${line.status}, ${line.method}) is wanted by ${wanted.length} effects`,
          ];
    }),
  );

/** What a shopper spends in the shop is sent once, when the line that pays for it is finalized, and not before. */
const shoppingSent: Check = ({ claims, effects }) =>
  claims.flatMap(({ claim }) => {
    const { shopNow } = claim;
    if (!shopNow) return [];
    const isDue = claim.lines.some(
      (line) =>
        line.isShopNow && line.finalizedOn !== null && line.status === 'approved' && !line.wasResolvedExternally,
    );
    const sent = effects
      .filter(
        (effect) => effect.kind === 'exchangeOrder' && claimIdOf(effect) === claim.id && effect.state !== 'calledOff',
      )
      .flatMap(({ payload }) => ExchangeOrderPayload.parse(payload).lines)
      .filter(({ claimLineId }) => claimLineId === null);
    const wanted = isDue ? shopNow.items.length : 0;
    return sent.length === wanted
      ? []
      : [`${claim.externalId}: ${sent.length} of ${wanted} things bought in the shop are to be sent`];
  });

/** Repaired and sent back, or repaired elsewhere: it may be claimed again. */
const isWithShopperAgain = ({ repair, method, wasResolvedExternally }: ClaimLine): boolean =>
  repair?.state === 'sentBack' || (method === 'repair' && wasResolvedExternally);

type Claims = readonly { claim: Pick<Claim, 'createdOn' | 'lines'> }[];
const isHeld = ({ canceledOn, status }: ClaimLine): boolean => canceledOn === null && status !== 'denied';

/** Units of it that a later claim took while they were on their way back to the shopper; then staff canceled the label. */
export function claimedOnTheirWay(line: ClaimLine, claims: Claims): number {
  const steps = line.repair?.steps ?? [];
  const isOnItsWay = (instant: string): boolean =>
    steps.some(({ state, on }, at) => state === 'sentBack' && instant > on && instant < (steps[at + 1]?.on ?? on));
  const later = claims
    .filter(({ claim }) => isOnItsWay(claim.createdOn))
    .flatMap(({ claim }) => claim.lines)
    .filter((other) => other !== line && other.lineIdFromPlatform === line.lineIdFromPlatform && isHeld(other));
  return Math.min(
    line.quantity,
    later.reduce((sum, { quantity }) => sum + quantity, 0),
  );
}

/** No unit of the order comes back twice. */
const unitsWithinBought: Check = ({ claims, shippingClaims, shop }) => {
  const ofPackages = shippingClaims
    .filter(({ claim: { status } }) => status !== 'Closed_Denied' && status !== 'Closed_Resolved')
    .flatMap(({ claim: { lines, resolution } }) => [...lines, ...(resolution?.cover ?? [])]);
  const lines = claims
    .flatMap(({ claim }) => claim.lines)
    .filter(isHeld)
    .filter((line) => line.finalizedOn === null || !isWithShopperAgain(line))
    .map((line) =>
      line.finalizedOn === null ? line : { ...line, quantity: line.quantity - claimedOnTheirWay(line, claims) },
    );
  const bought = shop.orders.flatMap(({ lineItems }) => lineItems);
  return bought.flatMap(({ id, quantity, title }) => {
    const claimed = [...lines, ...ofPackages]
      .filter((line) => line.lineIdFromPlatform === String(id))
      .reduce((sum, line) => sum + line.quantity, 0);
    return claimed > quantity ? [`${claimed} of ${quantity} ${title} are claimed`] : [];
  });
};

/** Who withdrew gets the statement by email. */
const statementsCopied: Check = ({ claims, effects }) =>
  claims
    .filter(({ claim }) => claim.withdrawal)
    .filter(({ claim }) => !effects.some((one) => one.purpose_key === `email:withdrawal:claim:${claim.id}`))
    .map(({ claim }) => `nobody is sent the statement of ${claim.externalId}`);

export const RECORDS: readonly Check[] = [
  effectsEnded,
  noLeaseLeft,
  inboxEmpty,
  statusAgrees,
  decisionsWanted,
  shoppingSent,
  unitsWithinBought,
  statementsCopied,
];
