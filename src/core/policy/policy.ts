import type { Address } from '#core/address.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import type { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { CurrencyCode } from '#core/money.ts';
import type { PaymentProvider } from '#core/payments/providers.ts';
import type { ClaimPolicy, LinePolicy } from '#core/policy/claim-policy.ts';

/** Who asks. The buyer and the recipient of an order are not told about each other's claims. */
export type Asker = 'staff' | 'buyer' | 'recipient';

/** Who of the store is emailed of new claims, and of those whose goods arrived. */
export type StaffNews = { newClaim: readonly string[]; received: readonly string[] };

/** What a store offers, whatever the order. */
export type StorePolicy = {
  isReturnsEnabled: boolean;
  isGiftReturnEnabled: boolean;
  isAdvancedExchangeEnabled: boolean;
  isInstantExchangeEnabled: boolean;
  isShopNowEnabled: boolean;
  /** Shoppers may ask staff for what the rules refuse. */
  isReviewOffered: boolean;
  /** Who collects what a shopper owes; with none, an exchange that costs more cannot be chosen. */
  paymentProvider: PaymentProvider | 'none';
  shippingMethods: readonly ('label' | 'packingSlip')[];
  /** Whether labels can be made, offered or not. */
  canMakeLabels: boolean;
  /** Every reason on offer, whatever the product. */
  reasons: readonly ClaimReason[];
  /** Where the store explains its warranty; empty where nowhere. */
  warrantyPolicyUrl: string;
  /** Units of a variant that have to be in stock for shoppers to choose it in exchange. */
  leastInStock: number;
  /** Who of the store is emailed of claims. */
  staffNews: StaffNews;
  /** SKUs of shipping protection and the like, which are neither returned nor sent in exchange. */
  protectionSkus: readonly string[];
};

/** How finalizing carries out what was decided. It is evaluated at that moment, not when the claim is submitted. */
export type FinalizePolicy = {
  /** C4.19, as the back office names them. */
  inventoryHandling: 'doNotDecrement' | 'decrementIgnoringPolicies' | 'decrementObeyingPolicies';
  /** What happens to a line whose goods are out of stock: it is left out with an error, or sent anyway. */
  outOfStockAtFinalize: 'fail' | 'continue';
  /** What came back goes into stock unless a rule says otherwise; absent where it does not. */
  isRestocked?: true;
  /** Tags of the orders that send its goods, by rules of the store; absent where none has a say. */
  replacementOrderTags?: readonly string[];
  /** Return locations that are a location of the platform too. */
  stockPlaces?: readonly StockPlace[];
  /** What rules put back into stock, by line; absent where none has a say. */
  restock?: readonly Restock[];
};

/** What arrives at this address goes into the stock of this location. */
export type StockPlace = { address: Address; locationIdFromPlatform: string };

/** Where the units of a line go in stock. */
export type Restock = {
  claimLineId: number;
  state: 'available' | 'damaged';
  /** Null: where they arrived, if that is a location of the platform, else where they were sent from. */
  locationIdFromPlatform: string | null;
};

/** How a return document is made, evaluated when it is. */
export type ShipmentPolicy = {
  /** Days it may be used, as the clocks of the time zone show them. */
  defaultReturnExpirationDays: number;
  timeZone: string;
  returnInstructions: string;
};

/** What an inspection collects, evaluated when one begins. */
export type InspectionPolicy = { inspectionTemplate: InspectionTemplate };

/** What may be done with one order by one type of claim, and at what price: the only answer to it. */
export type Policy = StorePolicy & {
  claimType: ClaimType;
  asker: Asker;
  /** Whether such a claim can be made at all. */
  isOffered: boolean;
  /** The order has shipping protection. */
  isShippingProtected: boolean;
  /** Of the order. */
  currencyCode: CurrencyCode;
  /** Prices and fees of the shop are in the order's currency. Otherwise none of them counts. */
  isPriced: boolean;
  /** What is stored with the claim. */
  terms: ClaimPolicy;
  /** The ids of the reasons each line can give, by the line's id at the platform, in their order. */
  reasonIds: Readonly<Record<string, readonly string[]>>;
  claimOrderTags: string[];
  /** Photos and videos that each item needs unless a rule says otherwise. */
  leastMedia: number;
  /** Shoppers have to leave a phone number. */
  isPhoneRequired: boolean;
  /** Items that were sent can be claimed while others of the order are still to come. */
  isPartlyFulfilledTaken: boolean;
  /** An item whose warranty claim ended can be claimed again. */
  isClaimedAgain: boolean;
  /** What a warranty claim in the portal asks for, as far as it can be given. */
  warrantyAsksFor: 'warrantyReview' | 'giftCard';
  /** Days that stock stays reserved for a claim; 0 reserves none. */
  reservationDays: number;
  /** Where its goods go back to, as a rule says; null where none does. */
  returnLocationId: number | null;
  /** For goods that are sent as soon as the claim is submitted. */
  sending: FinalizePolicy;
  /** What a rule says beside the choice between a return and a warranty claim; null where none does. */
  claimTypeSelectionText: string | null;
  /** What a rule says about Shop Now; null where none does. */
  shopNow: ShopNowWords | null;
  /** The part of the label's price that a rule charges, until the price is known; null where none does. */
  labelShare: { basisPoints: number; ruleId: number } | null;
  /** A rule sends every exchange ahead. */
  isInstantExchangeRequired: boolean;
  /** What holds for each choice, in their order; empty where no rule was asked about them. */
  chosen: readonly ChosenPolicy[];
  /** What the rules answered, moment by moment. */
  decisions: readonly Decision[];
};

export type ShopNowWords = { headline: string; description: string; startShoppingUrl: string };

/** A yes-or-no question about an item; a yes makes it ineligible. */
export type PolicyQuestion = { ruleId: number; question: string; onYesMessage: string; yes: string; no: string };

/** What holds for one chosen line, given its reason. */
export type ChosenPolicy = {
  line: LinePolicy;
  questions: readonly PolicyQuestion[];
  /** What a rule wants to know beside the reason; null where none does. */
  demands: Demands | null;
};

export type Demands = {
  /** Custom fields, in the order in which rules name them. */
  fields: readonly AskedField[];
  isCommentShown: boolean;
  isCommentRequired: boolean;
  leastMedia: number;
  mediaInstructions: readonly string[];
};

/** The reasons a line can give, in the order shoppers see them. */
export function reasonsFor(
  { reasons, reasonIds }: Pick<Policy, 'reasons' | 'reasonIds'>,
  lineIdFromPlatform: string,
): ClaimReason[] {
  return (reasonIds[lineIdFromPlatform] ?? []).flatMap((id) => reasons.find((reason) => reason.id === id) ?? []);
}

const RULED_BY = {
  refund: 'refund',
  storeCredit: 'giftCard',
  giftCard: 'giftCard',
  variantExchange: 'exchange',
  warrantyReview: 'warrantyReview',
} as const satisfies Record<string, keyof NonNullable<LinePolicy['ruledBy']>>;

/** The rule that decided about a window of a line; undefined where the settings did. */
export const ruleOf = ({ ruledBy }: LinePolicy, window: keyof typeof RULED_BY): number | undefined =>
  ruledBy?.[RULED_BY[window]];

/** What holds for a line of an order or claim. */
export function linePolicy(
  { lines }: Pick<ClaimPolicy, 'lines'>,
  { idFromPlatform }: { idFromPlatform: string },
): LinePolicy {
  const policy = lines.find((one) => one.lineIdFromPlatform === idFromPlatform);
  if (!policy) throw new Error('a policy has every line of its order');
  return policy;
}
