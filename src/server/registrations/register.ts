import { createHash, randomBytes } from 'node:crypto';
import { dayIn } from '#core/analytics/period.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import { registrationFormFor } from '#core/policy/registration-form.ts';
import { Refusal } from '#core/refusal.ts';
import { register, type RegisterRequest } from '#core/registrations/register.ts';
import type { Registration } from '#core/registrations/registration.ts';
import type { Language } from '#core/texts/languages.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsOfStore } from '#server/db/custom-fields.ts';
import {
  insertRegistration,
  isUnknownSerial,
  sameKeyOf,
  sameRegistration,
  takeSerials,
  type RegistrationRow,
} from '#server/db/registrations.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { enqueue } from '#server/effects/outbox.ts';
import { writeOrder } from '#server/registrations/order-of.ts';
import { attachProofs } from '#server/registrations/proofs.ts';
import { takeTerms } from '#server/registrations/terms.ts';
import { knownOf, registrable } from '#server/registrations/registrable.ts';

/**
 * `secret`: of this installation; `consentLanguage`: in which the text of the consent was read; `language`: in which the owner is written to;
 * `boughtOn`: the order the product was bought on, null where none was proven.
 */
export type RegisterContext = {
  secret: string;
  requestId: string;
  consentLanguage: string;
  language: Language;
  boughtOn: number | null;
};

/** The form of a store, and the day it is there. */
export async function formOf(db: Db, store: Pick<StoreRow, 'store_id' | 'settings' | 'time_zone'>) {
  const fields = await fieldsOfStore(db, store.store_id);
  return { form: registrationFormFor(settingsOf(store), fields), today: dayIn(new Date(), store.time_zone) };
}

/**
 * Registers a product in the transaction of `db`, or finds it registered before. Refuses as `register` does, and
 * SERIAL_UNKNOWN and SERIAL_TAKEN. Throws the database's unique violation where it was sent twice at the same time.
 */
export async function registerProduct(
  db: Db,
  store: StoreRow,
  request: RegisterRequest,
  { secret, requestId, consentLanguage, language, boughtOn }: RegisterContext,
): Promise<{ row: RegistrationRow; isNew: boolean }> {
  const storeId = store.store_id;
  const { form, today } = await formOf(db, store);
  const registration = register({
    request,
    form,
    product: await registrable(
      db,
      storeId,
      request.variantIdFromPlatform,
      knownOf(store, { channel: request.registrationChannelName, purchasedOn: request.estimatedPurchaseDate }),
    ),
    externalId: externalIdOf('Registration', randomBytes(EXTERNAL_ID_BYTES)),
    now: new Date().toISOString(),
    today,
    consent: {
      textHash: createHash('sha256')
        .update(form.consent?.text ?? '')
        .digest('hex'),
      language: consentLanguage,
    },
    language,
  });
  const sameKey = sameKeyOf(secret, registration);
  const same = await sameRegistration(db, storeId, sameKey);
  if (same) return { row: same, isNew: false };
  const row = await addRegistration(db, store, registration, {
    sameKey,
    boughtOn,
    serialFieldIds: form.serialFieldIds,
  });
  const { order_id: orderId } = row;
  await attachProofs(db, storeId, orderId, registration.proofs);
  await enqueue(db, storeId, requestId, [
    {
      kind: 'registrationEmail',
      purposeKey: `registration:${row.registration_id}:registered`,
      subject: aboutOrder(orderId),
      payload: { registrationId: row.registration_id, externalId: registration.externalId, news: 'registered' },
    },
  ]);
  return { row, isNew: true };
}

/**
 * Writes a registration with the order it stands on: the one it was bought on, or its own. Refuses SERIAL_UNKNOWN and SERIAL_TAKEN, on the fields that were
 * asked for the serial number.
 */
export async function addRegistration(
  db: Db,
  store: StoreRow,
  registration: Registration,
  {
    sameKey,
    boughtOn,
    serialFieldIds,
  }: { sameKey: string; boughtOn: number | null; serialFieldIds: readonly string[] },
): Promise<RegistrationRow> {
  const storeId = store.store_id;
  await checkSerials(db, storeId, registration, serialFieldIds);
  const orderId = boughtOn ?? (await writeOrder(db, store, registration));
  const row = await insertRegistration(db, storeId, orderId, registration, sameKey);
  const taken = await takeSerials(db, storeId, row.registration_id, registration);
  if (taken !== null) throw serialTaken(serialFieldIds);
  await takeTerms(db, row);
  return row;
}

async function checkSerials(
  db: Db,
  storeId: number,
  { lines }: Registration,
  fieldIds: readonly string[],
): Promise<void> {
  for (const { productIdFromPlatform, serialNumber } of lines)
    if (serialNumber !== null && (await isUnknownSerial(db, storeId, productIdFromPlatform, serialNumber))) {
      const text = "We don't know this serial number. Check the label on the product.";
      throw new Refusal('notAllowed', 'SERIAL_UNKNOWN', text, onFields(fieldIds, text));
    }
}

function serialTaken(fieldIds: readonly string[]): Refusal {
  const text = 'This serial number is registered already. If the product is yours now, contact us to transfer it.';
  return new Refusal('conflict', 'SERIAL_TAKEN', text, onFields(fieldIds, text));
}

const onFields = (fieldIds: readonly string[], text: string): Record<string, string> =>
  Object.fromEntries(fieldIds.map((id) => [`customFields.${id}`, text]));
