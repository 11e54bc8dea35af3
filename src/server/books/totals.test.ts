import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOfChange } from '#core/books/booked.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { finalizedClaim, type FinalizedClaim } from '#core/books/generated-claims.fixture.ts';
import type { Account, JournalEntry } from '#core/books/entry.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { SectionType } from '#core/claims/ledger.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { resolutionSummary } from '#server/merchant/show-money.ts';

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Debits and credits of an account in some entries, both above zero. */
function turnover(entries: readonly JournalEntry[], account: Account): { debit: number; credit: number } {
  const amounts = entries.flatMap(({ postings }) => postings).filter((posting) => posting.account === account);
  return {
    debit: sumOf(amounts.map(({ amount }) => Math.max(0, amount))),
    credit: sumOf(amounts.map(({ amount }) => Math.max(0, -amount))),
  };
}

test('law: every total of the ledger follows from the journal', () => {
  fc.assert(
    fc.property(finalizedClaim(1), ({ claim }) => {
      const entries = entriesOfChange(null, claim).filter(({ kind }) => kind === 'settlement');
      const { credits, deductions, balance } = claimLedger(claim);
      const { debit: taken, credit: given } = turnover(entries, 'shopper:claim');
      // Value given instead of goods takes back what was booked before.
      const net = (account: Account): number => turnover(entries, account).debit - turnover(entries, account).credit;
      const section = (side: typeof credits, ...types: SectionType[]): number =>
        sumOf(side.sections.filter(({ type }) => types.includes(type)).map(({ amount }) => amount));

      expect(section(credits, 'SUBTOTAL', 'TAX')).toBe(net('store:returns'));
      expect(section(credits, 'INCENTIVE', 'SHOP_NOW_INCENTIVE')).toBe(net('store:incentives'));
      expect(section(credits, 'FEE')).toBe(net('store:goodwill'));
      expect(section(deductions, 'SUBTOTAL', 'TAX')).toBe(0 - net('store:exchangeSales'));
      expect(section(deductions, 'FEE')).toBe(0 - net('store:fees'));
      expect(section(deductions, 'RETURN_SHIPPING')).toBe(0 - net('store:returnShipping'));
      expect(section(deductions, 'SHIPPING')).toBe(0 - net('store:exchangeShipping'));
      expect(section(deductions, 'PAYMENT')).toBe(0 - net('external'));
      const used = section(credits, 'PAYMENT');
      expect(balance - used).toBe(given - taken);
      if (claim.settlements.every(({ insteadOf }) => insteadOf === undefined))
        expect([used, balance]).toEqual([taken, given]);
      expect(credits.total - deductions.total).toBe(balance);
    }),
    law(2000),
  );
});

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
  taken_until: null,
  result: {},
  request_id: '',
  created_on: new Date(0),
  done_on: new Date(0),
  settled_by: null,
  settled_reason: null,
});

const cents = (decimals: readonly number[]): number => sumOf(decimals.map((amount) => Math.round(amount * 100)));

function summaryFollows({ claim, effects }: FinalizedClaim, isElsewhere: (index: number) => boolean): void {
  const rows = effects.map((intent, index) => rowOf(intent, index, isElsewhere(index) ? 'doneElsewhere' : 'done'));
  const { refunds, giftCards } = resolutionSummary(claim, rows);
  const entries = effects.flatMap((intent, index) => entryOfEffect(intent, isElsewhere(index), {}) ?? []);
  const credit = (account: Account): number => turnover(entries, account).credit;
  const moved = rows.filter(({ state }) => state === 'done').map(({ kind }) => kind);
  const isHere = (kind: string): boolean => moved.includes(kind);
  const to = (where: string): number =>
    cents(refunds.filter((one) => one.to === where && !one.wasResolvedExternally).map(({ amount }) => amount));
  const cards = (...types: string[]): number =>
    isHere('giftCard') ? cents(giftCards.filter(({ type }) => types.includes(type)).map(({ amount }) => amount)) : 0;
  const elsewhere = effects.filter((_, index) => isElsewhere(index));
  if (elsewhere.some(({ kind }) => kind === 'giftCard') && isHere('giftCard')) return;

  expect(to('originalPayment')).toBe(credit('platform:refunds'));
  expect(to('storeCredit') + cards('Store_Credit')).toBe(credit('platform:storeCredit'));
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
