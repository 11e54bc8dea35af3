import * as customer from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import { PAYMENT_KEYS, PAYMENT_URL } from '../settings.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type OpenOrder, type Person, type Place } from './people.ts';
import { payInvoice } from '#sandbox/shopify/invoice-page.ts';
import { chooseLines, chooseOrder, requestKeyOf, someGoods } from './selection.ts';

const MOST_TRIES = 12;
export const MOST_CHOICES = 3;

export type Submission = RouteInput<typeof customer.submit>;
type Begun = RouteAnswer<typeof customer.createPaymentIntent>;

/** Somebody with the order open who submits returns, one after the other, and tries again when no answer comes. */
export const shopper = (name: string, claims: number): Person => ({
  name,
  async live(place, life) {
    for (let made = 0; made < claims; made += 1)
      // After a refusal the shopper chooses something else.
      for (let choice = 0; choice < MOST_CHOICES; choice += 1) {
        const input = returnOf(place, requestKeyOf(`${name.slice(0, 4)}${made}${choice}`));
        const paymentId = place.story.isPaid ? await pay(place, life, input) : null;
        if (paymentId === 'gives up') break;
        if (!(await submit(place, life, { ...input, body: { ...input.body, paymentId } }))) break;
      }
  },
});

const AGAIN = ['refund', 'refund', 'giftCard', 'storeCredit', 'variantExchange', 'dearerExchange'] as const;

/** Somebody whose exchange has arrived, and who gives it back or exchanges it again. */
export const shopperAgain = (turns: number, name = 'shopper again'): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server, slug, twins, shopDomain, template } = place;
    const bought = template.shop.orders.map(({ id }) => id);
    const shop = twins.shopify.store(shopDomain);
    const boughtLines = template.shop.orders.flatMap(({ lineItems }) => lineItems.map(({ id }) => String(id)));
    const isNew = (id: number | string): boolean => !boughtLines.includes(String(id));
    const arrived = () =>
      shop.orders.filter(({ fulfillments }) =>
        fulfillments.some(({ lines }) => lines.some(({ lineItemId }) => isNew(lineItemId))),
      );
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'has a parcel', [], () => server.isUp && arrived().length > 0);
      const parcel = scheduler.chance.pick(arrived());
      const body = { orderNo: parcel.name, emailOrPostalCode: parcel.shippingAddress?.zip ?? '-' };
      await outcomeOf(server.ask(customer.lookup, { params: { slug }, body }, { address: `${slug} again` }));
      const found = (await place.known()).find(({ order }) => order.idFromPlatform === String(parcel.id));
      if (!found) continue;
      const sent = found.order.fulfillments.flatMap(({ lines }) => lines.map((line) => line.lineIdFromPlatform));
      const lines = found.order.lines.filter(
        ({ idFromPlatform: id, variantIdFromPlatform }) =>
          isNew(id) && sent.includes(id) && variantIdFromPlatform !== null,
      );
      if (lines.length === 0) continue;
      const chosen = chooseLines(place, { lines }, place.story.isPaid ? [...AGAIN, 'cheaperExchange'] : AGAIN);
      const input: Submission = {
        params: { slug, idFromPlatform: found.order.idFromPlatform },
        body: {
          requestKey: requestKeyOf(`${name.slice(0, 3)}a${turn}0`),
          shippingMethod: 'label',
          selections: chosen.map(({ line, quantity, method, instead }) => ({
            lineIdFromPlatform: line.idFromPlatform,
            quantity,
            reasonId: 'Wrong_Fit',
            method,
            ...instead,
          })),
        },
      };
      const paymentId = place.story.isPaid ? await pay(place, life, input) : null;
      if (paymentId === 'gives up') continue;
      const isRefused = await submit(place, life, { ...input, body: { ...input.body, paymentId } });
      const where = bought.includes(parcel.id) ? 'on the order' : 'of an order of its own';
      const methods = chosen.map(({ method }) => (method === 'variantExchange' ? 'exchanges' : 'gives back'));
      for (const method of new Set(methods))
        scheduler.note(`shopper again: ${method} goods ${where} is ${isRefused ? 'refused' : 'done'}`);
    }
  },
});

/** The shopper comes back to what was submitted: answers what was asked, and pays what a claim has come to cost. */
export const laterShopper = (turns: number): Person => ({
  name: 'shopper later',
  async live(place, life) {
    const { scheduler, server, slug, story } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'comes back', [], () => server.isUp && place.nextDue().claims > 0);
      const claims = await place.claims();
      if (claims.length === 0) continue;
      const { externalId, question, orderIdFromPlatform } = scheduler.chance.pick(claims);
      const params = { slug, externalId };
      if (question?.isOpen && scheduler.chance.under(0.8)) {
        await scheduler.step(life, 'answers', [], () => server.isUp);
        const answer = server.ask(
          customer.answerInfo,
          { params, body: { answer: 'Medium' } },
          await portalOf(place, orderIdFromPlatform),
        );
        noteOutcome(place, life, 'answers', await outcomeOf(answer));
      } else if (story.isPaid) await payForClaim(place, life, params, orderIdFromPlatform);
    }
  },
});

/** Pays what a submitted claim still costs, if anything, and looks whether it has arrived. */
export async function payForClaim(
  place: Place,
  life: Life,
  params: { slug: string; externalId: string },
  idFromPlatform: string,
): Promise<void> {
  const { scheduler, server, slug } = place;
  const portal = await portalOf(place, idFromPlatform);
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await scheduler.step(life, 'begins to pay for a claim', [], () => server.isUp);
    const outcome = await outcomeOf(server.ask(customer.payForClaim, { params }, portal));
    if (outcome === 'refused') return;
    if (outcome === 'unknown') continue;
    place.quotes.answered(params.externalId);
    scheduler.note(`${life.name}: owes ${outcome.answer.amount}`);
    await (outcome.answer.payUrl === null ? typeCard : payAtCheckout)(place, life, outcome.answer);
    const asked = { params: { slug, idFromPlatform, paymentId: outcome.answer.paymentId } };
    for (let look = 0; look < MOST_TRIES && scheduler.chance.under(0.8); look += 1) {
      await scheduler.step(life, 'looks at the payment', [], () => server.isUp);
      const seen = await outcomeOf(server.ask(customer.paymentState, asked, portal));
      noteOutcome(place, life, `sees the payment ${typeof seen === 'string' ? '' : seen.answer.state}`, seen);
      if (typeof seen !== 'string' && seen.answer.state !== 'open') return;
    }
    return;
  }
}

const noteOutcome = ({ scheduler }: Place, { name }: Life, deed: string, outcome: object | string): void =>
  scheduler.note(`${name}: ${deed} is ${typeof outcome === 'string' ? outcome : 'done'}`);

/** The session of a shopper with the order open, or of somebody who was given it. */
export async function portalOf(place: Place, orderIdFromPlatform: string, isGift = false) {
  const { storeId, slug } = place;
  const isIt = ({ order }: OpenOrder): boolean => order.idFromPlatform === orderIdFromPlatform;
  const known = place.orders.find(isIt) ?? (await place.known()).find(isIt);
  if (!known) throw new Error(`nobody here bought ${orderIdFromPlatform}`);
  const gift = isGift ? { gift: { externalIds: [] } } : {};
  return { portal: { storeId, slug, orderId: known.orderId, orderIdFromPlatform, ...gift } };
}

const filledIn = ({
  lineIdFromPlatform: lineId,
  quantity,
  method,
  variantIdFromPlatform: variant = null,
}: Submission['body']['selections'][number]) => ({ lineId, quantity, method, variant });

/** The same request with another wish for its first item. */
function thoughtAgain(input: Submission): Submission {
  const [first, ...others] = input.body.selections;
  if (!first) return input;
  const other = first.method === 'refund' ? ('storeCredit' as const) : ('refund' as const);
  const { lineIdFromPlatform, quantity, reasonId, mediaIds } = first;
  const changed = { lineIdFromPlatform, quantity, reasonId, method: other, ...(mediaIds ? { mediaIds } : {}) };
  return { ...input, body: { ...input.body, selections: [changed, ...others] } };
}

/** Whether it was refused. */
export async function submit(place: Place, life: Life, input: Submission): Promise<boolean> {
  const { scheduler, server, rules, forms } = place;
  const { requestKey, recipient } = input.body;
  let sent = input;
  const portal = await portalOf(place, input.params.idFromPlatform, recipient !== undefined);
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    // Nobody knows whether the first one arrived.
    if (tried > 0 && scheduler.chance.under(0.3)) sent = thoughtAgain(sent);
    const isImpatient = scheduler.chance.under(0.15);
    const how = sent === input ? '' : ' with a change';
    await scheduler.step(life, `submits${isImpatient ? ' twice' : ''}${how}`, [], () => server.isUp);
    rules.begins(requestKey);
    const calls = Array.from({ length: isImpatient ? 2 : 1 }, () =>
      outcomeOf(server.ask(customer.submit, sent, portal)),
    );
    const outcomes = await Promise.all(calls);
    // A phone may lose the answer of a server that is well.
    if (scheduler.chance.under(0.08)) {
      scheduler.note(`${life.name}: hears no answer`);
      continue;
    }
    for (const outcome of outcomes) {
      if (typeof outcome === 'string') continue;
      rules.made(requestKey, outcome.answer.externalId);
      forms.sends(requestKey, sent.body.selections.map(filledIn));
      scheduler.note(`${life.name}: submits${how} is done`);
    }
    if (!outcomes.includes('unknown')) {
      const isRefused = outcomes.every((outcome) => outcome === 'refused');
      if (isRefused && sent !== input) scheduler.note(`${life.name}: submits${how} is refused`);
      return isRefused;
    }
  }
  return false;
}

/** Pays what the return costs more, as the page has it; null when it costs nothing more. */
async function pay(place: Place, life: Life, { params, body }: Submission): Promise<number | null | 'gives up'> {
  const { scheduler, server } = place;
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    await scheduler.step(life, 'begins to pay', [], () => server.isUp);
    const outcome = await outcomeOf(
      server.ask(customer.createPaymentIntent, { params, body }, await portalOf(place, params.idFromPlatform)),
    );
    if (outcome === 'refused') return null;
    if (outcome === 'unknown') continue;
    await (outcome.answer.payUrl === null ? typeCard : payAtCheckout)(place, life, outcome.answer);
    return scheduler.chance.under(0.08) ? 'gives up' : outcome.answer.paymentId;
  }
  return 'gives up';
}

const REMAINDERS = ['refund', 'giftCard', 'storeCredit'] as const;
const CARDS = ['4242424242424242', '4242424242424242', '5555555555554444', '4000000000000002'] as const;

/** What the provider's script sends from the browser. */
async function typeCard({ scheduler, twins }: Place, life: Life, { clientSecret }: Begun): Promise<void> {
  await scheduler.step(life, 'types a card');
  const id = clientSecret?.split('_secret_')[0] ?? '';
  const body = new URLSearchParams({
    client_secret: clientSecret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': scheduler.chance.pick(CARDS),
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
  }).toString();
  const headers = { authorization: `Bearer ${PAYMENT_KEYS.publishableKey}` };
  await scheduler.inside(() =>
    twins.answer(new URL(`${PAYMENT_URL}/v1/payment_intents/${id}/confirm`), { method: 'POST', headers, body }),
  );
}

/** What the shopper does at the link to the store's own checkout: sometimes nothing. */
async function payAtCheckout({ scheduler, twins, shopDomain }: Place, life: Life, { payUrl }: Begun): Promise<void> {
  await scheduler.step(life, 'is at the checkout');
  if (scheduler.chance.under(0.15)) return;
  const key = payUrl?.split('/').at(-1) ?? '';
  twins.shopify.outside(shopDomain, (context) => payInvoice(context, key));
}

function returnOf(place: Place, requestKey: string): Submission {
  const { slug, story, scheduler } = place;
  const { order } = chooseOrder(place);
  const chosen = chooseLines(place, order);
  const isShopping = story.isShopping && scheduler.chance.under(0.8);
  return {
    params: { slug, idFromPlatform: order.idFromPlatform },
    body: {
      requestKey,
      shippingMethod: 'label',
      isInstantExchange: story.settings.isInstantExchangeEnabled && scheduler.chance.under(0.7),
      shopNowItems: isShopping ? someGoods(place) : [],
      selections: chosen.map(({ line, quantity, method, instead }, index) => ({
        lineIdFromPlatform: line.idFromPlatform,
        quantity,
        reasonId: 'Wrong_Fit',
        ...(isShopping && index === 0
          ? { method: scheduler.chance.pick(REMAINDERS), isShopNow: true }
          : { method, ...instead }),
      })),
    },
  };
}
