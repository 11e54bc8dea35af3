import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { LATE_DAYS, reminderHour } from '#core/claims/reminders.ts';
import { quoteEmail } from '#core/claims/repair.ts';
import { isQuoteOpen } from '#core/claims/repair-state.ts';
import { withLine } from '#core/claims/resolution.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { addDays, isBefore } from '#core/dates.ts';

/** Days after a quote: the shopper is reminded of it, and later staff are alerted that nobody answered. */
export const QUOTE_REMINDER_DAYS = 3;
export const QUOTE_ALERT_DAYS = 7;

/** Lines whose shopper is to be reminded, and those about which staff are to be alerted. */
export type DueQuotes = { reminders: readonly number[]; alerts: readonly number[] };

/** What is due now of quotes that stand, at the hour of all reminders. A quote is reminded of once, and alerted about once. */
export const dueQuotes = ({ lines, customerEmail }: Claim, timeZone: string, now: string): DueQuotes => ({
  reminders: lines.filter((line) => customerEmail !== '' && isReminderDue(line, timeZone, now)).map(({ id }) => id),
  alerts: lines.filter((line) => isAlertDue(line, timeZone, now)).map(({ id }) => id),
});

function isReminderDue(line: ClaimLine, timeZone: string, now: string): boolean {
  if (!isQuoteOpen(line) || line.repair?.remindedOn !== undefined) return false;
  const due = dueOn(line, QUOTE_REMINDER_DAYS, timeZone);
  return !isBefore(now, due) && isBefore(now, addDays(due, LATE_DAYS));
}

/** However late: a quote that nobody answers must not wait unseen. */
const isAlertDue = (line: ClaimLine, timeZone: string, now: string): boolean =>
  isQuoteOpen(line) && line.repair?.alertedOn === undefined && !isBefore(now, dueOn(line, QUOTE_ALERT_DAYS, timeZone));

const dueOn = ({ repair }: ClaimLine, days: number, timeZone: string): string =>
  reminderHour(repair?.steps.at(-1)?.on ?? '', days, timeZone);

/** Reminds the shopper of quotes and marks those that staff are alerted about; the same again changes nothing. */
export function lookAfterQuotes(
  claim: Claim,
  { reminders, alerts }: DueQuotes,
  now: string,
): Decision & { alerted: string[] } {
  const reminded = claim.lines.filter(
    (line) => reminders.includes(line.id) && isQuoteOpen(line) && line.repair?.remindedOn === undefined,
  );
  const alerted = claim.lines.filter(
    (line) => alerts.includes(line.id) && isQuoteOpen(line) && line.repair?.alertedOn === undefined,
  );
  const told = [
    ...reminded.map(({ id }) => ({ id, on: { remindedOn: now } })),
    ...alerted.map(({ id }) => ({ id, on: { alertedOn: now } })),
  ].reduce((before, { id, on }) => {
    const line = before.lines.find((one) => one.id === id);
    return line?.repair ? withLine(before, { ...line, repair: { ...line.repair, ...on } }) : before;
  }, claim);
  const noted = alerted.reduce(
    (before, { name }) =>
      withEntry(
        before,
        {
          type: 'warning',
          subject: `The quote for ${name} isn't answered`,
          message: `The customer hasn't answered for ${QUOTE_ALERT_DAYS} days.`,
        },
        now,
      ),
    told,
  );
  return {
    claim: noted,
    effects: reminded.flatMap(({ id }) => quoteEmail(noted, id, 'quoteReminder')),
    alerted: alerted.map(({ name }) => name),
  };
}
