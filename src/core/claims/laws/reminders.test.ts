import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cancelClaim } from '#core/claims/cancel.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { awaitedShipment, dueReminder, expireReturn, remindShopper, REMINDERS } from '#core/claims/reminders.ts';
import { applyTracker, attachShipment, type NewShipment, type TrackerNews } from '#core/claims/shipments.ts';
import { claimOf, lineOf, orderOf, WAY } from '#core/claims/test-data.ts';
import { addDays, dayIn } from '#core/dates.ts';
import { usualAutomated } from '#core/emails/templates.ts';
import { law } from '#core/law.fixture.ts';

const HOUR_MS = 3_600_000;
/** Zones with and without summer time, one that changes by half an hour, and those furthest from UTC. */
const ZONES = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const submitted = claimOf(order);
const slip: NewShipment = {
  type: 'Packing_Slip',
  provider: null,
  shipmentIdFromProvider: null,
  carrier: '',
  service: '',
  cost: 0,
  trackingCode: '',
  trackingUrl: '',
  documentKey: 'slip',
  qrCodeUrl: null,
  ...WAY,
};

const event = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('look' as const), hours: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('moves' as const), hours: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), hours: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('label' as const), hours: fc.integer({ min: 0, max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('expire' as const), hours: fc.integer({ min: 0, max: 30 }) }) },
);

const story = fc.record({
  // Over both changes of the clocks.
  given: fc.integer({ min: Date.UTC(2026, 1, 1), max: Date.UTC(2026, 11, 20) }),
  timeZone: fc.constantFrom(...ZONES),
  reminderDays: fc.integer({ min: 1, max: 12 }),
  expiringDays: fc.integer({ min: 1, max: 20 }),
  lasts: fc.option(fc.integer({ min: 1, max: 25 })),
  cancels: fc.boolean(),
  events: fc.array(event, { maxLength: 40 }),
});

const localHour = (iso: string, timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(new Date(iso)));

test('law: each reminder is sent at most once, at ten or later, and none once the package moved or the claim ended', () => {
  fc.assert(
    fc.property(story, ({ given, timeZone, reminderDays, expiringDays, lasts, cancels, events }) => {
      let now = new Date(given).toISOString();
      const labelAt = (key: string) => ({
        ...slip,
        documentKey: key,
        ...(lasts === null ? {} : { expiresOn: addDays(now, lasts) }),
      });
      const days = { Return_Reminder: reminderDays, Return_Expiring: expiringDays };
      const store = {
        timeZone,
        templates: {
          automated: REMINDERS.map((code) => ({ ...usualAutomated(code), isEnabled: true, sendAfterDays: days[code] })),
          byStaff: [],
        },
      };
      const made: Claim = { ...submitted, createdOn: now };
      let claim = attachShipment(made, labelAt('label-0'), now).claim;
      let labels = 1;
      const sent = new Map<string, number>();
      const take = ({ claim: next, effects }: Decision): void => {
        claim = next;
        for (const effect of effects)
          if (effect.kind === 'email') sent.set(effect.payload.type, (sent.get(effect.payload.type) ?? 0) + 1);
      };
      for (const { kind, hours } of events) {
        now = new Date(Date.parse(now) + hours * HOUR_MS).toISOString();
        if (kind === 'moves' && claim.shipments.length > 0) {
          const news: TrackerNews = { status: 'in_transit', updatedOn: now, events: [] };
          take(applyTracker(claim, claim.shipments.at(-1)?.id ?? 0, news, now));
        } else if (kind === 'cancel' && claim.lines.some(({ canceledOn }) => canceledOn === null)) {
          take(cancelClaim(claim, now));
        } else if (kind === 'label' && claim.lines.some(({ canceledOn }) => canceledOn === null)) {
          take(attachShipment(claim, labelAt(`label-${labels++}`), now));
        } else if (kind === 'expire') {
          take(expireReturn(claim, { cancels }, now));
        } else if (kind === 'look') {
          const reminder = dueReminder(claim, store, now);
          if (reminder === null) continue;
          const shipment = awaitedShipment(claim);
          expect(
            claim.shipments.some(
              ({ trackerStatus, canceledOn }) => canceledOn === null && trackerStatus === 'in_transit',
            ),
          ).toBe(false);
          expect(claim.lines.some(({ canceledOn }) => canceledOn === null)).toBe(true);
          expect(Date.parse(now)).toBeLessThanOrEqual(Date.parse(shipment?.expiresOn ?? now));
          // Not before its day began in the store, and on that day not before ten.
          const from = Date.parse(`${dayIn(shipment?.createdOn ?? now, timeZone)}T00:00:00Z`);
          const passed = Math.round((Date.parse(`${dayIn(now, timeZone)}T00:00:00Z`) - from) / (24 * HOUR_MS));
          expect(passed).toBeGreaterThanOrEqual(days[reminder]);
          if (passed === days[reminder]) expect(localHour(now, timeZone)).toBeGreaterThanOrEqual(10);
          take(remindShopper(claim, reminder, now));
          // Deciding it again is deciding it once.
          expect(remindShopper(claim, reminder, now).effects).toEqual([]);
          expect(dueReminder(claim, store, now)).not.toBe(reminder);
        }
      }
      for (const type of ['returnReminder', 'returnExpiring', 'returnExpired'])
        expect(sent.get(type) ?? 0).toBeLessThanOrEqual(1);
    }),
    law(4000),
  );
});

test('a shopper who does nothing is reminded at ten of the store, on days on which the clocks change too', () => {
  const store = (timeZone: string) => ({
    timeZone,
    templates: {
      automated: [{ ...usualAutomated('Return_Reminder'), isEnabled: true, sendAfterDays: 1 }],
      byStaff: [],
    },
  });
  const firstReminder = (given: string, timeZone: string): string => {
    const claim = attachShipment(submitted, { ...slip, expiresOn: addDays(given, 30) }, given).claim;
    for (let at = Date.parse(given); ; at += HOUR_MS / 12) {
      const now = new Date(at).toISOString();
      if (dueReminder(claim, store(timeZone), now) !== null) return now;
    }
  };
  // The clocks go forward on March 8 and back on November 1 in New York, and by half an hour on April 5 on Lord Howe.
  expect(firstReminder('2026-03-07T20:00:00.000Z', 'America/New_York')).toBe('2026-03-08T14:00:00.000Z');
  expect(firstReminder('2026-10-31T20:00:00.000Z', 'America/New_York')).toBe('2026-11-01T15:00:00.000Z');
  expect(firstReminder('2026-04-04T02:00:00.000Z', 'Australia/Lord_Howe')).toBe('2026-04-04T23:30:00.000Z');
});
