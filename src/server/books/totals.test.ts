import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOfChange } from '#core/books/booked.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { finalizedClaim, type FinalizedClaim } from '#core/books/generated-claims.fixture.ts';
import type { Account } from '#core/books/entry.ts';
import { sumOf, turnover } from '#core/books/turnover.fixture.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { resolutionSummary } from '#server/merchant/show-money.ts';

const rowOf = (intent: EffectIntent, index: number, state: EffectRow['state']): EffectRow => ({
  store_id: 1,
  effect_id: index + 1,
  subject_kind: 'claim' as const,
  subject_id: 1,
  kind: intent.kind,
  purpose_key: intent.purposeKey,
  payload: intent.payload,
  summary: '',
  state,
  attempts: 1,
  last_error: null,
  next_try_on: new Date(0),
  not_before: null,
  taken_until: null,
  result: {},
  request_id: '',
  created_on: new Date(0),
  done_on: new Date(0),
  settled_by: null,
  settled_reason: null,
  waits_for: [],
});

const cents = (decimals: readonly number[]): number => sumOf(decimals.map((amount) => Math.round(amount * 100)));

function summaryFollows({ claim, effects }: FinalizedClaim, isElsewhere: (index: number) => boolean): void {
  const rows = effects.map((intent, index) => rowOf(intent, index, isElsewhere(index) ? 'doneElsewhere' : 'done'));
  const { refunds, giftCards } = resolutionSummary(claim, rows);
  const entries = effects.flatMap((intent, index) => entryOfEffect(intent, isElsewhere(index), {}) ?? []);
  const credit = (account: Account): number => turnover(entries, account).credit;
  const to = (where: string): number =>
    cents(refunds.filter((one) => one.to === where && !one.wasResolvedExternally).map(({ amount }) => amount));
  const cards = (...types: string[]): number =>
    cents(
      giftCards
        .filter(({ type, wasResolvedExternally }) => types.includes(type) && !wasResolvedExternally)
        .map(({ amount }) => amount),
    );

  expect(to('originalPayment')).toBe(credit('platform:refunds'));
  expect(cards('Store_Credit')).toBe(credit('platform:storeCredit'));
  const taken = claim.settlements.map(({ fee, returnShipping, waived }) => Math.max(0, fee + returnShipping - waived));
  const shown = cents(refunds.flatMap(({ handlingFee, shippingFee }) => [handlingFee, shippingFee]));
  expect(shown).toBeLessThanOrEqual(sumOf(taken));
  expect(cards('Gift_Card', 'Gift_Card_Order')).toBe(credit('platform:giftCards'));
  const outside = refunds.filter((one) => one.wasResolvedExternally && one.to === 'external');
  const goodsOutside = claim.lines.filter(
    (line) => line.finalizedOn !== null && line.wasResolvedExternally && line.method === 'variantExchange',
  );
  expect(cents(outside.map(({ amount }) => amount)) + sumOf(goodsOutside.map((line) => line.amount ?? 0))).toBe(
    turnover(entriesOfChange(null, claim), 'external').credit,
  );
}

test('law: what has come of a claim follows from the journal', () => {
  fc.assert(
    fc.property(finalizedClaim(1), (finalized) => summaryFollows(finalized, () => false)),
    law(2000),
  );
});

test('law: of what was done elsewhere, nothing counts as moved by partners', () => {
  fc.assert(
    fc.property(finalizedClaim(1), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (finalized, elsewhere) =>
      summaryFollows(finalized, (index) => elsewhere[index] === true),
    ),
    law(2000),
  );
});
