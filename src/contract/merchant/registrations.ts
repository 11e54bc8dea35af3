import { z } from 'zod';
import { Address } from '#core/address.ts';
import { FieldAnswer } from '#core/claims/field-shapes.ts';
import { ClaimType } from '#core/claims/types.ts';
import { RegistrationChange } from '#core/registrations/change.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';
import { StatusShown } from '#contract/status-shown.ts';

const RegistrationParams = StoreParams.extend({ registrationId: z.coerce.number().int().positive() });
const NotFound = { REGISTRATION_NOT_FOUND: 'Registration not found' };
const Closed = {
  REGISTRATION_CANCELED: 'It was canceled, for good',
  REGISTRATION_HAS_CLAIMS: 'A claim was made on it',
  REGISTRATION_CHANGED: 'Somebody changed it at the same time',
};

/** S3.01. */
export const RegistrationShown = z.object({
  id: z.number().int(),
  externalId: z.string(),
  orderIdFromPlatform: z.string(),
  registrationChannelName: z.string(),
  createdOn: z.string(),
  canceledOn: z.string().nullable(),
  estimatedPurchaseDate: z.string(),
  emailMarketingConsentCollectedOn: z.string().nullable(),
  /** What the owner agreed to, word for word; null where they did not. */
  consent: z.object({ text: z.string(), textHash: z.string(), policyUrl: z.string(), language: z.string() }).nullable(),
  customerProvidedOrderNumber: z.string().nullable(),
  /** Addresses that show the files for an hour. */
  proofOfPurchaseFileUrls: z.array(z.object({ url: z.string(), filename: z.string(), contentType: z.string() })),
  customFields: z.array(FieldAnswer),
  claims: z.array(
    z.object({
      id: z.number().int(),
      externalId: z.string(),
      claimType: ClaimType,
      createdOn: z.string(),
      claimRollup: StatusShown,
    }),
  ),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  address: Address.nullable(),
  lineItems: z.array(
    z.object({
      id: z.number().int(),
      imgUrl: z.string().nullable(),
      sku: z.string(),
      name: z.string(),
      variantTitle: z.string(),
      quantity: z.number().int(),
      optionsFromPlatform: z.array(z.object({ name: z.string(), value: z.string() })),
      serialNumber: z.string().nullable(),
      /** The end of its warranty; null where there is none. */
      coveredUntil: z.string().nullable(),
      isCovered: z.boolean(),
      /** How long it is covered, or why not, in words. */
      coverage: z.string(),
    }),
  ),
  referrer: z.string().nullable(),
  transferredOn: z.array(z.string()),
  /** Its products were bought on an order of the store platform. */
  isTiedToOrder: z.boolean(),
  /** Whether it may be edited; a claim on it, or its end, forbids that. */
  isEditable: z.boolean(),
  hasOpenClaims: z.boolean(),
});
export type RegistrationShown = z.infer<typeof RegistrationShown>;

export const getRegistration = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/registration/{registrationId}',
  access: 'staff',
  summary: 'Get a registration with its products, their warranty and its claims (S2.15, S7.06)',
  params: RegistrationParams,
  response: RegistrationShown,
  errors: NotFound,
});

export const changeRegistration = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/registration/{registrationId}',
  access: 'staff',
  summary: 'Change the day of purchase and the address, add products, or remove one (S4.01, S7.06)',
  params: RegistrationParams,
  body: RegistrationChange,
  response: RegistrationShown,
  errors: {
    ...NotFound,
    ...Closed,
    REGISTRATION_INVALID: 'Fields are wrong; each is named',
    PRODUCT_UNKNOWN: "The store doesn't have this variant",
    PRODUCT_NOT_REGISTERED: "The product isn't part of the registration",
    LAST_PRODUCT: 'A registration keeps at least one product',
    ALREADY_REGISTERED: 'The owner has another registration of the same product, day and serial number',
    TOO_MANY_PRODUCTS: 'A registration holds at most 100 products',
    TIED_TO_ORDER: 'Its warranty counts from the order its products were bought on',
  },
});

export const cancelRegistration = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/registration/{registrationId}',
  access: 'staff',
  summary: 'Cancel a registration for good (S4.01)',
  params: RegistrationParams,
  response: RegistrationShown,
  errors: { ...NotFound, REGISTRATION_HAS_OPEN_CLAIMS: 'Claims on it are still open', ...Closed },
});

export const transferRegistration = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/registration/{registrationId}/transfer',
  access: 'staff',
  summary: 'Give a registration to another owner; the term of its warranty and its history stay',
  params: RegistrationParams,
  body: z.object({
    email: z.email('Must be a valid email.').max(255),
    firstName: z.string().trim().min(1, 'Must not be empty.').max(100),
    lastName: z.string().trim().min(1, 'Must not be empty.').max(100),
    phone: z.string().trim().max(40).default(''),
  }),
  response: RegistrationShown,
  errors: {
    ...NotFound,
    ...Closed,
    REGISTRATION_HAS_OPEN_CLAIMS: 'Claims on it are still open',
    SAME_OWNER: 'The email is that of its owner',
    ALREADY_REGISTERED: 'The owner has another registration of the same product, day and serial number',
    TIED_TO_ORDER: 'Its products belong to an order of the store platform',
  },
});

export const productVariants = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/{productId}',
  access: 'staff',
  summary: 'Get a product with its variants, as they were last synced (S7.09)',
  params: StoreParams.extend({ productId: z.string().min(1).max(100) }),
  response: z.object({
    idFromPlatform: z.string(),
    title: z.string(),
    imgUrl: z.string().nullable(),
    variants: z.array(
      z.object({ idFromPlatform: z.string(), title: z.string(), sku: z.string(), imgUrl: z.string().nullable() }),
    ),
  }),
  errors: { PRODUCT_UNKNOWN: "The store doesn't have this product" },
});
