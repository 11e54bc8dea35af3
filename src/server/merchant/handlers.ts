import * as contract from '#contract/merchant/merchant.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { alertHandlers } from '#server/merchant/alerts.ts';
import { analyticsHandler } from '#server/merchant/analytics.ts';
import { billingHandler } from '#server/merchant/billing.ts';
import { protectionBillingHandlers } from '#server/merchant/protection-billing.ts';
import { booksHandlers } from '#server/merchant/books.ts';
import { shippingProtectionHandlers } from '#server/merchant/shipping-protection.ts';
import { brandPictureHandlers } from '#server/merchant/brand-pictures.ts';
import { bulkHandler } from '#server/merchant/bulk.ts';
import { customFieldHandlers } from '#server/merchant/custom-fields.ts';
import { customerHandler } from '#server/merchant/customers.ts';
import { dashboardHandlers } from '#server/merchant/dashboard.ts';
import { changeLineHandler } from '#server/merchant/change-line.ts';
import { refundsByHandHandlers } from '#server/merchant/refunds-by-hand.ts';
import { choiceHandlers } from '#server/merchant/choices.ts';
import { newClaimHandlers } from '#server/merchant/create-claim.ts';
import { decisionHandlers } from '#server/merchant/decisions.ts';
import { emailDomainHandlers } from '#server/merchant/email-domains.ts';
import { emailHandlers } from '#server/merchant/emails.ts';
import { effectHandlers } from '#server/merchant/effects.ts';
import { finalizeHandlers } from '#server/merchant/finalize.ts';
import { importHandlers } from '#server/merchant/imports.ts';
import { inspectionHandlers } from '#server/merchant/inspections.ts';
import { listHandlers } from '#server/merchant/list.ts';
import { orderHandlers } from '#server/merchant/orders.ts';
import { neighborHandler } from '#server/merchant/neighbors.ts';
import { registrationCodeHandlers } from '#server/merchant/registration-codes.ts';
import { registrationHandlers } from '#server/merchant/registrations.ts';
import { returnLocationHandlers } from '#server/merchant/return-locations.ts';
import { claimMailHandlers } from '#server/merchant/claim-mail.ts';
import { shippingClaimHandlers } from '#server/merchant/shipping-claims.ts';
import { shipmentHandlers } from '#server/merchant/shipments.ts';
import { portalHostHandlers } from '#server/merchant/portal-host.ts';
import { privacyHandlers } from '#server/merchant/privacy.ts';
import { portalTextHandlers } from '#server/merchant/portal-texts.ts';
import { productGroupHandlers } from '#server/merchant/product-groups.ts';
import { auditHandlers } from '#server/merchant/audit.ts';
import { repairHandlers } from '#server/merchant/repairs.ts';
import { reasonHandlers } from '#server/merchant/reasons.ts';
import { backTestHandlers } from '#server/merchant/back-tests.ts';
import { reportHandlers } from '#server/merchant/reports.ts';
import { decisionsHandler } from '#server/merchant/claim-decisions.ts';
import { riskHandler } from '#server/merchant/risk.ts';
import { helpdeskHandlers } from '#server/merchant/helpdesks.ts';
import { providerControlsHandler } from '#server/merchant/provider-controls.ts';
import { loadClaimPage, showClaim } from '#server/merchant/show-claim.ts';
import { factHandler } from '#server/merchant/facts.ts';
import { ruleSetHandlers } from '#server/merchant/rule-sets.ts';
import { ruleHandlers } from '#server/merchant/rules.ts';
import { serialNumberHandler } from '#server/merchant/serial-numbers.ts';
import { settingsHandlers } from '#server/merchant/settings.ts';
import { setupHandlers } from '#server/merchant/setup.ts';
import { tagHandlers } from '#server/merchant/tags.ts';
import { userHandlers } from '#server/merchant/users.ts';
import { valueInsteadHandlers } from '#server/merchant/value-instead.ts';
import { viewHandlers } from '#server/merchant/views.ts';

/** Every call of the back office on a store. */
export const merchantHandlers = (deps: ServerDeps): Handler[] => [
  ...listHandlers(deps),
  ...tagHandlers(deps),
  ...viewHandlers(deps),
  bulkHandler(deps),
  ...brandPictureHandlers(deps),
  ...shippingProtectionHandlers(deps),
  ...auditHandlers(deps),
  ...reasonHandlers(deps),
  ...backTestHandlers(deps),
  ...reportHandlers(deps),
  ...choiceHandlers(deps),
  ...refundsByHandHandlers(deps),
  ...orderHandlers(deps),
  ...registrationHandlers(deps),
  ...shippingClaimHandlers(deps),
  ...claimMailHandlers(deps),
  ...registrationCodeHandlers(deps),
  ...importHandlers(deps),
  serialNumberHandler(deps),
  ...portalTextHandlers(deps),
  ...productGroupHandlers(deps),
  ...customFieldHandlers(deps),
  customerHandler(deps),
  ...newClaimHandlers(deps),
  changeLineHandler(deps),
  ...decisionHandlers(deps),
  ...finalizeHandlers(deps),
  ...inspectionHandlers(deps),
  ...repairHandlers(deps),
  neighborHandler(deps),
  ...shipmentHandlers(deps),
  ...returnLocationHandlers(deps),
  ...effectHandlers(deps),
  ...valueInsteadHandlers(deps),
  ...booksHandlers(deps),
  ...dashboardHandlers(deps),
  ...setupHandlers(deps),
  analyticsHandler(deps),
  billingHandler(deps),
  ...protectionBillingHandlers(deps),
  riskHandler(deps),
  decisionsHandler(deps),
  ...claimHandlers(deps),
  ...alertHandlers(deps),
  ...helpdeskHandlers(deps),
  providerControlsHandler(deps),
  ...userHandlers(deps),
  ...portalHostHandlers(deps),
  ...privacyHandlers(deps),
  ...settingsHandlers(deps),
  ...emailHandlers(deps),
  ...emailDomainHandlers(deps),
  ...ruleHandlers(deps),
  ...ruleSetHandlers(deps),
  factHandler(deps),
];

const claimHandlers = ({ database, ...deps }: ServerDeps): Handler[] => [
  handle(contract.getClaim, async ({ params }, { storeId }) => {
    const page = await database.readStore(storeId, (db) => loadClaimPage(db, storeId, params.claimId));
    return showClaim(page, deps);
  }),
];
