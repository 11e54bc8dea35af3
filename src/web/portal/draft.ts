import type { PortalLine, PortalOrder, Selection } from '#contract/customer/customer.ts';

export type Method = keyof PortalLine['methods'];
export const METHODS: readonly Method[] = ['refund', 'storeCredit', 'giftCard', 'variantExchange'];
export type ShippingMethod = PortalOrder['shippingMethods'][number];
export type DraftMedia = { mediaId: string; filename: string; contentType: string; url: string };
export const MAX_MEDIA = 10;

/** What a shopper said about one order line. Unchosen lines (quantity 0) keep what was said before. */
export type DraftLine = {
  quantity: number;
  reasonId: string;
  reasonDetail: string;
  comments: string;
  media: readonly DraftMedia[];
  method: Method | null;
  variant: { id: string; title: string } | null;
};

/** A return being put together. `requestKey` makes submitting it again the same as submitting it once. */
export type Draft = {
  version: 1;
  requestKey: string;
  lines: Readonly<Record<string, DraftLine>>;
  /** The first line's resolution also holds for every other line that may have it. */
  isSameForAll: boolean;
  shippingMethod: ShippingMethod | null;
};

export type DraftAction =
  | { type: 'quantity'; lineId: string; quantity: number }
  | { type: 'reason'; lineId: string; reasonId: string }
  | { type: 'reasonDetail'; lineId: string; reasonDetail: string }
  | { type: 'comments'; lineId: string; comments: string }
  | { type: 'mediaAdded'; lineId: string; media: DraftMedia }
  | { type: 'mediaRemoved'; lineId: string; mediaId: string }
  | { type: 'method'; lineId: string; method: Method }
  | { type: 'variant'; lineId: string; variant: { id: string; title: string } }
  | { type: 'sameForAll'; isSameForAll: boolean }
  | { type: 'shipping'; shippingMethod: ShippingMethod };

export type Step =
  | { kind: 'items' }
  | { kind: 'reason' | 'resolution' | 'variant'; lineId: string }
  | { kind: 'shipping' }
  | { kind: 'review' };

const EMPTY_LINE: DraftLine = {
  quantity: 0,
  reasonId: '',
  reasonDetail: '',
  comments: '',
  media: [],
  method: null,
  variant: null,
};

export const lineOf = (draft: Draft, lineId: string): DraftLine => draft.lines[lineId] ?? EMPTY_LINE;

export function emptyDraft(order: PortalOrder, requestKey: string): Draft {
  const [only, ...others] = order.shippingMethods;
  return {
    version: 1,
    requestKey,
    lines: {},
    isSameForAll: false,
    shippingMethod: others.length ? null : (only ?? null),
  };
}

/** The next draft; pure, and total over whatever the screens can send. */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  switch (action.type) {
    case 'sameForAll':
      return { ...draft, isSameForAll: action.isSameForAll };
    case 'shipping':
      return { ...draft, shippingMethod: action.shippingMethod };
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
    case 'mediaAdded':
      return { ...line, media: [...line.media, action.media].slice(0, MAX_MEDIA) };
    case 'mediaRemoved':
      return { ...line, media: line.media.filter((media) => media.mediaId !== action.mediaId) };
    case 'method':
      return { ...line, method: action.method };
    case 'variant':
      return { ...line, variant: action.variant };
  }
}

/**
 * A remembered draft held against the order as it is now: lines, quantities, reasons and methods that are no longer
 * possible are dropped, the rest is kept. Anything that is not a draft gives undefined.
 */
export function reconcileDraft(stored: unknown, order: PortalOrder): Draft | undefined {
  if (!isDraft(stored)) return undefined;
  const lines = order.lines.flatMap((line): [string, DraftLine][] => {
    const said = stored.lines[line.lineIdFromPlatform];
    return said ? [[line.lineIdFromPlatform, reconcileLine({ ...EMPTY_LINE, ...said }, line, order)]] : [];
  });
  const { shippingMethod } = stored;
  const isOffered = shippingMethod !== null && order.shippingMethods.includes(shippingMethod);
  const fresh = emptyDraft(order, stored.requestKey);
  return {
    ...stored,
    lines: Object.fromEntries(lines),
    shippingMethod: isOffered ? shippingMethod : fresh.shippingMethod,
  };
}

function reconcileLine(said: DraftLine, line: PortalLine, order: PortalOrder): DraftLine {
  const reason = order.reasons.find(({ id }) => id === said.reasonId);
  return {
    ...said,
    quantity: line.isEligible ? Math.min(said.quantity, line.returnableQuantity) : 0,
    reasonId: reason?.id ?? '',
    reasonDetail: reason?.details.includes(said.reasonDetail) ? said.reasonDetail : '',
    method: said.method && line.methods[said.method].isEligible ? said.method : null,
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

/** The lines being returned, in the order of the order. */
export const chosenLines = (draft: Draft, order: PortalOrder): PortalLine[] =>
  order.lines.filter((line) => lineOf(draft, line.lineIdFromPlatform).quantity > 0);

/** Whether this line simply follows the first one's resolution. An exchange is chosen line by line. */
function follows(draft: Draft, first: PortalLine, line: PortalLine): boolean {
  const { method } = lineOf(draft, first.lineIdFromPlatform);
  return (
    draft.isSameForAll &&
    line !== first &&
    method !== null &&
    method !== 'variantExchange' &&
    line.methods[method].isEligible
  );
}

/** The resolution a chosen line will ask for, its own or the first line's. */
export function methodOf(draft: Draft, order: PortalOrder, lineId: string): Method | null {
  const chosen = chosenLines(draft, order);
  const [first] = chosen;
  const line = chosen.find(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  if (!first || !line) return null;
  return lineOf(draft, follows(draft, first, line) ? first.lineIdFromPlatform : lineId).method;
}

/** Every screen of this return, in order; it grows and shrinks with what is chosen. */
export function stepsOf(draft: Draft, order: PortalOrder): Step[] {
  const chosen = chosenLines(draft, order);
  const [first] = chosen;
  const asked = chosen.filter((line) => first && !follows(draft, first, line));
  return [
    { kind: 'items' },
    ...chosen.map((line): Step => ({ kind: 'reason', lineId: line.lineIdFromPlatform })),
    ...asked.flatMap(({ lineIdFromPlatform: lineId }): Step[] => [
      { kind: 'resolution', lineId },
      ...(lineOf(draft, lineId).method === 'variantExchange' ? [{ kind: 'variant', lineId } as const] : []),
    ]),
    ...(order.shippingMethods.length > 1 ? [{ kind: 'shipping' } as const] : []),
    { kind: 'review' },
  ];
}

export const stepKey = (step: Step): string => ('lineId' in step ? `${step.kind}:${step.lineId}` : step.kind);

/** What is still missing on a screen, in words for the shopper; null when it is complete. */
export function missingOn(step: Step, draft: Draft, order: PortalOrder): string | null {
  if (step.kind === 'items') return chosenLines(draft, order).length ? null : 'Choose at least one item to send back.';
  if (step.kind === 'shipping') return draft.shippingMethod ? null : 'Choose how you send your items back.';
  if (step.kind === 'review') return null;
  const line = lineOf(draft, step.lineId);
  if (step.kind === 'resolution') return line.method ? null : 'Choose what you would like in return.';
  if (step.kind === 'variant') return line.variant ? null : 'Choose what you would like instead.';
  const reason = order.reasons.find(({ id }) => id === line.reasonId);
  if (!reason) return 'Choose a reason.';
  return reason.details.length && !line.reasonDetail ? 'Choose what describes it best.' : null;
}

/** The step the shopper may see: the one asked for, or the first one before it that is not complete. */
export function reachableStep(draft: Draft, order: PortalOrder, asked: string): { steps: Step[]; index: number } {
  const steps = stepsOf(draft, order);
  const wanted = Math.max(
    0,
    steps.findIndex((step) => stepKey(step) === asked),
  );
  const incomplete = steps.findIndex((step) => missingOn(step, draft, order) !== null);
  return { steps, index: incomplete === -1 ? wanted : Math.min(wanted, incomplete) };
}

/** What the server is asked to quote and to accept; undefined until every line has a resolution. */
export function selectionsOf(draft: Draft, order: PortalOrder): Selection[] | undefined {
  const selections = chosenLines(draft, order).flatMap(({ lineIdFromPlatform }): Selection[] => {
    const line = lineOf(draft, lineIdFromPlatform);
    const method = methodOf(draft, order, lineIdFromPlatform);
    if (!method || (method === 'variantExchange' && !line.variant)) return [];
    return [
      {
        lineIdFromPlatform,
        quantity: line.quantity,
        reasonId: line.reasonId,
        reasonDetail: line.reasonDetail,
        comments: line.comments.trim(),
        method,
        variantIdFromPlatform: method === 'variantExchange' ? (line.variant?.id ?? null) : null,
        mediaIds: line.media.map(({ mediaId }) => mediaId),
      },
    ];
  });
  return selections.length > 0 && selections.length === chosenLines(draft, order).length ? selections : undefined;
}

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
