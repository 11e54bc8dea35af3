import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { pagesOf, readOn } from './complete.ts';
import { gidOf, tailOf } from './gid.ts';
import { RETURNABLE, RETURNABLE_LINES } from './operations.ts';
import { connection } from './wire.ts';

const Line = z.object({ quantity: z.number(), fulfillmentLineItem: z.object({ id: z.string() }) });
const Answer = z.object({
  returnableFulfillments: connection(z.object({ id: z.string(), returnableFulfillmentLineItems: connection(Line) })),
});

/** Units that can still be returned, by the id of the fulfillment line. */
export async function returnableQuantities(
  client: ShopifyClient,
  orderIdFromPlatform: string,
  context: CallContext,
): Promise<Map<string, number>> {
  const orderId = gidOf('Order', orderIdFromPlatform);
  const read = async (after: string | null) =>
    (await client.run(RETURNABLE, { orderId, after }, Answer, context)).returnableFulfillments;
  const fulfillments = await read(null);
  await readOn(fulfillments, read);
  const quantities = new Map<string, number>();
  for (const { id, returnableFulfillmentLineItems: lines } of fulfillments.nodes) {
    await readOn(
      lines,
      pagesOf({ client, context }, RETURNABLE_LINES, ['node', 'returnableFulfillmentLineItems'], Line, id),
    );
    for (const { quantity, fulfillmentLineItem } of lines.nodes) {
      const lineId = tailOf(fulfillmentLineItem.id);
      quantities.set(lineId, (quantities.get(lineId) ?? 0) + quantity);
    }
  }
  return quantities;
}
