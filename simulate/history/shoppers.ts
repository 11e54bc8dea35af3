import { randomUUID } from 'node:crypto';
import * as customer from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import { Refusal } from '#core/refusal.ts';
import type { PortalSession } from '#server/http/context.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';
import { PAYMENT_KEYS, PAYMENT_URL } from '../settings.ts';
import { photoOf } from './photos.ts';
import type { World } from './world.ts';

/** What a shopper comes for. `gift`: the recipient, not the buyer. */
export type Wish =
  | 'refund'
  | 'storeCredit'
  | 'giftCard'
  | 'exchange'
  | 'otherProduct'
  | 'instantExchange'
  | 'shopNow'
  | 'gift'
  | 'warranty';

export const SLUG = 'demo';

type Line = RouteAnswer<typeof customer.getOrder>['lineItems'][number];
type Submission = RouteInput<typeof customer.submit>;
type Selection = Submission['body']['selections'][number];
type Reason = { reasonId: string; reasonDetail: string; comments: string };

/** Reasons by how often shoppers give them, each with words some of them add. */
const REASONS: readonly { weight: number; reasonId: string; details: readonly string[]; words: readonly string[] }[] = [
  {
    weight: 46,
    reasonId: 'Wrong_Fit',
    details: ['Too small', 'Too small', 'Too large', 'Too large', 'Uncomfortable'],
    words: [
      'Runs about a size small compared with my other one.',
      'The sleeves are too long for me.',
      'Great quality, but too tight in the shoulders.',
      'I am between sizes and picked the wrong one.',
      'Loose at the waist, otherwise lovely.',
    ],
  },
  {
    weight: 22,
    reasonId: 'Not_As_Expected',
    details: ['Color', 'Color', 'Material', 'Quality'],
    words: [
      'The color looks warmer in the photos.',
      'The fabric is thinner than I thought.',
      'Scratchier than I hoped.',
      'Beautiful, just not what I had in mind for the room.',
    ],
  },
  {
    weight: 12,
    reasonId: 'Defective_Item',
    details: ['Arrived damaged', 'Arrived damaged', 'Stopped working', 'Missing part'],
    words: [
      'There is a small hole near the seam.',
      'One of the buttons came off on the first day.',
      'The zipper gets stuck halfway.',
      'It arrived with a crack on the rim.',
    ],
  },
  {
    weight: 5,
    reasonId: 'Wrong_Item',
    details: [''],
    words: ['I ordered the other color.', 'The label on the bag is right, but this is a different size.'],
  },
  {
    weight: 15,
    reasonId: 'No_Longer_Needed',
    details: [''],
    words: [
      'I found it locally in the meantime.',
      'Ordered two by mistake.',
      'It was a present, but they already have one.',
    ],
  },
];

/** A defect after months of use. */
const FAILURES = [
  'The sole is coming loose after four months of normal wear.',
  'The strap tore where it is stitched to the bag.',
  'The zipper no longer closes.',
  'The seam under the arm opened after the second wash.',
  'The glaze is flaking off on the inside.',
] as const;

function reasonOf({ chance }: World, wish: Wish): Reason {
  if (wish === 'warranty')
    return { reasonId: 'Defective_Item', reasonDetail: 'Stopped working', comments: chance.pick(FAILURES) };
  const isExchange = wish === 'exchange' || wish === 'instantExchange';
  const reasons = isExchange && chance.under(0.85) ? REASONS.slice(0, 1) : REASONS;
  let roll = chance.next() * reasons.reduce((sum, { weight }) => sum + weight, 0);
  const found = reasons.find(({ weight }) => (roll -= weight) < 0) ?? reasons[0];
  if (!found) throw new Error('there are no reasons');
  return {
    reasonId: found.reasonId,
    reasonDetail: chance.pick(found.details),
    comments: chance.under(0.4) ? chance.pick(found.words) : '',
  };
}

/** The session of somebody who has the order open. */
export const portalOf = (orderId: number, order: Order, gift = false): PortalSession => ({
  storeId: 1,
  slug: SLUG,
  orderId,
  orderIdFromPlatform: String(order.id),
  provenBy: gift ? 'postalCode' : 'email',
  ...(gift ? { gift: { externalIds: [] } } : {}),
});

/** Makes one claim in the portal, as a page of it would. Null where nothing of the order suits the wish. */
export async function submit(world: World, portal: PortalSession, wish: Wish): Promise<string | null> {
  const { chance } = world;
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const shown = await world.shopper(portal, customer.getOrder, { params });
  const lines = shown.lineItems.filter((line) =>
    wish === 'warranty' ? (line.warranty?.isEligible ?? false) : line.isEligible && line.returnableQuantity > 0,
  );
  if (lines.length === 0) return null;
  const first = chance.pick(lines);
  const second = lines.find((line) => line !== first);
  const chosen = second && wish !== 'warranty' && chance.under(0.18) ? [first, second] : [first];
  const selections: Selection[] = [];
  for (const line of chosen) {
    const selected = await selectionOf(world, portal, line, wish);
    if (selected) selections.push(selected);
  }
  if (selections.length === 0) return null;
  const shopNowItems = wish === 'shopNow' ? await someGoods(world, portal) : [];
  if (wish === 'shopNow' && shopNowItems.length === 0) return null;
  const body: Submission['body'] = {
    claimType: wish === 'warranty' ? 'Warranty' : 'Return',
    requestKey: randomUUID(),
    selections,
    shopNowItems,
    isInstantExchange: wish === 'instantExchange',
    shippingMethod:
      wish === 'warranty' ? 'none' : wish === 'instantExchange' || chance.under(0.86) ? 'label' : 'packingSlip',
    ...(wish === 'gift' ? { recipient: recipientOf(world) } : {}),
  };
  const paymentId = wish === 'warranty' || wish === 'gift' ? null : await pay(world, portal, body);
  const { externalId } = await world.shopper(portal, customer.submit, { params, body: { ...body, paymentId } });
  return externalId;
}

async function selectionOf(world: World, portal: PortalSession, line: Line, wish: Wish): Promise<Selection | null> {
  const { chance } = world;
  const reason = reasonOf(world, wish);
  const wantsPhoto = reason.reasonId === 'Defective_Item' || reason.reasonId === 'Wrong_Item';
  const selected: Selection = {
    lineIdFromPlatform: line.lineIdFromPlatform,
    quantity: wish === 'warranty' ? 1 : chance.under(0.8) ? 1 : line.returnableQuantity,
    ...reason,
    method: 'refund',
    mediaIds: (wantsPhoto && chance.under(0.5)) || wish === 'warranty' ? [await upload(world, portal, line)] : [],
  };
  const { methods } = line;
  if (wish === 'warranty') return { ...selected, method: 'warrantyReview' };
  if (wish === 'exchange' || wish === 'instantExchange' || (wish === 'gift' && chance.under(0.4))) {
    const variant = methods.variantExchange.isEligible ? await otherVariant(world, portal, line, reason) : null;
    if (variant !== null) return { ...selected, method: 'variantExchange', variantIdFromPlatform: variant };
    if (wish !== 'gift') return null;
  }
  if (wish === 'otherProduct') {
    const other = methods.variantExchange.isEligible ? await otherProduct(world, portal, line) : null;
    return other && { ...selected, method: 'variantExchange', ...other };
  }
  const method = wish === 'refund' || wish === 'storeCredit' ? wish : 'giftCard';
  if (!methods[method].isEligible) return null;
  return { ...selected, method, ...(wish === 'shopNow' ? { isShopNow: true } : {}) };
}

async function otherVariant(
  world: World,
  portal: PortalSession,
  line: Line,
  { reasonDetail }: Reason,
): Promise<string | null> {
  const { chance } = world;
  const params = {
    slug: SLUG,
    idFromPlatform: portal.orderIdFromPlatform,
    lineIdFromPlatform: line.lineIdFromPlatform,
  };
  const { variants } = await world.shopper(portal, customer.variants, { params });
  const current = variants.findIndex(({ isCurrent }) => isCurrent);
  const isOffered = (one: (typeof variants)[number] | undefined): boolean =>
    one !== undefined && one.isAvailable && one.isOffered && !one.isCurrent;
  const step = reasonDetail === 'Too small' ? 1 : reasonDetail === 'Too large' ? -1 : 0;
  const next = step === 0 ? undefined : nextSize(variants, current, step);
  if (next && isOffered(next)) return next.idFromPlatform;
  const offered = variants.filter(isOffered);
  return offered.length === 0 ? null : chance.pick(offered).idFromPlatform;
}

type Variant = RouteAnswer<typeof customer.variants>['variants'][number];

/** The same color, one size up or down. */
function nextSize(variants: readonly Variant[], current: number, step: number): Variant | undefined {
  const own = variants[current];
  const colorOf = (one: Variant): string => one.options.find(({ name }) => name !== 'Size')?.value ?? '';
  const sameColor = variants.filter((one) => own && colorOf(one) === colorOf(own));
  return sameColor[sameColor.findIndex(({ isCurrent }) => isCurrent) + step];
}

async function otherProduct(
  world: World,
  portal: PortalSession,
  line: Line,
): Promise<{ productIdFromPlatform: string; variantIdFromPlatform: string } | null> {
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const query = { lineIdFromPlatform: line.lineIdFromPlatform };
  const { products } = await world.shopper(portal, customer.exchangeOptions, { params, query });
  const near = products.flatMap(({ idFromPlatform, variants }) =>
    variants
      .filter(({ isAvailable, difference }) => isAvailable && difference !== null && Math.abs(difference) < 60)
      .map((variant) => ({ productIdFromPlatform: idFromPlatform, variantIdFromPlatform: variant.idFromPlatform })),
  );
  return near.length === 0 ? null : world.chance.pick(near);
}

async function someGoods(
  world: World,
  portal: PortalSession,
): Promise<NonNullable<Submission['body']['shopNowItems']>> {
  const { chance } = world;
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const { products } = await world.shopper(portal, customer.exchangeOptions, { params, query: {} });
  const offered = products.flatMap(({ idFromPlatform, variants }) =>
    variants
      .filter(({ isAvailable, price }) => isAvailable && price < 150)
      .map((variant) => ({
        productIdFromPlatform: idFromPlatform,
        variantIdFromPlatform: variant.idFromPlatform,
        quantity: 1,
      })),
  );
  if (offered.length === 0) return [];
  const one = chance.pick(offered);
  const other = chance.pick(offered);
  return chance.under(0.4) && other.productIdFromPlatform !== one.productIdFromPlatform ? [one, other] : [one];
}

/** Pays what the return costs more, or lets its value be held; null when it costs nothing. */
async function pay(world: World, portal: PortalSession, body: Submission['body']): Promise<number | null> {
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const begun = await refused(
    'PAYMENT_NOT_NEEDED',
    world.shopper(portal, customer.createPaymentIntent, { params, body }),
  );
  if (begun === null) return null;
  await typeCard(world, begun.clientSecret ?? '');
  return begun.paymentId;
}

/** Agrees to what a repair costs, and pays it. */
export async function payForRepair(world: World, portal: PortalSession, externalId: string): Promise<void> {
  const begun = await world.shopper(portal, customer.payForClaim, { params: { slug: SLUG, externalId } });
  await typeCard(world, begun.clientSecret ?? '');
}

const CARDS = ['4242424242424242', '5555555555554444'] as const;

async function typeCard({ twins, chance }: World, clientSecret: string): Promise<void> {
  const [id = ''] = clientSecret.split('_secret_');
  const body = new URLSearchParams({
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': chance.pick(CARDS),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  }).toString();
  const headers = { authorization: `Bearer ${PAYMENT_KEYS.publishableKey}` };
  const url = new URL(`${PAYMENT_URL}/v1/payment_intents/${id}/confirm`);
  const answer = await twins.answer(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`the card was refused: ${await answer.text()}`);
}

/** Null where it is refused with this code. */
export async function refused<T>(code: string, call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && error.code === code) return null;
    throw error;
  }
}

let photos = 0;

async function upload(world: World, portal: PortalSession, line: Line): Promise<string> {
  photos += 1;
  const content = await photoOf(world.twins.shopify.store(DEMO_SHOP), line, photos);
  const params = { slug: SLUG, idFromPlatform: portal.orderIdFromPlatform };
  const { mediaId, url } = await world.shopper(portal, customer.startUpload, {
    params,
    body: { filename: `IMG_${2140 + photos * 7}.jpg`, contentType: 'image/jpeg', size: content.byteLength },
  });
  await world.deps.files.put(url, content, 'image/jpeg');
  await world.shopper(portal, customer.finishUpload, { params: { ...params, mediaId } });
  return mediaId;
}

const RECIPIENTS = [
  ['Maya', 'Johnson', '1840 Larimer Street', 'Denver', 'CO', '80202'],
  ['Tyler', 'Nguyen', '77 Pike Place', 'Seattle', 'WA', '98101'],
  ['Priya', 'Shah', '310 State Street', 'Chicago', 'IL', '60604'],
  ['Jordan', 'Brooks', '52 Boylston Street', 'Boston', 'MA', '02116'],
  ['Camila', 'Reyes', '900 Congress Avenue', 'Austin', 'TX', '78701'],
] as const;

function recipientOf({ chance }: World) {
  const [firstName, lastName, line1, city, stateOrProvinceCode, postalCode] = chance.pick(RECIPIENTS);
  return {
    email: `${firstName}.${lastName}@example.com`.toLowerCase(),
    address: {
      firstName,
      lastName,
      company: '',
      line1,
      line2: '',
      city,
      stateOrProvinceCode,
      postalCode,
      countryCode: 'US',
      phone: '',
    },
  };
}
