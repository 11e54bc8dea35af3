/**
 * Every document we send. Selections are written out as constants rather than fragments, because
 * the bulk export takes a bare query text.
 */
export type Operation = {
  name: string;
  document: string;
  /** Access scopes the app must hold for it; read in the schema's own access notes. */
  scopes: readonly string[];
  /** Whether sending it twice does no more than sending it once. */
  repeatable: boolean;
  /** How long until work whose answer was lost shows in a look-up, in milliseconds. */
  settleMs: number;
};

type Detail = { scopes: readonly string[]; repeatable?: boolean; settleMs?: number };

const all: Operation[] = [];

function operation(document: string, { scopes, repeatable, settleMs }: Detail): Operation {
  const [, kind, name] = /^\s*(query|mutation) (\w+)/.exec(document) ?? [];
  if (!name) throw new Error('a document starts with query or mutation and its name');
  const made = { name, document, scopes, repeatable: repeatable ?? kind === 'query', settleMs: settleMs ?? 5000 };
  all.push(made);
  return made;
}

const BAG = '{ presentmentMoney { amount currencyCode } }';
const PAGE = 'pageInfo { hasNextPage endCursor }';
const ADDRESS = '{ firstName lastName company address1 address2 city provinceCode zip countryCodeV2 phone }';

const ORDER_HEAD = `
  id name createdAt updatedAt cancelledAt email phone presentmentCurrencyCode taxesIncluded
  subtotalPriceSet ${BAG} totalShippingPriceSet ${BAG} totalTaxSet ${BAG}
  shippingLine { discountAllocations { allocatedAmountSet ${BAG} } }
  totalPriceSet { presentmentMoney { amount currencyCode } shopMoney { amount currencyCode } } totalReceivedSet ${BAG} totalRefundedSet ${BAG}
  displayFinancialStatus displayFulfillmentStatus tags note sourceName sourceIdentifier discountCodes customAttributes { key value }
  customerLocale paymentGatewayNames
  customer { id firstName lastName defaultEmailAddress { emailAddress } tags numberOfOrders state }
  shippingAddress ${ADDRESS} billingAddress ${ADDRESS}
  risk { recommendation assessments { riskLevel facts { description sentiment } } }`;

const LINE = `
  id title name variantTitle sku vendor quantity currentQuantity requiresShipping isGiftCard
  originalUnitPriceSet ${BAG} originalTotalSet ${BAG}
  discountAllocations { allocatedAmountSet ${BAG} } taxLines { priceSet ${BAG} }
  weight { unit value } image { url }
  product { id productType tags } variant { id selectedOptions { name value } }`;

const FULFILLMENT_LINE = 'id quantity lineItem { id }';
const REFUND_LINE = `quantity lineItem { id } subtotalSet ${BAG} totalTaxSet ${BAG}`;
const RETURN_LINE = 'id quantity returnReasonNote ... on ReturnLineItem { fulfillmentLineItem { lineItem { id } } }';

const FULFILLMENTS = `fulfillments(first: 250) {
  id createdAt updatedAt deliveredAt status displayStatus trackingInfo { number company url } location { id name }
  fulfillmentLineItems(first: 50) { nodes { ${FULFILLMENT_LINE} } ${PAGE} } }`;
const MOVED_MONEY = `totalRefundedSet ${BAG} transactions(first: 50) { nodes { kind status amountSet ${BAG} } }`;
const REFUNDS = `refunds(first: 250) {
  id createdAt note return { id } ${MOVED_MONEY}
  refundLineItems(first: 50) { nodes { ${REFUND_LINE} } ${PAGE} } }`;
const EXCHANGE_LINE = 'id quantity lineItems { id }';
const RETURN = `id name status returnLineItems(first: 50) { nodes { ${RETURN_LINE} } ${PAGE} }
  exchangeLineItems(first: 25) { nodes { ${EXCHANGE_LINE} } ${PAGE} }`;

const ORDER = `${ORDER_HEAD}
  lineItems(first: 50) { nodes { ${LINE} } ${PAGE} }
  ${FULFILLMENTS}
  ${REFUNDS}
  returns(first: 25) { nodes { ${RETURN} } ${PAGE} }`;

const READ_ORDER = ['read_orders', 'read_customers', 'read_products', 'read_returns', 'read_locations'];

export const ORDER_BY_ID = operation(`query Order($id: ID!) { order(id: $id) { ${ORDER} } }`, { scopes: READ_ORDER });

export const ORDER_UPDATED = operation('query OrderUpdated($id: ID!) { order(id: $id) { id updatedAt } }', {
  scopes: ['read_orders'],
});

export const CHANGED_ORDERS = operation(
  `query ChangedOrders($first: Int!, $after: String, $query: String!) {
    orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${ORDER} } ${PAGE} } }`,
  { scopes: READ_ORDER },
);

export const ORDER_LINES = operation(
  `query OrderLines($id: ID!, $after: String) {
    order(id: $id) { lineItems(first: 100, after: $after) { nodes { ${LINE} } ${PAGE} } } }`,
  { scopes: ['read_orders', 'read_products'] },
);
export const ORDER_RETURNS = operation(
  `query OrderReturns($id: ID!, $after: String) {
    order(id: $id) { returns(first: 50, after: $after) { nodes { ${RETURN} } ${PAGE} } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
export const FULFILLMENT_LINES = operation(
  `query FulfillmentLines($id: ID!, $after: String) {
    node(id: $id) { ... on Fulfillment { fulfillmentLineItems(first: 100, after: $after) { nodes { ${FULFILLMENT_LINE} } ${PAGE} } } } }`,
  { scopes: ['read_orders'] },
);
export const REFUND_LINES = operation(
  `query RefundLines($id: ID!, $after: String) {
    node(id: $id) { ... on Refund { refundLineItems(first: 100, after: $after) { nodes { ${REFUND_LINE} } ${PAGE} } } } }`,
  { scopes: ['read_orders'] },
);
export const RETURN_LINES = operation(
  `query ReturnLines($id: ID!, $after: String) {
    node(id: $id) { ... on Return { returnLineItems(first: 100, after: $after) { nodes { ${RETURN_LINE} } ${PAGE} } } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
export const RETURN_EXCHANGES = operation(
  `query ReturnExchanges($id: ID!, $after: String) {
    node(id: $id) { ... on Return { exchangeLineItems(first: 100, after: $after) { nodes { ${EXCHANGE_LINE} } ${PAGE} } } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
/** What a bulk export cannot carry: connections inside the lists of fulfillments and refunds. */
export const ORDER_MOVEMENTS = operation(
  `query OrderMovements($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id ${FULFILLMENTS} ${REFUNDS} } } }`,
  { scopes: ['read_orders', 'read_returns', 'read_locations'] },
);

const PRODUCT_HEAD =
  'id title handle vendor productType tags status isGiftCard createdAt updatedAt featuredMedia { preview { image { url } } }';
const VARIANT = `id title sku barcode price selectedOptions { name value } inventoryQuantity inventoryPolicy
  inventoryItem { id tracked } media(first: 1) { nodes { id preview { image { url } } } }`;
const BULK_VARIANT = VARIANT.replace('media(first: 1)', 'media').replace(
  /nodes \{(.*)\} \}$/s,
  'edges { node {$1} } }',
);

export const PRODUCT_BY_ID = operation(
  `query Product($id: ID!) { shop { currencyCode }
    product(id: $id) { ${PRODUCT_HEAD} collections(first: 250) { nodes { id title } } variants(first: 100) { nodes { ${VARIANT} } ${PAGE} } } }`,
  { scopes: ['read_products'] },
);
export const PRODUCT_VARIANTS = operation(
  `query ProductVariants($id: ID!, $after: String) { shop { currencyCode }
    product(id: $id) { variants(first: 100, after: $after) { nodes { ${VARIANT} } ${PAGE} } } }`,
  { scopes: ['read_products'] },
);
export const SHOP = operation(
  'query Shop { shop { name myshopifyDomain currencyCode ianaTimezone email plan { publicDisplayName } } }',
  { scopes: [] },
);

const edges = (selection: string): string => `{ edges { node { ${selection} } } }`;

export const BULK_ORDERS = operation(
  `query BulkOrders { orders(sortKey: ID) ${edges(`${ORDER_HEAD}
    fulfillments(first: 1) { id } refunds(first: 1) { id }
    lineItems ${edges(LINE)}
    returns ${edges(`id name status returnLineItems ${edges(RETURN_LINE)}
      exchangeLineItems ${edges(EXCHANGE_LINE)}`)}`)} }`,
  { scopes: [...READ_ORDER, 'read_all_orders'] },
);
export const BULK_PRODUCTS = operation(
  `query BulkProducts { products(sortKey: ID) ${edges(
    `${PRODUCT_HEAD} collections ${edges('id title')} variants ${edges(BULK_VARIANT)}`,
  )} }`,
  { scopes: ['read_products'] },
);

const BULK = 'id type status errorCode url query createdAt';
export const BULK_RUN = operation(
  `mutation BulkRun($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: true) {
    bulkOperation { ${BULK} } userErrors { field message code } } }`,
  { scopes: [] },
);
export const BULK_STATE = operation(`query BulkState($id: ID!) { bulkOperation(id: $id) { ${BULK} } }`, { scopes: [] });
export const BULK_RECENT = operation(
  `query BulkRecent { bulkOperations(first: 25, sortKey: CREATED_AT, reverse: true) { nodes { ${BULK} } } }`,
  { scopes: [] },
);

export const WEBHOOKS = operation(
  `query Webhooks($after: String) { webhookSubscriptions(first: 100, after: $after) { nodes { id topic uri } ${PAGE} } }`,
  { scopes: [] },
);
/** The topics' own scopes: Shopify refuses a topic that an app may not read. */
export const WEBHOOK_CREATE = operation(
  `mutation WebhookCreate($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
      webhookSubscription { id } userErrors { field message } } }`,
  { scopes: ['read_orders', 'read_fulfillments', 'read_products', 'read_returns'] },
);
export const WEBHOOK_UPDATE = operation(
  `mutation WebhookUpdate($id: ID!, $webhookSubscription: WebhookSubscriptionInput!) {
    webhookSubscriptionUpdate(id: $id, webhookSubscription: $webhookSubscription) {
      webhookSubscription { id } userErrors { field message } } }`,
  { scopes: [], repeatable: true },
);

const TRANSACTION = `id kind status gateway manualPaymentGateway amountSet ${BAG} parentTransaction { id }`;
const ISSUED_REFUND = `id note createdAt ${MOVED_MONEY}`;
/** The most lines of a list that Shopify shows at once. */
export const MOST_LINES = 250;
const MARKED_RETURN = `id status createdAt closedAt
  returnLineItems(first: ${MOST_LINES}) { nodes { id quantity processableQuantity returnReasonNote } ${PAGE} }
  refunds(first: 50) { nodes { ${ISSUED_REFUND} } }`;

export const REFUND_STATE = operation(
  `query RefundState($id: ID!) { order(id: $id) {
    id presentmentCurrencyCode totalReceivedSet ${BAG} totalRefundedSet ${BAG}
    transactions(first: 250) { ${TRANSACTION} }
    refunds(first: 250) { ${ISSUED_REFUND} }
    returns(first: 50) { nodes { ${MARKED_RETURN} } ${PAGE} } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
export const MORE_RETURNS = operation(
  `query MoreReturns($id: ID!, $after: String) { order(id: $id) { returns(first: 50, after: $after) { nodes { ${MARKED_RETURN} } ${PAGE} } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
const RETURNABLE_LINE = 'quantity fulfillmentLineItem { id }';
export const RETURNABLE = operation(
  `query Returnable($orderId: ID!, $after: String) { returnableFulfillments(orderId: $orderId, first: 25, after: $after) {
    nodes { id returnableFulfillmentLineItems(first: ${MOST_LINES}) { nodes { ${RETURNABLE_LINE} } ${PAGE} } } ${PAGE} } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
export const RETURNABLE_LINES = operation(
  `query ReturnableLines($id: ID!, $after: String) {
    node(id: $id) { ... on ReturnableFulfillment {
      returnableFulfillmentLineItems(first: ${MOST_LINES}, after: $after) { nodes { ${RETURNABLE_LINE} } ${PAGE} } } } }`,
  { scopes: ['read_orders', 'read_returns'] },
);
export const RETURN_CREATE = operation(
  `mutation ReturnCreate($returnInput: ReturnInput!) { returnCreate(returnInput: $returnInput) {
    return { ${MARKED_RETURN} } userErrors { field message code } } }`,
  { scopes: ['write_returns', 'read_returns', 'read_orders'], settleMs: 10_000 },
);
export const RETURN_PROCESS = operation(
  `mutation ReturnProcess($input: ReturnProcessInput!) { returnProcess(input: $input) {
    return { ${MARKED_RETURN} } userErrors { field message code } } }`,
  { scopes: ['write_returns', 'read_returns', 'read_orders'], settleMs: 10_000 },
);
export const REFUND_CREATE = operation(
  `mutation RefundCreate($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) {
    refund { ${ISSUED_REFUND} } userErrors { field message } } }`,
  { scopes: ['write_orders', 'read_orders'], repeatable: true },
);

const GIFT_CARD = 'id note lastCharacters initialValue { amount currencyCode }';
/** Repeatable because the code is ours: a second card of the same code is refused as taken. */
export const GIFT_CARD_CREATE = operation(
  `mutation GiftCardCreate($input: GiftCardCreateInput!) { giftCardCreate(input: $input) {
    giftCard { ${GIFT_CARD} } giftCardCode userErrors { field message code } } }`,
  { scopes: ['write_gift_cards', 'read_gift_cards', 'write_customers'], repeatable: true },
);
export const GIFT_CARDS = operation(
  `query GiftCards($query: String) { giftCards(first: 50, query: $query, sortKey: ID, reverse: true) { nodes { ${GIFT_CARD} } } }`,
  { scopes: ['read_gift_cards'] },
);

/** The exchange lines of a return and what of them is still to be processed. */
export const EXCHANGE_LINES = operation(
  `query ExchangeLines($id: ID!, $after: String) {
    node(id: $id) { ... on Return { exchangeLineItems(first: 100, after: $after) { nodes { id processableQuantity } ${PAGE} } } } }`,
  { scopes: ['read_returns'] },
);
/** The taxes that goods of an order bear. */
export const TAX_RATES = operation(
  `query TaxRates($id: ID!, $after: String) {
    order(id: $id) { taxesIncluded lineItems(first: 100, after: $after) { nodes { id taxLines { rate } } ${PAGE} } } }`,
  { scopes: ['read_orders'] },
);
export const RETURN_CANCEL = operation(
  `mutation ReturnCancel($id: ID!) { returnCancel(id: $id) { return { id status } userErrors { field message code } } }`,
  { scopes: ['write_returns'], repeatable: true },
);
export const RETURN_STATUS = operation(`query ReturnStatus($id: ID!) { return(id: $id) { id status } }`, {
  scopes: ['read_returns'],
});

export const ORDER_OF_RETURN = operation(`query OrderOfReturn($id: ID!) { return(id: $id) { order { id } } }`, {
  scopes: ['read_orders', 'read_returns'],
});

export const CUSTOMER_BY_EMAIL = operation(
  `query CustomerByEmail($email: String!) { customerByIdentifier(identifier: { emailAddress: $email }) { id } }`,
  { scopes: ['read_customers'] },
);
/** Repeatable because of each email there is one customer: a second is refused as taken. */
export const CUSTOMER_CREATE = operation(
  `mutation CustomerCreate($input: CustomerInput!) { customerCreate(input: $input) {
    customer { id } userErrors { field message } } }`,
  { scopes: ['write_customers', 'read_customers'], repeatable: true },
);

const CREDIT_MARK = 'value compareDigest';
/** Store credit accounts of a customer, newest movements first, and what we wrote down about our own credits. */
export const STORE_CREDIT_STATE = operation(
  `query StoreCreditState($id: ID!, $namespace: String!, $key: String!) { customer(id: $id) {
    id metafield(namespace: $namespace, key: $key) { ${CREDIT_MARK} }
    metafields(first: 100, namespace: $namespace, reverse: true) { nodes { ${CREDIT_MARK} } }
    storeCreditAccounts(first: 10) { nodes { id balance { currencyCode }
      transactions(first: 50, sortKey: CREATED_AT, reverse: true) { nodes { createdAt event amount { amount currencyCode }
        ... on StoreCreditAccountCreditTransaction { id } } } } } } }`,
  { scopes: ['read_customers', 'read_store_credit_accounts', 'read_store_credit_account_transactions'] },
);
/** Repeatable because it either overwrites or, with a digest, refuses what has changed. */
export const METAFIELDS_SET = operation(
  `mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) { metafieldsSet(metafields: $metafields) {
    metafields { ${CREDIT_MARK} } userErrors { field message code } } }`,
  { scopes: ['write_customers'], repeatable: true },
);
export const STORE_CREDIT = operation(
  `mutation StoreCredit($id: ID!, $creditInput: StoreCreditAccountCreditInput!) {
    storeCreditAccountCredit(id: $id, creditInput: $creditInput) {
      storeCreditAccountTransaction { id createdAt amount { amount currencyCode } } userErrors { field message code } } }`,
  { scopes: ['write_store_credit_account_transactions'], settleMs: 60_000 },
);

const DRAFT = `id status completedAt updatedAt reserveInventoryUntil invoiceUrl customAttributes { key value } totalPriceSet ${BAG}
  order { id name cancelledAt totalReceivedSet ${BAG} totalRefundedSet ${BAG} refunds(first: 10) { ${MOVED_MONEY} } }`;
/** By the tag that carries our mark; then the latest, which show before the search knows them. */
export const DRAFTS_BY_TAG = operation(
  `query DraftsByTag($query: String!) {
    found: draftOrders(first: 5, query: $query, sortKey: ID, reverse: true) { nodes { ${DRAFT} } }
    latest: draftOrders(first: 10, sortKey: ID, reverse: true) { nodes { ${DRAFT} } } }`,
  { scopes: ['read_draft_orders', 'read_orders'] },
);
export const DRAFTS_CHANGED = operation(
  `query DraftsChanged($query: String!, $after: String) {
    draftOrders(first: 20, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${DRAFT} } ${PAGE} } }`,
  { scopes: ['read_draft_orders', 'read_orders'] },
);
export const DRAFT_BY_ID = operation(`query Draft($id: ID!) { draftOrder(id: $id) { ${DRAFT} } }`, {
  scopes: ['read_draft_orders', 'read_orders'],
});
export const DRAFT_CREATE = operation(
  `mutation DraftCreate($input: DraftOrderInput!) { draftOrderCreate(input: $input) {
    draftOrder { ${DRAFT} } userErrors { field message } } }`,
  { scopes: ['write_draft_orders', 'read_orders'], settleMs: 60_000 },
);
export const DRAFT_DELETE = operation(
  `mutation DraftDelete($input: DraftOrderDeleteInput!) { draftOrderDelete(input: $input) { deletedId userErrors { field message } } }`,
  { scopes: ['write_draft_orders'], repeatable: true },
);

export const ORDER_STATE = operation(
  `query OrderState($id: ID!) { order(id: $id) { id cancelledAt displayFulfillmentStatus } }`,
  { scopes: ['read_orders'] },
);
/** Repeatable because a canceled order refuses to be canceled again. */
export const ORDER_CANCEL = operation(
  `mutation OrderCancel($id: ID!, $restock: Boolean!, $note: String) {
    orderCancel(orderId: $id, reason: OTHER, restock: $restock, notifyCustomer: false, staffNote: $note) {
      job { id } orderCancelUserErrors { field message code } } }`,
  { scopes: ['write_orders', 'read_orders'], repeatable: true },
);
export const JOB = operation(`query Job($id: ID!) { job(id: $id) { id done } }`, { scopes: [] });

export const EXCHANGE_VARIANTS = operation(
  `query ExchangeVariants($ids: [ID!]!) { shop { currencyCode } nodes(ids: $ids) { ... on ProductVariant {
    id price inventoryQuantity inventoryPolicy inventoryItem { requiresShipping tracked } } } }`,
  { scopes: ['read_products'] },
);
const CREATED_ORDER = 'id name sourceIdentifier cancelledAt';
export const ORDERS_BY_SOURCE = operation(
  `query OrdersBySource($query: String!) {
    found: orders(first: 10, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { ${CREATED_ORDER} } }
    latest: orders(first: 100, sortKey: CREATED_AT, reverse: true) { nodes { ${CREATED_ORDER} } } }`,
  { scopes: ['read_orders'] },
);
/** Searches lag behind by seconds; the next try comes when they have surely caught up. */
export const ORDER_CREATE = operation(
  `mutation OrderCreate($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
    orderCreate(order: $order, options: $options) { order { ${CREATED_ORDER} } userErrors { field message code } } }`,
  { scopes: ['write_orders', 'read_orders'], settleMs: 60_000 },
);
/** What we wrote down about our own credits. */
const CREDITED = 'id metafields(first: 50, namespace: "$app:makegood", reverse: true) { nodes { value } }';
const MOVED_ORDER = `id createdAt cancelledAt sourceIdentifier discountCodes presentmentCurrencyCode subtotalPriceSet ${BAG}
  totalDiscountsSet ${BAG}
  refunds(first: 50) { id note createdAt totalRefundedSet ${BAG}
    return { returnLineItems(first: 1) { nodes { returnReasonNote } } } transactions(first: 20) { nodes { id kind status amountSet ${BAG} } } }
  returns(first: 20, reverse: true) { nodes { id createdAt status returnLineItems(first: 1) { nodes { returnReasonNote } }
    exchangeLineItems(first: 1, processingStatus: PROCESSED) { nodes { id } } } }
  customer { ${CREDITED} }`;
export const ORDERS_MOVED = operation(
  `query OrdersMoved($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { ${MOVED_ORDER} } } }`,
  { scopes: ['read_orders', 'read_customers', 'read_returns'] },
);
export const ORDERS_MOVED_SINCE = operation(
  `query OrdersMovedSince($query: String!, $after: String) {
    orders(first: 5, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${MOVED_ORDER} } ${PAGE} } }`,
  { scopes: ['read_orders', 'read_customers', 'read_returns'] },
);
export const GIFT_CARDS_SINCE = operation(
  `query GiftCardsSince($query: String!, $after: String) {
    giftCards(first: 50, after: $after, query: $query, sortKey: CREATED_AT) { nodes {
      id note createdAt enabled initialValue { amount currencyCode } customer { id } } ${PAGE} } }`,
  { scopes: ['read_gift_cards', 'read_customers'] },
);
/** Movements of one account that are read. */
export const CREDITS_READ = 25;
/** Our own notes in addition to what the accounts show, newest first. */
export const CREDITS_OF_CUSTOMER = operation(
  `query CreditsOfCustomer($id: ID!) { customer(id: $id) { ${CREDITED}
    storeCreditAccounts(first: 3) { nodes { transactions(first: ${CREDITS_READ}, sortKey: CREATED_AT, reverse: true) { nodes {
      __typename createdAt event amount { amount currencyCode }
      ... on StoreCreditAccountCreditTransaction { id } ... on StoreCreditAccountDebitTransaction { id } } } } } } }`,
  { scopes: ['read_customers', 'read_store_credit_accounts', 'read_store_credit_account_transactions'] },
);
export const TAGS_ADD = operation(
  `mutation TagsAdd($id: ID!, $tags: [String!]!) { tagsAdd(id: $id, tags: $tags) { node { id } userErrors { field message } } }`,
  { scopes: ['write_orders'], repeatable: true },
);

export const ITEM_OF_VARIANT = operation(
  `query ItemOfVariant($id: ID!) { productVariant(id: $id) { inventoryItem { id tracked } } }`,
  { scopes: ['read_products'] },
);
export const PRIMARY_LOCATION = operation('query PrimaryLocation { location { id } }', { scopes: ['read_locations'] });
export const LOCATIONS = operation(
  `query Locations($after: String) { locations(first: 100, after: $after) { nodes { id name } ${PAGE} } }`,
  { scopes: ['read_locations'] },
);
export const SEGMENTS = operation(
  `query Segments($after: String) { segments(first: 250, after: $after) { nodes { id name } ${PAGE} } }`,
  { scopes: ['read_customers'] },
);
export const SEGMENT_MEMBERSHIP = operation(
  `query SegmentMembership($customerId: ID!, $segmentIds: [ID!]!) {
    customerSegmentMembership(customerId: $customerId, segmentIds: $segmentIds) {
      memberships { segmentId isMember } } }`,
  { scopes: ['read_customers'] },
);
export const INVENTORY_ADJUST = operation(
  `mutation InventoryAdjust($input: InventoryAdjustQuantitiesInput!, $key: String!) {
    inventoryAdjustQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup { id } userErrors { field message code } } }`,
  { scopes: ['write_inventory', 'read_inventory'], repeatable: true },
);

export const COVER_BY_ID = operation('query Cover($id: ID!) { product(id: $id) { id } }', {
  scopes: ['read_products'],
});
export const COVER_SET = operation(
  `mutation CoverSet($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
    productSet(identifier: $identifier, input: $input) { product { id handle variants(first: 250) { nodes { id price } } } userErrors { field message } } }`,
  { scopes: ['write_products', 'read_products'], repeatable: true },
);
export const PUBLICATIONS = operation(
  `query Publications($after: String) { publications(first: 50, after: $after) { nodes { id name } ${PAGE} } }`,
  { scopes: ['read_publications'] },
);
export const PUBLISH = operation(
  `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) { userErrors { field message } } }`,
  { scopes: ['write_publications'], repeatable: true },
);
export const SCRIPT_TAGS = operation(
  `query ScriptTags($after: String) { scriptTags(first: 50, after: $after) { nodes { id src } ${PAGE} } }`,
  { scopes: ['read_script_tags'] },
);
export const SCRIPT_TAG_CREATE = operation(
  `mutation ScriptTagCreate($input: ScriptTagInput!) {
    scriptTagCreate(input: $input) { scriptTag { id } userErrors { field message } } }`,
  { scopes: ['write_script_tags', 'read_script_tags'] },
);
export const SCRIPT_TAG_DELETE = operation(
  `mutation ScriptTagDelete($id: ID!) { scriptTagDelete(id: $id) { deletedScriptTagId userErrors { field message } } }`,
  { scopes: ['write_script_tags'], repeatable: true },
);

export const GRANTED_SCOPES = operation('query GrantedScopes { currentAppInstallation { accessScopes { handle } } }', {
  scopes: [],
});

export const OPERATIONS: readonly Operation[] = all;

/** What the app asks a merchant for when it is installed. */
export const REQUIRED_SCOPES: readonly string[] = [...new Set(all.flatMap(({ scopes }) => scopes))].toSorted();
