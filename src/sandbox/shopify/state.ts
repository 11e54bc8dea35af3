import type { Currencies, Pair } from './amounts.ts';

/** Everything below is what the sandbox remembers of one shop; ids are the numbers inside a GID, times are ISO instants. */
export type Address = {
  firstName: string;
  lastName: string;
  company: string | null;
  address1: string;
  address2: string | null;
  city: string;
  provinceCode: string | null;
  province: string | null;
  zip: string;
  country: string;
  countryCode: string;
  phone: string | null;
};

export type Variant = {
  id: number;
  productId: number;
  title: string;
  sku: string;
  position: number;
  options: { name: string; value: string }[];
  /** Minor units of the shop's currency. */
  price: number;
  grams: number;
  inventoryItemId: number;
  tracked: boolean;
  /** Absent where the product is shipped. */
  isNotShipped?: true;
  /** It goes on selling when there is none left; absent where it doesn't. */
  isSoldOnWithout?: true;
  /** Units per inventory name ('available', 'on_hand', 'committed', 'damaged'). */
  quantities: Record<string, number>;
};

export type Product = {
  id: number;
  title: string;
  handle: string;
  description: string;
  vendor: string;
  productType: string;
  tags: string[];
  /** Absent from products kept before there were any. */
  collections?: { id: number; title: string }[];
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED';
  isGiftCard: boolean;
  /** Not in the online store yet; absent once it is. */
  isUnpublished?: true;
  picture: number;
  /** Subscriptions it can be bought with. */
  sellingPlans?: SellingPlan[];
  createdAt: string;
  updatedAt: string;
  variants: Variant[];
};

export type SellingPlan = { id: number; name: string; percentageOff: number };

export type Customer = {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  note: string | null;
  tags: string[];
  address: Address | null;
  /** Absent from customers kept before there were any. */
  metafields?: Metafield[];
  createdAt: string;
  updatedAt: string;
};

/** A group of customers, told apart by a query in Shopify's segment language. */
export type Segment = { id: number; name: string; query: string; createdAt: string; updatedAt: string };

export type Metafield = {
  id: number;
  namespace: string;
  key: string;
  type: string;
  value: string;
  createdAt: string;
  updatedAt: string;
};

export type TaxLine = { title: string; rate: number; price: Pair };

export type DiscountApplication = {
  kind: 'code' | 'automatic' | 'manual';
  code: string;
  title: string;
  allocation: 'ACROSS' | 'EACH';
  selection: 'ALL' | 'ENTITLED';
  value: { percentage: number } | { amount: Pair };
};

export type LineItem = {
  id: number;
  productId: number | null;
  variantId: number | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  unitPrice: Pair;
  discounts: { application: number; amount: Pair }[];
  taxLines: TaxLine[];
  grams: number;
  taxable: boolean;
  requiresShipping: boolean;
  isGiftCard: boolean;
  properties: { key: string; value: string }[];
};

export type ShippingLine = { id: number; title: string; code: string; price: Pair; taxLines: TaxLine[] };

export type Transaction = {
  id: number;
  kind: 'SALE' | 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'VOID';
  status: 'SUCCESS' | 'PENDING' | 'FAILURE';
  gateway: string;
  amount: Pair;
  parentId: number | null;
  createdAt: string;
  test: boolean;
};

export type FulfillmentEvent = { id: number; status: string; happenedAt: string; message: string | null };

export type Fulfillment = {
  id: number;
  name: string;
  status: 'SUCCESS' | 'CANCELLED';
  createdAt: string;
  updatedAt: string;
  tracking: { company: string; number: string; url: string } | null;
  events: FulfillmentEvent[];
  lines: { id: number; lineItemId: number; quantity: number }[];
};

/** One call that changed quantities of inventory items. */
export type InventoryAdjustment = {
  id: number;
  createdAt: string;
  name: string;
  reason: string;
  reference: string | null;
  changes: { inventoryItemId: number; delta: number }[];
};

export type RestockType = 'CANCEL' | 'RETURN' | 'NO_RESTOCK' | 'LEGACY_RESTOCK';

export type Refund = {
  id: number;
  createdAt: string;
  note: string | null;
  returnId: number | null;
  lines: {
    id: number;
    lineItemId: number;
    quantity: number;
    restockType: RestockType;
    restocked: boolean;
    subtotal: Pair;
    tax: Pair;
  }[];
  shipping: Pair;
  shippingTax: Pair;
  /** What was moved more (negative) or less than the lines and the shipping come to. */
  discrepancy: Pair;
  transactionIds: number[];
};

export type Order = {
  id: number;
  name: string;
  number: number;
  email: string | null;
  phone: string | null;
  customerId: number | null;
  currencies: Currencies;
  taxesIncluded: boolean;
  createdAt: string;
  processedAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  cancelReason: string | null;
  closedAt: string | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  tags: string[];
  note: string | null;
  customAttributes: { key: string; value: string }[];
  /** What the shopper read the shop in; absent for English. */
  customerLocale?: string;
  discountApplications: DiscountApplication[];
  lineItems: LineItem[];
  shippingLines: ShippingLine[];
  transactions: Transaction[];
  fulfillments: Fulfillment[];
  refunds: Refund[];
  sourceName: string;
  sourceIdentifier: string | null;
  confirmationNumber: string;
  test: boolean;
};

export type ReturnStatus = 'REQUESTED' | 'OPEN' | 'CLOSED' | 'DECLINED' | 'CANCELED';

export type Disposition = { id: number; type: string; quantity: number; locationId: number | null; createdAt: string };

export type ReturnLine = {
  id: number;
  fulfillmentLineId: number;
  reverseLineId: number;
  quantity: number;
  processedQuantity: number;
  refundedQuantity: number;
  reason: string;
  note: string;
  customerNote: string | null;
  restockingFee: { id: number; percentage: number; amount: Pair } | null;
  dispositions: Disposition[];
};

export type Return = {
  id: number;
  name: string;
  orderId: number;
  status: ReturnStatus;
  createdAt: string;
  closedAt: string | null;
  approvedAt: string | null;
  decline: { reason: string; note: string | null } | null;
  reverseOrderId: number;
  lines: ReturnLine[];
  exchanges: {
    id: number;
    variantId: number;
    quantity: number;
    processedQuantity: number;
    lineItemId: number | null;
    /** Off the whole line; absent where none was asked for. */
    discount?: Pair;
    processedAt?: string;
  }[];
  shippingFees: { id: number; amount: Pair }[];
};

export type GiftCard = {
  id: number;
  code: string;
  currency: string;
  initialValue: number;
  balance: number;
  customerId: number | null;
  orderId: number | null;
  note: string | null;
  expiresOn: string | null;
  createdAt: string;
  updatedAt: string;
  deactivatedAt: string | null;
  templateSuffix: string | null;
};

export type StoreCreditMovement = {
  id: number;
  kind: 'credit' | 'debit';
  amount: number;
  balanceAfter: number;
  createdAt: string;
  expiresAt: string | null;
  event: 'ADJUSTMENT' | 'ORDER_REFUND' | 'ORDER_CANCELLATION';
  origin: { orderId: number; transactionId: number } | null;
};

export type StoreCreditAccount = {
  id: number;
  customerId: number;
  currency: string;
  balance: number;
  movements: StoreCreditMovement[];
};

export type DraftLine = {
  id: number;
  variantId: number | null;
  title: string;
  quantity: number;
  unitPrice: Pair;
  discount: Pair;
  properties: { key: string; value: string }[];
};

export type DraftOrder = {
  id: number;
  name: string;
  status: 'OPEN' | 'COMPLETED';
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  customerId: number | null;
  currencies: Currencies;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  customAttributes: { key: string; value: string }[];
  lines: DraftLine[];
  shipping: { title: string; price: Pair } | null;
  orderDiscount: {
    title: string | null;
    description: string;
    value: number;
    valueType: 'PERCENTAGE' | 'FIXED_AMOUNT';
    amount: Pair;
  } | null;
  taxExempt: boolean;
  /** Until when its items are reserved; null once they were released or sold, or if they never were. */
  reserveUntil?: string | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
  orderId: number | null;
};

export type BulkOperation = {
  id: number;
  query: string;
  status: 'CREATED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED';
  errorCode: string | null;
  createdAt: string;
  completedAt: string | null;
  objectCount: number;
  rootObjectCount: number;
  fileSize: number | null;
};

/** A webhook on its way: kept until its receiver took it or it was given up. */
export type WebhookDelivery = {
  subscriptionId: number;
  uri: string;
  body: string;
  headers: Record<string, string>;
  attempts: number;
  /** When it is tried again; null while it waits for its first turn. */
  nextTryAt: string | null;
};

export type WebhookSubscription = {
  id: number;
  topic: string;
  uri: string;
  name: string | null;
  filter: string | null;
  includeFields: string[];
  createdAt: string;
  updatedAt: string;
};

/** A script that the platform puts into the pages of the shop. */
export type ScriptTag = {
  id: number;
  src: string;
  displayScope: string;
  createdAt: string;
  updatedAt: string;
};

export type Job = { id: string; done: boolean };

export type CartLine = {
  variantId: number;
  quantity: number;
  properties: Record<string, string>;
  sellingPlanId: number | null;
};

/** A cart of the online store, kept for the browser that has its token. */
export type Cart = {
  token: string;
  key: string;
  lines: CartLine[];
  note: string | null;
  attributes: Record<string, string>;
  discountCodes: string[];
};

/** What a code typed into a cart takes off: each line by itself, or the cart as a whole. */
export type DiscountCode = { code: string; percentage: number; of: 'lines' | 'cart' };

export type AccessToken = {
  token: string;
  kind: 'offline' | 'online';
  expiresOn: string | null;
  refreshToken: string | null;
  refreshExpiresOn: string | null;
  scopes: string[];
};

export type ShopState = {
  domain: string;
  name: string;
  email: string;
  currency: string;
  /** By the name that merchants read. */
  plan: string;
  taxesIncluded: boolean;
  presentmentCurrencies: string[];
  createdAt: string;
  nextId: number;
  nextOrderNumber: number;
  nextDraftNumber: number;
  locationId: number;
  locationName: string;
  products: Product[];
  customers: Customer[];
  segments: Segment[];
  orders: Order[];
  returns: Return[];
  giftCards: GiftCard[];
  storeCreditAccounts: StoreCreditAccount[];
  draftOrders: DraftOrder[];
  bulkOperations: BulkOperation[];
  webhookSubscriptions: WebhookSubscription[];
  webhookDeliveries: WebhookDelivery[];
  jobs: Job[];
  inventoryAdjustments: InventoryAdjustment[];
  /** Absent from shops kept before there were any. */
  scriptTags?: ScriptTag[];
  /** What the merchant added to the theme, at the end of every page. */
  themeSnippet?: string;
  /** What the merchant added to the cart, above its checkout button. */
  cartBlock?: string;
  /** Absent from shops kept before there were any. */
  carts?: Cart[];
  discountCodes?: DiscountCode[];
  /** Whether the note of a processed return stays with the return, where no field shows it; else its refund bears it. */
  keepsReturnNotes?: boolean;
  /** How long a new row stays unknown to every search; absent, it is found at once. */
  searchLagMs?: number;
  /** While it is on, payment providers have yet to carry out what is refunded. */
  areRefundsPending?: boolean;
  /** While it is on, a return is processed without its refund, which is issued once it is off. */
  holdsRefunds?: boolean;
  tokens: AccessToken[];
  /** Results of @idempotent calls by key: the request and the answer. */
  idempotency: Record<string, KnownKey>;
};

export type KnownKey = {
  fingerprint: string;
  resultId: number | null;
  orderId: number | null;
  /** The platform itself failed at the call. */
  hasFailed?: true;
};

/** An empty shop selling in US dollars out of one location. */
export function newShop(domain: string): ShopState {
  const name = domain.split('.')[0] ?? domain;
  return {
    domain,
    name: name.replace(
      /(^|-)([a-z])/g,
      (_match, dash: string, letter: string) => (dash === '' ? '' : ' ') + letter.toUpperCase(),
    ),
    email: `hello@${name}.example`,
    currency: 'USD',
    plan: 'Development',
    taxesIncluded: false,
    presentmentCurrencies: ['USD', 'EUR', 'GBP', 'CAD', 'JPY'],
    createdAt: new Date().toISOString(),
    nextId: 7_000_000_002,
    nextOrderNumber: 1001,
    nextDraftNumber: 1,
    locationId: 7_000_000_001,
    locationName: 'Main warehouse',
    products: [],
    customers: [],
    segments: [],
    orders: [],
    returns: [],
    giftCards: [],
    storeCreditAccounts: [],
    draftOrders: [],
    bulkOperations: [],
    webhookSubscriptions: [],
    webhookDeliveries: [],
    jobs: [],
    inventoryAdjustments: [],
    tokens: [],
    idempotency: {},
  };
}

export function nextId(shop: ShopState): number {
  shop.nextId += 1;
  return shop.nextId;
}

export function gid(type: string, id: number | string): string {
  return `gid://shopify/${type}/${id}`;
}

/** The number inside `gid://shopify/{type}/{number}`; null when it names another type or is malformed. */
export function numberOf(value: unknown, type: string): number | null {
  const match = typeof value === 'string' ? /^gid:\/\/shopify\/(\w+)\/(\d+)(\?.*)?$/.exec(value) : null;
  return match?.[1] === type ? Number(match[2]) : null;
}
