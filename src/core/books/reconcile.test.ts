import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIFFERENCES, type DifferenceCode } from '#core/books/differences.ts';
import { claimFacts, type EffectFacts, effectFacts } from '#core/books/facts.ts';
import { finalizedClaim, type FinalizedClaim } from '#core/books/generated-claims.fixture.ts';
import { compare } from '#core/books/reconcile.ts';
import { doneEffect, worldOf, type MutableWorld } from '#core/books/world.fixture.ts';
import { releaseKey } from '#core/claims/payments.ts';
import { claimOf, lineOf, NOW, orderOf, paymentOf } from '#core/claims/test-data.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';

const shop = fc.tuple(finalizedClaim(1), finalizedClaim(2), finalizedClaim(3));
const codesOf = (world: MutableWorld): DifferenceCode[] => [...new Set(compare(world).map(({ code }) => code))].sort();

/** Disturbs one thing; answers what must be named, or null where there is nothing of the kind. */
type Disturbance = (world: MutableWorld, pick: number, claims: FinalizedClaim[]) => DifferenceCode | 'nothing' | null;

const at = <T>(items: readonly T[], pick: number): number | null => (items.length === 0 ? null : pick % items.length);
function taken<T>(items: T[], pick: number, fits: (item: T) => boolean = () => true): T | null {
  const item = items.filter(fits)[at(items.filter(fits), pick) ?? -1];
  if (item === undefined) return null;
  items.splice(items.indexOf(item), 1);
  return item;
}

/** What goods are worth is the platform's to say. */
const isOfMoney = ({ kind }: MutableWorld['movements'][number]): boolean =>
  kind !== 'exchangeOrder' && kind !== 'returnExchange';
const raised = (amount: { amount: number; currencyCode: string }) => ({ ...amount, amount: amount.amount + 1 });

const DISTURBANCES: Record<string, Disturbance> = {
  'a movement is gone': ({ movements }, pick) => taken(movements, pick) && 'EFFECT_WITHOUT_MOVEMENT',
  'a movement is there twice': ({ movements }, pick) => {
    const movement = movements[at(movements, pick) ?? -1];
    if (!movement) return null;
    movements.push({ ...movement, idFromPlatform: 'again' });
    return 'MOVED_TWICE';
  },
  'a movement has another amount': ({ movements }, pick) => {
    const movement = taken(movements, pick, isOfMoney);
    if (!movement) return null;
    movements.push({ ...movement, amount: raised(movement.amount) });
    return 'AMOUNT_DIFFERS';
  },
  'a movement has another currency': ({ movements }, pick) => {
    const movement = taken(movements, pick, isOfMoney);
    if (!movement) return null;
    movements.push({ ...movement, amount: { ...movement.amount, currencyCode: 'EUR' } });
    return 'AMOUNT_DIFFERS';
  },
  'what was made is called off': ({ movements }, pick) => {
    const movement = taken(movements, pick);
    if (!movement) return null;
    movements.push({ ...movement, isCanceled: true });
    return 'CANCELED_AT_PLATFORM';
  },
  'staff refund the order themselves': ({ movements }, pick, claims) => {
    movements.push({
      kind: 'refund',
      idFromPlatform: 'by-hand',
      orderIdFromPlatform: `order-${(pick % claims.length) + 1}`,
      purposeKey: null,
      amount: { amount: 700, currencyCode: 'USD' },
      createdOn: NOW,
      isCanceled: false,
    });
    return 'REFUND_AT_PLATFORM_BY_STAFF';
  },
  'staff refund what a claim gave as well': ({ orders }, pick) => {
    const order = taken(orders, pick, ({ byClaims }) => byClaims > 0);
    if (!order) return null;
    orders.push({ ...order, byOthers: order.paid - order.byClaims + 1 });
    return 'ORDER_GAVE_MORE_THAN_PAID';
  },
  'an entry is gone': ({ entries }, pick) => {
    const entry = taken(entries, pick);
    if (!entry) return null;
    if (entry.kind === 'paymentReceived') return 'PAYMENT_NOT_BOOKED';
    return entry.kind === 'settlement' ? 'SETTLEMENT_NOT_BOOKED' : 'EFFECT_NOT_BOOKED';
  },
  'an entry is there twice': ({ entries }, pick) => {
    const entry = entries[at(entries, pick) ?? -1];
    if (!entry) return null;
    entries.push(entry);
    return 'BOOKED_TWICE';
  },
  'an entry has other amounts': ({ entries }, pick) => {
    const entry = taken(entries, pick);
    if (!entry) return null;
    entries.push({ ...entry, postings: entry.postings.map((posting) => ({ ...posting, amount: posting.amount * 2 })) });
    return 'ENTRY_DIFFERS';
  },
  'an entry has another account': ({ entries }, pick) => {
    const entry = taken(entries, pick);
    const first = entry?.postings[0];
    if (!entry || !first) return null;
    entries.push({ ...entry, postings: [{ ...first, account: 'labels:provider' }, ...entry.postings.slice(1)] });
    return 'ENTRY_DIFFERS';
  },
  'an entry nobody decided': ({ entries }, pick) => {
    const entry = entries[at(entries, pick) ?? -1];
    if (!entry) return null;
    entries.push({ ...entry, purposeKey: 'effect:refund:invented' });
    return 'ENTRY_WITHOUT_CAUSE';
  },
  'a step is gone': ({ effects }, pick) => {
    const effect = taken(effects, pick);
    return effect && (movesMoney(effect) ? 'MOVEMENT_WITHOUT_EFFECT' : 'nothing');
  },
  'a step was done twice': ({ effects, entries }, pick) => {
    const effect =
      effects[at(effects.filter(movesMoney), pick) ?? -1] &&
      effects.filter(movesMoney)[pick % effects.filter(movesMoney).length];
    if (!effect) return null;
    const entry = effect.entry && { ...effect.entry, purposeKey: `${effect.entry.purposeKey}:again` };
    effects.push({ ...effect, purposeKey: `${effect.purposeKey}:again`, entry });
    if (entry) entries.push({ ...entry, claimId: effect.claimId });
    return effect.charge ? 'AMOUNT_DIFFERS' : 'EFFECT_WITHOUT_MOVEMENT';
  },
  'a step says another amount': (world, pick, claims) => {
    const intents = claims.flatMap(({ claim, effects }) => effects.map((intent) => ({ claim, intent })));
    const paying = intents.filter(({ intent }) => ['refund', 'giftCard', 'paymentCapture'].includes(intent.kind));
    const chosen = paying[at(paying, pick) ?? -1];
    if (!chosen || !('amount' in chosen.intent.payload)) return null;
    const { intent } = chosen;
    const effect = taken(world.effects, 0, ({ purposeKey }) => purposeKey === intent.purposeKey);
    const about = { summary: '', doneOn: NOW, settledBy: null, settledReason: null };
    const result = { idFromPlatform: effect?.movement?.idFromPlatform, amount: raised(chosen.intent.payload.amount) };
    world.effects.push(effectFacts({ ...intent, ...about, state: 'done', result }));
    return 'AMOUNT_DIFFERS';
  },
  'a step failed though it moved': ({ effects }, pick) => {
    const effect = taken(effects, pick, ({ movement, entry }) => movement !== null && entry === null);
    if (!effect) return null;
    effects.push({ ...effect, state: 'failed' });
    return 'MOVED_THOUGH_FAILED';
  },
  'a step was done elsewhere, and here too': ({ effects }, pick) => {
    const effect = taken(effects, pick, ({ movement, entry }) => movement !== null && entry === null);
    if (!effect) return null;
    effects.push({ ...effect, state: 'doneElsewhere', settledBy: 'Ada', settledReason: 'By hand' });
    return 'MOVED_AND_DONE_ELSEWHERE';
  },
  'a step is still waiting': (world, pick) => {
    const effect = taken(world.effects, pick, ({ movement }) => movement !== null);
    if (!effect) return null;
    world.effects.push({ ...effect, state: 'waiting', doneOn: null, entry: null });
    taken(world.entries, 0, ({ purposeKey }) => purposeKey === effect.entry?.purposeKey);
    taken(world.movements, 0, ({ purposeKey }) => purposeKey?.startsWith(`${effect.purposeKey}:`) === true);
    return 'nothing';
  },
  'a round of finalizing is gone': ({ claims }, pick) => {
    const claim = claims.filter(({ settlements }) => settlements?.length)[pick % claims.length];
    return claim?.settlements?.pop() ? 'ENTRY_WITHOUT_CAUSE' : null;
  },
  'a round of finalizing counts twice': ({ claims }, pick) => {
    const owing = claims.filter(({ settlements }) => settlements?.some(isOwing));
    const claim = owing[at(owing, pick) ?? -1];
    const round = claim?.settlements?.find(isOwing);
    if (!round) return null;
    claim?.settlements?.push(round);
    return 'CLAIM_NOT_EVEN';
  },
  'a round of finalizing was changed': ({ claims }, pick, finalized) => {
    const chosen = finalized[pick % finalized.length];
    const record = chosen?.claim.settlements[0];
    if (!chosen || !record) return null;
    const settlements = [{ ...record, fee: record.fee + 1 }, ...chosen.claim.settlements.slice(1)];
    claims.splice(pick % finalized.length, 1, claimFacts({ ...chosen.claim, settlements }));
    return 'SETTLEMENT_UNBALANCED';
  },
  'a step is left out when a claim ends': ({ effects, entries, movements }, pick) => {
    const effect = taken(effects, pick, ({ entry, movement }) => entry !== null && movement !== null);
    if (!effect) return null;
    taken(entries, 0, ({ purposeKey }) => purposeKey === effect.entry?.purposeKey);
    taken(movements, 0, ({ purposeKey }) => purposeKey?.startsWith(`${effect.purposeKey}:`) === true);
    return 'CLAIM_NOT_EVEN';
  },
  'a charge is gone': ({ charges }, pick) => {
    const charge = taken(charges, pick);
    return charge && (charge.captured > 0 ? 'PAYMENT_UNKNOWN_AT_PROVIDER' : 'nothing');
  },
  'a charge is there twice': ({ charges }, pick) => {
    const charge =
      charges.filter(({ captured, refunded }) => captured > refunded)[0] ?? charges[at(charges, pick) ?? -1];
    if (!charge) return null;
    charges.push({ ...charge, idFromPlatform: 'pi_again' });
    return charge.captured > charge.refunded ? 'CHARGE_WITHOUT_PAYMENT' : 'nothing';
  },
  'a charge took another amount': ({ charges }, pick) => {
    const charge = taken(charges, pick);
    if (!charge) return null;
    charges.push({ ...charge, captured: charge.captured + 1 });
    return charge.captured > 0 ? 'AMOUNT_DIFFERS' : 'MOVEMENT_WITHOUT_EFFECT';
  },
  'staff give a payment back at the provider': ({ charges }, pick) => {
    const charge = taken(charges, pick, ({ captured, refunded }) => captured > refunded && refunded === 0);
    if (!charge) return null;
    charges.push({ ...charge, refunded: 1 });
    return 'REFUND_AT_PROVIDER_BY_STAFF';
  },
  'a payment was given back twice': ({ charges, effects, payments }, pick) => {
    const charge = taken(charges, pick, ({ refunded }) => refunded > 0);
    if (!charge) return null;
    // It may go back in parts.
    const of = payments.find(({ idFromPlatform }) => idFromPlatform === charge.idFromPlatform);
    const step = effects.find((one) => one.charge?.kind === 'refund' && one.charge.paymentId === of?.id);
    charges.push({ ...charge, refunded: charge.refunded + (step?.charge?.amount.amount ?? 0) });
    return 'MOVED_TWICE';
  },
  'somebody captured a hold just before its release, which refunded it': ({ charges, effects, payments }, pick) => {
    const charge = taken(charges, pick, ({ captured }) => captured === 0);
    const payment = payments.find(({ idFromPlatform }) => idFromPlatform === charge?.idFromPlatform);
    const release = taken(
      effects,
      0,
      ({ purposeKey }) => payment !== undefined && purposeKey === releaseKey(payment.id),
    );
    if (!charge || !payment || !release) return null;
    const { id: paymentId, idFromPlatform, claimId } = payment;
    const intent: EffectIntent = {
      kind: 'paymentRelease',
      purposeKey: release.purposeKey,
      subject: aboutClaim({ id: claimId ?? 0 }),
      payload: { paymentId, idFromPlatform, provider: 'stripe' },
    };
    effects.push(doneEffect(intent, { amount: charge.amount }));
    charges.push({ ...charge, status: 'captured', captured: charge.amount.amount, refunded: charge.amount.amount });
    return 'nothing';
  },
  'a payment is gone': ({ payments, charges }, pick) => {
    const payment = taken(payments, pick);
    const charge = charges.find(({ idFromPlatform }) => idFromPlatform === payment?.idFromPlatform);
    return payment && (charge && charge.captured > charge.refunded ? 'CHARGE_WITHOUT_PAYMENT' : 'nothing');
  },
  'a payment nobody made a claim of': ({ payments, charges }) => {
    const at = { createdOn: '2026-03-02T00:00:00.000Z', amount: 500, currencyCode: 'USD', isTakenAtOnce: true };
    payments.push({ id: 99, claimId: null, idFromPlatform: 'draft-1', ...at });
    const amount = { amount: 500, currencyCode: 'USD' };
    charges.push({ idFromPlatform: 'draft-1', status: 'captured', amount, captured: 500, refunded: 0 });
    return 'PAYMENT_WITHOUT_CLAIM';
  },
};

const movesMoney = ({ movement, charge }: EffectFacts): boolean => (movement ?? charge) !== null;
const isOwing = (entry: { postings: { account: string; amount: number }[] }): boolean =>
  entry.postings.filter(({ account }) => account === 'shopper:claim').reduce((sum, { amount }) => sum + amount, 0) !==
  0;

test('law: a world that agrees with itself has no difference', () => {
  fc.assert(
    fc.property(shop, (claims) => {
      expect(compare(worldOf(claims))).toEqual([]);
    }),
    law(1000),
  );
});

describe('law: one disturbance is named, and nothing else', () => {
  test.each(Object.entries(DISTURBANCES))('%s', (_name, disturb) => {
    let seen = 0;
    fc.assert(
      fc.property(shop, fc.nat(), (claims, pick) => {
        const world = worldOf(claims);
        const expected = disturb(world, pick, claims);
        if (expected === null) return;
        seen += 1;
        expect(codesOf(world)).toEqual(expected === 'nothing' ? [] : [expected]);
      }),
      law(500),
    );
    expectReached(seen, 12);
  });
});

test('a payment given back though it was used is even with its goodwill booked, and named without', () => {
  const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
  const [line] = claimOf(order).lines;
  const claim = {
    ...claimOf(order),
    payments: [paymentOf({ captureAsked: 500, capturedAmount: 500, refundAsked: 500, status: 'Captured' })],
    settlements: [
      {
        settledOn: NOW,
        lineIds: [line?.id ?? 0],
        issued: { refund: 0, giftCard: 0, storeCredit: 0 },
        incentive: { giftCard: 0, storeCredit: 0 },
        shopNowIncentive: 0,
        external: 0,
        goods: 500,
        shopNowCost: 0,
        fee: 0,
        returnShipping: 0,
        exchangeShipping: 0,
        waived: 0,
        paymentUsed: 500,
      },
    ],
  };
  const subject = { kind: 'claim' as const, id: 7 };
  const amount = { amount: 500, currencyCode: 'USD' };
  const payload = { paymentId: 31, idFromPlatform: 'pi_31', provider: 'stripe' as const, amount };
  const intents = [
    { kind: 'paymentCapture' as const, purposeKey: 'paymentCapture:payment:31', subject, payload },
    { kind: 'paymentRefund' as const, purposeKey: 'paymentRefund:payment:31:to:500', subject, payload },
  ];
  const lines = claim.lines.map((one) => ({ ...one, status: 'denied' as const, finalizedOn: NOW }));
  const world = worldOf([{ order, claim: { ...claim, lines }, effects: intents }]);
  expect(compare(world)).toEqual([]);
  taken(world.entries, 0, ({ kind }) => kind === 'goodwill');
  expect(compare(world)).toMatchObject([
    { code: 'GOODWILL_NOT_BOOKED', ours: 500, theirs: 0, claimExternalId: 'R-7K2M9QXD' },
  ]);
});

test('every kind of difference has its words', () => {
  const words = Object.values(DIFFERENCES).map((kind) => kind.words);
  expect(new Set(words).size).toBe(words.length);
});

test('what was taken of the shopper is missed by nobody while a denied line is not finalized', () => {
  const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
  const [line] = claim.lines;
  if (!line) throw new Error('the claim has no line');
  const denied = { ...line, status: 'denied' as const, denialDetail: 'Wrong_Item' as const };
  expect(claimFacts({ ...claim, lines: [denied] }).isEnded).toBe(false);
  expect(claimFacts({ ...claim, lines: [{ ...denied, finalizedOn: NOW }] }).isEnded).toBe(true);
  expect(claimFacts({ ...claim, lines: [denied], finalizedOn: NOW }).isEnded).toBe(true);
  expect(claimFacts({ ...claim, lines: [{ ...line, canceledOn: NOW }] }).isEnded).toBe(true);
});
