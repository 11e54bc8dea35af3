import { isOpen } from '#core/claims/active.ts';
import { canCancel, cancelClaim } from '#core/claims/cancel.ts';
import { isYetToBeSent } from '#core/claims/carriers.ts';
import type { Claim } from '#core/claims/claim.ts';
import { emailEffect, type Decision } from '#core/claims/decision.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { lastDayOf } from '#core/claims/shipments.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { addDays, dayAfter, dayIn, formatDate, hourIn, isAfter, isBefore } from '#core/dates.ts';
import { automatedOf, type EmailTemplates } from '#core/emails/templates.ts';

/** The later one first: it makes the earlier one pointless. */
export const REMINDERS = ['Return_Expiring', 'Return_Reminder'] as const;
export type Reminder = (typeof REMINDERS)[number];

const AT_HOUR = 10;
/** A reminder that is later than this is not sent anymore, so that switching one on writes to nobody about old claims. */
export const LATE_DAYS = 2;

/** The label or packing slip that the shopper has and did not use; null where nothing is waited for. */
export function awaitedShipment(claim: Claim): ReturnShipment | null {
  const isWanted = claim.finalizedOn === null && claim.erasedOn === undefined && claim.returnRequired;
  if (!isWanted || !claim.lines.some(isOpen)) return null;
  const given = claim.shipments.filter(({ canceledOn }) => canceledOn === null);
  return given.every(({ trackerStatus }) => isYetToBeSent(trackerStatus)) ? (given.at(-1) ?? null) : null;
}

/** The hour of a reminder: ten in the morning of the store, so many days after an instant. */
export const reminderHour = (since: string, days: number, timeZone: string): string =>
  hourIn(dayAfter(dayIn(since, timeZone), days), AT_HOUR, timeZone);

/** When a reminder is due: so many days after the label or packing slip was given. */
export const reminderOn = ({ createdOn }: Pick<ReturnShipment, 'createdOn'>, days: number, timeZone: string): string =>
  reminderHour(createdOn, days, timeZone);

/** When the last day to ship has passed; null without one, or where nothing is waited for. */
export const returnExpiresOn = (claim: Claim): string | null => awaitedShipment(claim)?.expiresOn ?? null;

type Store = { templates: EmailTemplates; timeZone: string };

/** The reminder that is to be sent now; null where there is none. */
export function dueReminder(claim: Claim, { templates, timeZone }: Store, now: string): Reminder | null {
  const shipment = awaitedShipment(claim);
  if (!shipment || claim.customerEmail === '') return null;
  const { expiresOn } = shipment;
  if (expiresOn !== undefined && isAfter(now, expiresOn)) return null;
  if (claim.reminded?.Return_Expiring !== undefined) return null;
  return REMINDERS.find((reminder) => isDue(reminder)) ?? null;

  function isDue(reminder: Reminder): boolean {
    const { isEnabled, sendAfterDays } = automatedOf(templates, reminder);
    if (!isEnabled || sendAfterDays === null || claim.reminded?.[reminder] !== undefined) return false;
    if (reminder === 'Return_Expiring' && expiresOn === undefined) return false;
    const due = reminderOn(shipment ?? { createdOn: now }, sendAfterDays, timeZone);
    return !isBefore(now, due) && isBefore(now, addDays(due, LATE_DAYS));
  }
}

const EMAIL_OF = { Return_Reminder: 'returnReminder', Return_Expiring: 'returnExpiring' } as const;

/** The purpose of a reminder: once for a claim, whatever labels it has had. */
export const reminderKey = (reminder: Reminder, claimId: number | string): string =>
  `email:${reminder}:claim:${claimId}`;

/** Reminds the shopper to ship; the same again changes nothing. */
export function remindShopper(claim: Claim, reminder: Reminder, now: string): Decision {
  const shipment = awaitedShipment(claim);
  if (!shipment || claim.reminded?.[reminder] !== undefined) return { claim, effects: [] };
  const told: Claim = { ...claim, updatedOn: now, reminded: { ...claim.reminded, [reminder]: now } };
  return {
    claim: told,
    effects: emailEffect(
      EMAIL_OF[reminder],
      told,
      reminderKey(reminder, claim.id),
      usualEmail(EMAIL_OF[reminder], { ...told, ...lastDayOf(shipment) }),
    ),
  };
}

/**
 * Marks a return whose last day to ship has passed, and cancels it where the store wants that and nothing was sent ahead. A
 * withdrawal that was stated stands.
 */
export function expireReturn(claim: Claim, { cancels }: { cancels: boolean }, now: string): Decision {
  const shipment = awaitedShipment(claim);
  const expiresOn = shipment?.expiresOn;
  if (!shipment || expiresOn === undefined || !isAfter(now, expiresOn) || claim.returnExpiredOn === expiresOn)
    return { claim, effects: [] };
  const marked = withEntry(
    { ...claim, returnExpiredOn: expiresOn },
    {
      type: 'warning',
      subject: 'The return expired',
      message: `Nothing was shipped by ${formatDate(shipment.lastDay ?? expiresOn)}.`,
    },
    now,
  );
  if (!cancels || isWithdrawal(marked) || !canCancel(marked)) return { claim: marked, effects: [] };
  const canceled = cancelClaim(marked, now);
  const text = usualEmail('returnExpired', { ...marked, ...lastDayOf(shipment) });
  const email = emailEffect('returnExpired', canceled.claim, `email:returnExpired:claim:${claim.id}`, {
    ...text,
    claimSummary: false,
  });
  return { ...canceled, effects: [...canceled.effects, ...email] };
}
