import { methodOf } from '#core/claims/method-names.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '#contract/client.ts';
import * as customer from '#contract/customer/customer.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { RouteInput } from '#contract/route.ts';
import type { Chance } from '#sandbox/shopify/seed/random.ts';
import { changeLine, claimOf, finalizeAll } from '#server/testing/claims.ts';
import type { OrderToReturn } from '#server/testing/effect-claims.ts';
import { intentOf, typeCard } from '#server/testing/payments.ts';
import type { Caller } from '#server/testing/server.ts';
import type { Patience } from './patience.ts';
import type { World } from './world.ts';

const ENDINGS = ['refund', 'giftCard', 'storeCredit', 'exchange', 'paidExchange'] as const;
type Ending = (typeof ENDINGS)[number];

/** What the server has acknowledged of one return, and is held to. */
export type Told = {
  ending: Ending;
  shippingMethod: 'label' | 'packingSlip';
  externalId: string;
  /** Of the last answer that showed the claim. */
  version: number;
  note: string;
  paid: { intentId: string; minor: number } | null;
  isFinalized: boolean;
};

type Cast = { world: World; patience: Patience; staff: Caller; chance: Chance };
type Draft = RouteInput<typeof customer.createPaymentIntent>['body'];

/** One return from the shopper's first click to the staff's last. Calls `tell` as soon as something is acknowledged. */
export async function playReturn(cast: Cast, from: OrderToReturn, tell: (told: Told) => void): Promise<void> {
  const { world, patience, chance } = cast;
  const ending = endingFor(world, from, chance.pick(ENDINGS));
  const shippingMethod: Told['shippingMethod'] = chance.under(0.4) ? 'label' : 'packingSlip';
  const shopper = world.shopper(from);
  const draft = draftOf(world, from, ending, shippingMethod);
  const params = { slug: world.server.slug, idFromPlatform: from.order.idFromPlatform };
  const begun =
    ending === 'paidExchange'
      ? await patience.ask(() => shopper(customer.createPaymentIntent, { params, body: draft }))
      : null;
  if (begun) await typeCard(world.server, begun);
  const body = { ...draft, shippingMethod, paymentId: begun?.paymentId ?? null };
  const { externalId } = await patience.ask(() => shopper(customer.submit, { params, body }));
  const told: Told = {
    ending,
    shippingMethod,
    externalId,
    version: 0,
    note: '',
    paid: begun && { intentId: intentOf(begun.clientSecret), minor: Math.round(begun.amount * 100) },
    isFinalized: false,
  };
  tell(told);
  await decide(cast, told);
}

/** Nothing is dearer than the dearest: that one is given back. */
const endingFor = (world: World, from: OrderToReturn, ending: Ending): Ending =>
  ending === 'paidExchange' && !goodsFor(world, from, ending) ? 'refund' : ending;

function draftOf(world: World, from: OrderToReturn, ending: Ending, shippingMethod: Told['shippingMethod']): Draft {
  const isExchange = ending === 'exchange' || ending === 'paidExchange';
  return {
    requestKey: randomUUID(),
    shippingMethod,
    selections: [
      {
        lineIdFromPlatform: from.lineIdFromPlatform,
        quantity: 1,
        reasonId: world.reasonId,
        method: isExchange ? 'variantExchange' : ending,
        ...(isExchange ? goodsFor(world, from, ending) : {}),
      },
    ],
  };
}

/** Another variant of the product, or the cheapest of those that cost some dollars more than the returned item. */
function goodsFor({ server }: World, { order, lineIdFromPlatform }: OrderToReturn, ending: Ending) {
  const line = order.lines.find((one) => one.idFromPlatform === lineIdFromPlatform);
  const value = (line?.unitListPrice ?? 0) + (line?.taxTotal ?? 0) / (line?.quantity ?? 1);
  const variants = server.shop.products
    .filter((product) => product.status === 'ACTIVE' && !product.isGiftCard)
    .flatMap((product) => product.variants)
    .filter((variant) =>
      ending === 'exchange'
        ? String(variant.productId) === line?.productIdFromPlatform
        : String(variant.productId) !== line?.productIdFromPlatform && variant.price >= value + 500,
    )
    .toSorted((one, other) => one.price - other.price);
  const [wanted] = variants;
  return wanted && { variantIdFromPlatform: String(wanted.id), productIdFromPlatform: String(wanted.productId) };
}

/** Staff note, approve as asked for, and finalize. */
async function decide(cast: Cast, told: Told): Promise<void> {
  const { world, staff } = cast;
  const note = `Looked at by ${randomUUID()}`;
  const onLine = (change: (claim: ClaimShown, lineId: number) => Promise<ClaimShown>) => (claim: ClaimShown) =>
    change(claim, claim.claimLineItems[0]?.id ?? 0);
  const isNoted = (claim: ClaimShown): boolean => claim.claimLineItems[0]?.noteToCustomer === note;
  await until(
    cast,
    told,
    isNoted,
    onLine((claim, lineId) => changeLine(world.server, staff, claim, lineId, { kind: 'note', noteToCustomer: note })),
  );
  told.note = note;
  const isApproved = (claim: ClaimShown): boolean => claim.claimLineItems[0]?.status.id === 'approved';
  await until(
    cast,
    told,
    isApproved,
    onLine((claim, lineId) => {
      const resolutionMethod = methodOf(claim.claimLineItems[0]?.requestedResolutionMethodEnum ?? 'Refund');
      return changeLine(world.server, staff, claim, lineId, { kind: 'approved', resolutionMethod });
    }),
  );
  if (told.paid) await until(cast, told, (claim) => claim.customerPayments[0]?.status === 'Captured', null);
  await until(
    cast,
    told,
    (claim) => claim.finalizedOn !== null,
    (claim) => finalize(cast, claim),
  );
  told.isFinalized = true;
}

async function finalize({ world, staff }: Cast, claim: ClaimShown): Promise<ClaimShown> {
  const { claim: after, lineItems } = await finalizeAll(world.server, staff, claim);
  const errors = Object.values(lineItems).flatMap((group) => group.flatMap((item) => item.errors));
  if (errors.length > 0) throw new Error(`finalizing was refused: ${errors.join(' ')}`);
  return after;
}

const OVERTAKEN = ['CLAIM_CHANGED', 'SUMS_CHANGED', 'LINE_LOCKED', 'CLAIM_ALREADY_FINALIZED'];
const LOOK_AGAIN_MS = 150;

/** Looks at the claim and acts on it until it is as wanted; an act whose answer was lost may have been done. */
async function until(
  { world, patience, staff }: Cast,
  told: Told,
  isAsWanted: (claim: ClaimShown) => boolean,
  act: ((claim: ClaimShown) => Promise<ClaimShown>) | null,
): Promise<void> {
  const { server } = world;
  for (;;) {
    const claim = await patience.ask(() => claimOf(server, staff, told.externalId));
    told.version = Math.max(told.version, claim.version);
    if (isAsWanted(claim)) return;
    if (!act) {
      await pause(LOOK_AGAIN_MS);
      continue;
    }
    try {
      const after = await patience.ask(() => act(claim));
      told.version = Math.max(told.version, after.version);
      if (isAsWanted(after)) return;
    } catch (error) {
      if (!(error instanceof ApiError) || !OVERTAKEN.includes(error.code)) throw error;
    }
  }
}
