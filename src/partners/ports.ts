import type { Address } from '#core/address.ts';
import type { Money } from '#core/money.ts';
import type { Order, Product, Variant } from '#core/orders/order.ts';
import type { TrackerStatus } from '#core/claims/claim.ts';

/**
 * What went wrong at a partner, in our words. `retry`: the same call may succeed later (network,
 * throttling, 5xx, an answer that never came); `refused`: it never will without a change.
 */
export class PartnerError extends Error {
  readonly kind: 'retry' | 'refused';
  readonly partner: string;
  /** Earliest sensible next try, in milliseconds from now. */
  readonly retryAfterMs: number | undefined;
  constructor(partner: string, kind: 'retry' | 'refused', message: string, retryAfterMs?: number) {
    super(message);
    this.partner = partner;
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Passed along every outward call so that logs on both sides can be joined. */
export type CallContext = { requestId: string };

export type ReturnedLine = { lineIdFromPlatform: string; fulfillmentLineIdFromPlatform: string; quantity: number };

export type RefundRequest = {
  /** Same key, same movement: doing it twice is doing it once. */
  purposeKey: string;
  orderIdFromPlatform: string;
  claimExternalId: string;
  lines: readonly ReturnedLine[];
  amount: Money;
  to: 'originalPayment' | 'storeCredit';
  note: string;
};

export type GiftCardRequest = {
  purposeKey: string;
  amount: Money;
  customerIdFromPlatform: string | null;
  note: string;
};

export type ExchangeOrderRequest = {
  purposeKey: string;
  originalOrder: {
    idFromPlatform: string;
    orderNo: string;
    email: string;
    customerIdFromPlatform: string | null;
    shippingAddress: Address | null;
  };
  lines: readonly { variantIdFromPlatform: string; quantity: number }[];
  currencyCode: string;
  note: string;
  tags: readonly string[];
};

/** The verified content of an inbound webhook of the store platform. */
export type StorefrontEvent = {
  webhookId: string;
  topic: string;
  shopDomain: string;
  triggeredOn: string;
  change:
    | { kind: 'order'; idFromPlatform: string; updatedOn: string }
    | { kind: 'product'; idFromPlatform: string; updatedOn: string }
    | { kind: 'productDeleted'; idFromPlatform: string }
    | { kind: 'appUninstalled' }
    | { kind: 'other' };
};

export type Page<T> = { items: T[]; nextCursor: string | null };

export interface Storefront {
  /** One order as it is now, or null when the platform does not know it. */
  fetchOrder(idFromPlatform: string, context: CallContext): Promise<Order | null>;
  fetchProduct(idFromPlatform: string, context: CallContext): Promise<Product | null>;
  /** Live stock and prices of a product's variants. */
  fetchVariants(productIdFromPlatform: string, context: CallContext): Promise<Variant[]>;
  /** Everything, for the first sync, as the platform's bulk export yields it. */
  exportOrders(context: CallContext): AsyncIterable<Order>;
  exportProducts(context: CallContext): AsyncIterable<Product>;
  /** Orders changed since an instant, oldest change first: what the reconciliation job pages through. */
  changedOrders(sinceIso: string, cursor: string | null, context: CallContext): Promise<Page<Order>>;
  /** Registers the webhooks the product needs, at our address. Safe to repeat. */
  subscribe(callbackUrl: string, context: CallContext): Promise<void>;
  refund(
    request: RefundRequest,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; returnIdFromPlatform: string | null; amount: Money }>;
  issueGiftCard(
    request: GiftCardRequest,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; code: string; amount: Money }>;
  createExchangeOrder(
    request: ExchangeOrderRequest,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; orderNo: string; platformAdminUrl: string }>;
  addOrderTags(orderIdFromPlatform: string, tags: readonly string[], context: CallContext): Promise<void>;
  shop(context: CallContext): Promise<{ name: string; domain: string; currencyCode: string; email: string }>;
}

/** Install and webhook intake of a store platform: what happens before a store's Storefront exists. */
export interface StorefrontInstall {
  /** Address to send the merchant to, for the code grant. */
  authorizeUrl(shopDomain: string, state: string, redirectUrl: string): string;
  /** Checks the HMAC of the callback query and swaps the code for an expiring offline token. */
  completeInstall(query: Readonly<Record<string, string>>): Promise<StorefrontToken & { shopDomain: string }>;
  /** Token exchange of an embedded session token. */
  exchangeSessionToken(shopDomain: string, sessionToken: string): Promise<StorefrontToken>;
  refreshToken(shopDomain: string, refreshToken: string): Promise<StorefrontToken>;
  /** Returns null when the signature over the raw bytes is wrong. Header names in lower case. */
  verifyWebhook(rawBody: Uint8Array, headers: Readonly<Record<string, string | undefined>>): StorefrontEvent | null;
}

export type StorefrontToken = {
  accessToken: string;
  /** ISO instants; null for a token that does not expire. */
  expiresOn: string | null;
  refreshToken: string | null;
  refreshExpiresOn: string | null;
  scopes: string[];
};

export type Parcel = { weightOunces: number };
export type LabelRate = { id: string; carrier: string; service: string; cost: Money; deliveryDays: number | null };
export type BoughtLabel = {
  shipmentIdFromProvider: string;
  carrier: string;
  service: string;
  cost: Money;
  trackingCode: string;
  trackingUrl: string;
  labelUrl: string;
  /** Label as a PDF, as the provider serves it. */
  labelPdf: Uint8Array;
  qrCodeUrl: string | null;
};
export type TrackerUpdate = {
  eventId: string;
  trackingCode: string;
  shipmentIdFromProvider: string | null;
  status: TrackerStatus;
  updatedOn: string;
  events: { date: string; message: string; status: TrackerStatus; location: string }[];
};

export interface Labels {
  /** `from` is the shopper, `to` the merchant: the way the parcel travels. `reference` is our purpose key. */
  quote(
    request: { from: Address; to: Address; parcel: Parcel; reference: string },
    context: CallContext,
  ): Promise<{ shipmentIdFromProvider: string; rates: LabelRate[] }>;
  /** Buying the shipment that was already bought returns the label that was bought. */
  buy(shipmentIdFromProvider: string, rateId: string, context: CallContext): Promise<BoughtLabel>;
  /** The shipment carrying our reference, if the answer to an earlier attempt was lost. */
  findByReference(
    reference: string,
    context: CallContext,
  ): Promise<{ shipmentIdFromProvider: string; rates: LabelRate[]; bought: BoughtLabel | null } | null>;
  refundLabel(
    shipmentIdFromProvider: string,
    context: CallContext,
  ): Promise<'submitted' | 'refunded' | 'rejected' | 'notApplicable'>;
  verifyWebhook(
    rawBody: Uint8Array,
    headers: Readonly<Record<string, string | undefined>>,
  ): TrackerUpdate | 'other' | null;
}

export type OutgoingMail = {
  /** Becomes the Message-ID, so that a second sending can be recognised. */
  purposeKey: string;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
};

export interface Mail {
  send(mail: OutgoingMail, context: CallContext): Promise<{ messageId: string }>;
}

export interface Files {
  /** Where and how the browser puts the bytes; valid for minutes, for this key, type and size only. */
  signUpload(
    key: string,
    contentType: string,
    maxBytes: number,
  ): Promise<{ url: string; method: 'PUT'; headers: Record<string, string> }>;
  /** An address anyone holding it can read until it expires. */
  signDownload(key: string, expiresInSeconds: number): Promise<string>;
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<{ content: Uint8Array; contentType: string } | null>;
  remove(key: string): Promise<void>;
}

export type IdentityUser = { subject: string; email: string; firstName: string; lastName: string };

export interface Identity {
  /** Where to send the browser, and what to remember until it returns. */
  start(redirectUrl: string): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>;
  finish(callbackUrl: URL, expected: { state: string; nonce: string; codeVerifier: string }): Promise<IdentityUser>;
}
