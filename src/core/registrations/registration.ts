import { z } from 'zod';
import { Address } from '#core/address.ts';
import { FieldAnswer } from '#core/claims/field-shapes.ts';
import { Minor } from '#core/money.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

/** A day of the calendar, YYYY-MM-DD. */
export const Day = z.iso.date();

/** A product that was registered, as it was then. */
export const RegistrationLine = z.object({
  id: z.number().int().positive(),
  productIdFromPlatform: z.string(),
  variantIdFromPlatform: z.string(),
  name: z.string(),
  variantTitle: z.string().default(''),
  sku: z.string().default(''),
  imgUrl: z.string().nullable().default(null),
  options: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  quantity: z.number().int().positive(),
  /** What the shop asked for one then, in its currency. */
  unitListPrice: Minor,
  /** Of its single unit; null where none is known. */
  serialNumber: z.string().nullable().default(null),
});
export type RegistrationLine = z.infer<typeof RegistrationLine>;

/** What the owner agreed to, word for word. */
export const Consent = z.object({
  text: z.string(),
  /** SHA-256 of the text, hexadecimal. */
  textHash: z.string(),
  policyUrl: z.string(),
  language: z.string(),
  collectedOn: z.string(),
});
export type Consent = z.infer<typeof Consent>;

/** Who has the product. */
export const Owner = z.object({
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().default(''),
  address: Address.nullable().default(null),
});
export type Owner = z.infer<typeof Owner>;

/** S3.01. Products that their owner has told the store about. */
export const Registration = z.object({
  externalId: z.string(),
  createdOn: z.string(),
  updatedOn: z.string(),
  canceledOn: z.string().nullable().default(null),
  owner: Owner,
  registrationChannelName: z.string(),
  estimatedPurchaseDate: Day,
  customerProvidedOrderNumber: z.string().nullable().default(null),
  /** Ids of the files that prove the purchase. */
  proofs: z.array(z.string()).default([]),
  consent: Consent.nullable().default(null),
  customFields: z.array(FieldAnswer).default([]),
  lines: z.array(RegistrationLine).min(1),
  /** The highest id of a product that was removed; absent while none was. */
  lastRemovedLineId: z.number().int().positive().exactOptional(),
  /** The page that led to the form, or the code that was scanned. */
  referrer: z.string().nullable().default(null),
  /** Of its owner, as they are written to; absent for English. */
  language: z.enum(LANGUAGE_CODES).exactOptional(),
  /** When it passed to another owner. */
  transferredOn: z.array(z.string()).default([]),
  /** When its owner's data was erased; absent on others. */
  erasedOn: z.string().exactOptional(),
});
export type Registration = z.infer<typeof Registration>;

/** A name for the certificate and lists; empty where none was given. */
export const ownerName = ({ firstName, lastName }: Pick<Owner, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();
