import type { LabelProvider } from '#core/claims/label-providers.ts';
import type { PaymentProvider } from '#core/payments/providers.ts';
import type { MovementKind } from '#core/books/trace.ts';
import type { Address } from '#core/address.ts';
import type { Money } from '#core/money.ts';
import type { CoverProduct } from '#core/protection/cover-product.ts';
import type { PrivacyRequestKind, PrivacySubject } from '#core/privacy/requests.ts';
import type { Order, Product, Variant } from '#core/orders/order.ts';
import type { ShipmentEvent, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';

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

/** The platform takes our access to a store no longer, or has no such store. Of one that is only out of order it says something else. */
export class AccessEndedError extends PartnerError {
  constructor(partner: string, message: string) {
    super(partner, 'refused', message);
  }
}

/** The platform refused an order because it has too few of something. Nothing of the order was made. */
export class OutOfStockError extends PartnerError {
  readonly short: readonly { variantIdFromPlatform: string; wanted: number; available: number }[];
  constructor(partner: string, short: OutOfStockError['short']) {
    const list = short.map((each) => `variant ${each.variantIdFromPlatform}: ${each.available} of ${each.wanted}`);
    super(partner, 'refused', `out of stock${list.length === 0 ? '' : ` (${list.join(', ')})`}`);
    this.short = short;
  }
}

/** No carrier takes the parcel; `reasons` are theirs, one each. */
export class NoRatesError extends PartnerError {
  readonly reasons: readonly string[];
  constructor(partner: string, reasons: readonly string[]) {
    super(partner, 'refused', ['no carrier offers a rate', ...reasons].join('; '));
    this.reasons = reasons.length > 0 ? reasons : ['No carrier offers a rate for this package.'];
  }
}

/**
 * How urgent a call is where a partner answers only so many: money that is due, then staff, then shoppers, then work
 * that can wait.
 */
export type CallPriority = 'money' | 'staff' | 'shopper' | 'background';

/** Passed along every outward call. */
export type CallContext = {
  /** Joins the logs on both sides. */
  requestId: string;
  /** Background when absent. */
  priority?: CallPriority;
  /** False once another process may be doing the same work: then nothing more is sent. */
  isStillOurs?: () => boolean;
};

/** For adapters, right before they send. A process that stood still for long must not go on where another has begun. */
export function assertStillOurs(partner: string, { isStillOurs }: CallContext): void {
  if (isStillOurs?.() === false) throw new PartnerError(partner, 'retry', 'This took too long and was started again.');
}

export type ReturnedLine = { lineIdFromPlatform: string; fulfillmentLineIdFromPlatform: string; quantity: number };

export type RefundRequest = {
  /** Same key, same movement: doing it twice is doing it once. */
  purposeKey: string;
  orderIdFromPlatform: string;
  claimExternalId: string;
  lines: readonly ReturnedLine[];
  /** Units that are refunded though nothing of them comes back, as of a lost parcel; only where `lines` is empty. */
  notReturned?: readonly { lineIdFromPlatform: string; quantity: number }[] | undefined;
  amount: Money;
  /** The cost of delivery within `amount`, in minor units. */
  shippingFee?: number | undefined;
  /** The bonus within `amount`, in minor units: it may exceed what was paid for the order. */
  incentiveAmount?: number;
  to: 'originalPayment' | 'storeCredit';
  note: string;
};

export type RefundResult = {
  idFromPlatform: string;
  returnIdFromPlatform: string | null;
  amount: Money;
  /** What it was to be: `amount` and the parts that payment providers declined. */
  asked: Money;
};

/** A card of the platform, store credit of a customer, or an order for a gift card at no charge. */
export type GiftCardType = 'Gift_Card' | 'Store_Credit' | 'Gift_Card_Order';

export type GiftCardRequest = {
  purposeKey: string;
  /** By default Gift_Card. Store credit needs a customer the platform knows. */
  type?: GiftCardType | undefined;
  amount: Money;
  customerIdFromPlatform: string | null;
  note: string;
  /** For Gift_Card_Order, whose name is the prefix and the claim, with a number where it is not the first: "#C-GC-R-1001". */
  claimExternalId?: string | undefined;
  namePrefix?: string | undefined;
  /** Of a Gift_Card: how the platform shows it. */
  templateSuffix?: string | undefined;
  /** For Gift_Card_Order: the product it counts as sold. */
  productIdFromPlatform?: string | undefined;
  customerEmail?: string | undefined;
};

export type CustomerOfShop = { email: string; firstName: string; lastName: string };

export type IssuedGiftCard = {
  /** Of the card, of the movement on the store credit account, or of the order. */
  idFromPlatform: string;
  /** Empty where nothing has to be typed in: store credit, and an order whose card the platform sends. */
  code: string;
  amount: Money;
  /** The order of a Gift_Card_Order. */
  orderNo: string | null;
  platformAdminUrl: string | null;
};

/** What an order does with stock (C4.19). Only obeying the policy can end in an OutOfStockError. */
export type InventoryHandling = 'bypass' | 'decrementIgnoringPolicy' | 'decrementObeyingPolicy';

export type ExchangeOrderRequest = {
  purposeKey: string;
  originalOrder: {
    idFromPlatform: string;
    orderNo: string;
    email: string;
    customerIdFromPlatform: string | null;
    shippingAddress: Address | null;
  };
  /** Without a unit price (incl. tax) the platform's own counts, which is in the shop's currency. */
  lines: readonly { variantIdFromPlatform: string; quantity: number; unitPrice?: Money | undefined }[];
  currencyCode: string;
  note: string;
  tags: readonly string[];
  /** By default as the adapter was opened. */
  inventory?: InventoryHandling | undefined;
  /** What the order is called ("EX-R-1001"); without one the platform numbers it. */
  name?: string | undefined;
  /** Names a shipping line that costs nothing; without one the order has none. */
  shippingTitle?: string | undefined;
  /** What the shopper paid for it elsewhere: the order comes to that much and shows the payment. Null: to nothing. */
  paid?: Money | null | undefined;
};

/** The platform's own exchange: goods come back and others go out on the original order, in one return. */
export type ReturnExchangeRequest = {
  purposeKey: string;
  orderIdFromPlatform: string;
  claimExternalId: string;
  returnLines: readonly ReturnedLine[];
  /**
   * `total`: what these units count for in the exchange, tax included; the store discounts what they cost more. They are
   * taxed like the line they replace.
   */
  exchangeLines: readonly {
    variantIdFromPlatform: string;
    quantity: number;
    insteadOfLineIdFromPlatform: string;
    total: Money;
  }[];
  /** What goes back to the shopper in the same movement; null for nothing. */
  refund: { amount: Money; to: 'originalPayment' | 'storeCredit' } | null;
  /** Whether goods there are too few of go on the order all the same. */
  outOfStock: 'fail' | 'continue';
  note: string;
};

export type ReturnExchangeResult = {
  returnIdFromPlatform: string;
  refundIdFromPlatform: string | null;
  /** The original order: the exchange goes on there. */
  orderIdFromPlatform: string;
  amountRefunded: Money | null;
};

export type ReserveStockRequest = {
  purposeKey: string;
  claimExternalId: string;
  lines: readonly { variantIdFromPlatform: string; quantity: number }[];
  /** ISO instant at which the platform releases the stock by itself. */
  until: string;
  order: { idFromPlatform: string; email: string };
};

export type RestockRequest = {
  purposeKey: string;
  claimExternalId: string;
  variantIdFromPlatform: string;
  quantity: number;
  state: 'available' | 'damaged';
  /** Null: the store's own place. */
  locationIdFromPlatform: string | null;
};

export type CoverProductRequest = {
  idFromPlatform: string | null;
  title: string;
  vendor: string;
  /** Every price that has to have a variant, in minor units. */
  prices: readonly number[];
  currencyCode: string;
};

/** A group of customers that the platform keeps. */
export type CustomerSegment = { idFromPlatform: string; name: string };

export type StockLocation = { idFromPlatform: string; name: string };

/** Something at the platform that moved value to a shopper, as the platform shows it. */
export type PlatformMovement = {
  kind: Exclude<MovementKind, 'label'>;
  idFromPlatform: string;
  /** The order it belongs to; null for a gift card and for store credit, which belong to a customer. */
  orderIdFromPlatform: string | null;
  customerIdFromPlatform: string | null;
  /** The purpose we made it for; null if someone else made it. */
  purposeKey: string | null;
  /** What moved; for orders what the goods are worth before discounts, and nothing for an exchange within an order. */
  amount: Money;
  createdOn: string;
  /** A canceled order, a gift card that was switched off. */
  isCanceled: boolean;
  transactions: { idFromPlatform: string; status: string; amount: Money }[];
};

export type MovementsWanted =
  | { orderIdsFromPlatform: readonly string[] }
  /** Store credit as the accounts themselves show it, and not as we wrote it down. */
  | { customerIdsFromPlatform: readonly string[] }
  | { since: string };

/**
 * What a partner's call is about. The worker asks the partner for the current state, since calls come late and out of
 * order.
 */
export type CallSubject =
  | { kind: 'order'; shopDomain: string; idFromPlatform: string; updatedOn: string }
  /** A return changed, and the call does not name its order. */
  | { kind: 'return'; shopDomain: string; idFromPlatform: string }
  | { kind: 'product'; shopDomain: string; idFromPlatform: string }
  | { kind: 'appUninstalled'; shopDomain: string }
  /** The platform passes on what a customer or merchant asks for by law. `idFromPlatform` is empty where it has none. */
  | {
      kind: 'privacy';
      shopDomain: string;
      asked: PrivacyRequestKind;
      about: PrivacySubject;
      idFromPlatform: string;
    }
  | { kind: 'payment'; idFromPlatform: string }
  | ({ kind: 'tracker' } & TrackerUpdate)
  | { kind: 'labelRefund'; shipmentIdFromProvider: string }
  | { kind: 'mail'; report: MailReport };

/** A call that a partner made to us, proven to be theirs. */
export type PartnerCall = {
  /** The same call sent again has the same id. */
  id: string;
  topic: string;
  /** Null for news of nothing we follow. */
  subject: CallSubject | null;
  /** The signature, where it does not cover which shop the call is for: seen again for another shop, it is a replay. */
  proof: string | null;
};

/** A partner that calls us, at the address of its id. */
export interface CallingPartner {
  readonly id: string;
  /** Null when the signature over the raw bytes is wrong. Header names in lower case. */
  readCall(rawBody: Uint8Array, headers: Readonly<Record<string, string | undefined>>): PartnerCall | null;
}

export type Page<T> = { items: T[]; nextCursor: string | null };

/** An order or product that the platform has and the adapter can't read, and why. */
export type Unreadable = { idFromPlatform: string; updatedOn: string; reason: string };
export const isReadable = <T extends Order | Product>(read: T | Unreadable): read is T => !('reason' in read);

export type Subscribed = {
  /** News of products didn't reach us until now. */
  isMissingProducts: boolean;
  /** Why some webhooks couldn't be registered; null where all are. */
  refusal: PartnerError | null;
};

export interface Storefront {
  /** One order as it is now, or null when the platform does not know it. */
  fetchOrder(idFromPlatform: string, context: CallContext): Promise<Order | null>;
  /** The same where it changed after its `updatedOn` as it is known; else null, which costs next to nothing. */
  fetchOrderSince(idFromPlatform: string, sinceIso: string, context: CallContext): Promise<Order | null>;
  /** The order that a return belongs to, or null when the platform does not know the return. */
  fetchOrderOfReturn(returnIdFromPlatform: string, context: CallContext): Promise<Order | null>;
  fetchProduct(idFromPlatform: string, context: CallContext): Promise<Product | null>;
  /** Live stock and prices of a product's variants. */
  fetchVariants(productIdFromPlatform: string, context: CallContext): Promise<Variant[]>;
  /**
   * Everything, for the first sync, as the platform's bulk export yields it. One that can't be read stops no other. `began`
   * hears when the platform began it, which may be before it was asked for: an earlier process may have asked.
   */
  exportOrders(context: CallContext, began?: (iso: string) => void): AsyncIterable<Order | Unreadable>;
  exportProducts(context: CallContext, began?: (iso: string) => void): AsyncIterable<Product | Unreadable>;
  /** Orders changed since an instant, oldest change first: what the reconciliation job pages through. */
  changedOrders(sinceIso: string, cursor: string | null, context: CallContext): Promise<Page<Order | Unreadable>>;
  /** Registers the webhooks the product needs, at our address. Safe to repeat. */
  subscribe(callbackUrl: string, context: CallContext): Promise<Subscribed>;
  refund(request: RefundRequest, context: CallContext): Promise<RefundResult>;
  /** The customer of an email address at the platform, made if there is none; asking again gives the same one. */
  customerOf(person: CustomerOfShop, context: CallContext): Promise<{ idFromPlatform: string }>;
  issueGiftCard(request: GiftCardRequest, context: CallContext): Promise<IssuedGiftCard>;
  /** An order for the goods a shopper gets, once per purpose key; replacement orders too. */
  createExchangeOrder(
    request: ExchangeOrderRequest,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; orderNo: string; platformAdminUrl: string }>;
  /** The order made under a purpose key, if there is one that was not canceled since. */
  findExchangeOrder(
    purposeKey: string,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; orderNo: string; platformAdminUrl: string } | null>;
  processReturnExchange(request: ReturnExchangeRequest, context: CallContext): Promise<ReturnExchangeResult>;
  /** Sets goods aside, once per purpose key; `until` is null once it has lapsed. OutOfStockError when there are too few. */
  reserveStock(
    request: ReserveStockRequest,
    context: CallContext,
  ): Promise<{ idFromPlatform: string; until: string | null }>;
  /** Releases stock reserved under a purpose key; no reservation is no error. */
  releaseStock(purposeKey: string, context: CallContext): Promise<void>;
  /** Puts units into stock once per purpose key; false where the platform doesn't track them any more. */
  restock(request: RestockRequest, context: CallContext): Promise<boolean>;
  /** Where the store keeps and sends its goods. */
  locations(context: CallContext): Promise<StockLocation[]>;
  /** The groups of customers that the store keeps. */
  segments(context: CallContext): Promise<CustomerSegment[]>;
  /** The ids of those of them that a customer is in. */
  segmentsOf(customerIdFromPlatform: string, context: CallContext): Promise<string[]>;
  /** Cancels an order that hasn't shipped anything. `restock`: its items were taken out of stock. */
  cancelOrder(
    request: { idFromPlatform: string; purposeKey: string; restock: boolean },
    context: CallContext,
  ): Promise<void>;
  /** Cancels an unprocessed return. Canceling it twice is no error. */
  cancelReturn(returnIdFromPlatform: string, context: CallContext): Promise<void>;
  /**
   * What moved, for the reconciliation: of the orders or customers named, or since an instant. Gift cards show
   * only by instant; store credit shows with its customer and any order of theirs, so the same one may come twice.
   */
  movementsOf(wanted: MovementsWanted, cursor: string | null, context: CallContext): Promise<Page<PlatformMovement>>;
  /** Makes the product of the cover, or what it has to be again; `idFromPlatform` where it was known before. Safe to repeat. */
  keepCoverProduct(request: CoverProductRequest, context: CallContext): Promise<Omit<CoverProduct, 'problem'>>;
  /** Puts these of our scripts into the pages of the shop and takes out all others. Safe to repeat. */
  keepScripts(wanted: readonly string[], context: CallContext): Promise<void>;
  /** What the app needs and wasn't granted when it was installed. */
  missingScopes(context: CallContext): Promise<string[]>;
  addOrderTags(orderIdFromPlatform: string, tags: readonly string[], context: CallContext): Promise<void>;
  shop(context: CallContext): Promise<ShopAtPlatform>;
}

export type ShopAtPlatform = {
  name: string;
  domain: string;
  currencyCode: string;
  /** IANA name of the time zone the shop is in. */
  timeZone: string;
  /** The platform's name of the plan it pays for. */
  plan: string;
  email: string;
};

/** Install and webhook intake of a store platform: what happens before a store's Storefront exists. */
export interface StorefrontInstall extends CallingPartner {
  /** Address to send the merchant to, for the code grant. */
  authorizeUrl(shopDomain: string, state: string, redirectUrl: string): string;
  /** Checks the HMAC of the callback query and swaps the code for an expiring offline token. */
  completeInstall(query: Readonly<Record<string, string>>): Promise<StorefrontToken & { shopDomain: string }>;
  /** Token exchange of an embedded session token. */
  exchangeSessionToken(shopDomain: string, sessionToken: string): Promise<StorefrontToken>;
  refreshToken(shopDomain: string, refreshToken: string): Promise<StorefrontToken>;
  /** Where staff open an order in the shop's own admin. */
  orderAdminUrl(shopDomain: string, orderIdFromPlatform: string): string;
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
  trackingCode: string;
  shipmentIdFromProvider: string | null;
  status: TrackerStatus;
  updatedOn: string;
  /** ISO instant at which the carrier means to deliver; null when it does not say. */
  estimatedDeliveryOn: string | null;
  events: ShipmentEvent[];
};

/** A bought label as its provider shows it now. */
export type ProviderLabel = {
  shipmentIdFromProvider: string;
  trackingCode: string;
  /** Whom it was bought for; null when not by us. */
  reference: string | null;
  cost: Money;
  createdOn: string;
  /** Null until it is voided. */
  refund: LabelRefund | null;
};

export interface Labels extends CallingPartner {
  readonly provider: LabelProvider;
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
  /** Asks for a label's cost back. Asking again answers how far it has come. */
  refundLabel(shipmentIdFromProvider: string, context: CallContext): Promise<LabelRefund>;
  /** The label as it is now; null when the provider does not know it or it was not bought. */
  find(shipmentIdFromProvider: string, context: CallContext): Promise<ProviderLabel | null>;
  /** What the carrier says of a package by now; null where the provider doesn't follow it. */
  track(trackingCode: string, context: CallContext): Promise<TrackerUpdate | null>;
  /** Labels whose shipments were made since an instant, for the reconciliation; newest first. */
  boughtSince(sinceIso: string, cursor: string | null, context: CallContext): Promise<Page<ProviderLabel>>;
  /** Shipments whose labels were voided since an instant, by us or by others; newest first. */
  voidedSince(
    sinceIso: string,
    cursor: string | null,
    context: CallContext,
  ): Promise<Page<{ shipmentIdFromProvider: string }>>;
}

export type OutgoingMail = {
  /** Becomes the Message-ID, so that a second sending can be recognized. */
  purposeKey: string;
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  attachments?: { filename: string; contentType: string; content: Uint8Array }[];
  /** Signs it for the domain it is sent from. `privateKey`: PEM. */
  dkim?: { domain: string; selector: string; privateKey: string };
  /** What it answers, for mail programs to show them together: the nearest last. */
  references?: readonly string[];
  /** A person wrote it, so that an answer by a person's mail program is welcome. */
  isWrittenByPerson?: true;
  /** Where its recipient wants no more of its kind with one click (RFC 8058); only on mails the law wants it on. */
  unsubscribeUrl?: string;
};

export interface Mail {
  send(mail: OutgoingMail, context: CallContext): Promise<{ messageId: string }>;
}

/** What mail servers say of a mail of ours after they took it. */
export type MailReport = {
  kind: 'bounce' | 'complaint';
  messageId: string;
  /** Sending to the address again is pointless. */
  isPermanent: boolean;
  /** In the words of the mail server; empty where it has none. */
  reason: string;
};

/** A mail that waits in a mailbox: as it came, or only its head where it is larger than what is read. */
export type WaitingMail = { uid: string; raw: Uint8Array } | { uid: string; head: Uint8Array };

export interface MailboxToRead {
  /**
   * Hands over each mail that wasn't taken before, the oldest first. One is taken once `take` returned, and comes again
   * next time if it threw. Answers how many were taken.
   */
  takeNew(take: (mail: WaitingMail) => Promise<void>, mostBytes: number): Promise<number>;
}

export interface Dns {
  /** The texts (TXT records) at a name; none where it has none. */
  texts(name: string): Promise<string[]>;
}

export interface Files {
  /** Where and how the browser puts the bytes; valid for minutes, for this key, type and exact size (bytes) only. */
  signUpload(
    key: string,
    contentType: string,
    size: number,
  ): Promise<{ url: string; method: 'PUT'; headers: Record<string, string> }>;
  /** An address anyone holding it can read until it expires. */
  signDownload(key: string, expiresInSeconds: number): Promise<string>;
  put(key: string, content: Uint8Array, contentType: string): Promise<void>;
  /**
   * Like put, for content of any size that is created while it is stored; stored whole or not at all. Downloads are
   * saved as `filename`.
   */
  putStream(key: string, chunks: AsyncIterable<Uint8Array>, contentType: string, filename: string): Promise<void>;
  get(key: string): Promise<{ content: Uint8Array; contentType: string } | null>;
  /** The same little by little, for files of any size. Read it to the end or leave the loop. */
  getStream(key: string): Promise<{ chunks: AsyncIterable<Uint8Array>; size: number } | null>;
  remove(key: string): Promise<void>;
  /** Removes every file whose key begins so; the beginning ends in a slash. */
  removeBelow(folder: string): Promise<void>;
}

export type IdentityUser = { subject: string; email: string; firstName: string; lastName: string };

export interface Identity {
  /**
   * Where to send the browser, and what to remember until it returns. `loginHint`: the email that will likely sign in.
   * `isReauthentication`: the person signs in again, as themselves or as someone else, even if the provider still has a
   * session.
   */
  start(
    redirectUrl: string,
    options?: { loginHint?: string | undefined; isReauthentication?: boolean },
  ): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>;
  finish(callbackUrl: URL, expected: { state: string; nonce: string; codeVerifier: string }): Promise<IdentityUser>;
}

export type PaymentStatus =
  | 'requiresPayment'
  | 'processing'
  | 'authorized'
  | 'captured'
  | 'released'
  | 'expired'
  | 'failed';

/** A shopper's payment as the provider shows it now. Amounts in the payment's currency. */
export type ProviderPayment = {
  idFromPlatform: string;
  status: PaymentStatus;
  /** The request. */
  amount: Money;
  /** What a capture can still charge, what was captured, and what of it was refunded; minor units. */
  capturable: number;
  captured: number;
  refunded: number;
  /** ISO instant after which the hold is gone; null when nothing is held or the provider has not said. */
  captureBefore: string | null;
  /** Lets a lapsing hold be made again without the shopper; null when the provider kept no means to. */
  reusableMethod: string | null;
  /** The provider's words when it was declined. */
  lastError: string | null;
  /** The shopper disputed the captured money at their bank, however that ended; absent where they didn't, or the provider doesn't say. */
  isDisputed?: true;
  /** The payment whose lapsing hold this one took over; absent for one the shopper made. */
  replaces?: string | undefined;
};

export type PaymentStart = {
  idFromPlatform: string;
  /** For the provider's own form in the browser; null where the shopper pays on the provider's page instead. */
  clientSecret: string | null;
  /** The provider's page to pay on; null where the shopper pays in ours. */
  payUrl: string | null;
};

export type PaymentRequest = {
  /** Same key, same payment. */
  purposeKey: string;
  amount: Money;
  customerEmail: string;
  /** What the shopper reads. */
  description: string;
  /** Keep the means of payment, so that a lapsing hold can be made again. */
  keepForLater: boolean;
  order: { idFromPlatform: string; orderNo: string };
};

/**
 * Money from the shopper. Every verb takes a purpose key and may be called again with it after a lost
 * answer. Refusals (declined, already captured, too late) are PartnerErrors of kind 'refused'.
 */
export interface Payments {
  readonly provider: PaymentProvider;
  /** Whether it can hold money now and take it later; without it a payment is taken when it is made. */
  readonly canHold: boolean;
  /** What the browser needs to show the provider's form; null where it needs none. */
  readonly browser: { scriptUrl: string; publishableKey: string } | null;
  start(request: PaymentRequest, context: CallContext): Promise<PaymentStart>;
  /** The payment as it is now; null when the provider does not know it. */
  find(idFromPlatform: string, context: CallContext): Promise<ProviderPayment | null>;
  /** Captures `amount` of a hold; the rest is released. */
  capture(idFromPlatform: string, amount: Money, purposeKey: string, context: CallContext): Promise<ProviderPayment>;
  /** Releases a hold, or cancels a payment that wasn't made. Releasing twice is no error. */
  release(idFromPlatform: string, purposeKey: string, context: CallContext): Promise<ProviderPayment>;
  /** Refunds captured money. */
  refund(
    idFromPlatform: string,
    amount: Money,
    purposeKey: string,
    context: CallContext,
  ): Promise<{ refundIdFromPlatform: string; amount: Money }>;
  /**
   * Renews a hold that is about to expire or has expired, with the stored card. The result is a payment with its own id
   * that replaces the old one, whose hold is released. If the card is declined ('refused'), the old hold stays.
   */
  holdAgain(idFromPlatform: string, purposeKey: string, context: CallContext): Promise<ProviderPayment>;
  /** Payments changed since an instant, for the reconciliation; oldest first. */
  changedSince(
    sinceIso: string,
    cursor: string | null,
    context: CallContext,
  ): Promise<Page<ProviderPayment & { purposeKey: string }>>;
}

/** Takes payments of cards for every store of the server. */
export type CardPayments = Payments & CallingPartner;
