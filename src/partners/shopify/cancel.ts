import { z } from 'zod';
import type { CallContext } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { pause, refused, retryLater } from './client.ts';
import { gidOf } from './gid.ts';
import { markedNote } from './marks.ts';
import { JOB, ORDER_CANCEL, ORDER_STATE, RETURN_CANCEL, RETURN_STATUS } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';

type Caller = { client: ShopifyClient; context: CallContext };
type CancelOrder = { idFromPlatform: string; purposeKey: string; restock: boolean };

const LOOKS_AT_THE_JOB = 20;

/** Cancels an order without refunding and waits for the platform's job; `pollMs` between looks at it. */
export async function cancelOrderOnce(caller: Caller, pollMs: number, request: CancelOrder): Promise<void> {
  const id = gidOf('Order', request.idFromPlatform);
  if (await isCanceled(caller, id)) return;
  const variables = { id, restock: request.restock, note: markedNote('Canceled', request.purposeKey, 255) };
  const Job = z.object({ id: z.string() });
  const answer = z.object({ orderCancel: z.object({ job: Job.nullable(), orderCancelUserErrors: UserErrors }) });
  const { orderCancel } = await caller.client.run(ORDER_CANCEL, variables, answer, caller.context);
  if (orderCancel.orderCancelUserErrors.length > 0) {
    // It may say no because an attempt whose answer was lost did it.
    if (await isCanceled(caller, id)) return;
    refuseUserErrors(ORDER_CANCEL, orderCancel.orderCancelUserErrors);
  }
  if (orderCancel.job) await waitFor(caller, orderCancel.job.id, pollMs);
  if (!(await isCanceled(caller, id))) throw retryLater('Shopify is still canceling this order', 10_000);
}

async function isCanceled({ client, context }: Caller, id: string): Promise<boolean> {
  const Order = z.object({ cancelledAt: z.string().nullable(), displayFulfillmentStatus: z.string() });
  const { order } = await client.run(ORDER_STATE, { id }, z.object({ order: Order.nullable() }), context);
  if (!order) throw refused('Shopify does not know this order any more');
  if (order.cancelledAt !== null) return true;
  if (['FULFILLED', 'PARTIALLY_FULFILLED'].includes(order.displayFulfillmentStatus)) {
    throw refused('something of this order was sent already');
  }
  return false;
}

async function waitFor({ client, context }: Caller, id: string, pollMs: number): Promise<void> {
  const answer = z.object({ job: z.object({ done: z.boolean() }).nullable() });
  for (let looks = 0; looks < LOOKS_AT_THE_JOB; looks += 1) {
    const { job } = await client.run(JOB, { id }, answer, context);
    if (job?.done !== false) return;
    await pause(pollMs);
  }
}

/** Cancels a return; refused once any of it was processed. */
export async function cancelReturnOnce({ client, context }: Caller, idFromPlatform: string): Promise<void> {
  const id = gidOf('Return', idFromPlatform);
  const Status = z.object({ status: z.string() });
  const { return: found } = await client.run(RETURN_STATUS, { id }, z.object({ return: Status.nullable() }), context);
  if (!found) throw refused('Shopify does not know this return any more');
  if (found.status === 'CANCELED') return;
  const answer = z.object({ returnCancel: z.object({ userErrors: UserErrors }) });
  const { returnCancel } = await client.run(RETURN_CANCEL, { id }, answer, context);
  if (returnCancel.userErrors.length === 0) return;
  const again = await client.run(RETURN_STATUS, { id }, z.object({ return: Status.nullable() }), context);
  if (again.return?.status !== 'CANCELED') refuseUserErrors(RETURN_CANCEL, returnCancel.userErrors);
}
