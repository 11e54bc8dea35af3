import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import type { Operation } from './operations.ts';
import {
  FULFILLMENT_LINES,
  ORDER_LINES,
  ORDER_RETURNS,
  PRODUCT_VARIANTS,
  REFUND_LINES,
  RETURN_EXCHANGES,
  RETURN_LINES,
} from './operations.ts';
import type { PageInfo, WireOrder } from './wire.ts';
import {
  connection,
  WireExchangeLine,
  WireFulfillmentLine,
  WireLine,
  WireRefundLine,
  WireReturn,
  WireReturnLine,
} from './wire.ts';
import type { WireProduct } from './wire-product.ts';
import { WireVariant } from './wire-product.ts';

export type Connection<T> = { nodes: T[]; pageInfo: z.infer<typeof PageInfo> };

type Reader = { client: ShopifyClient; context: CallContext };

/** Reads the pages after the first one into it. */
export async function readOn<T>(first: Connection<T>, next: (after: string) => Promise<Connection<T>>): Promise<void> {
  let { pageInfo } = first;
  while (pageInfo.hasNextPage) {
    if (pageInfo.endCursor === null) throw refused('Shopify announced a further page without saying where it begins');
    const page = await next(pageInfo.endCursor);
    first.nodes.push(...page.nodes);
    pageInfo = page.pageInfo;
  }
  first.pageInfo = pageInfo;
}

/** All of a list that is never longer than what Shopify shows at once; were it, a part would pass for all. */
export function allOf<T>({ nodes, pageInfo }: Connection<T>, what: string): T[] {
  if (pageInfo.hasNextPage) throw refused(`Shopify shows only the first ${nodes.length} ${what}; do this one there`);
  return nodes;
}

/** The further pages of a list of a thing, for `readOn`. */
export function pagesOf<T extends z.ZodType>(
  reader: Reader,
  operation: Operation,
  path: [root: string, list: string],
  node: T,
  id: string,
) {
  const [root, list] = path;
  return async (after: string): Promise<Connection<z.infer<T>>> => {
    // Made only when there is a further page, which is rare.
    const answer = z.object({ [root]: z.object({ [list]: connection(node) }) });
    const data = await reader.client.run(operation, { id, after }, answer, reader.context);
    const page = data[root]?.[list];
    if (!page) throw refused(`${operation.name}: ${id} is gone`);
    return page;
  };
}

/** Reads whatever of an order did not fit into the first answer. */
export async function completeOrder(reader: Reader, order: WireOrder): Promise<WireOrder> {
  await readOn(order.lineItems, pagesOf(reader, ORDER_LINES, ['order', 'lineItems'], WireLine, order.id));
  await readOn(order.returns, pagesOf(reader, ORDER_RETURNS, ['order', 'returns'], WireReturn, order.id));
  for (const { id, returnLineItems, exchangeLineItems } of order.returns.nodes) {
    await readOn(returnLineItems, pagesOf(reader, RETURN_LINES, ['node', 'returnLineItems'], WireReturnLine, id));
    const next = pagesOf(reader, RETURN_EXCHANGES, ['node', 'exchangeLineItems'], WireExchangeLine, id);
    await readOn(exchangeLineItems, next);
  }
  await completeMovements(reader, order);
  return order;
}

/** The part of it that a bulk export leaves to be read afterwards. */
export async function completeMovements(
  reader: Reader,
  order: Pick<WireOrder, 'fulfillments' | 'refunds'>,
): Promise<void> {
  for (const { id, fulfillmentLineItems } of order.fulfillments) {
    await readOn(
      fulfillmentLineItems,
      pagesOf(reader, FULFILLMENT_LINES, ['node', 'fulfillmentLineItems'], WireFulfillmentLine, id),
    );
  }
  for (const { id, refundLineItems } of order.refunds) {
    await readOn(refundLineItems, pagesOf(reader, REFUND_LINES, ['node', 'refundLineItems'], WireRefundLine, id));
  }
}

export async function completeProduct(reader: Reader, product: WireProduct): Promise<WireProduct> {
  await readOn(product.variants, pagesOf(reader, PRODUCT_VARIANTS, ['product', 'variants'], WireVariant, product.id));
  return product;
}
