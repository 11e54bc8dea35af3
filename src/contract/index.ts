import * as customer from '#contract/customer/customer.ts';
import * as customerShippingClaims from '#contract/customer/shipping-claims.ts';
import * as customerRegistrations from '#contract/customer/registrations.ts';
import * as withdrawal from '#contract/customer/withdrawal.ts';
import * as alerts from '#contract/merchant/alerts.ts';
import * as analytics from '#contract/merchant/analytics.ts';
import * as audit from '#contract/merchant/audit.ts';
import * as billing from '#contract/merchant/billing.ts';
import * as protectionBilling from '#contract/merchant/protection-billing.ts';
import * as brand from '#contract/merchant/brand.ts';
import * as books from '#contract/merchant/books.ts';
import * as customFields from '#contract/merchant/custom-fields.ts';
import * as customers from '#contract/merchant/customers.ts';
import * as emails from '#contract/merchant/emails.ts';
import * as dashboard from '#contract/merchant/dashboard.ts';
import * as claimActions from '#contract/merchant/claim-actions.ts';
import * as imports from '#contract/merchant/imports.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import * as lists from '#contract/merchant/lists.ts';
import * as me from '#contract/merchant/me.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as orders from '#contract/merchant/orders.ts';
import * as portalHost from '#contract/merchant/portal-host.ts';
import * as portalTexts from '#contract/merchant/portal-texts.ts';
import * as privacy from '#contract/merchant/privacy.ts';
import * as productGroups from '#contract/merchant/product-groups.ts';
import * as backTests from '#contract/merchant/back-tests.ts';
import * as registrationCodes from '#contract/merchant/registration-codes.ts';
import * as claimMail from '#contract/merchant/claim-mail.ts';
import * as shippingClaims from '#contract/merchant/shipping-claims.ts';
import * as registrations from '#contract/merchant/registrations.ts';
import * as reasonGroups from '#contract/merchant/reason-groups.ts';
import * as reports from '#contract/merchant/reports.ts';
import * as claimDecisions from '#contract/merchant/claim-decisions.ts';
import * as risk from '#contract/merchant/risk.ts';
import * as facts from '#contract/merchant/facts.ts';
import * as ruleSets from '#contract/merchant/rule-sets.ts';
import * as rules from '#contract/merchant/rules.ts';
import * as tags from '#contract/merchant/tags.ts';
import * as views from '#contract/merchant/views.ts';
import * as neighbors from '#contract/merchant/neighbors.ts';
import * as setup from '#contract/merchant/setup.ts';
import * as shippingProtection from '#contract/merchant/shipping-protection.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import * as serialNumbers from '#contract/merchant/serial-numbers.ts';
import * as settings from '#contract/merchant/settings.ts';
import * as session from '#contract/merchant/session.ts';
import * as users from '#contract/merchant/users.ts';
import * as concierge from '#contract/provider/concierge.ts';
import * as answerTemplates from '#contract/provider/answer-templates.ts';
import type { RouteSpec } from '#contract/route.ts';

const MERCHANT = [
  merchant,
  me,
  session,
  settings,
  brand,
  shippingProtection,
  portalHost,
  alerts,
  analytics,
  audit,
  billing,
  protectionBilling,
  portalTexts,
  emails,
  claimActions,
  books,
  dashboard,
  setup,
  rules,
  ruleSets,
  facts,
  tags,
  inspections,
  neighbors,
  shipments,
  lists,
  views,
  backTests,
  reports,
  orders,
  registrations,
  shippingClaims,
  claimMail,
  registrationCodes,
  imports,
  serialNumbers,
  productGroups,
  reasonGroups,
  customFields,
  risk,
  claimDecisions,
  users,
  customers,
  privacy,
];
const PROVIDER = [concierge, answerTemplates];
const CUSTOMER = [customer, customerRegistrations, customerShippingClaims, withdrawal];

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value && 'access' in value;

const named = (audience: string, files: readonly object[]): [string, RouteSpec][] =>
  files.flatMap((file) =>
    Object.entries(file).flatMap(([name, value]): [string, RouteSpec][] =>
      isRoute(value) ? [[`${audience}.${name}`, value]] : [],
    ),
  );

/** Every call of the API by a unique name: what OpenAPI publishes and the access test walks. */
export const routes: Readonly<Record<string, RouteSpec>> = Object.fromEntries([
  ...named('merchant', MERCHANT),
  ...named('customer', CUSTOMER),
  ...named('provider', PROVIDER),
]);
