import { z } from 'zod';
import { ClaimType } from '#core/claims/types.ts';
import { ResolutionMethodEnum } from '#core/claims/method-names.ts';
import { ClaimKind, TABLE_KINDS } from '#core/lists/lists.ts';
import { ListSearch } from '#core/lists/search.ts';
import { Glance } from '#core/lists/claim-index.ts';
import { TagName } from '#core/lists/tags.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Amount, route } from '#contract/route.ts';
import { StatusShown } from '#contract/status-shown.ts';

export const PageInfo = z.object({ prevCursor: z.string().nullable(), nextCursor: z.string().nullable() });

/** C3.06. */
const ClaimListed = z.object({
  id: z.number().int(),
  externalId: z.string(),
  claimType: ClaimType,
  createdOn: z.string(),
  orderNo: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  claimRollup: StatusShown,
  claimRollupStatusCode: z.string(),
  resolutionMethods: z.array(ResolutionMethodEnum),
  requestedTotal: Amount,
  currencyCode: z.string(),
  tags: z.array(z.string()),
  lineItemHasError: z.boolean(),
  ...Glance.shape,
  lineCount: z.number().int(),
});
export type ClaimListed = z.infer<typeof ClaimListed>;

/** C3.11. */
export const OrderListed = z.object({
  id: z.number().int(),
  orderNo: z.string(),
  idFromPlatform: z.string(),
  createdOn: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  claims: z.array(z.object({ id: z.number().int(), externalId: z.string(), claimType: ClaimType })),
  /** Claims of shipping protection. */
  shipProtectClaims: z.array(z.object({ id: z.number().int(), externalId: z.string() })),
});
export type OrderListed = z.infer<typeof OrderListed>;

/** A row of a list that shows its table as it is: what is in each of its columns. */
const RowListed = z.object({
  id: z.number().int(),
  createdOn: z.string(),
  cells: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type RowListed = z.infer<typeof RowListed>;

const ClaimsPage = z.object({ kind: ClaimKind, data: z.array(ClaimListed), pageInfo: PageInfo });
const OrdersPage = z.object({ kind: z.literal('Order'), data: z.array(OrderListed), pageInfo: PageInfo });
const RowsPage = z.object({ kind: z.enum(TABLE_KINDS), data: z.array(RowListed), pageInfo: PageInfo });
const ListPage = z.union([ClaimsPage, OrdersPage, RowsPage]);
export type ListPage = z.infer<typeof ListPage>;

export const isOfClaims = (page: ListPage): page is z.infer<typeof ClaimsPage> =>
  ClaimKind.options.some((kind) => kind === page.kind);
export const isOfOrders = (page: ListPage): page is z.infer<typeof OrdersPage> => page.kind === 'Order';

export const isOfTable = (page: ListPage): page is z.infer<typeof RowsPage> =>
  TABLE_KINDS.some((kind) => kind === page.kind);

export const search = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/search',
  access: 'staff',
  summary: 'Get one page of a list by cursor (C3.33, C7.04)',
  params: StoreParams,
  body: ListSearch,
  response: ListPage,
  errors: { CURSOR_INVALID: "The cursor isn't from this list" },
});

export const claimCounts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claims/counts',
  access: 'staff',
  summary: 'Number of claims by rollup name',
  params: StoreParams,
  query: z.object({ kind: ClaimKind.default('Return') }),
  response: z.object({ counts: z.record(z.string(), z.number().int()), withError: z.number().int() }),
});

export const salesChannels = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/sales-channels',
  access: 'staff',
  summary: 'List the channels that orders with claims came from, for the filter',
  params: StoreParams,
  response: z.object({ channels: z.array(z.string()) }),
});

/** What can be done to many claims at once. */
export const BulkAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('addTag'), name: TagName }),
  z.strictObject({ kind: z.literal('removeTag'), name: TagName }),
  z.strictObject({ kind: z.literal('cancel') }),
  z.strictObject({ kind: z.literal('finalize') }),
  z.strictObject({ kind: z.literal('approve') }),
  z.strictObject({ kind: z.literal('approveAndFinalize') }),
]);
export type BulkAction = z.infer<typeof BulkAction>;

const ONE_BULK = 25;

export const bulk = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claims/bulk',
  access: 'staff',
  summary: 'Apply one action to several claims, each by itself, and report the result of each',
  params: StoreParams,
  body: z.strictObject({
    action: BulkAction,
    claimIds: z.array(z.number().int().positive()).min(1).max(ONE_BULK),
  }),
  response: z.object({
    /** In the order asked. `refusal` says why nothing was done, in words for people; null when it was done. */
    results: z.array(
      z.object({
        claimId: z.number().int(),
        refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
      }),
    ),
  }),
});
