import { z } from 'zod';
import { Address } from '#core/address.ts';
import { AskedField } from '#core/claims/field-shapes.ts';
import { RegisterRequest } from '#core/registrations/register.ts';
import { Words } from '#core/texts/phrase.ts';
import { route } from '#contract/route.ts';

const Storefront = z.object({ slug: z.string().min(1).max(100) });
const NoStore = { STORE_NOT_FOUND: 'Store not found' };
const TooMany = { TOO_MANY_ATTEMPTS: 'Too many requests from this network; try again later' };
const TooManyMails = { TOO_MANY_ATTEMPTS: 'Too many requests from this network or for this email; try again later' };
const Off = { REGISTRATIONS_DISABLED: "The store doesn't take registrations" };

export const registrationForm = route({
  method: 'GET',
  path: '/api/customer/{slug}/registration/form',
  access: 'public',
  summary: 'Get what the store asks of someone who registers a product',
  params: Storefront,
  response: z.object({
    isOffered: z.boolean(),
    channels: z.array(z.string()),
    wantsProof: z.boolean(),
    wantsAddress: z.boolean(),
    isPhoneRequired: z.boolean(),
    /** Where the owner may live; empty for anywhere. */
    countryCodes: z.array(z.string()),
    consent: z
      .object({ title: z.string(), text: z.string(), description: z.string(), policyUrl: z.string() })
      .nullable(),
    fields: z.array(AskedField),
    serialFieldIds: z.array(z.string()),
    /** The store's own words around the form; empty where it has none. */
    texts: z.object({
      introduction: z.string(),
      productHint: z.string(),
      identifyText: z.string(),
      identifyLinkText: z.string(),
      identifyUrl: z.string(),
      afterwards: z.string(),
    }),
    /** The day it is where the store is; no purchase is later. */
    today: z.string(),
  }),
  errors: NoStore,
});

const RegistrableVariant = z.object({
  idFromPlatform: z.string(),
  title: z.string(),
  sku: z.string(),
  /** 14 digits; null where the shop has no valid one. */
  gtin: z.string().nullable(),
});
export const RegistrableProduct = z.object({
  idFromPlatform: z.string(),
  title: z.string(),
  imgUrl: z.string().nullable(),
  variants: z.array(RegistrableVariant),
});
export type RegistrableProduct = z.infer<typeof RegistrableProduct>;

export const registrableProducts = route({
  method: 'GET',
  path: '/api/customer/{slug}/registration/product',
  access: 'public',
  summary: 'Find products that can be registered, by name or SKU; a code names one by its variant, SKU or GTIN',
  params: Storefront,
  query: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    /** The variant, SKU or GTIN that a scanned code names. */
    code: z.string().trim().max(100).optional(),
    registrationChannelName: z.string().trim().max(100).default(''),
    estimatedPurchaseDate: z.iso.date().optional(),
  }),
  response: z.object({ products: z.array(RegistrableProduct), hasMore: z.boolean() }),
  errors: { ...NoStore, ...Off, ...TooMany },
});

export const orderToRegister = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration/order',
  access: 'public',
  summary: 'Get what an order says that a registration asks; guarded as a look-up is, and opens no session',
  params: Storefront,
  body: z.object({ orderNo: z.string().trim().min(1).max(100), email: z.email().max(255) }),
  response: z.object({
    /** The day it was bought, where the store is. */
    purchasedOn: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    address: Address.nullable(),
    /** What of it can be registered, each with the variant that was bought. */
    items: z.array(z.object({ product: RegistrableProduct, variantIdFromPlatform: z.string() })),
  }),
  errors: {
    ...NoStore,
    ...Off,
    ORDER_NOT_FOUND: 'No order has this number and email',
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
    EMAIL_NEEDED: 'The store only compares emails at the moment',
  },
});

export const startProofUpload = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration/signed-url',
  access: 'public',
  summary: 'Announce a file that proves a purchase; answers where to put it',
  params: Storefront,
  body: z.object({
    filename: z.string().min(1).max(255),
    contentType: z.string().max(100),
    size: z.number().int().positive(),
  }),
  response: z.object({
    mediaId: z.string(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
  }),
  errors: {
    ...NoStore,
    ...Off,
    ...TooMany,
    PROOF_TYPE: 'Only JPEG, PNG and HEIC photos and PDFs are taken',
    UPLOAD_TOO_LARGE: 'A proof can have at most 10 MB',
  },
});

export const finishProofUpload = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration/signed-url/{mediaId}/finish',
  access: 'public',
  summary: 'Check a file that was put there by its bytes',
  params: Storefront.extend({ mediaId: z.string().min(1).max(100) }),
  response: z.object({ mediaId: z.string(), filename: z.string(), contentType: z.string(), url: z.string() }),
  errors: {
    ...NoStore,
    UPLOAD_BROKEN: 'The file did not arrive as announced',
    PROOF_TYPE: 'The bytes are no photo and no PDF',
  },
});

/** What a certificate says of one product. */
const CoveredProduct = z.object({
  name: z.string(),
  variantTitle: z.string(),
  imgUrl: z.string().nullable(),
  quantity: z.number().int(),
  serialNumber: z.string().nullable(),
  /** The last day of its warranty; null where there is none, and 9999-12-31 for life. */
  coveredUntil: z.string().nullable(),
  isCovered: z.boolean(),
  /** Why it isn't covered. */
  whyNot: Words.nullable(),
});
export const Certificate = z.object({
  externalId: z.string(),
  storeName: z.string(),
  registeredOn: z.string(),
  estimatedPurchaseDate: z.string(),
  canceledOn: z.string().nullable(),
  /** Of the owner; empty for those who did not prove to be the owner. */
  ownerName: z.string(),
  email: z.string(),
  products: z.array(CoveredProduct),
  policyUrl: z.string(),
  /** What the store says to someone who registered. */
  afterwards: z.string(),
  canClaim: z.boolean(),
  /** A link that opens the certificate again; null for those who did not prove to be the owner. */
  token: z.string().nullable(),
});
export type Certificate = z.infer<typeof Certificate>;

export const registerProduct = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration',
  access: 'public',
  summary: 'Register a product; the same thing registered twice is registered once',
  params: Storefront,
  body: RegisterRequest.extend({ language: z.string().max(35).default('en') }),
  response: z.object({ isNew: z.boolean(), certificate: Certificate }),
  errors: {
    ...NoStore,
    ...Off,
    ...TooManyMails,
    PRODUCT_NOT_REGISTRABLE: "The product isn't among those that can be registered",
    REGISTRATION_INVALID: 'Fields are missing or wrong; each is named',
    SERIAL_TAKEN: 'Someone else has registered this serial number',
    SERIAL_UNKNOWN: "The store doesn't know this serial number",
    PROOF_UNKNOWN: 'A file is not there, or is of another registration',
    ORDER_BUSY: 'The same product is being registered many times at once',
  },
});

export const certificate = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration/certificate',
  access: 'public',
  summary: 'Get a certificate by the token of its link',
  params: Storefront,
  body: z.object({ token: z.string().min(1).max(2000) }),
  response: Certificate,
  errors: { ...NoStore, LINK_EXPIRED: 'The link is no longer valid' },
});

export const openRegistration = route({
  method: 'POST',
  path: '/api/customer/{slug}/registration/open',
  access: 'public',
  summary: "Open the session of a registration's order by the token of its link, to claim on its warranty",
  params: Storefront,
  body: z.object({ token: z.string().min(1).max(2000) }),
  response: z.object({ idFromPlatform: z.string() }),
  errors: { ...NoStore, LINK_EXPIRED: 'The link is no longer valid' },
});
