/** Where a shop answers when no other place is set. */
export const defaultShopUrl = (shopDomain: string): string => `https://${shopDomain}`;

/** Where staff open an order. The platform has one admin for all its shops; a shop that answers elsewhere has its own. */
export function orderAdminUrl(shopUrl: string, shopDomain: string, orderTail: string): string {
  const handle = /^([a-z0-9-]+)\.myshopify\.com$/.exec(shopDomain)?.[1];
  return handle !== undefined && shopUrl === defaultShopUrl(shopDomain)
    ? `https://admin.shopify.com/store/${handle}/orders/${orderTail}`
    : `${shopUrl}/admin/orders/${orderTail}`;
}
