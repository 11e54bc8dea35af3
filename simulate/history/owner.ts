import { randomUUID } from 'node:crypto';
import * as registrations from '#contract/customer/registrations.ts';
import * as withdrawal from '#contract/customer/withdrawal.ts';
import * as ruleSets from '#contract/merchant/rule-sets.ts';
import * as rules from '#contract/merchant/rules.ts';
import * as settings from '#contract/merchant/settings.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { storeSettings } from '#core/settings/settings.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import type { PortalSession } from '#server/http/context.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';
import { ENDS } from './calendar.ts';
import { SLUG } from './shoppers.ts';
import { ADA } from './staff.ts';
import type { World } from './world.ts';

type Draft = Pick<RuleDraft, 'name' | 'hook'> & {
  type: RuleDraft['rule']['event']['type'];
  params: object;
  all: { fact: string; operator: 'in' | 'lessThan'; value: string[] | number }[];
};

const FIRST_RULES: readonly Draft[] = [
  {
    name: 'Tag high-risk claims',
    hook: 'claimCreated',
    type: 'applyClaimTags',
    params: { claimTags: [{ name: 'High risk' }] },
    all: [{ fact: 'claim/riskLevel', operator: 'in', value: ['High'] }],
  },
  {
    name: 'Store credit as soon as the carrier has the package',
    hook: 'returnShipmentWebhook',
    type: 'autoFinalizeClaim',
    params: { allowedResolutionMethods: ['giftCard', 'storeCredit'] },
    all: [
      { fact: 'returnShipment/status', operator: 'in', value: ['in_transit'] },
      { fact: 'claim/lineItemTotal', operator: 'lessThan', value: 120 },
    ],
  },
  {
    name: 'Label charge for changed minds',
    hook: 'beforeClaimSubmission',
    type: 'chargeForReturnLabel',
    params: { applyLabelMarkup: { shouldModify: true, type: 'fixed', amount: 5 } },
    all: [
      { fact: 'claim/reasonCategory', operator: 'in', value: ['No_Longer_Needed'] },
      { fact: 'order/country', operator: 'in', value: ['US'] },
    ],
  },
];

const LATER_RULES: readonly Draft[] = [
  {
    name: 'Exchanges of one size when the package is back',
    hook: 'returnShipmentWebhook',
    type: 'autoFinalizeClaim',
    params: { allowedResolutionMethods: ['variantExchange'] },
    all: [
      { fact: 'returnShipment/status', operator: 'in', value: ['delivered'] },
      { fact: 'claim/reasonCategory', operator: 'in', value: ['Wrong_Fit'] },
    ],
  },
  {
    name: '60 days for loyal customers',
    hook: 'orderLookup',
    type: 'modifyResolutionWindow',
    params: {
      kind: 'eligibilityDays',
      refund: 60,
      giftCard: 60,
      exchange: 60,
      warrantyReview: null,
      ineligibleLineItemFootnote: '',
    },
    all: [{ fact: 'customer/tags', operator: 'in', value: ['vip'] }],
  },
];

const ONE_STORE = { params: { storeId: 1 } };

/** Owners may register what they bought, and consumers in Europe withdraw. */
export async function openNewAreas(world: World): Promise<void> {
  const its = storeSettings({});
  await world.staff(ADA, settings.saveConfig, {
    ...ONE_STORE,
    body: {
      group: 'registrations',
      version: 0,
      document: {
        ...its.registrations,
        isRegistrationEnabled: true,
        registrationSubmissionText: 'Thanks for registering. Keep this certificate for your warranty.',
      },
    },
  });
  await world.staff(ADA, settings.saveConfig, {
    ...ONE_STORE,
    body: { group: 'withdrawal', version: 0, document: { ...its.withdrawal, isWithdrawalOffered: true } },
  });
}

export const publishFirstRules = (world: World): Promise<void> =>
  publish(world, FIRST_RULES, 'Quick store credit, and a charge for changed minds');

export const publishLaterRules = (world: World): Promise<void> =>
  publish(world, LATER_RULES, 'Exchange sizes without staff, and more time for VIPs');

async function publish(world: World, drafts: readonly Draft[], note: string): Promise<void> {
  for (const { name, hook, type, params, all } of drafts)
    await world.staff(ADA, rules.createRule, {
      ...ONE_STORE,
      body: { name, hook, isEnabled: true, rule: { priority: 1, event: { type, params }, conditions: { all } } },
    });
  const { draftRevision } = await world.staff(ADA, rules.listRules, ONE_STORE);
  await world.staff(ADA, ruleSets.publishRuleSet, { ...ONE_STORE, body: { draftRevision, note } });
}

const OWNERS = [
  ['Grace', 'Okafor'],
  ['Liam', 'Fischer'],
  ['Sofia', 'Marchetti'],
  ['Noah', 'Bennett'],
  ['Aiko', 'Tanaka'],
  ['Elena', 'Vasquez'],
  ['Samuel', 'Wright'],
  ['Chloe', 'Dubois'],
  ['Marcus', 'Reid'],
  ['Hannah', 'Lindqvist'],
] as const;

const CHANNELS = ['Retail store', 'Retail store', 'Marketplace', 'Online store'] as const;

/** Someone who bought at a shop around the corner tells the store about it. */
export async function register(world: World, portal: PortalSession): Promise<void> {
  const { chance, clock, twins } = world;
  const products = twins.shopify
    .store(DEMO_SHOP)
    .products.filter(
      ({ status, isGiftCard, variants }) => status === 'ACTIVE' && !isGiftCard && (variants[0]?.grams ?? 0) > 0,
    );
  const variant = chance.pick(chance.pick(products).variants);
  const [firstName, lastName] = chance.pick(OWNERS);
  const bought = new Date(clock.now - (1 + 20 * chance.next()) * 86_400_000);
  await world.shopper(portal, registrations.registerProduct, {
    params: { slug: SLUG },
    body: {
      variantIdFromPlatform: String(variant.id),
      email: `${firstName}.${lastName}${Math.floor(chance.next() * 90)}@example.com`.toLowerCase(),
      firstName,
      lastName,
      registrationChannelName: chance.pick(CHANNELS),
      estimatedPurchaseDate: bought.toISOString().slice(0, 10),
    },
  });
}

/** The buyer withdraws from one item by law; null where nothing of the order can be withdrawn. */
export async function withdraw(world: World, portal: PortalSession, order: Order): Promise<string | null> {
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const { items, name, email } = await world.shopper(portal, withdrawal.getWithdrawal, { params });
  const item = items.find(({ quantity }) => quantity > 0);
  if (!item) return null;
  const body = {
    selections: [{ lineIdFromPlatform: item.lineIdFromPlatform, quantity: 1 }],
    name: name || `${order.shippingAddress?.firstName ?? ''} ${order.shippingAddress?.lastName ?? ''}`,
    email: email || (order.email ?? ''),
  };
  const { statementKey } = await world.shopper(portal, withdrawal.stateWithdrawal, { params, body });
  const confirmed = { ...body, statementKey, requestKey: randomUUID() };
  return (await world.shopper(portal, withdrawal.confirmWithdrawal, { params, body: confirmed })).externalId;
}

/** Where the law of the European Union gives the right. */
export const mayWithdraw = ({ shippingAddress }: Order, at: number, since: number): boolean =>
  at > since && at < ENDS && ['DE', 'FR', 'NL'].includes(shippingAddress?.countryCode ?? '');
