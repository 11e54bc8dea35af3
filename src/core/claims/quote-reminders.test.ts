import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declineQuote, quoteRepair } from '#core/claims/repair.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim } from '#core/claims/create.ts';
import type { Decision } from '#core/claims/decision.ts';
import { payOwed } from '#core/claims/owed.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import { dueQuotes, lookAfterQuotes, QUOTE_ALERT_DAYS, QUOTE_REMINDER_DAYS } from '#core/claims/quote-reminders.ts';
import { isQuoteOpen } from '#core/claims/repair-state.ts';
import { repairsDue } from '#core/claims/repair-due.ts';
import { agreeToQuotes, inputOf, lineOf, orderOf, paymentOf, selectionOf } from '#core/claims/test-data.ts';
import { law } from '#core/law.fixture.ts';

const HOUR_MS = 3_600_000;
const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const asked: Claim = createClaim({
  ...inputOf(order, { claimType: 'Warranty', source: 'Merchant_App' }),
  selections: [selectionOf({ lineIdFromPlatform: 'a', quantity: 1, method: 'repair' })],
  shippingMethod: 'none',
}).claim;
const quoted = (claim: Claim, now: string, price = 4000): Decision => quoteRepair(claim, 1, { price, note: '' }, now);
const localHour = (iso: string, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(iso)));

const event = fc.record({
  kind: fc.constantFrom('look', 'look', 'look', 'look', 'look', 'look', 'quote', 'decline', 'pay'),
  hours: fc.integer({ min: 1, max: 40 }),
});

test('law: a quote is reminded of once and alerted about once, from ten in the morning on, and never once answered', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2026, 1, 1), max: Date.UTC(2026, 11, 20) }),
      fc.constantFrom('America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Kiritimati'),
      fc.array(event, { maxLength: 30 }),
      (start, timeZone, events) => {
        let now = new Date(start).toISOString();
        let { claim } = quoted(asked, now);
        let since = now;
        let price = 4000;
        const told = { reminders: 0, alerts: 0 };
        for (const { kind, hours } of events) {
          now = new Date(Date.parse(now) + hours * HOUR_MS).toISOString();
          const line = claim.lines[0];
          if (!line) throw new Error('the claim has a line');
          if (kind === 'quote' && isQuoteOpen(line)) {
            ({ claim } = quoted(claim, now, (price += 100)));
            since = now;
            Object.assign(told, { reminders: 0, alerts: 0 });
          } else if (kind === 'decline' && isQuoteOpen(line)) {
            ({ claim } = declineQuote(claim, 1, now));
          } else if (kind === 'pay' && isQuoteOpen(line)) {
            const payment = paymentOf({ id: 100, amount: stillOwed(claim), currencyCode: 'USD' });
            claim = payOwed(claim, payment, now)?.claim ?? agreeToQuotes(claim, now).claim;
          } else {
            const due = dueQuotes(claim, timeZone, now);
            const { reminders, alerts } = due;
            const passed = (Date.parse(now) - Date.parse(since)) / (24 * HOUR_MS);
            if (reminders.length + alerts.length > 0) expect(isQuoteOpen(line)).toBe(true);
            if (reminders.length > 0) expect(passed).toBeGreaterThan(QUOTE_REMINDER_DAYS - 1);
            if (alerts.length > 0) expect(passed).toBeGreaterThan(QUOTE_ALERT_DAYS - 1);
            if (reminders.length > 0 && passed < QUOTE_REMINDER_DAYS)
              expect(localHour(now, timeZone)).toBeGreaterThanOrEqual(10);
            const decided = lookAfterQuotes(claim, due, now);
            expect(decided.effects.map(({ kind: of }) => of)).toEqual(reminders.map(() => 'email'));
            expect(lookAfterQuotes(decided.claim, due, now).effects).toEqual([]);
            told.reminders += reminders.length;
            told.alerts += alerts.length;
            expect(Math.max(told.reminders, told.alerts)).toBeLessThanOrEqual(1);
            ({ claim } = decided);
          }
        }
      },
    ),
    law(2000),
  );
});

test('a quote that nobody answers is reminded of on the third day, and staff are alerted on the seventh', () => {
  let { claim } = quoted(asked, '2026-03-20T16:00:00.000Z');
  const seen: string[] = [];
  for (
    let at = Date.parse('2026-03-20T16:30:00.000Z');
    at < Date.parse('2026-04-20T00:00:00.000Z');
    at += HOUR_MS / 2
  ) {
    const now = new Date(at).toISOString();
    const due = dueQuotes(claim, 'Europe/Berlin', now);
    if (due.reminders.length > 0) seen.push(`reminder ${now}`);
    if (due.alerts.length > 0) seen.push(`alert ${now}`);
    ({ claim } = lookAfterQuotes(claim, due, now));
  }
  // The second day is one on which the clocks in Berlin changed.
  expect(seen).toEqual(['reminder 2026-03-23T09:00:00.000Z', 'alert 2026-03-27T09:00:00.000Z']);
  expect(repairsDue(claim)).toEqual([{ due: 'answer', since: '2026-03-20T16:00:00.000Z' }]);
});

test('a quote of long ago is not reminded of anymore, but staff are alerted', () => {
  const { claim } = quoted(asked, '2026-03-20T16:00:00.000Z');
  expect(dueQuotes(claim, 'UTC', '2026-06-01T12:00:00.000Z')).toEqual({ reminders: [], alerts: [1] });
  expect(dueQuotes({ ...claim, customerEmail: '' }, 'UTC', '2026-03-23T12:00:00.000Z').reminders).toEqual([]);
});
