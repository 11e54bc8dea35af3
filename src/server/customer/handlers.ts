import { exchangeOptionsHandler } from '#server/customer/exchange-options.ts';
import { lookupHandlers } from '#server/customer/lookup.ts';
import { portalPrices } from '#server/customer/portal-prices.ts';
import { portalProducts } from '#server/customer/portal-products.ts';
import { orderLinkHandlers } from '#server/customer/order-link.ts';
import { orderHandlers } from '#server/customer/order.ts';
import { overviewHandlers } from '#server/customer/overview.ts';
import { paymentHandlers } from '#server/customer/payment.ts';
import { registrationHandlers } from '#server/customer/registrations.ts';
import { returnPolicyHandlers } from '#server/customer/return-policy.ts';
import { shippingClaimHandlers } from '#server/customer/shipping-claims.ts';
import { shoppingHandlers } from '#server/customer/shopping.ts';
import { askForReviewHandler, submitHandler } from '#server/customer/submit.ts';
import { uploadHandlers } from '#server/customer/uploads.ts';
import { withdrawalHandlers } from '#server/customer/withdrawal.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { Handler } from '#server/http/serve.ts';

/** Every call of the shopper's portal. */
export const customerHandlers = (deps: ServerDeps): Handler[] => {
  const withProducts = { ...deps, products: portalProducts(deps), prices: portalPrices(deps) };
  return [
    ...lookupHandlers(deps),
    ...returnPolicyHandlers(deps),
    ...registrationHandlers(deps),
    ...orderLinkHandlers(deps),
    ...orderHandlers(withProducts),
    exchangeOptionsHandler(withProducts),
    ...paymentHandlers(withProducts),
    submitHandler(withProducts),
    askForReviewHandler(withProducts),
    ...withdrawalHandlers(deps),
    ...shippingClaimHandlers(deps),
    ...shoppingHandlers(deps),
    ...uploadHandlers(deps),
    ...overviewHandlers(deps),
  ];
};
