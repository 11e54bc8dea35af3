import { customerHandlers } from '#server/customer/handlers.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { Handler } from '#server/http/serve.ts';
import { sessionHandlers } from '#server/http/session-handlers.ts';
import { signInHandlers } from '#server/http/sign-in-handlers.ts';
import { merchantHandlers } from '#server/merchant/handlers.ts';
import { installHandlers } from '#server/sync/install.ts';
import { easyPostWebhook } from '#server/webhooks/easypost.ts';
import { shopifyWebhook } from '#server/webhooks/shopify.ts';
import { stripeWebhook } from '#server/webhooks/stripe.ts';

/** Everything the server answers under /api. */
export const allHandlers = (deps: ServerDeps): Handler[] => [
  ...sessionHandlers(deps),
  ...signInHandlers(deps),
  ...merchantHandlers(deps),
  ...customerHandlers(deps),
  shopifyWebhook(deps),
  easyPostWebhook(deps),
  stripeWebhook(deps),
  ...installHandlers(deps),
];
