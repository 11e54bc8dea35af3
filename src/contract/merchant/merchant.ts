import { z } from 'zod';
import { ExchangePricing, RemainderMethod, TaxRate } from '#core/claims/goods-shapes.ts';
import { ReasonCategory } from '#core/claims/reason-category.ts';
import { ClaimShown } from '#contract/claim-shapes.ts';
import { Changed, ClaimParams, StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';

const LineParams = ClaimParams.extend({ lineId: z.coerce.number().int().positive() });

export const getClaim = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}',
  access: 'staff',
  summary: 'Get one claim with everything its page shows',
  params: ClaimParams,
  response: ClaimShown,
  errors: { CLAIM_NOT_FOUND: 'Claim not found' },
});

/** What can be had instead of a line, as the platform has it now. */
export const VariantsOffered = z.object({
  productIdFromPlatform: z.string().nullable(),
  productTitle: z.string(),
  /** How the store treats a price difference, and where leftover value goes by default. */
  pricing: ExchangePricing,
  remainderMethod: RemainderMethod,
  /** False where the product's price is in another currency than the claim: then it has none, and cannot be had in exchange. */
  isPriced: z.boolean(),
  /** The tax on top of all these prices, as a part of one without it; null where they hold theirs. Of several units it is rounded once. */
  taxRate: TaxRate.nullable(),
  variants: z.array(
    z.object({
      idFromPlatform: z.string(),
      title: z.string(),
      sku: z.string(),
      options: z.array(z.object({ name: z.string(), value: z.string() })),
      imgUrl: z.string().nullable(),
      /** The variant the line is of. */
      isCurrent: z.boolean(),
      available: z.number().int().nullable(),
      unitPrice: Amount,
      unitTax: Amount,
    }),
  ),
});

export const claimVariants = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/line-item/{lineId}/variants',
  access: 'staff',
  summary: "List variants of the line's product, or of another one, with live stock and price",
  params: LineParams,
  query: z.object({ productIdFromPlatform: z.string().min(1).max(100).optional() }),
  response: VariantsOffered,
  errors: Changed,
});

export const searchProducts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product',
  access: 'staff',
  summary: 'Find products to send to a customer, by name or SKU',
  params: StoreParams,
  query: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    take: z.coerce.number().int().min(1).max(500).default(25),
  }),
  response: z.object({
    products: z.array(
      z.object({
        idFromPlatform: z.string(),
        title: z.string(),
        imgUrl: z.string().nullable(),
        variantCount: z.number().int(),
      }),
    ),
    /** More match than are shown; a longer search term finds them. */
    hasMore: z.boolean(),
  }),
});

/** C3.18. A detail is known by its text. */
export const ReasonShown = z.object({
  id: z.string(),
  name: z.string(),
  /** Offered no more; claims made keep it. */
  isDeleted: z.boolean(),
  category: z.object({ code: ReasonCategory, name: z.string() }),
  claimReasonDetails: z.array(z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() })),
});
export const claimReasons = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim-reason',
  access: 'staff',
  summary: "List the store's reasons, then retired ones (C7.17, S7.07)",
  params: StoreParams,
  response: z.object({ reasons: z.array(ReasonShown) }),
});

export const lineReasons = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/line/{lineId}/claim-reason',
  access: 'staff',
  summary: 'List the reasons that a line of a claim can be given: those of the group that fits its type and product',
  params: LineParams,
  response: z.object({ reasons: z.array(ReasonShown) }),
});

const Detail = z.object({ name: z.string().trim().min(1).max(100), isDeleted: z.boolean().default(false) });
const EditedReason = z.object({
  name: z.string().trim().min(1).max(100),
  isDeleted: z.boolean().default(false),
  category: z.object({ code: ReasonCategory }).optional(),
  claimReasonDetails: z.array(Detail).max(100).default([]),
});
const ReasonErrors = {
  SETTINGS_CHANGED: 'Someone else saved the settings first',
  REASON_NEEDED: 'It is the only reason on offer, or the only one of a group',
};

export const addClaimReason = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim-reason',
  access: 'admin',
  summary: 'Add a reason at the end; reasons are part of the settings (C7.17)',
  params: StoreParams,
  body: EditedReason,
  response: ReasonShown,
  errors: ReasonErrors,
});

export const changeClaimReason = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/claim-reason/{claimReasonId}',
  access: 'admin',
  summary: 'Change or retire a reason; existing claims keep theirs (C7.17)',
  params: StoreParams.extend({ claimReasonId: z.string().min(1).max(100) }),
  body: EditedReason,
  response: ReasonShown,
  errors: {
    ...ReasonErrors,
    REASON_NOT_FOUND: 'Reason not found',
    REASON_USED: "Automations use the reason, so it can't be retired; the text names them",
  },
});
