import { z } from 'zod';
import type { Address } from '#core/address.ts';
import type { CallContext, ExchangeOrderRequest } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { gidOf, orderAdminUrl, tailOf } from './gid.ts';
import { EXCHANGE_VARIANTS, ORDER_CREATE, ORDERS_BY_SOURCE } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';

/** What orderCreate does with stock, as the platform names it. */
export type InventoryBehaviour = 'BYPASS' | 'DECREMENT_IGNORING_POLICY' | 'DECREMENT_OBEYING_POLICY';

const CreatedOrder = z.object({
  id: z.string(),
  name: z.string(),
  sourceIdentifier: z.string().nullable(),
  cancelledAt: z.string().nullable(),
});
type CreatedOrder = z.infer<typeof CreatedOrder>;
const CreatedOrders = z.object({ nodes: z.array(CreatedOrder) });

export type ExchangeOrderResult = { idFromPlatform: string; orderNo: string; platformAdminUrl: string };
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Creates the order that sends the exchanged goods, once per purpose key. The key is the order's
 * source identifier, which nobody edits. What the shopper pays for it is settled elsewhere, so the
 * order itself comes to nothing.
 */
export async function exchangeOrderOnce(
  caller: Caller,
  behaviour: InventoryBehaviour,
  request: ExchangeOrderRequest,
): Promise<ExchangeOrderResult> {
  const { client } = caller;
  const earlier = await findCreated(caller, request.purposeKey);
  const created = earlier ?? (await create(caller, behaviour, request));
  const idFromPlatform = tailOf(created.id);
  const platformAdminUrl =
    orderAdminUrl(client.shopDomain, idFromPlatform) ?? `https://${client.shopDomain}/admin/orders/${idFromPlatform}`;
  return { idFromPlatform, orderNo: created.name, platformAdminUrl };
}

async function findCreated({ client, context }: Caller, purposeKey: string): Promise<CreatedOrder | undefined> {
  const query = `source_identifier:"${purposeKey.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const answer = z.object({ found: CreatedOrders, latest: CreatedOrders });
  const { found, latest } = await client.run(ORDERS_BY_SOURCE, { query }, answer, context);
  // A search may match loosely and lags behind creation; the identifier itself decides.
  return [...found.nodes, ...latest.nodes].find(
    (order) => order.sourceIdentifier === purposeKey && order.cancelledAt === null,
  );
}

async function create(
  { client, context }: Caller,
  inventoryBehaviour: InventoryBehaviour,
  request: ExchangeOrderRequest,
): Promise<CreatedOrder> {
  if (request.lines.length === 0) throw refused('an exchange order needs at least one line');
  const shipped = await whichShip({ client, context }, request);
  const { originalOrder } = request;
  const order = {
    sourceIdentifier: request.purposeKey,
    note: request.note,
    tags: request.tags,
    financialStatus: 'PAID',
    lineItems: request.lines.map(({ variantIdFromPlatform, quantity }) => ({
      variantId: gidOf('ProductVariant', variantIdFromPlatform),
      quantity,
      // Left out, the platform takes a line for one that is not shipped.
      requiresShipping: shipped.get(variantIdFromPlatform) ?? true,
    })),
    discountCode: {
      itemPercentageDiscountCode: { code: `EXCHANGE-${originalOrder.orderNo.replace(/^#/, '')}`, percentage: 100 },
    },
    ...(originalOrder.email ? { email: originalOrder.email } : {}),
    ...(originalOrder.customerIdFromPlatform
      ? { customer: { toAssociate: { id: gidOf('Customer', originalOrder.customerIdFromPlatform) } } }
      : {}),
    ...(originalOrder.shippingAddress ? { shippingAddress: mailingAddressOf(originalOrder.shippingAddress) } : {}),
  };
  const options = { inventoryBehaviour, sendReceipt: false, sendFulfillmentReceipt: true };
  const answer = z.object({ orderCreate: z.object({ order: CreatedOrder.nullable(), userErrors: UserErrors }) });
  const { orderCreate } = await client.run(ORDER_CREATE, { order, options }, answer, context);
  refuseUserErrors(ORDER_CREATE, orderCreate.userErrors);
  if (!orderCreate.order) throw refused('Shopify created no order and gave no reason');
  return orderCreate.order;
}

async function whichShip({ client, context }: Caller, request: ExchangeOrderRequest): Promise<Map<string, boolean>> {
  const ids = request.lines.map(({ variantIdFromPlatform }) => gidOf('ProductVariant', variantIdFromPlatform));
  const Variant = z.object({ id: z.string(), inventoryItem: z.object({ requiresShipping: z.boolean() }) });
  const { nodes } = await client.run(
    EXCHANGE_VARIANTS,
    { ids },
    z.object({ nodes: z.array(Variant.nullable()) }),
    context,
  );
  const shipped = new Map(
    nodes.flatMap((variant) =>
      variant ? [[tailOf(variant.id), variant.inventoryItem.requiresShipping] as const] : [],
    ),
  );
  const missing = request.lines.find(({ variantIdFromPlatform }) => !shipped.has(variantIdFromPlatform));
  if (missing) throw refused(`Shopify does not know variant ${missing.variantIdFromPlatform} any more`);
  return shipped;
}

function mailingAddressOf(address: Address): object {
  const fields = {
    firstName: address.firstName,
    lastName: address.lastName,
    company: address.company,
    address1: address.line1,
    address2: address.line2,
    city: address.city,
    provinceCode: address.stateOrProvinceCode,
    zip: address.postalCode,
    countryCode: address.countryCode,
    phone: address.phone,
  };
  // An empty code is not a member of the platform's list of countries.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
}
