import { connectHelpdesk } from '#contract/merchant/session.ts';
import { returnableOrder } from '#server/testing/claims.ts';
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
await changeSettings(admin, server.storeId, { embeddedIn: [embeddedIn] });
const { shopOrder, email: orderEmail } = await returnableOrder(server);
process.once('disconnect', () => void server.close().finally(() => process.exit()));
process.send?.({
  url: server.url.replace('127.0.0.1', 'localhost'),
  slug: server.slug,
  storeId: server.storeId,
  configId,
  token,
  email,
  order: { number: shopOrder.name, email: orderEmail },
});
