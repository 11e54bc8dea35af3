import { DAY_MS } from '#core/dates.ts';
import { differenceOf, type Difference, type DifferenceCode } from '#core/books/differences.ts';
import type { ChargeFacts, ClaimFacts, EffectFacts, PaymentFacts } from '#core/books/facts.ts';
import type { Findings, World } from '#core/books/world.ts';
import type { Minor } from '#core/money.ts';

/** Captures and refunds by effects compared with the payment provider. */
export function chargeDifferences(world: World): Findings {
  const claims = new Map(world.claims.map((claim) => [claim.id, claim]));
  const charges = new Map(world.charges.map((charge) => [charge.idFromPlatform, charge]));
  const known = new Set(world.payments.map(({ idFromPlatform }) => idFromPlatform));
  const effects = Map.groupBy(world.effects, ({ charge }) => charge?.paymentId);
  const orphans = orphanKeys(world);
  const differences: Difference[] = [];
  const named = new Set<string>();
  for (const payment of world.payments) {
    const own = effects.get(payment.id) ?? [];
    const claim = claims.get(payment.claimId ?? 0);
    for (const found of comparePayment(
      { payment, claim, own, charge: charges.get(payment.idFromPlatform), orphans },
      world,
    )) {
      differences.push(found.difference);
      for (const key of found.keys) named.add(key);
    }
  }
  const strangers = world.charges.filter((charge) => !known.has(charge.idFromPlatform) && holdsMoney(charge));
  return { differences: [...differences, ...strangers.map(unknownCharge)], named };
}

/** Purpose keys of booked steps that are gone. */
function orphanKeys({ entries, effects }: World): string[] {
  const known = new Set(effects.map(({ purposeKey }) => purposeKey));
  return entries
    .filter(({ purposeKey }) => purposeKey.startsWith('effect:'))
    .map(({ purposeKey }) => purposeKey.slice('effect:'.length))
    .filter((key) => !known.has(key));
}

type Compared = {
  payment: PaymentFacts;
  claim: ClaimFacts | undefined;
  own: readonly EffectFacts[];
  charge: ChargeFacts | undefined;
  orphans: readonly string[];
};
type Found = { difference: Difference; keys: string[] };

function comparePayment(compared: Compared, world: World): Found[] {
  const { own, charge } = compared;
  if (charge) {
    if (compared.payment.claimId === null) return nobodys(compared, charge, world);
    const sides = [compareSide(compared, 'capture', charge), compareSide(compared, 'refund', charge)];
    return sides.flatMap((found) => found ?? []);
  }
  const done = own.filter(({ state, doneOn }) => state === 'done' && (doneOn ?? '') >= world.fromOn);
  const { payment } = compared;
  const isReceived = payment.isTakenAtOnce && payment.claimId !== null && payment.createdOn >= world.fromOn;
  const taken = done.filter((effect) => effect.charge?.kind === 'capture');
  if (!isReceived && sumOf(taken) === 0) return [];
  const ours = isReceived ? payment.amount : sumOf(taken);
  return [foundOf(compared, 'PAYMENT_UNKNOWN_AT_PROVIDER', done, ours, 0)];
}

function compareSide(compared: Compared, kind: 'capture' | 'refund', charge: ChargeFacts): Found | null {
  const own = compared.own.filter(({ charge: moved }) => moved?.kind === kind || moved?.kind === 'captureRefunded');
  const { payment, orphans } = compared;
  const isReceived = kind === 'capture' && payment.isTakenAtOnce;
  const ours = isReceived ? payment.amount : sumOf(own.filter(({ state }) => state === 'done'));
  const theirs = kind === 'capture' ? charge.captured : charge.refunded;
  if (isReceived && ours !== theirs) return foundOf(compared, 'AMOUNT_DIFFERS', own, ours, theirs);
  if (ours === theirs || own.some(({ state }) => state === 'waiting' || state === 'running')) return null;
  const prefix = `payment${kind === 'capture' ? 'Capture' : 'Refund'}:payment:${payment.id}`;
  const gone = orphans.filter((key) => key === prefix || key.startsWith(`${prefix}:`));
  const code =
    theirs < ours
      ? theirs === 0
        ? 'EFFECT_WITHOUT_MOVEMENT'
        : 'AMOUNT_DIFFERS'
      : tooMuch(own, theirs - ours, kind, gone);
  return foundOf(compared, code, own, ours, theirs, gone);
}

/** Why the provider moved more than our steps did. */
function tooMuch(
  own: readonly EffectFacts[],
  excess: Minor,
  kind: 'capture' | 'refund',
  gone: readonly string[],
): DifferenceCode {
  if (own.some(({ state }) => state === 'doneElsewhere')) return 'MOVED_AND_DONE_ELSEWHERE';
  if (own.some(({ state, charge }) => state === 'failed' && charge?.amount.amount === excess))
    return 'MOVED_THOUGH_FAILED';
  if (gone.length > 0) return 'MOVEMENT_WITHOUT_EFFECT';
  if (kind === 'refund')
    return own.some(({ charge }) => charge?.amount.amount === excess) ? 'MOVED_TWICE' : 'REFUND_AT_PROVIDER_BY_STAFF';
  return own.length > 0 ? 'AMOUNT_DIFFERS' : 'MOVEMENT_WITHOUT_EFFECT';
}

/** Money taken for a claim that never came about. */
function nobodys(compared: Compared, charge: ChargeFacts, { toOn }: World): Found[] {
  const { payment } = compared;
  const isFresh = Date.parse(toOn) - Date.parse(payment.createdOn) < DAY_MS;
  if (isFresh || charge.captured <= charge.refunded) return [];
  return [foundOf(compared, 'PAYMENT_WITHOUT_CLAIM', [], 0, charge.captured - charge.refunded)];
}

const sumOf = (effects: readonly EffectFacts[]): Minor =>
  effects.reduce((sum, { charge }) => sum + (charge?.amount.amount ?? 0), 0);

const foundOf = (
  { payment, claim }: Compared,
  code: DifferenceCode,
  own: readonly EffectFacts[],
  ours: Minor,
  theirs: Minor,
  gone: readonly string[] = [],
): Found => ({
  difference: differenceOf(code, {
    claim,
    what: `payment ${payment.idFromPlatform}`,
    ours,
    theirs,
    currencyCode: payment.currencyCode,
  }),
  keys: [...own.map(({ purposeKey }) => purposeKey), ...gone],
});

const holdsMoney = ({ status, captured, refunded }: ChargeFacts): boolean =>
  captured > refunded || status === 'authorized';

const unknownCharge = ({ idFromPlatform, amount, captured, refunded }: ChargeFacts): Difference =>
  differenceOf('CHARGE_WITHOUT_PAYMENT', {
    what: `payment ${idFromPlatform}`,
    theirs: captured > refunded ? captured - refunded : amount.amount,
    currencyCode: amount.currencyCode,
  });
