import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { registrationForm } from '#contract/customer/registrations.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { getOrder } from '#contract/merchant/orders.ts';
import { me } from '#contract/merchant/me.ts';
import { Claim } from '#core/claims/claim.ts';
import { newElement } from '#core/protection/elements.ts';
import { USUAL_COVER_PRICES } from '#core/protection/price.ts';
import { WidgetConfig } from '#core/protection/widget-config.ts';
import { fieldsOf } from '#core/settings/group.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { GROUP_NAMES, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { returnableOrder, submitReturn, type Returnable } from '#server/testing/claims.ts';
import { LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

let server: TestServer;
let staff: Caller;
let from: Returnable;
const BASE: SettingsChanges = { ...LONG_WINDOWS, defaultWarrantyDays: 3650, shippingMethods: ['label', 'packingSlip'] };
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
  from = await pricedOrder();
  const id = Number(from.line.productIdFromPlatform);
  const product = server.shop.products.find((one) => one.id === id);
  for (const variant of product?.variants ?? []) variant.quantities['available'] = 20;
  const prices = [...USUAL_COVER_PRICES.map(({ price }) => price), 77];
  const variants = JSON.stringify(prices.map((price, index) => ({ idFromPlatform: String(index), price })));
  await server.server.deps.database.asOwner((db) =>
    db
      .insertInto('cover_product')
      .values({ store_id: server.storeId, id_from_platform: '7', handle: 'cover', variants, problem: null })
      .execute(),
  );
});
afterAll(() => server.close());

const params = () => ({ slug: server.slug, idFromPlatform: from.order.idFromPlatform });

const portal = () => server.browser()(customer.storefront, { params: { slug: server.slug }, query: {} });
const order = (): Promise<PortalOrder> => from.call(customer.getOrder, { params: params() });
const line = async (): Promise<PortalLine> => {
  const { lineItems } = await order();
  const its = lineItems.find(({ lineIdFromPlatform: id }) => id === from.line.lineIdFromPlatform);
  if (!its) throw new Error('the line is gone');
  return its;
};
const fees = async () => {
  const { lineIdFromPlatform } = from.line;
  const [reason] = from.order.reasons;
  const selections = [{ lineIdFromPlatform, quantity: 1, reasonId: reason?.id ?? '', method: 'refund' as const }];
  return from.call(customer.quote, { params: params(), body: { selections, shippingMethod: 'label' } });
};
const published = async () =>
  server
    .browser()(customer.returnPolicy, { params: { slug: server.slug } })
    .catch(() => null);

/** What was made under the same settings; several fields are compared with one claim. */
const usual = new Map<string, Claim>();
let under: string | null = null;

/** A claim as it is stored, made by another shopper. */
async function claim(): Promise<Claim> {
  const known = under === null ? undefined : usual.get(under);
  if (known) return known;
  const made = await newClaim();
  if (under !== null) usual.set(under, made);
  return made;
}

/** Amounts of the settings count in the currency of the shop alone. */
async function pricedOrder(): Promise<Returnable> {
  const found = await returnableOrder(server);
  return found.order.currencyCode === 'USD' ? found : pricedOrder();
}

async function newClaim(): Promise<Claim> {
  const externalId = await submitReturn(server, await pricedOrder(), { method: 'giftCard' });
  const { document } = await server.server.deps.database.asOwner((db) =>
    db.selectFrom('claim').select('document').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
  );
  return Claim.parse(document);
}
const terms = async () => (await claim()).policy;
const taggedWith = async (): Promise<unknown> => {
  const made = await claim();
  const { effects } = await server.server.deps.database.asOwner(async (db) => ({
    effects: await db.selectFrom('effect').select(['kind', 'payload']).where('subject_id', '=', made.id).execute(),
  }));
  return effects.flatMap(({ kind, payload }) => (kind === 'orderTags' ? Object.entries(payload) : []));
};
const store = async () => (await staff(me, {})).stores.find(({ id }) => id === server.storeId);

/** The order as staff see it. */
const seen = () => staff(getOrder, { params: { storeId: server.storeId, idFromPlatform: from.order.idFromPlatform } });

type Told = Extract<WidgetConfig, { isOn: true }>;
const PROTECTING = { isShippingProtectionEnabled: true, isCheckoutPlusEnabled: true } as const;

async function widget(): Promise<WidgetConfig> {
  return WidgetConfig.parse(await (await fetch(`${server.url}/api/widget/${server.slug}`)).json());
}

/** The widget in the pages of the shop is told. */
const told = (name: keyof Told, to: unknown): Entry => ({
  to,
  with: PROTECTING,
  read: async () => {
    const config = await widget();
    return config.isOn ? config[name] : null;
  },
  shows: to,
});
const inModal = (name: keyof Told['modal'], to: unknown): Entry => ({
  to,
  with: { ...PROTECTING, modalImageUrl: 'https://shop.example/a.png' },
  read: async () => {
    const config = await widget();
    return config.isOn ? config.modal[name] : null;
  },
  shows: to,
});

type Entry =
  /** What is read has to be another value once the field is changed `to` this; `shows`: exactly this one. */
  | { to: unknown; with?: SettingsChanges; read: () => Promise<unknown>; shows?: unknown }
  /** Another test shows it, where it takes more than a call: its file and its name. */
  | { file: string; test: string }
  /** It has one value only, or its feature is still to come and its page is not shown. */
  | 'later';

const LATER: Entry = 'later';

const elsewhere = (file: string, name: string): Entry => ({ file, test: name });
const customerTest = (file: string, name: string) => elsewhere(`src/server/customer/${file}.test.ts`, name);
const merchantTest = (file: string, name: string) => elsewhere(`src/server/merchant/${file}.test.ts`, name);

const form = () => server.browser()(registrationForm, { params: { slug: server.slug } });
const formText = (name: keyof RouteAnswer<typeof registrationForm>['texts'], to = 'Words of the store'): Entry => ({
  to,
  read: async () => (await form()).texts[name],
  shows: to,
});
const window = (method: keyof PortalLine['methods'], isOn: string, days: string): Record<string, Entry> => ({
  [isOn]: { to: false, read: async () => (await line()).methods[method].isEligible, shows: false },
  [days]: { to: 2000, read: async () => (await line()).methods[method].lastEligibleDate },
});
const NEWS = 'those whom the store names are told once of each new claim, and nobody is by default';
const SENDER = 'an address of a domain counts once its DNS proves it, and then the email is signed by it';
const ASKED = 'each wrong field is named, and nothing is asked that the settings do not ask';
const CLAIMED = 'an owner finds the registration as an order, and can claim on its warranty but not return it';
const CONSENT = 'consent is recorded word for word when it was given, and never otherwise';
const WITHDRAWN =
  'refused: without the setting, for another country, once the time is up, for a recipient, and where the order changed';
const ARRIVED = 'when everything has arrived they are told once, whatever the carrier says again';

/** Where each field of the settings shows. The theme and the texts of the portal have a table of their own. */
const TABLE: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  embedding: {
    embeddedIn: customerTest(
      'portal-look',
      'pages of the shop alone may show the portal within them, whichever of their addresses was pasted',
    ),
  },
  email: {
    emailSendFromName: merchantTest('emails', SENDER),
    emailSendFrom: merchantTest('emails', SENDER),
    emailReplyToName: merchantTest('emails', SENDER),
    emailReplyTo: merchantTest('emails', SENDER),
    supportEmail: {
      to: 'new@shop.example',
      read: async () => (await portal()).supportEmail,
      shows: 'new@shop.example',
    },
  },
  emailTemplates: {
    automatedEmailTemplates: merchantTest(
      'emails',
      'customers read the words of the store, and nothing where it is switched off',
    ),
    finalizeEmailTemplates: merchantTest('emails', 'finalizing words the outcome as the store does'),
  },
  notifications: {
    isNewClaimEmailEnabled: merchantTest('notifications', NEWS),
    emailsForNewClaim: merchantTest('notifications', NEWS),
    isClaimReceivedEmailEnabled: merchantTest('notifications', ARRIVED),
    emailsForClaimReceived: merchantTest('notifications', ARRIVED),
  },
  returns: {
    isReturnsEnabled: { to: false, read: async () => (await line()).isEligible, shows: false },
    isGiftReturnEnabled: { to: true, read: async () => (await portal()).isGiftReturnEnabled, shows: true },
    returnPolicyUrl: {
      to: 'https://shop.example/p',
      read: async () => (await portal()).policyUrl,
      shows: 'https://shop.example/p',
    },
    isClaimImageFromCustomerRequired: { to: true, read: async () => (await order()).leastMedia['Return'], shows: 1 },
    allowClaimsOnPartiallyFulfilledOrders: elsewhere(
      'src/core/claims/eligibility.test.ts',
      'an order that was sent in part waits where the store says so',
    ),
    isReplenishInventoryWhenReturned: elsewhere(
      'src/server/rules/restock.test.ts',
      'the settings restock what came back, unless a rule says otherwise',
    ),
    defaultDeliveryDays: elsewhere(
      'src/core/claims/eligibility.test.ts',
      'count from fulfillment plus the assumed days when delivery is unknown',
    ),
    defaultReturnExpirationDays: merchantTest('shipments', 'a packing slip is made directly, with both addresses'),
    isExpiredReturnCanceled: merchantTest(
      'emails',
      'a return that was not shipped in time is marked, found by a filter, and canceled where the store wants that',
    ),
    isReturnProcessApiEnabled: {
      to: true,
      read: async () => (await terms()).exchangeOrderType,
      shows: 'platformReturn',
    },
    exchangeOrderPrefix: { to: '#SWAP-', read: async () => (await terms()).exchangeOrderPrefix, shows: '#SWAP-' },
    isReviewOffered: {
      to: false,
      with: { refundValidityDays: 1 },
      read: async () => (await line()).review,
      shows: null,
    },
    isReturnInspectionEnabled: { to: true, read: async () => (await terms()).isInspected, shows: true },
  },
  refunds: window('refund', 'isRefundsEnabled', 'refundValidityDays'),
  storeCredit: window('storeCredit', 'isStoreCreditEnabled', 'storeCreditValidityDays'),
  giftCardsControl: window('giftCard', 'isGiftCardEnabled', 'giftCardValidityDays'),
  giftCards: {
    giftCardIncentiveType: { to: 'none', read: async () => (await order()).incentiveBasisPoints, shows: 0 },
    giftCardIncentiveAmount: {
      to: 12.5,
      with: { giftCardIncentiveType: 'fixed' },
      read: async () => (await order()).incentiveAmount,
      shows: 12.5,
    },
    giftCardType: { to: 'Store_Credit', read: async () => (await terms()).giftCardType, shows: 'Store_Credit' },
    giftCardAttributes: {
      to: { templateSuffix: 'birthday' },
      read: async () => (await terms()).giftCardTemplateSuffix,
      shows: 'birthday',
    },
    giftCardOrderPrefix: { to: '#GC-', read: async () => (await terms()).giftCardOrderPrefix, shows: '#GC-' },
    giftCardProductIdFromPlatform: {
      to: '42',
      read: async () => (await terms()).giftCardProductIdFromPlatform,
      shows: '42',
    },
  },
  variantExchanges: {
    ...window('variantExchange', 'isExchangeEnabled', 'variantExchangeValidityDays'),
    variantExchangePricing: {
      to: 'PAYMENT',
      read: async () => (await order()).variantExchangePricing,
      shows: 'PAYMENT',
    },
    isAdvancedExchangeEnabled: { to: false, read: async () => (await order()).isAdvancedExchangeEnabled, shows: false },
    advancedExchangePricing: {
      to: 'PAYMENT',
      read: async () => (await order()).advancedExchangePricing,
      shows: 'PAYMENT',
    },
    exchangeRemainderMethod: {
      to: 'giftCard',
      read: async () => (await terms()).exchangeRemainderMethod,
      shows: 'giftCard',
    },
    isExchangeOfExchangeAllowed: elsewhere(
      'src/core/claims/eligibility.test.ts',
      'what came from an exchange is exchanged again only where the store says so',
    ),
    minInventoryAvailableToCustomer: {
      to: 9999,
      read: async () => {
        const { lineIdFromPlatform } = from.line;
        const { variants } = await from.call(customer.variants, { params: { ...params(), lineIdFromPlatform } });
        return variants.filter(({ isAvailable }) => isAvailable).length;
      },
      shows: 0,
    },
    variantExchangeShippingTitle: {
      to: 'Exchange',
      read: async () => (await terms()).exchangeShippingTitle,
      shows: 'Exchange',
    },
  },
  instantExchange: {
    isInstantExchangeEnabled: {
      to: true,
      with: { paymentProvider: 'stripe' },
      read: async () => (await order()).offerInstantExchange,
      shows: true,
    },
    instantExchangeReturnDays: { to: 21, read: async () => (await terms()).instantExchangeReturnDays, shows: 21 },
    holdLapsePolicy: { to: 'holdAgain', read: async () => (await terms()).holdLapsePolicy, shows: 'holdAgain' },
  },
  shopNow: {
    isShopNowEnabled: { to: false, read: async () => (await order()).offerShopNow, shows: false },
    isShopCartUsed: { to: true, read: async () => (await order()).isShopCartUsed, shows: true },
    shopNowIncentiveBasisPoints: { to: 700, read: async () => (await order()).shopNowIncentiveBasisPoints, shows: 700 },
  },
  fees: {
    returnFee: { to: 125, read: async () => (await terms()).returnFee, shows: 125 },
    returnFeeName: {
      to: 'Restocking',
      with: { returnFee: 125 },
      read: async () => (await terms()).returnFeeName,
      shows: 'Restocking',
    },
    returnShippingFee: { to: 225, read: async () => (await fees()).ledger },
    exchangeShippingFee: { to: 325, read: async () => (await terms()).exchangeShippingFee, shows: 325 },
  },
  stock: {
    inventoryHandling: elsewhere(
      'src/core/claims/frozen-terms.test.ts',
      'say how its orders take from stock, as finalizing is decided when it happens',
    ),
    outOfStockAtFinalize: merchantTest('finalize', 'a store that goes on sends it all the same, by %s'),
    reservationDays: elsewhere(
      'src/server/merchant/value-instead.test.ts',
      'nothing is kept any more for goods that were refused (%s)',
    ),
  },
  publishedPolicy: {
    isPolicyPublished: { to: true, read: async () => (await published()) !== null, shows: true },
    itemCondition: { to: 'used', with: { isPolicyPublished: true }, read: published },
    policyCountries: { to: ['FR'], with: { isPolicyPublished: true }, read: published },
  },
  exclusions: {
    finalSaleTags: elsewhere('src/core/claims/frozen-terms.test.ts', 'bind the claims submitted from then on'),
    protectionSkus: merchantTest(
      'dashboard',
      'billing tells what was used this month, and the invoices with their files',
    ),
  },
  warranties: {
    isWarrantiesEnabled: { to: false, read: async () => (await line()).warranty?.isEligible, shows: false },
    warrantyPolicyUrl: {
      to: 'https://shop.example/w',
      read: async () => (await order()).warrantyPolicyUrl,
      shows: 'https://shop.example/w',
    },
    isMultipleWarrantyClaimsAllowed: elsewhere(
      'src/core/claims/eligibility.test.ts',
      'an item that was repaired is claimed again only where the store says so',
    ),
    rightToRepairCountryCodes: elsewhere(
      'src/core/claims/eligibility.test.ts',
      'a repair adds a year where the store says so for the country of the order, once, and a replacement keeps it',
    ),
    defaultWarrantyRequestedResolutionMethod: customerTest(
      'warranty-claims',
      'a warranty claim asks for a gift card where the store says so',
    ),
    warrantyOrderPrefix: customerTest(
      'warranty-claims',
      'a warranty claim asks for a gift card where the store says so',
    ),
    isWarrantyInspectionEnabled: customerTest(
      'warranty-claims',
      'a warranty claim asks for a gift card where the store says so',
    ),
    defaultWarrantyDays: { to: 2000, read: async () => (await line()).warranty?.lastEligibleDate },
  },
  inspections: {
    inspectionTemplate: merchantTest(
      'inspections',
      'what is missing is said by field, and a photo of nobody is refused',
    ),
  },
  claimTags: { claimOrderTags: { to: ['odd-tag'], read: taggedWith } },
  returnShipping: {
    shippingMethods: { to: ['packingSlip'], read: async () => (await order()).shippingMethods, shows: ['packingSlip'] },
    labelProvider: LATER,
    returnInstructions: merchantTest('shipments', 'a packing slip is made directly, with both addresses'),
  },
  payments: {
    paymentProvider: {
      to: 'platformCheckout',
      read: async () => (await order()).paymentProvider,
      shows: 'platformCheckout',
    },
  },
  automations: {
    isPublishedAtOnce: merchantTest(
      'rules',
      'changes wait in the draft; where the store publishes at once, only what was saved goes live',
    ),
  },
  phoneNumbers: {
    isReturnPhoneRequired: { to: true, read: async () => (await order()).isPhoneRequired['Return'], shows: true },
    isWarrantyPhoneRequired: { to: true, read: async () => (await order()).isPhoneRequired['Warranty'], shows: true },
  },
  // They show nowhere else until shoppers can edit orders.
  orderEditing: { isOrderEditingEnabled: LATER, orderEditingWindowMinutes: LATER },
  orderEditingTexts: { orderEditDescriptionText: LATER, orderEditExpiredDescriptionText: LATER },
  registrations: {
    isRegistrationEnabled: customerTest('registrations', ASKED),
    offeredSalesChannels: customerTest('registrations', ASKED),
    shouldCollectRegistrationProofOfPurchase: customerTest('registrations', ASKED),
    shouldCollectRegistrationAddress: customerTest('registrations', ASKED),
    registrationCountryCodes: { to: ['FR'], read: async () => (await form()).countryCodes, shows: ['FR'] },
    isRegistrationPhoneRequired: { to: true, read: async () => (await form()).isPhoneRequired, shows: true },
    customFields: customerTest('registrations', ASKED),
    orderLookupRegistrationText: formText('introduction'),
    identifyProductFormPlaceholder: formText('productHint'),
    identifyProductDetailText: formText('identifyText'),
    identifyProductButtonText: formText('identifyLinkText'),
    identifyProductUrl: formText('identifyUrl', 'https://shop.example/serials'),
    registrationSubmissionText: formText('afterwards'),
    isRegistrationWarrantyClaimEnabled: customerTest('registrations', CLAIMED),
    useProductListPriceOnRegistration: customerTest(
      'registrations',
      'its products are worth their list price where the store says so, and nothing otherwise',
    ),
    shouldCollectRegistrationEmailMarketingConsent: customerTest('registrations', CONSENT),
    emailMarketingConsentText: customerTest('registrations', CONSENT),
    emailMarketingConsentDescriptionText: customerTest('registrations', CONSENT),
    emailMarketingConsentPolicyUrlTextTitle: customerTest('registrations', CONSENT),
    emailMarketingConsentPolicyUrl: customerTest('registrations', CONSENT),
  },
  languages: {
    portalLanguages: merchantTest('portal-texts', 'shoppers read an offered language, or else the default one'),
    defaultLanguage: merchantTest('portal-texts', 'shoppers read an offered language, or else the default one'),
  },
  withdrawal: {
    isWithdrawalOffered: customerTest('withdrawal', WITHDRAWN),
    withdrawalCountries: customerTest('withdrawal', WITHDRAWN),
    withdrawalExemptTags: elsewhere('src/core/claims/withdrawal.test.ts', 'is not for goods that the law exempts'),
    standardDeliveryCost: elsewhere(
      'src/core/claims/withdrawal.test.ts',
      'is no more than the store’s standard delivery, and stands apart from the goods',
    ),
  },
  // Most have no test of their own yet.
  shippingClaims: {
    damagedFilingDays: LATER,
    wrongItemFilingDays: LATER,
    missingItemFilingDays: LATER,
    qualityIssueFilingDays: LATER,
    stolenAfterDays: LATER,
    lostAfterDays: LATER,
    lostAbroadAfterDays: LATER,
    filingEndDays: LATER,
    isShippingClaimImgRequired: { to: true, read: async () => (await seen()).isShippingClaimImgRequired, shows: true },
    isUnprotectedShippingClaimPermitted: {
      to: true,
      read: async () => (await seen()).isUnprotectedShippingClaimPermitted,
      shows: true,
    },
    isDecidedAutomatically: LATER,
    mostDecidedAutomatically: LATER,
    automaticResolution: LATER,
    isCoverRefundedWhenCanceled: elsewhere(
      'src/server/protection/cover-refunds.test.ts',
      'an order that was sent, one that nobody paid, and one of a store that said no keep what they have',
    ),
    shouldSendPurchaseConfirmation: elsewhere(
      'src/server/protection/cover-emails.test.ts',
      'the shopper of a paid order is told once what is covered, in the language they bought in',
    ),
  },
  shippingClaimsAdvanced: {
    isMerchantFinalizationEnabled: LATER,
    isZeroDollarReorderEnabled: LATER,
    isRefundMultipleGspEnabled: LATER,
    shipProtectOrderTag: elsewhere(
      'src/server/protection/widget.test.ts',
      'an order with the tag that the store names is protected',
    ),
  },
  widget: {
    widgetLabel: told('label', 'Safe delivery'),
    widgetDescription: told('description', 'For packages that go astray.'),
    coverPrices: {
      to: [{ upTo: null, price: 77 }],
      with: PROTECTING,
      read: async () => {
        const config = await widget();
        return config.isOn ? config.prices.map(({ upTo }) => upTo) : null;
      },
      shows: [null],
    },
    addedForShopperCountries: told('addedForShopperCountries', ['US', 'CA']),
  },
  widgetModal: {
    modalImageUrl: inModal('imageUrl', 'https://shop.example/b.png'),
    modalTitle: inModal('title', 'What is covered'),
    modalDescription: inModal('description', 'Ask us anything.'),
    modalBenefits: inModal('benefits', [{ title: 'Late', description: 'It arrives too late.' }]),
  },
  checkoutPlus: {
    isCheckoutPlusEnabled: {
      to: false,
      with: PROTECTING,
      read: async () => (await widget()).isOn,
      shows: false,
    },
    checkoutAction: told('checkoutAction', 'setShippingPlusOptOut'),
    displayCountryCodes: told('displayCountryCodes', ['DE']),
    checkoutButtonText: told('checkoutButtonText', 'Pay'),
    productCheckoutExtensionTitle: told('productCheckoutExtensionTitle', 'Safe'),
    productCheckoutExtensionDescription: told('productCheckoutExtensionDescription', 'For all packages'),
    areSubscriptionsEnabled: told('areSubscriptionsEnabled', true),
    shouldProtectCompanyCarts: told('shouldProtectCompanyCarts', false),
    hideWidgetSkus: told('hideWidgetSkus', ['GIFT']),
    removeProtectionProductOnPageLoad: told('removeProtectionProductOnPageLoad', false),
    cartRefreshMethod: told('cartRefreshMethod', 'reloadPage'),
  },
  checkoutElements: {
    elements: told('elements', [newElement('altCheckoutButton'), newElement('checkoutInfo')]),
    customCss: told('customCss', '.cover { color: red }'),
  },
  checkoutPlusAdvanced: {
    cartRetrievalKey: told('cartRetrievalKey', 'basket'),
    cartChangeDetectionMethod: told('cartChangeDetectionMethod', 'selectorObserver'),
    cartSelectors: told('cartSelectors', ['.cart']),
    checkoutSelectors: told('checkoutSelectors', ['.pay']),
    isQueryAjaxCartApiEnabled: told('isQueryAjaxCartApiEnabled', false),
    shouldQueryShadowDom: told('shouldQueryShadowDom', true),
    scriptTagNote: elsewhere(
      'src/server/protection/cover-product.test.ts',
      'a store that installs the script otherwise gets none',
    ),
  },
  provider: {
    isShippingProtectionEnabled: { to: true, read: async () => (await store())?.features.shippingProtection },
    isOrderEditingOffered: { to: true, read: async () => (await store())?.features.orderEditing },
  },
};

const OWN_TABLE: readonly string[] = ['theme', 'portalTexts'];
const fields = GROUP_NAMES.filter((group) => !OWN_TABLE.includes(group)).flatMap((group) =>
  fieldsOf(SETTINGS_GROUPS[group])
    .filter(([, { look }]) => look.kind !== 'hidden' && look.kind !== 'fixed')
    .map(([field]) => ({ group, field, entry: TABLE[group]?.[field] })),
);

test('every field has its place in the table, and the table no other', () => {
  expect(fields.filter(({ entry }) => entry === undefined).map(({ group, field }) => `${group}.${field}`)).toEqual([]);
  const known = new Set(fields.map(({ group, field }) => `${group}.${field}`));
  const listed = Object.entries(TABLE).flatMap(([group, its]) => Object.keys(its).map((field) => `${group}.${field}`));
  expect(listed.filter((name) => !known.has(name))).toEqual([]);
});

test('docs/specification.md says how many there are', () => {
  // Of these too portal-look.test.ts has a generated test each, but for three that it names others for.
  const own = OWN_TABLE.flatMap((group) => fieldsOf(SETTINGS_GROUPS[group as 'theme' | 'portalTexts']));
  const read = fields.filter(({ entry }) => isHere(entry)).length + own.length - 3;
  const elsewhereShown = fields.filter(({ entry }) => typeof entry === 'object' && 'file' in entry).length + 3;
  const later = fields.filter(({ entry }) => entry === LATER).length;
  expect(readFileSync('docs/specification.md', 'utf8')).toContain(
    `${fields.length + own.length} fields can be changed. ${read} have a generated test each that changes one and reads it where it shows, ${elsewhereShown} a test that is named for them, and ${later} show nowhere yet`,
  );
});

const isHere = (entry: Entry | undefined): entry is Extract<Entry, { read: unknown }> =>
  typeof entry === 'object' && 'read' in entry;

describe('a saved setting shows in the portal or in the claim it governs', () => {
  const shown = fields.flatMap(({ group, field, entry }) => (isHere(entry) ? [{ group, field, entry }] : []));
  test.for(shown)('$group: $field', async ({ group, field, entry }) => {
    const { to, with: given = {}, read, shows } = entry;
    await server.saveSettings({ ...BASE, ...given });
    under = JSON.stringify(given);
    const before = await read();
    under = null;
    if (SETTINGS_GROUPS[group].isProviderOnly) await server.saveSettings({ ...BASE, ...given, [field]: to });
    else await changeSettings(staff, server.storeId, { [field]: to });
    const after = await read();
    expect(after).not.toEqual(before);
    if (shows !== undefined) expect(after).toEqual(shows);
  });

  const others = fields.flatMap(({ group, field, entry }) =>
    typeof entry === 'object' && 'file' in entry ? [{ group, field, ...entry }] : [],
  );
  test.for(others)('$group: $field, by a test of its own', ({ field, file, test: name }) => {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(name);
    // Where it is set, or what is read of it.
    expect(text).toContain(field);
  });
});
