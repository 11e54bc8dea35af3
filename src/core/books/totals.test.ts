import { law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesOfChange } from '#core/books/booked.ts';
import { finalizedClaim } from '#core/books/generated-claims.fixture.ts';
import type { Account } from '#core/books/entry.ts';
import { sumOf, turnover } from '#core/books/turnover.fixture.ts';
import { claimLedger } from '#core/claims/claim-money.ts';
import type { SectionType } from '#core/claims/ledger.ts';

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
