import { z } from 'zod';
import type { Address } from '#core/address.ts';
import { ClaimMedia, ResolutionMethod, type Claim, type ClaimLine, type ExchangeChoice } from '#core/claims/claim.ts';
import { emailEffect, type Decision, type EffectIntent } from '#core/claims/effects.ts';
import {
  isInWindow,
  isOfferedMethod,
  lineEligibility,
  type LineEligibility,
  type OfferedMethod,
} from '#core/claims/eligibility.ts';
import { quoteClaim, type QuoteLine } from '#core/claims/sums.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { allocateFulfillmentLines, type AllocatedUnits } from '#core/claims/units.ts';
import type { Order, OrderLine, Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

export const ClaimSelection = z.object({
  lineIdFromPlatform: z.string(),
  quantity: z.number(),
  reasonId: z.string(),
  reasonDetail: z.string().default(''),
  comments: z.string().default(''),
  method: ResolutionMethod,
  /** The variant wanted instead; only for an exchange. */
  variantIdFromPlatform: z.string().nullable().default(null),
  media: z.array(ClaimMedia).default([]),
});
export type ClaimSelection = z.infer<typeof ClaimSelection>;

export type CreateClaimInput = {
  ids: { claimId: number; externalId: string; orderId: number };
  order: Order;
  settings: StoreSettings;
  /** Live variants by product id, of the products wanted in exchange. */
  variants: ReadonlyMap<string, readonly Variant[]>;
  /** All earlier claims of this order. */
  priorClaims: readonly Claim[];
  selections: readonly ClaimSelection[];
  shippingMethod: Claim['shippingMethod'];
  source: Claim['source'];
  /** Where they differ from the order's own. */
  customer?: { name: string; email: string; shippingAddress?: Address | null };
  /** ISO instant. */
  now: string;
};

export const COMMENT_LENGTH = 2000;
const GRAMS_PER_OUNCE = 28.3495;

/**
 * A new return claim with the effects it wants (e-mail, label or packing slip, order tags).
 * A selection whose units came in several fulfilments becomes several claim lines, numbered from 1.
 * Refuses CLAIM_EMPTY, LINE_UNKNOWN, QUANTITY_INVALID, QUANTITY_TOO_LARGE, METHOD_NOT_ELIGIBLE,
 * REASON_UNKNOWN, REASON_DETAIL_UNKNOWN, COMMENT_TOO_LONG, EXCHANGE_VARIANT_REQUIRED,
 * EXCHANGE_VARIANT_UNKNOWN, OUT_OF_STOCK, SHIPPING_METHOD_UNKNOWN, RETURN_ADDRESS_MISSING and
 * SHIPPING_ADDRESS_MISSING.
 */
export function createClaim(input: CreateClaimInput): Decision {
  const parts = checkSelections(input);
  checkShipping(input);
  const quote = quoteClaim(
    input.order,
    input.settings,
    parts.map((part) => ({ ...part.selection, quantity: part.units.quantity })),
    input.priorClaims,
  );
  const lines = parts.map((part, index) => claimLine(part, index + 1, quote.lines[index]));
  const claim = withEntry(
    claimOf(input, lines),
    { type: 'processing', subject: 'Return requested', message: requestedText(input) },
    input.now,
  );
  return { claim, effects: creationEffects(claim, input) };
}

type Part = {
  selection: ClaimSelection;
  units: AllocatedUnits;
  line: OrderLine;
  reasonName: string;
  exchange: ExchangeChoice | null;
};

/** Checks every selection in turn, each seeing the units the ones before it took. */
export function checkSelections(
  input: Pick<CreateClaimInput, 'order' | 'settings' | 'variants' | 'priorClaims' | 'selections' | 'now'>,
): Part[] {
  if (input.selections.length === 0)
    throw new Refusal('notAllowed', 'CLAIM_EMPTY', 'Must select at least one line item.');
  const eligibility = lineEligibility(input.order, input.settings, input.priorClaims, input.now);
  const taken = new Map<string, number>();
  const stock = new Map(
    [...input.variants.values()].flat().map((variant) => [variant.idFromPlatform, variant.available]),
  );
  return input.selections.flatMap((selection) => {
    const line = input.order.lines.find((one) => one.idFromPlatform === selection.lineIdFromPlatform);
    const eligible = eligibility.find((one) => one.lineIdFromPlatform === selection.lineIdFromPlatform);
    if (!line || !eligible) throw new Refusal('notAllowed', 'LINE_UNKNOWN', 'This item is not part of the order.');
    const method = checkMethod(selection, line, eligible);
    const units = takeUnits(input, selection, line, method, taken);
    const reasonName = checkReason(selection, input.settings);
    const exchange =
      method === 'variantExchange'
        ? takeVariant(selection, input.variants.get(line.productIdFromPlatform ?? '') ?? [], stock)
        : null;
    return units.map((some) => ({ selection, units: some, line, reasonName, exchange }));
  });
}

function checkMethod(selection: ClaimSelection, line: OrderLine, eligible: LineEligibility): OfferedMethod {
  const { method, quantity } = selection;
  if (!Number.isSafeInteger(quantity) || quantity < 1) {
    throw new Refusal(
      'notAllowed',
      'QUANTITY_INVALID',
      `The quantity of "${line.name}" must be a whole number of at least 1.`,
    );
  }
  const verdict = isOfferedMethod(method) ? eligible.methods[method] : undefined;
  if (!isOfferedMethod(method) || !verdict?.isEligible) {
    throw new Refusal(
      'notAllowed',
      'METHOD_NOT_ELIGIBLE',
      `"${line.name}": ${verdict?.reasonText ?? 'This cannot be asked for.'}`,
    );
  }
  if (quantity > verdict.returnableQuantity) throw tooMany(line, verdict.returnableQuantity);
  return method;
}

const tooMany = (line: OrderLine, most: number): Refusal =>
  new Refusal(
    'notAllowed',
    'QUANTITY_TOO_LARGE',
    most <= 0 ? `"${line.name}" has no more units to return.` : `Only ${most} of "${line.name}" can still be returned.`,
  );

/** Units for this selection, past those taken by earlier selections of the same line. */
function takeUnits(
  input: Pick<CreateClaimInput, 'order' | 'settings' | 'priorClaims' | 'now'>,
  selection: ClaimSelection,
  line: OrderLine,
  method: OfferedMethod,
  taken: Map<string, number>,
): AllocatedUnits[] {
  const all = allocateFulfillmentLines(input.order, line.idFromPlatform, line.quantity, input.priorClaims, (pool) =>
    isInWindow(pool, method, input.settings, input.now),
  );
  const allocated: AllocatedUnits[] = [];
  let left = selection.quantity;
  for (const pool of all) {
    const used = taken.get(pool.fulfillmentLineIdFromPlatform) ?? 0;
    const quantity = Math.min(pool.quantity - used, left);
    if (quantity <= 0) continue;
    taken.set(pool.fulfillmentLineIdFromPlatform, used + quantity);
    allocated.push({ fulfillmentLineIdFromPlatform: pool.fulfillmentLineIdFromPlatform, quantity });
    left -= quantity;
  }
  if (left > 0) throw tooMany(line, selection.quantity - left);
  return allocated;
}

function checkReason(selection: ClaimSelection, settings: StoreSettings): string {
  const reason = settings.reasons.find((one) => one.id === selection.reasonId);
  if (!reason) throw new Refusal('notAllowed', 'REASON_UNKNOWN', 'Please choose a reason.');
  if (selection.reasonDetail !== '' && !reason.details.includes(selection.reasonDetail)) {
    throw new Refusal('notAllowed', 'REASON_DETAIL_UNKNOWN', 'Please choose a detail of the reason from the list.');
  }
  if (selection.comments.length > COMMENT_LENGTH) {
    throw new Refusal('notAllowed', 'COMMENT_TOO_LONG', `A comment can have at most ${COMMENT_LENGTH} characters.`);
  }
  return reason.name;
}

/** The variant wanted, with its units taken from the live stock so that two lines cannot promise the same unit. */
function takeVariant(
  selection: ClaimSelection,
  variants: readonly Variant[],
  stock: Map<string, number | null>,
): ExchangeChoice {
  const wanted = selection.variantIdFromPlatform;
  if (wanted === null || wanted === '')
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_REQUIRED', 'Exchange variant required.');
  const variant = variants.find((one) => one.idFromPlatform === wanted);
  if (!variant)
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_UNKNOWN', 'This variant cannot be chosen for this item.');
  const available = stock.get(wanted) ?? null;
  if (available !== null && available < selection.quantity) {
    throw new Refusal(
      'notAllowed',
      'OUT_OF_STOCK',
      available <= 0 ? `${variant.title} is out of stock.` : `Only ${available} of ${variant.title} are in stock.`,
    );
  }
  if (available !== null) stock.set(wanted, available - selection.quantity);
  return {
    variantIdFromPlatform: variant.idFromPlatform,
    title: variant.title,
    sku: variant.sku,
    imgUrl: variant.imgUrl,
  };
}

function checkShipping({ shippingMethod, settings, source, order, customer }: CreateClaimInput): void {
  if (shippingMethod === 'none') {
    if (source === 'Merchant_App') return;
    throw new Refusal('notAllowed', 'SHIPPING_METHOD_UNKNOWN', 'Please choose how the items come back.');
  }
  if (!settings.shippingMethods.includes(shippingMethod)) {
    throw new Refusal('notAllowed', 'SHIPPING_METHOD_UNKNOWN', 'Please choose how the items come back.');
  }
  if (shippingMethod !== 'label') return;
  if (settings.returnAddress === null) {
    throw new Refusal(
      'notAllowed',
      'RETURN_ADDRESS_MISSING',
      'This store cannot make shipping labels yet. Please choose another way to send it back.',
    );
  }
  if (shopperAddress(order, customer) === null) {
    throw new Refusal(
      'notAllowed',
      'SHIPPING_ADDRESS_MISSING',
      'The order has no address to make a label from. Please choose another way to send it back.',
    );
  }
}

const shopperAddress = (order: Order, customer: CreateClaimInput['customer']): Address | null =>
  customer?.shippingAddress ?? order.shippingAddress ?? order.billingAddress;

function claimLine(part: Part, id: number, quote: QuoteLine | undefined): ClaimLine {
  if (!quote) throw new Error('a quote has one line per selection');
  const { line, selection, units } = part;
  return {
    id,
    lineIdFromPlatform: line.idFromPlatform,
    fulfillmentLineIdFromPlatform: units.fulfillmentLineIdFromPlatform,
    name: line.name,
    variantTitle: line.variantTitle,
    sku: line.sku,
    imgUrl: line.imgUrl,
    quantity: units.quantity,
    subtotal: quote.subtotal,
    tax: quote.tax,
    requestedAmount: quote.requestedAmount,
    incentiveAmount: quote.incentiveAmount,
    reasonId: selection.reasonId,
    reasonName: part.reasonName,
    reasonDetail: selection.reasonDetail,
    comments: selection.comments.trim(),
    media: selection.media,
    requestedMethod: selection.method,
    exchange: part.exchange,
    status: 'open',
    method: null,
    amount: null,
    denialDetail: null,
    noteToCustomer: '',
    finalizedOn: null,
    canceledOn: null,
  };
}

function claimOf(input: CreateClaimInput, lines: ClaimLine[]): Claim {
  const { ids, order, customer, now } = input;
  return {
    id: ids.claimId,
    externalId: ids.externalId,
    claimType: 'Return',
    createdOn: now,
    updatedOn: now,
    finalizedOn: null,
    orderId: ids.orderId,
    orderIdFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    customerName: customer?.name ?? customerName(order),
    customerEmail: customer?.email ?? (order.email || (order.customer?.email ?? '')),
    shippingAddress: shopperAddress(order, customer),
    source: input.source,
    returnRequired: input.shippingMethod !== 'none',
    shippingMethod: input.shippingMethod,
    isAwaitingCustomer: false,
    infoRequest: '',
    infoAnswer: '',
    lines,
    shipments: [],
    timeline: [],
  };
}

function customerName(order: Order): string {
  const person = order.customer ?? order.shippingAddress ?? order.billingAddress;
  return person ? `${person.firstName} ${person.lastName}`.trim() : '';
}

const requestedText = (input: CreateClaimInput): string =>
  input.source === 'Customer_App'
    ? 'The customer asked for a return in the portal.'
    : 'The return was created in the back office.';

function creationEffects(claim: Claim, input: CreateClaimInput): EffectIntent[] {
  const effects: EffectIntent[] = [...shipmentEffects(claim, input)];
  if (input.settings.claimOrderTags.length > 0) {
    effects.push({
      kind: 'orderTags',
      purposeKey: `orderTags:created:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        tags: input.settings.claimOrderTags,
      },
    });
  }
  return [...effects, ...emailEffect('received', claim, `email:received:claim:${claim.id}`)];
}

function shipmentEffects(claim: Claim, input: CreateClaimInput): EffectIntent[] {
  const claimLineIds = claim.lines.map((line) => line.id);
  if (claim.shippingMethod === 'packingSlip') {
    return [
      {
        kind: 'packingSlip',
        purposeKey: `packingSlip:claim:${claim.id}`,
        payload: { claimId: claim.id, claimExternalId: claim.externalId, claimLineIds },
      },
    ];
  }
  const to = input.settings.returnAddress;
  if (claim.shippingMethod !== 'label' || claim.shippingAddress === null || to === null) return [];
  return [
    {
      kind: 'label',
      purposeKey: `label:claim:${claim.id}`,
      payload: {
        claimId: claim.id,
        claimExternalId: claim.externalId,
        claimLineIds,
        from: claim.shippingAddress,
        to,
        weightOunces: weightOunces(claim, input.order),
      },
    },
  ];
}

/** Weight of the units in whole ounces (grams / 28.3495, rounded), at least one: carriers refuse zero. */
export function weightOunces(claim: Claim, order: Order): number {
  const grams = claim.lines.reduce(
    (sum, line) =>
      sum + line.quantity * (order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform)?.grams ?? 0),
    0,
  );
  return Math.max(1, Math.round(grams / GRAMS_PER_OUNCE));
}
