import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import { methodOf } from '#core/claims/method-names.ts';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { ApiError } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import type { ClaimKind, ListFilters } from '#core/lists/lists.ts';
import type { Order } from '#core/orders/order.ts';
import type { Order as ShopOrder } from '#sandbox/shopify/state.ts';
import { eventually, type Caller, type TestServer } from '#server/testing/server.ts';

export type Returnable = {
  shopOrder: ShopOrder;
  email: string;
  call: Caller;
  order: PortalOrder;
  line: PortalLine & { unitValue: number };
};

/** What a buyer sees and a gift recipient doesn't. */
export function told<T>(value: T | null): T {
  if (value === null) throw new Error('the buyer is not told');
  return value;
}

const usedOf = new WeakMap<TestServer, Set<number>>();

/** An order not used before with a line that can be returned by every method, in at least that many units. */
export async function returnableOrder(server: TestServer, units = 1): Promise<Returnable> {
  const used = usedOf.get(server) ?? new Set<number>();
  usedOf.set(server, used);
  for (const shopOrder of server.shop.orders.toReversed()) {
    const email = shopOrder.email ?? '';
    if (used.has(shopOrder.id) || email === '' || shopOrder.fulfillments.length === 0 || shopOrder.refunds.length > 0)
      continue;
    const { call, idFromPlatform } = await server.shopper({ name: shopOrder.name, email });
    const order = await call(customer.getOrder, { params: { slug: server.slug, idFromPlatform } });
    const line = order.lineItems.find(
      (one) => one.returnableQuantity >= units && Object.values(one.methods).every((method) => method.isEligible),
    );
    if (!line) continue;
    used.add(shopOrder.id);
    return { shopOrder, email, call, order, line: { ...line, unitValue: told(line.unitValue) } };
  }
  throw new Error(`no order of the demo shop has ${units} units to return by every method`);
}

/** Changes what we know of an order. */
export const changeOrder = (
  { server: { deps }, storeId }: TestServer,
  { order }: { order: Pick<Returnable['order'], 'idFromPlatform'> },
  change: (order: Order) => Partial<Order>,
): Promise<unknown> =>
  deps.database.inStore(storeId, async (db) => {
    const row = await db
      .selectFrom('store_order')
      .select(['order_id', 'document'])
      .where('id_from_platform', '=', order.idFromPlatform)
      .executeTakeFirstOrThrow();
    const document = JSON.stringify({ ...row.document, ...change(row.document) });
    // Later than anything the shop still reports about it.
    const updated_on = new Date('2999-01-01');
    await db.updateTable('store_order').set({ document, updated_on }).where('order_id', '=', row.order_id).execute();
  });

export type Wanted = {
  quantity?: number;
  method?: 'refund' | 'giftCard' | 'storeCredit' | 'variantExchange';
  variantIdFromPlatform?: string;
  comments?: string;
  mediaIds?: string[];
  customFields?: customer.Selection['customFields'];
  requestKey?: string;
  shippingMethod?: 'label' | 'packingSlip';
};

/** Submits a return of one line; answers the claim's external id. */
export async function submitReturn(
  server: TestServer,
  { call, order, line }: Pick<Returnable, 'call' | 'order'> & { line: PortalLine },
  wanted: Wanted = {},
): Promise<string> {
  const {
    requestKey = randomUUID(),
    shippingMethod = 'packingSlip',
    quantity = 1,
    method = 'refund',
    variantIdFromPlatform = null,
    comments = '',
    mediaIds = [],
    customFields = [],
  } = wanted;
  const answer = await call(customer.submit, {
    params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
    body: {
      requestKey,
      shippingMethod,
      selections: [
        {
          lineIdFromPlatform: line.lineIdFromPlatform,
          quantity,
          reasonId: order.reasons[0]?.id ?? '',
          method,
          variantIdFromPlatform,
          comments,
          mediaIds,
          customFields,
        },
      ],
    },
  });
  return answer.externalId;
}

/** Claims as the first page of their list shows them. */
export async function listedClaims(
  { storeId }: Pick<TestServer, 'storeId'>,
  staff: Caller,
  filters: z.input<typeof ListFilters> = {},
  kind: ClaimKind = 'Return',
): Promise<lists.ClaimListed[]> {
  const found = await staff(lists.search, { params: { storeId }, body: { kind, filters } });
  if (!lists.isOfClaims(found)) throw new Error('orders were answered for claims');
  return found.data;
}

/** The claim as staff see it, by its external id. */
export async function claimOf(server: TestServer, staff: Caller, externalId: string): Promise<ClaimShown> {
  const kind = ClaimType.options.find((type) => externalId.startsWith(CLAIM_TYPES[type].prefix));
  const id = (await listedClaims(server, staff, { searchTerm: externalId }, kind))[0]?.id;
  if (id === undefined) throw new Error(`claim ${externalId} is not in the list`);
  return staff(merchant.getClaim, { params: { storeId: server.storeId, claimId: id } });
}

/** The claim once nothing of it is waiting or running. */
export const settledClaim = (server: TestServer, staff: Caller, externalId: string): Promise<ClaimShown> =>
  eventually(async () => {
    const claim = await claimOf(server, staff, externalId);
    return (
      claim.effects.every(({ state, isHeldBack }) => isHeldBack || !['waiting', 'running'].includes(state)) && claim
    );
  }, `the effects of ${externalId} end`);

/** As if so much time had passed that partners can tell what became of lost answers: staff may have it tried again at once. */
export const endPauses = ({ server, storeId }: TestServer): Promise<unknown> =>
  server.deps.database.inStore(storeId, (db) =>
    db.updateTable('effect').set({ not_before: null }).where('not_before', 'is not', null).execute(),
  );

/** Marks an effect as resolved externally, after waiting for a running attempt as staff would. */
export const markElsewhere = (server: TestServer, staff: Caller, effectId: number, reason: string): Promise<unknown> =>
  eventually(async () => {
    try {
      await staff(actions.settleEffect, { params: { storeId: server.storeId, effectId }, body: { reason } });
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'EFFECT_RUNNING') return false;
      throw error;
    }
  }, `the step ${effectId} can be marked`);

/** One decision on a line, on the claim as it was shown. */
export const changeLine = async (
  server: TestServer,
  staff: Caller,
  claim: Pick<ClaimShown, 'id' | 'version'>,
  lineId: number,
  change: actions.LineChange,
): Promise<ClaimShown> =>
  (
    await staff(actions.changeLine, {
      params: { storeId: server.storeId, claimId: claim.id, claimLineItemId: lineId },
      body: { version: claim.version, change },
    })
  ).claim;

type Finalizing = Partial<RouteInput<typeof actions.finalize>['body']>;

/** Finalizes everything that is decided, in the groups the preview shows. */
export async function finalizeAll(
  server: TestServer,
  staff: Caller,
  claim: Pick<ClaimShown, 'id' | 'version'>,
  how: Finalizing = {},
): Promise<RouteAnswer<typeof actions.finalize>> {
  const params = { storeId: server.storeId, claimId: claim.id };
  const query = { waiveBalance: how.waiveBalance === true ? 'true' : 'false' } as const;
  const { lineItems, subject, header, body } = await staff(actions.finalizePreview, { params, query });
  return staff(actions.finalize, {
    params,
    body: { version: claim.version, lineItems, notifyCustomerByEmail: { subject, header, body }, ...how },
  });
}

/** Approves every line as asked for and finalizes. */
export async function approveAndFinalize(server: TestServer, staff: Caller, externalId: string): Promise<ClaimShown> {
  let claim = await settledClaim(server, staff, externalId);
  for (const { id, requestedResolutionMethodEnum: requested } of claim.claimLineItems) {
    claim = await changeLine(server, staff, claim, id, { kind: 'approved', resolutionMethod: methodOf(requested) });
  }
  return (await finalizeAll(server, staff, claim)).claim;
}

/** The newest of a timeline that is no email: those appear when they are sent, at any time. */
export const newest = <T extends { type: string }>({ timeline }: { timeline: readonly T[] }): T | undefined =>
  timeline.findLast(({ type }) => type !== 'email');
