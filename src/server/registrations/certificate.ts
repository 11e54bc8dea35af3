import type { Certificate } from '#contract/customer/registrations.ts';
import { dayIn } from '#core/dates.ts';
import { warrantyPolicyUrlOf } from '#core/policy/published/policy-url.ts';
import { registrationTextsFor } from '#core/policy/registration-form.ts';
import { ownerName } from '#core/registrations/registration.ts';
import type { Writer } from '#core/texts/writer.ts';
import type { Documents } from '#partners/registry.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { coverageText, purchasedText, type Coverage } from '#server/registrations/coverage.ts';

/** Where the owner reads the terms of the warranty; empty where nowhere. */
export const termsUrlOf = (store: StoreRow, publicUrl: string): string =>
  warrantyPolicyUrlOf(settingsOf(store), portalAddress(publicUrl, store));

/** The certificate as a PDF, in the words of a writer. */
export function certificateDocument(
  { certificate }: Documents,
  store: StoreRow,
  { external_id: externalId, document: registration, created_on: createdOn }: RegistrationRow,
  coverage: readonly Coverage[],
  { url, publicUrl, writer }: { url: string; publicUrl: string; writer: Writer },
): Promise<Uint8Array> {
  return certificate({
    storeName: store.name,
    externalId,
    url,
    ownerName: ownerName(registration.owner),
    registeredOn: writer.date(`${dayIn(createdOn.toISOString(), store.time_zone)}T00:00:00Z`),
    purchasedOn: purchasedText(registration, writer),
    products: coverage.map((one) => ({
      name: one.line.name,
      variantTitle: one.line.variantTitle,
      quantity: one.line.quantity,
      serialNumber: one.line.serialNumber,
      coverage: coverageText(one, writer),
    })),
    color: brandOf(store).color,
    policyUrl: termsUrlOf(store, publicUrl),
    countryCode: registration.owner.address?.countryCode ?? store.return_address?.countryCode ?? '',
    writer,
  });
}

/** The certificate as the portal shows it. `token` null: to somebody who did not prove to be its owner. */
export function showCertificate(
  store: StoreRow,
  { external_id: externalId, document: registration, canceled_on: canceledOn }: RegistrationRow,
  coverage: readonly Coverage[],
  { token, publicUrl }: { token: string | null; publicUrl: string },
): Certificate {
  const isOwner = token !== null;
  return {
    externalId,
    storeName: store.name,
    registeredOn: registration.createdOn,
    estimatedPurchaseDate: registration.estimatedPurchaseDate,
    canceledOn: canceledOn?.toISOString() ?? null,
    ownerName: isOwner ? ownerName(registration.owner) : '',
    email: isOwner ? registration.owner.email : '',
    products: coverage.map(({ line, isCovered, until, whyNot }) => ({
      name: line.name,
      variantTitle: line.variantTitle,
      imgUrl: line.imgUrl,
      quantity: line.quantity,
      serialNumber: isOwner ? line.serialNumber : null,
      coveredUntil: until,
      isCovered,
      whyNot,
    })),
    policyUrl: termsUrlOf(store, publicUrl),
    afterwards: registrationTextsFor(settingsOf(store)).afterwards,
    canClaim: isOwner && canceledOn === null && coverage.some(({ isCovered }) => isCovered),
    token,
  };
}
