import type { Words } from '#core/texts/phrase.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import type { ClaimType } from '#core/claims/types.ts';
import { asksOfEach } from './demands.ts';

export type MoneyMethod = 'refund' | 'storeCredit' | 'giftCard';
/** What a shopper can wish for a line: a method, another product instead, or its value to spend in the shop. */
export type Method = keyof PortalLine['methods'] | 'otherProduct' | 'shopNow';
/** How leftover Shop Now credit is issued; the first available method unless the shopper chooses. */
export const REST_METHODS: readonly MoneyMethod[] = ['giftCard', 'storeCredit', 'refund'];
export type ShippingMethod = PortalOrder['shippingMethods'][number];
export type DraftMedia = Chosen & { mediaId: string; filename: string; contentType: string; url: string };
export const MAX_MEDIA = 10;

/** When the shopper chose a file; absent on files in drafts from before it was kept. */
type Chosen = { chosenOn?: number };

/** Files in the order in which the shopper chose them: small ones arrive before large ones. */
export const asChosen = <Its extends Chosen>(files: readonly Its[]): Its[] =>
  [...files].sort((one, other) => (one.chosenOn ?? 0) - (other.chosenOn ?? 0));

/** The files of a form and another one that arrived, `most` of them. */
export const withFile = (media: readonly DraftMedia[], arrived: DraftMedia, most = MAX_MEDIA): DraftMedia[] =>
  asChosen([...media, arrived]).slice(0, most);

/** The shopper's input for one order line. Lines with quantity 0 keep their input. */
export type DraftLine = {
  quantity: number;
  reasonId: string;
  reasonDetail: string;
  comments: string;
  media: readonly DraftMedia[];
  /** To the store's questions about it, by the id of what asks. */
  answers: Readonly<Record<number, Answer>>;
  /** To its custom fields, by their id. */
  fieldValues: Readonly<Record<string, string>>;
  method: Method | null;
  /** Another variant of the same product. */
  variant: Named | null;
  /** Another product, and which variant of it. */
  product: Named | null;
  productVariant: Named | null;
};
export type Answer = 'yes' | 'no';
type Named = { id: string; title: string };

/** An item of the Shop Now cart. It is shown as it was when it was added; the quote has exact prices. */
export type BasketItem = {
  productId: string;
  variantId: string;
  title: string;
  variantTitle: string;
  imgUrl: string | null;
  price: number;
  quantity: number;
};
/** As many of one thing as a basket may hold. */
export const MAX_QUANTITY = 99;

/** A return being put together. `requestKey` makes submitting it again the same as submitting it once. */
export type Draft = {
  version: 1;
  requestKey: string;
  claimType: ClaimType;
  lines: Readonly<Record<string, DraftLine>>;
  /** The first line's reason also holds for every other line. */
  isSameReason: boolean;
  /** The first line's resolution also holds for every other line that may have it. */
  isSameForAll: boolean;
  basket: readonly BasketItem[];
  restMethod: MoneyMethod | null;
  /** Whether the new items ship before the return arrives; null until the shopper chooses. */
  isInstantExchange: boolean | null;
  shippingMethod: ShippingMethod | null;
  /** Where the store can call; null until the shopper types it. */
  phone: string | null;
  /** Of a gift, who returns it. */
  recipient: DraftRecipient;
};

/** Raw input; missing fields are empty. */
export type DraftRecipient = Readonly<
  Record<
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'line1'
    | 'line2'
    | 'city'
    | 'stateOrProvinceCode'
    | 'postalCode'
    | 'countryCode'
    | 'phone',
    string
  >
>;
const NOBODY: DraftRecipient = {
  email: '',
  firstName: '',
  lastName: '',
  line1: '',
  line2: '',
  city: '',
  stateOrProvinceCode: '',
  postalCode: '',
  countryCode: '',
  phone: '',
};

export type DraftAction =
  | { type: 'quantity'; lineId: string; quantity: number }
  | { type: 'reason'; lineId: string; reasonId: string }
  | { type: 'reasonDetail'; lineId: string; reasonDetail: string }
  | { type: 'comments'; lineId: string; comments: string }
  | { type: 'answer'; lineId: string; ruleId: number; answer: Answer }
  | { type: 'fieldValue'; lineId: string; fieldId: string; value: string }
  | { type: 'mediaAdded'; lineId: string; media: DraftMedia }
  | { type: 'mediaRemoved'; lineId: string; mediaId: string }
  | { type: 'method'; lineId: string; method: Method }
  | { type: 'product'; lineId: string; product: Named; variant?: Named }
  | { type: 'variant'; lineId: string; variant: Named | null }
  | { type: 'basket'; item: BasketItem }
  | { type: 'restMethod'; restMethod: MoneyMethod }
  | { type: 'instantExchange'; isInstantExchange: boolean }
  | { type: 'claimType'; claimType: ClaimType }
  | { type: 'sameReason'; isSameReason: boolean }
  | { type: 'sameForAll'; isSameForAll: boolean }
  | { type: 'shipping'; shippingMethod: ShippingMethod }
  | { type: 'phone'; phone: string }
  | { type: 'recipient'; part: Partial<DraftRecipient> };

const EMPTY_LINE: DraftLine = {
  quantity: 0,
  reasonId: '',
  reasonDetail: '',
  comments: '',
  media: [],
  answers: {},
  fieldValues: {},
  method: null,
  variant: null,
  product: null,
  productVariant: null,
};

export const lineOf = (draft: Draft, lineId: string): DraftLine => draft.lines[lineId] ?? EMPTY_LINE;

export function emptyDraft(order: PortalOrder, requestKey: string): Draft {
  const [only, ...others] = order.shippingMethods;
  return {
    version: 1,
    requestKey,
    claimType: claimTypesOf(order)[0] ?? 'Return',
    lines: {},
    isSameReason: false,
    isSameForAll: false,
    basket: [],
    restMethod: null,
    isInstantExchange: null,
    shippingMethod: others.length ? null : (only ?? null),
    phone: null,
    recipient: NOBODY,
  };
}

/** Whether the buyer has to leave a phone number; the recipient of a gift leaves it with the address. */
export const asksPhone = (
  { isPhoneRequired, isGiftReturn }: Pick<PortalOrder, 'isPhoneRequired' | 'isGiftReturn'>,
  claimType: ClaimType,
): boolean => isPhoneRequired[claimType] && !isGiftReturn;

/** The phone number as typed, else the one the order has. */
export const phoneOf = ({ phone }: Draft, { addresses }: Pick<PortalOrder, 'addresses'>): string =>
  phone ?? addresses.find((address) => address.phone !== '')?.phone ?? '';

/** The next draft; pure, and total over whatever the screens can send. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'claimType':
      return { ...draft, claimType: action.claimType };
    case 'sameReason':
      return { ...draft, isSameReason: action.isSameReason };
    case 'sameForAll':
      return { ...draft, isSameForAll: action.isSameForAll };
    case 'shipping':
      return { ...draft, shippingMethod: action.shippingMethod };
    case 'basket':
      return { ...draft, basket: withItem(draft.basket, action.item) };
    case 'restMethod':
      return { ...draft, restMethod: action.restMethod };
    case 'instantExchange':
      return { ...draft, isInstantExchange: action.isInstantExchange };
    case 'phone':
      return { ...draft, phone: action.phone };
    case 'recipient':
      return { ...draft, recipient: { ...draft.recipient, ...action.part } };
    default: {
      const line = lineOf(draft, action.lineId);
      return { ...draft, lines: { ...draft.lines, [action.lineId]: reduceLine(line, action) } };
    }
  }
}

type LineAction = Extract<DraftAction, { lineId: string }>;

function reduceLine(line: DraftLine, action: LineAction): DraftLine {
  switch (action.type) {
    case 'quantity':
      return { ...line, quantity: Math.max(0, Math.trunc(action.quantity) || 0) };
    case 'reason':
      return action.reasonId === line.reasonId ? line : { ...line, reasonId: action.reasonId, reasonDetail: '' };
    case 'reasonDetail':
      return { ...line, reasonDetail: action.reasonDetail };
    case 'comments':
      return { ...line, comments: action.comments };
    case 'answer':
      return { ...line, answers: { ...line.answers, [action.ruleId]: action.answer } };
    case 'fieldValue':
      return { ...line, fieldValues: { ...line.fieldValues, [action.fieldId]: action.value } };
    case 'mediaAdded':
      return { ...line, media: withFile(line.media, action.media) };
    case 'mediaRemoved':
      return { ...line, media: line.media.filter((media) => media.mediaId !== action.mediaId) };
    case 'method':
      return { ...line, method: action.method };
    case 'product':
      return action.product.id === line.product?.id && !action.variant
        ? line
        : { ...line, product: action.product, productVariant: action.variant ?? null };
    case 'variant':
      return line.method === 'otherProduct'
        ? { ...line, productVariant: action.variant }
        : { ...line, variant: action.variant };
  }
}

/** The basket with so many of an item; none takes it out. */
function withItem(basket: readonly BasketItem[], item: BasketItem): readonly BasketItem[] {
  const quantity = Math.min(MAX_QUANTITY, Math.max(0, Math.trunc(item.quantity) || 0));
  const isThere = basket.some(({ variantId }) => variantId === item.variantId);
  const next = isThere
    ? basket.map((other) => (other.variantId === item.variantId ? { ...item, quantity } : other))
    : [...basket, { ...item, quantity }];
  return next.filter((other) => other.quantity > 0);
}

/**
 * A remembered draft held against the order as it is now: lines, quantities, reasons and methods that are no longer
 * possible are dropped, the rest is kept. Anything that is not a draft gives undefined.
 *
 * `keepsWays`: what was chosen to be done about an item, and how it is sent back, stays. Rules may offer it once they
 * know the reason, whatever the order says before.
 */
export function reconcileDraft(stored: unknown, order: PortalOrder, keepsWays = false): Draft | undefined {
  if (!isDraft(stored)) return undefined;
  const types = claimTypesOf(order);
  const isOpen = types.includes(stored.claimType);
  const claimType = isOpen ? stored.claimType : (types[0] ?? 'Return');
  const lines = order.lineItems.flatMap((line): [string, DraftLine][] => {
    const said = stored.lines[line.lineIdFromPlatform];
    return said
      ? [
          [
            line.lineIdFromPlatform,
            reconcileLine({ ...EMPTY_LINE, ...said, ...(isOpen ? {} : { quantity: 0 }) }, line, order, {
              claimType,
              keepsWays,
            }),
          ],
        ]
      : [];
  });
  const { shippingMethod } = stored;
  const isOffered = shippingMethod !== null && (keepsWays || order.shippingMethods.includes(shippingMethod));
  const fresh = emptyDraft(order, stored.requestKey);
  return {
    ...fresh,
    ...stored,
    claimType,
    lines: Object.fromEntries(lines),
    recipient: { ...NOBODY, ...stored.recipient },
    // Where the reasons decide what is asked about an item, each has its own.
    isSameReason: stored.isSameReason && !asksOfEach(order, claimType),
    isInstantExchange:
      keepsWays || order.offerInstantExchange
        ? order.isInstantExchangeRequired || (stored.isInstantExchange ?? null)
        : null,
    shippingMethod: isOffered ? shippingMethod : fresh.shippingMethod,
  };
}

type Reason = PortalOrder['reasons'][number];

/** The reasons that an item can be given, in the store's order. */
export const reasonsOf = (
  { reasons }: Pick<PortalOrder, 'reasons'>,
  { claimReasons }: Pick<PortalLine, 'claimReasons'>,
  claimType: ClaimType,
): Reason[] => (claimReasons[claimType] ?? []).flatMap((id) => reasons.find((reason) => reason.id === id) ?? []);

/** Whether items can all be given the same reasons, so that one of them may be for all. */
export const haveSameReasons = (lines: readonly Pick<PortalLine, 'claimReasons'>[], claimType: ClaimType): boolean =>
  new Set(lines.map(({ claimReasons }) => (claimReasons[claimType] ?? []).join())).size < 2;

function reconcileLine(
  said: DraftLine,
  line: PortalLine,
  order: PortalOrder,
  { claimType, keepsWays }: { claimType: ClaimType; keepsWays: boolean },
): DraftLine {
  const reason = reasonsOf(order, line, claimType).find(({ id }) => id === said.reasonId);
  const quantity = Math.min(said.quantity, choosable(line, claimType));
  return {
    ...said,
    quantity,
    reasonId: reason?.id ?? '',
    reasonDetail: reason?.details.includes(said.reasonDetail) ? said.reasonDetail : '',
    method:
      keepsWays || (said.method && verdictOf(order, line, said.method, quantity)?.isEligible) ? said.method : null,
  };
}

function isDraft(stored: unknown): stored is Draft {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    stored.version === 1 &&
    'requestKey' in stored &&
    typeof stored.requestKey === 'string' &&
    'shippingMethod' in stored &&
    'lines' in stored &&
    typeof stored.lines === 'object' &&
    stored.lines !== null
  );
}

type Verdict = PortalLine['methods'][keyof PortalLine['methods']];

/** Whether and until when so many units of a line may go by a method; undefined where the store does not offer it. */
export function verdictOf(order: PortalOrder, line: PortalLine, method: Method, quantity: number): Verdict | undefined {
  const verdict = offeredTo(order, line, method, quantity);
  if (!verdict?.isEligible || quantity <= verdict.quantity) return verdict;
  return {
    ...verdict,
    isEligible: false,
    whyNot: { id: 'resolution.most', values: { most: verdict.quantity, quantity } },
  };
}

function offeredTo(order: PortalOrder, line: PortalLine, method: Method, quantity: number): Verdict | undefined {
  if (method === 'otherProduct')
    return line.productExchange || order.isAdvancedExchangeEnabled ? line.methods.variantExchange : undefined;
  if (method !== 'shopNow') return line.methods[method];
  return order.offerShopNow ? line.methods[restOf(line, null, quantity) ?? 'giftCard'] : undefined;
}

/** Whether so many units of a line may be given back by a method. */
export const isOpenTo = ({ methods }: Pick<PortalLine, 'methods'>, method: MoneyMethod, quantity: number): boolean =>
  methods[method].isEligible && quantity <= methods[method].quantity;

/** How the rest of a line's shop-now credit goes out: as wished, else the first way that is open to so many of it. */
export const restOf = (line: PortalLine, wished: MoneyMethod | null, quantity: number): MoneyMethod | undefined =>
  wished !== null && isOpenTo(line, wished, quantity)
    ? wished
    : REST_METHODS.find((method) => isOpenTo(line, method, quantity));

/** Goods are sent for a line: another variant, or another product. */
export const isExchange = (method: Method | null): boolean => method === 'variantExchange' || method === 'otherProduct';

/** Units of a line that can be chosen for a type of claim: as many as some reason opens, whatever reason is chosen. */
export const choosable = ({ choosable: its }: Pick<PortalLine, 'choosable'>, claimType: ClaimType): number =>
  its[claimType] ?? 0;

/** Why not all units that are chosen can be claimed for the reason that is chosen; null where they can. */
export function whyNotForReason(draft: Draft, line: PortalLine): Words | null {
  const { quantity } = lineOf(draft, line.lineIdFromPlatform);
  const { most, whyNot } = claimable(line, draft.claimType);
  if (quantity <= most) return null;
  return most > 0 ? { id: 'resolution.most', values: { most, quantity } } : (whyNot ?? { id: 'items.ineligible' });
}

/** What can be claimed of a line by a type of claim as far as it is known: how many units, until when, and if none, why not. */
export function claimable(
  line: PortalLine,
  claimType: ClaimType,
): { most: number; until: string | null; whyNot: Words | null } {
  if (claimType === 'Return')
    return { most: line.isEligible ? line.returnableQuantity : 0, until: line.returnUntil, whyNot: line.whyNot };
  const { isEligible = false, quantity = 0, lastEligibleDate = null, whyNot = null } = line.warranty ?? {};
  return { most: isEligible ? quantity : 0, until: lastEligibleDate, whyNot };
}

const TYPES: readonly ClaimType[] = ['Return', 'Warranty'];

/** The types of claim that some item is open to; where one is left, nobody is asked. */
export const claimTypesOf = ({ lineItems }: PortalOrder): ClaimType[] =>
  TYPES.filter((type) => lineItems.some((line) => choosable(line, type) > 0));

/** The lines being claimed, in the order of the order. */
export const chosenLines = (draft: Draft, order: PortalOrder): PortalLine[] =>
  order.lineItems.filter(
    (line) => lineOf(draft, line.lineIdFromPlatform).quantity > 0 && choosable(line, draft.claimType) > 0,
  );

/** A random UUID; `crypto.randomUUID` is missing where a phone opens the page over plain HTTP. */
export function newRequestKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte, index) =>
      (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
    )
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
