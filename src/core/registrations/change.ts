import { z } from 'zod';
import { Address } from '#core/address.ts';
import { Refusal } from '#core/refusal.ts';
import { addressProblems, dateProblem, type RegisteredProduct } from '#core/registrations/register.ts';
import { Day, type Registration } from '#core/registrations/registration.ts';
import { keptLanguage, type Language } from '#core/texts/languages.ts';

const MOST_LINES = 100;

/** S7.06. One kind of change to a registration. */
export const RegistrationChange = z.union([
  z.strictObject({ estimatedPurchaseDate: Day.exactOptional(), address: Address.nullable().exactOptional() }),
  z.strictObject({
    storeProductVariants: z
      .array(z.object({ idFromPlatform: z.string().min(1).max(100), quantity: z.number().int().min(1).max(9999) }))
      .min(1)
      .max(MOST_LINES),
  }),
  z.strictObject({ lineItemIdToRemove: z.number().int().positive() }),
]);
export type RegistrationChange = z.output<typeof RegistrationChange>;

/** What decides whether a registration may still be changed. */
export type Standing = { hasClaims: boolean; hasOpenClaims: boolean };

const canceled = (): Refusal =>
  new Refusal('conflict', 'REGISTRATION_CANCELED', 'This registration was canceled. It can no longer be changed.');

/** Refuses REGISTRATION_CANCELED and REGISTRATION_HAS_CLAIMS (S4.01). */
function checkOpen({ canceledOn }: Registration, { hasClaims }: Standing): void {
  if (canceledOn !== null) throw canceled();
  if (hasClaims)
    throw new Refusal(
      'conflict',
      'REGISTRATION_HAS_CLAIMS',
      'A claim was made on this registration, so it can no longer be changed.',
    );
}

type Moment = { now: string; today: string };

/** Another day of purchase, or another address; what is left out stays. Refuses what `checkOpen` does, and REGISTRATION_INVALID by field. */
export function editRegistration(
  registration: Registration,
  change: { estimatedPurchaseDate?: string; address?: Address | null },
  { now, today, ...standing }: Moment & Standing,
): Registration {
  checkOpen(registration, standing);
  const { estimatedPurchaseDate = registration.estimatedPurchaseDate, address = registration.owner.address } = change;
  const date = change.estimatedPurchaseDate === undefined ? null : dateProblem(estimatedPurchaseDate, today);
  const problems = {
    ...(date === null ? {} : { estimatedPurchaseDate: date }),
    ...(change.address ? addressProblems(change.address, { countryCodes: [] }) : {}),
  };
  const [first] = Object.values(problems);
  if (first !== undefined) throw new Refusal('notAllowed', 'REGISTRATION_INVALID', first, problems);
  return { ...registration, estimatedPurchaseDate, owner: { ...registration.owner, address }, updatedOn: now };
}

/** More products. A variant that is registered already gets more units. Refuses what `checkOpen` does, and TOO_MANY_PRODUCTS. */
export function addProducts(
  registration: Registration,
  products: readonly { product: RegisteredProduct; quantity: number }[],
  { now, ...standing }: Pick<Moment, 'now'> & Standing,
): Registration {
  checkOpen(registration, standing);
  const lines = [...registration.lines];
  for (const { product, quantity } of products) {
    const at = lines.findIndex(
      ({ variantIdFromPlatform, serialNumber }) =>
        variantIdFromPlatform === product.variantIdFromPlatform && serialNumber === null,
    );
    const known = lines[at];
    if (known) lines[at] = { ...known, quantity: known.quantity + quantity };
    else lines.push({ ...product, id: nextLineId({ ...registration, lines }), quantity, serialNumber: null });
  }
  if (lines.length > MOST_LINES)
    throw new Refusal('notAllowed', 'TOO_MANY_PRODUCTS', `A registration holds at most ${MOST_LINES} products.`);
  return { ...registration, lines, updatedOn: now };
}

/** Never that of a removed product, whose promised warranty it would take over. */
const nextLineId = ({ lines, lastRemovedLineId = 0 }: Pick<Registration, 'lines' | 'lastRemovedLineId'>): number =>
  Math.max(lastRemovedLineId, ...lines.map(({ id }) => id)) + 1;

/** Refuses what `checkOpen` does, PRODUCT_NOT_REGISTERED and LAST_PRODUCT. */
export function removeProduct(
  registration: Registration,
  lineId: number,
  { now, ...standing }: Pick<Moment, 'now'> & Standing,
): Registration {
  checkOpen(registration, standing);
  const lines = registration.lines.filter(({ id }) => id !== lineId);
  if (lines.length === registration.lines.length)
    throw new Refusal('notFound', 'PRODUCT_NOT_REGISTERED', "This product isn't part of the registration.");
  if (lines.length === 0)
    throw new Refusal('notAllowed', 'LAST_PRODUCT', 'A registration keeps at least one product. Cancel it instead.');
  const lastRemovedLineId = Math.max(registration.lastRemovedLineId ?? 0, lineId);
  return { ...registration, lines, lastRemovedLineId, updatedOn: now };
}

/** Ends it for good. What is canceled stays so. Refuses REGISTRATION_HAS_OPEN_CLAIMS. */
export function cancelRegistration(registration: Registration, standing: Standing, now: string): Registration {
  if (registration.canceledOn !== null) return registration;
  checkNothingOpen(standing, 'Finish the open claims on this registration before you cancel it.');
  return { ...registration, canceledOn: now, updatedOn: now };
}

function checkNothingOpen({ hasOpenClaims }: Standing, text: string): void {
  if (hasOpenClaims) throw new Refusal('conflict', 'REGISTRATION_HAS_OPEN_CLAIMS', text);
}

/** Who has the product now. */
export type NewOwner = { email: string; firstName: string; lastName: string; phone: string };

/**
 * Gives it to another owner, who is written to in `language`. The term of the warranty and the history stay; address,
 * consent, order number, proofs of the purchase and answers were the former owner's. Refuses REGISTRATION_CANCELED,
 * REGISTRATION_HAS_OPEN_CLAIMS and SAME_OWNER.
 */
export function transferRegistration(
  registration: Registration,
  { language, ...owner }: NewOwner & { language: Language },
  standing: Standing,
  now: string,
): Registration {
  if (registration.canceledOn !== null) throw canceled();
  checkNothingOpen(standing, 'Finish the open claims on this registration before you transfer it.');
  if (owner.email.trim().toLowerCase() === registration.owner.email.trim().toLowerCase())
    throw new Refusal('notAllowed', 'SAME_OWNER', 'This customer already has the registration.', {
      email: 'Enter the email of the new owner.',
    });
  const { language: _formerOwners, ...rest } = registration;
  return {
    ...rest,
    ...keptLanguage(language),
    owner: { ...owner, address: null },
    consent: null,
    customerProvidedOrderNumber: null,
    proofs: [],
    customFields: [],
    referrer: null,
    transferredOn: [...registration.transferredOn, now],
    updatedOn: now,
  };
}
