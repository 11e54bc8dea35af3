// The oracle's input: what was bought, asked and decided, and which rules held. No amount that
// the product worked out is among it, but for those it is asked about.

export type Way = 'refund' | 'storeCredit' | 'giftCard';
export const WAYS = ['refund', 'storeCredit', 'giftCard'] as const satisfies readonly Way[];

export type BoughtLine = {
  id: string;
  product: string | null;
  sku: string | null;
  /** Null where it is not known, or units arrived apart. */
  deliveredOn: string | null;
  quantity: number;
  /** Of all units, after discounts; with the tax inside where prices include it. */
  price: number;
  tax: number;
  isShipped: boolean;
  /** It is the cover of the packages, and no goods. */
  isCover?: boolean;
};

export type Bought = {
  id: string;
  taxesIncluded: boolean;
  paid: number;
  /** What was paid to have it delivered, with its tax. */
  delivery: number;
  /** It stands for products that their owner has registered: nothing was paid here, and what they are worth the store says. */
  isRegistered: boolean;
  lines: readonly BoughtLine[];
  /** Goods that exchanges added to it, each with the claim they were sent for, and with the tax that the shop asks for them. */
  exchanged?: readonly Exchanged[];
  /** Others refunded or changed it at the shop, so that what was left at each moment is not known here. */
  isDisturbed: boolean;
};

export type Exchanged = {
  id: string;
  claim: string;
  product: string | null;
  variant: string;
  quantity: number;
  shopNet: number;
  shopTax: number;
};

/** An order of goods that were sent in exchange for what a claim brought back. */
export type Made = {
  id: string;
  /** The name of the claim. */
  claim: string;
  lines: readonly { id: string; product: string | null; variant: string; quantity: number }[];
  isDisturbed: boolean;
};

/** The rules of the store when a claim was submitted. */
export type Rules = {
  returnFee: number;
  returnShippingFee: number;
  /** It is a part of what the label costs. */
  isLabelInPercent: boolean;
  exchangeShippingFee: number;
  /** Exchanges for another variant of the same product pay none. */
  isVariantShippingFree: boolean;
  /** Of the bonus on credit and gift cards, and on what is spent at once. */
  bonusBasisPoints: number;
  shopNowBasisPoints: number;
  /** A bonus on credit and gift cards that is an amount, once for a claim; 0 where there is none. */
  bonusAmount: number;
  /** As the settings have them. */
  windows: Windows;
  priceOfSameProduct: Pricing;
  priceOfOtherProduct: Pricing;
  /** Gift cards go out as credit on the account of the customer. */
  areCardsCredits: boolean;
  /** What the cheapest delivery costs; 0 where the store does not say. */
  standardDelivery: number;
  automations: readonly Automation[];
};
/** Days from delivery on which a way is open; 0 where it is not offered, null where it always is or others decide. */
export type Windows = Record<'refund' | 'giftCard' | 'exchange', number | null>;

/** Charges something else, gives another bonus or opens other windows, on the returns and items that it is about. */
export type Automation = {
  id: number;
  priority: number;
  of: 'fee' | 'label' | 'exchangeShipping' | 'bonus' | 'windows';
  /** It is about returns that ask for more than so much in all, and items that give back more than so much; null: all. */
  above: number | null;
  aboveOnLine: number | null;
  /** The only item it is about; null: all. */
  sku: string | null;
  amount: number;
  /** Of what the items it is about give back; of a label, of its price. */
  basisPoints: number;
  isVariantShippingFree: boolean;
  windows: Windows | null;
};
/** What becomes of a difference in price: nothing, only the shopper pays it, or both sides. */
export type Pricing = 'NO_PAYMENT_OR_REFUND' | 'PAYMENT' | 'PAYMENT_AND_PARTIAL_REFUND';

export type Wanted = { variant: string; product: string | null; price: number; quantity: number };

export type AskedLine = {
  id: number;
  lineId: string;
  quantity: number;
  /** As it was asked for. */
  asked: string;
  isShopNow: boolean;
  /** As staff decided it; null while they have not. */
  decided: string | null;
  isDenied: boolean;
  isCanceled: boolean;
  /** It was denied, canceled, restored or repaired at some time. */
  hasWavered: boolean;
  wasRestored: boolean;
  isOutside: boolean;
  /** It was finalized, and not denied. */
  isCarriedOut: boolean;
  /** What staff asked for its repair; it is owed where it ends as one. */
  repairPrice: number;
  wanted: Wanted | null;
  /** As it was asked for. */
  wantedAtFirst: Wanted | null;
  /** How what is left of an exchange goes out. */
  remainder: Way;
  /** Its goods went out before it came back. */
  isSentAhead: boolean;
  /** What the product says it is worth, and what it says staff gave. */
  toldWorth: number;
  toldAmount: number | null;
  /** The part of its worth that was paid for delivery. */
  toldDelivery: number;
};

/** Lines that were carried out together; after the last of those that were open, what is left of payments goes back. */
export type Round = { lineIds: readonly number[]; on: string; isLastOfOpen: boolean };

export type Asked = {
  name: string;
  orderId: string;
  createdOn: string;
  isWarranty: boolean;
  /** The consumer withdrew by law. */
  isWithdrawal: boolean;
  /** Asked for by the person who was given the order. */
  isGift: boolean;
  /** It is the return of a gift: what the buyer was discounted is not asked for in an exchange, unless staff chose other goods. */
  isAtNoCost: boolean;
  hasLabel: boolean;
  isByStaff: boolean;
  /** What the product says a label costs, and the cheapest prices of parcels of the store; null where nobody asked. */
  label: { toldPrice: number; quoted: readonly number[] } | null;
  /** More than one where the rules changed while it was being submitted. */
  possibleRules: readonly Rules[];
  lines: readonly AskedLine[];
  shopNow: readonly Wanted[];
  rounds: readonly Round[];
  isOver: boolean;
  /** Why the amounts of this claim cannot be known from the story alone; null where they can. */
  doubt: string | null;
  /** What was paid or held for it by card until it was submitted, and since; null where that is not known for sure. */
  paidByCard: {
    atFirst: number;
    /** Somebody took a hold of `atFirst` by hand. */
    isTakenByHand: boolean;
    later: readonly { amount: number; on: string }[];
  } | null;
};

/** A claim under rules that it may have been submitted under. */
export type Ruled = Asked & { rules: Rules };

/** What the partners hold for a claim, as they tell it; null where they do not say for which claim it was. */
export type Moved = Record<Way, number | null> & {
  /** Taken by the provider of payments and not given back; null where it is not looked at. */
  taken: number | null;
};

type Given = Pick<AskedLine, 'toldAmount' | 'toldWorth' | 'isCarriedOut'>;

/** More was given for an item than it is worth: it came of what was paid for something else. */
export const isAnyRaised = (claims: readonly { lines: readonly Given[] }[]): boolean =>
  claims.some(({ lines }) =>
    lines.some(({ toldAmount, toldWorth, isCarriedOut }) => isCarriedOut && (toldAmount ?? 0) > toldWorth),
  );
