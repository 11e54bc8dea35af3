import { z } from 'zod';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const CodeKind = z.enum(['link', 'digitalLink']);
const Errors = {
  PRODUCT_UNKNOWN: "The store doesn't have this variant",
  GTIN_MISSING: 'The shop has no valid barcode for the variant, which GS1 Digital Link needs',
  CHANNEL_UNKNOWN: 'The settings of registrations do not offer this sales channel',
  SERIAL_INVALID: 'A serial number has wrong signs, or is there twice; the text names it',
};

/** What a code leads to: the form with all of it filled in. */
const CodeOf = {
  variantIdFromPlatform: z.string().min(1).max(100),
  /** Empty for a code that leaves it to the owner. */
  registrationChannelName: z.string().max(100).default(''),
  kind: CodeKind.default('link'),
};

export const registrationCode = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/registration/code',
  access: 'staff',
  summary: 'Get a code that leads to the registration of a product, as a picture and as its link',
  params: StoreParams,
  query: z.object({ ...CodeOf, serialNumber: z.string().trim().max(100).default('') }),
  response: z.object({
    url: z.string(),
    /** An SVG picture. */
    svg: z.string(),
    /** Of the variant, with 14 digits; null where the shop has no valid one. */
    gtin: z.string().nullable(),
    /** The sales channels that a code can name. */
    channels: z.array(z.string()),
  }),
  errors: Errors,
});

export const MOST_CODES = 1000;

export const freeSerials = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/registration/free-serial',
  access: 'staff',
  summary: 'Get known serial numbers of a product that nobody has registered, for a sheet of codes',
  params: StoreParams,
  query: z.object({
    variantIdFromPlatform: z.string().min(1).max(100),
    /** The last one of the sheet before; empty for the first sheet. */
    after: z.string().trim().max(100).default(''),
  }),
  response: z.object({
    /** At most as many as a sheet has, in their order. */
    serialNumbers: z.array(z.string()),
    hasMore: z.boolean(),
  }),
  errors: { PRODUCT_UNKNOWN: Errors.PRODUCT_UNKNOWN },
});

export const makeRegistrationCodes = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/registration/code',
  access: 'staff',
  summary:
    'Make a sheet of codes to print, or a list of their links: one for each serial number, or the same one repeated',
  params: StoreParams,
  body: z.object({
    ...CodeOf,
    serialNumbers: z.array(z.string().trim().min(1).max(100)).max(MOST_CODES).default([]),
    /** How many of the same code, where there are no serial numbers. */
    copies: z.number().int().min(1).max(MOST_CODES).default(1),
    format: z.enum(['pdf', 'csv']).default('pdf'),
  }),
  response: z.object({
    count: z.number().int(),
    /** Works for an hour. */
    downloadUrl: z.string(),
  }),
  errors: Errors,
});
