import { z } from 'zod';
import { ORDER_LINK_MINUTES } from '#core/orders/lookup-guard.ts';
import type { Order } from '#core/orders/order.ts';
import { markOf } from '#server/customer/claim-link.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'order-link';
const OrderLink = z.object({
  storeId: z.number().int(),
  orderId: z.number().int(),
  linkId: z.string(),
  sentTo: z.string(),
});
type OrderLink = z.infer<typeof OrderLink>;

/** The page that opens an order once, for half an hour. */
export function orderLinkUrl(
  portal: string,
  { email, ...link }: Omit<OrderLink, 'sentTo'> & { email: string },
  secret: string,
  now: Date,
): string {
  const content: OrderLink = { ...link, sentTo: markOf(link.linkId, email) };
  const token = signToken(secret, PURPOSE, content, new Date(now.getTime() + ORDER_LINK_MINUTES * 60_000));
  return `${portal}/open-order?link=${token}`;
}

/** Whether the link was sent to an address that the order still has: it may have another owner since. */
export const isSentToBuyer = ({ linkId, sentTo }: OrderLink, { email, customer }: Order): boolean =>
  [email, customer?.email ?? ''].some((its) => its !== '' && sentTo === markOf(linkId, its));

/** What the link opens; null if it is forged or expired. */
export const readOrderLink = (secret: string, token: string, now: Date): OrderLink | null =>
  readToken(secret, PURPOSE, token, OrderLink, now);
