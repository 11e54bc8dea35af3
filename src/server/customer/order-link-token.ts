import { z } from 'zod';
import { ORDER_LINK_MINUTES } from '#core/orders/lookup-guard.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'order-link';
const OrderLink = z.object({ storeId: z.number().int(), orderId: z.number().int(), linkId: z.string() });
type OrderLink = z.infer<typeof OrderLink>;

/** The page that opens an order once, for half an hour. */
export function orderLinkUrl(portal: string, link: OrderLink, secret: string, now: Date): string {
  const token = signToken(secret, PURPOSE, link, new Date(now.getTime() + ORDER_LINK_MINUTES * 60_000));
  return `${portal}/open-order?link=${token}`;
}

/** What the link opens; null if it is forged or expired. */
export const readOrderLink = (secret: string, token: string, now: Date): OrderLink | null =>
  readToken(secret, PURPOSE, token, OrderLink, now);
