import { exchangeOptions } from '#contract/customer/customer.ts';
import { connectHelpdesk } from '#contract/merchant/session.ts';
import { returnableOrder } from '#server/testing/claims.ts';
import { onlyRules } from '#server/testing/live-rules.ts';
import { startTestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

const [embeddedIn = ''] = process.argv.slice(2);
const email = 'desk@shop.example';
const server = await startTestServer({ orders: 20, isHttps: true });
const admin = await server.staff('Admin', email);
const { configId, token } = await admin(connectHelpdesk, {
  params: { storeId: server.storeId },
  body: { ref: 'gorgias', embeddedIn: [embeddedIn] },
});
await changeSettings(admin, server.storeId, {
  embeddedIn: [embeddedIn],
  isShopNowEnabled: true,
  isShopCartUsed: true,
});
await onlyRules(server, {
  at: 'afterReasonSelection',
  does: 'shopNow',
  params: {
    shopNowHeadline: 'Spend it with us',
    shopNowDescription: 'On anything you like.',
    startShoppingUrl: `${embeddedIn}/collections/all`,
    shopNowIncentive: { shouldModify: false, type: 'percent', amount: 0 },
  },
});
const { call, order, shopOrder, email: orderEmail } = await returnableOrder(server);
const { products } = await call(exchangeOptions, {
  params: { slug: server.slug, idFromPlatform: order.idFromPlatform },
  query: { searchTerm: '', options: '', take: 1 },
});
const product = products[0];
const variant = product?.variants.find(({ isAvailable }) => isAvailable);
if (!product || !variant) throw new Error('the shop has nothing in stock');
process.once('disconnect', () => void server.close().finally(() => process.exit()));
process.send?.({
  url: server.url.replace('127.0.0.1', 'localhost'),
  slug: server.slug,
  storeId: server.storeId,
  configId,
  token,
  email,
  order: { number: shopOrder.name, email: orderEmail },
  product: { id: product.idFromPlatform, variantId: variant.idFromPlatform, title: product.title },
});
