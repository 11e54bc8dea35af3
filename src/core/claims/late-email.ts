import { isOpen } from '#core/claims/active.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { EmailType } from '#core/claims/email-wishes.ts';
import { awaitedShipment } from '#core/claims/reminders.ts';
import { isQuoteOpen } from '#core/claims/repair-state.ts';
import { offeredShipment } from '#core/claims/shipments.ts';
import type { EmailPayload } from '#core/effects/email.ts';

type Late = Pick<EmailPayload, 'type' | 'shipmentId' | 'quote'>;
type Needless = (claim: Claim, email: Late) => string | null;

const notAwaited: Needless = (claim) =>
  awaitedShipment(claim) === null ? 'The package is on its way, or no longer needed.' : null;
/** A repair goes on to another step with every quote. */
const isAt = ({ id, repair }: ClaimLine, { lineId, step }: NonNullable<Late['quote']>): boolean =>
  id === lineId && repair?.steps.length === step;
const notQuoted: Needless = ({ lines }, { quote }) =>
  lines.some((line) => isQuoteOpen(line) && (quote === undefined || isAt(line, quote)))
    ? null
    : 'The quote is answered, or no longer stands.';

const NEEDLESS: Partial<Record<EmailType, Needless>> = {
  needsInformation: ({ question }) => (question?.isOpen ? null : 'The question is answered, or no longer asked.'),
  labelReady: (claim, { shipmentId }) =>
    offeredShipment(claim, shipmentId) === null ? 'The label or packing slip is no longer needed.' : null,
  paymentDue: (claim) => (stillOwed(claim) === 0 ? 'Nothing is owed anymore.' : null),
  repairQuoted: notQuoted,
  quoteReminder: notQuoted,
  returnReminder: notAwaited,
  returnExpiring: notAwaited,
  returnExpired: ({ lines }) => (lines.some(isOpen) ? 'The claim is open again.' : null),
};

/** Why an email that waited isn't sent anymore, because it is no longer true; null where it is. */
export const whyNeedless = (email: Late, claim: Claim): string | null => NEEDLESS[email.type]?.(claim, email) ?? null;
