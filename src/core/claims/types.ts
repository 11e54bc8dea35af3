import { z } from 'zod';

/**
 * What one type of claim is and does differently. Another type is another row: its lists, addresses, mails, counts and
 * columns follow from it. Settings are named here and kept in the store's settings.
 */
type TypeRow = {
  /** First letter of its external ids. */
  prefix: string;
  /** What one, and several, are called in a sentence. */
  noun: string;
  nouns: string;
  /** Title of its list, and what a claim of it is called where a type is chosen. */
  title: string;
  label: string;
  /** Says what it is for, where staff choose a type. */
  purpose: string;
  /** Its folder in the back office: `/{storeId}/claims/{path}`. */
  path: string;
  /** The area of the store it belongs to, and the setting that opens it. */
  area: string;
  isEnabled: string;
  /** Why nothing can be claimed while the setting is off. */
  disabled: { code: string; text: string };
  /** What staff can ask for, in the order it is offered. */
  methods: readonly string[];
  /** What shoppers ask for: one of the methods the store offers, or that staff look at it. */
  shopperAsks: 'method' | 'review';
  /** The fees it carries unless staff set them. */
  fees: 'asSettings' | 'none';
  /** How goods come back unless staff choose: the store's first way, or not at all. */
  shipping: 'firstOffered' | 'none';
  /** Whether canceled items can be brought back for review (C4.15). */
  canRestore: boolean;
  /** Whether a shopper may ask for another look at a denial, once. */
  canAppeal: boolean;
  /** Whether a photo is expected whatever the reason, or only for reasons that show. */
  photos: 'always' | 'byReason';
  /** Whether a replacement is the same item again unless staff choose. */
  isReplacedBySame: boolean;
  /** The line of the bill that counts it. */
  usage: string;
  /** What the timeline says when it is made. */
  made: string;
  /** What the first email says was received. */
  request: string;
};

export const CLAIM_TYPES = {
  Return: {
    prefix: 'R',
    noun: 'return',
    nouns: 'returns',
    title: 'Return claims',
    label: 'Return',
    purpose: 'The customer returns items for a refund or exchange.',
    path: 'return',
    area: 'returns',
    isEnabled: 'isReturnsEnabled',
    disabled: { code: 'RETURNS_DISABLED', text: "This store doesn't accept returns online." },
    methods: ['refund', 'storeCredit', 'giftCard', 'variantExchange', 'other'],
    shopperAsks: 'method',
    fees: 'asSettings',
    shipping: 'firstOffered',
    canRestore: false,
    canAppeal: false,
    photos: 'byReason',
    isReplacedBySame: false,
    usage: 'returnClaims',
    made: 'Return requested',
    request: 'return request',
  },
  Warranty: {
    prefix: 'W',
    noun: 'warranty claim',
    nouns: 'warranty claims',
    title: 'Warranty claims',
    label: 'Warranty',
    purpose: 'An item is defective, and you repair, replace or refund it.',
    path: 'warranty',
    area: 'warranties',
    isEnabled: 'isWarrantiesEnabled',
    disabled: { code: 'WARRANTIES_DISABLED', text: "This store doesn't offer a warranty." },
    methods: [
      'warrantyReview',
      'replacementOrder',
      'variantExchange',
      'repair',
      'refund',
      'storeCredit',
      'giftCard',
      'other',
    ],
    shopperAsks: 'review',
    fees: 'none',
    shipping: 'none',
    canRestore: true,
    canAppeal: true,
    photos: 'always',
    isReplacedBySame: true,
    usage: 'warrantyClaims',
    made: 'Warranty claim created',
    request: 'warranty claim',
  },
} as const satisfies Readonly<Record<string, TypeRow>>;

export type ClaimType = keyof typeof CLAIM_TYPES;
// Marked as pure, so that the portal, which only reads the table, is built without zod.
export const ClaimType = /* @__PURE__ */ z.enum(Object.keys(CLAIM_TYPES) as [ClaimType, ...ClaimType[]]);

type Rows = (typeof CLAIM_TYPES)[ClaimType];
/** The areas of a store that types of claims belong to. */
export type ClaimArea = Rows['area'];
export type ClaimDisabled = Rows['disabled']['code'];

/** The type whose folder in the back office this is, its first letter in either case (C2.04). */
export const typeAtPath = (path: string): ClaimType | null =>
  ClaimType.options.find((type) => {
    const own: string = CLAIM_TYPES[type].path;
    return own === path.charAt(0).toLowerCase() + path.slice(1);
  }) ?? null;

/** Something for each type. */
export const perType = <Value>(of: (type: ClaimType) => Value): Readonly<Record<ClaimType, Value>> =>
  Object.fromEntries(ClaimType.options.map((type) => [type, of(type)])) as Record<ClaimType, Value>;

/** "return" of one, "returns" of several. */
export const countNoun = (type: ClaimType, count: number): string =>
  count === 1 ? CLAIM_TYPES[type].noun : CLAIM_TYPES[type].nouns;
