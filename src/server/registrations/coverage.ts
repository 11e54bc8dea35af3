import { warrantyEligibility, whyNotWords } from '#core/claims/eligibility.ts';
import { LIFETIME } from '#core/dates.ts';
import { lineIn } from '#core/registrations/registration-order.ts';
import type { Registration, RegistrationLine } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';
import { rulingFor } from '#server/db/ruling.ts';
import { ENGLISH } from '#core/texts/english.ts';
import type { Words } from '#core/texts/phrase.ts';
import { policyOf } from '#server/policy.ts';

export type Coverage = {
  line: RegistrationLine;
  isCovered: boolean;
  /** The end of the warranty; null where there is none. */
  until: string | null;
  /** Why it isn't covered; null where it is. */
  whyNot: Words | null;
};

/** What the warranty says of each registered product now: the same answer as a claim on it would get. */
export async function coverageOf(db: Db, row: RegistrationRow, now: string): Promise<Coverage[]> {
  const { store_id: storeId, order_id: orderId, document: registration } = row;
  const found = await orderWithClaims(db, storeId, orderId);
  if (!found) return [];
  const ruling = await rulingFor(db, storeId, found);
  const policy = policyOf(found, NO_PARTNERS, { asker: 'buyer', claimType: 'Warranty', ruling });
  const claims = found.claims.map(({ claim }) => claim);
  return registration.lines.map((line) => {
    const orderLine = lineIn(found.order.lines, line);
    if (!orderLine) return { line, isCovered: false, until: null, whyNot: { id: 'certificate.removed' } };
    const verdict = warrantyEligibility(found.order, orderLine, policy, claims, now);
    return { line, isCovered: verdict.isEligible, until: verdict.lastEligibleDate, whyNot: whyNotWords(verdict) };
  });
}

/** Labels and cards decide nothing about a warranty. */
const NO_PARTNERS = { labels: [], payments: null };

/** How long a product is covered, as people read it. */
export const coverageText = ({ isCovered, until, whyNot }: Coverage, { write } = ENGLISH): string => {
  if (!isCovered) return write(whyNot ?? '');
  if (until === LIFETIME || until === null) return write({ id: 'certificate.lifetime' });
  return write({ id: 'certificate.covered', values: { date: { day: until } } });
};

/** When it was bought, as people read it. */
export const purchasedText = ({ estimatedPurchaseDate }: Registration, { date } = ENGLISH): string =>
  date(`${estimatedPurchaseDate}T00:00:00Z`);
