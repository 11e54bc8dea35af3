import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { allOf, readOn } from './complete.ts';
import { gidOf, tailOf } from './gid.ts';
import { RETURNABLE } from './operations.ts';
import { connection } from './wire.ts';

const Answer = z.object({
  returnableFulfillments: connection(
    z.object({
      returnableFulfillmentLineItems: connection(
        z.object({ quantity: z.number(), fulfillmentLineItem: z.object({ id: z.string() }) }),
      ),
    }),
  ),
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
  for (const { returnableFulfillmentLineItems } of fulfillments.nodes) {
    for (const { quantity, fulfillmentLineItem } of allOf(returnableFulfillmentLineItems, 'lines of a fulfillment')) {
      const id = tailOf(fulfillmentLineItem.id);
      quantities.set(id, (quantities.get(id) ?? 0) + quantity);
    }
  }
  return quantities;
}
