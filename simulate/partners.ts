import { PartnerError, type Files, type Mail } from '#partners/ports.ts';
import type { Documents } from '#partners/registry.ts';
import { createApi } from '#sandbox/easypost/api.ts';
import { ApiError } from '#sandbox/easypost/errors.ts';
import { createFaults } from '#sandbox/easypost/faults.ts';
import { openState, type State } from '#sandbox/easypost/state.ts';
import { createWebhooks } from '#sandbox/easypost/webhooks.ts';
import type { ShopifyInProcess } from '#sandbox/shopify/server.ts';
import { stripeInProcess, type StripeInProcess } from '#sandbox/stripe/server.ts';
import { ACCESS_TOKEN, LABEL_SECRET, LABEL_URL, PAYMENT_KEYS, PAYMENT_URL, PUBLIC_URL } from './settings.ts';
import { isMoneyCall } from './money-calls.ts';
import type { Life, Scheduler } from './scheduler.ts';
import { RETURN_ADDRESS } from './story.ts';

/** What a webhook carries from a partner to us, before anyone decided what becomes of it. */
export type Sent = { path: string; headers: Record<string, string>; body: string };

/** The partners of one schedule: the shops are the platform's, the rest begins empty. */
export type Twins = {
  shopify: ShopifyInProcess;
  labels: State;
  payments: StripeInProcess['state'];
  /** Payments that somebody captured at their provider, by its id. */
  capturedByHand: Set<string>;
  /** Number of times each email was taken in, by its message id. */
  mailbox: Map<string, number>;
  /** Whom each was for, and the link in it that confirms the address of a reorder. */
  letters: { messageId: string; to: string; reorder: { claimId: number; token: string } | null }[];
  files: Map<string, { content: Uint8Array; contentType: string }>;
  /** Answers what is asked of any of them. */
  answer(url: URL, init: RequestInit | undefined): Promise<Response>;
};

export function makeTwins(shopify: ShopifyInProcess, onWebhook: (sent: Sent) => void): Twins {
  const { state } = openState(undefined);
  const carry: typeof fetch = (input, init) => {
    onWebhook(sentOf(input, init));
    return Promise.resolve(new Response());
  };
  const webhooks = createWebhooks({
    secret: LABEL_SECRET,
    url: () => `${PUBLIC_URL}/api/webhooks/easypost`,
    faults: createFaults(),
    state,
    save: () => undefined,
    fetch: carry,
  });
  const stripe = stripeInProcess({
    ...PAYMENT_KEYS,
    webhookUrl: `${PUBLIC_URL}/api/webhooks/stripe`,
    fetch: carry,
  });
  const easypost = createApi({ state, save: () => undefined, url: () => LABEL_URL, webhooks });
  return {
    shopify,
    labels: state,
    payments: stripe.state,
    capturedByHand: new Set(),
    mailbox: new Map(),
    letters: [],
    files: new Map(),
    answer(url, init) {
      if (url.origin === LABEL_URL) return answerOfEasyPost(easypost, url, init);
      return url.origin === PAYMENT_URL ? answerOfStripe(stripe, url, init) : answerOfShopify(shopify, url, init);
    },
  };
}

export function sentOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Sent {
  return {
    path: new URL(input instanceof Request ? input.url : input).pathname,
    headers: Object.fromEntries(new Headers(init?.headers)),
    body: bodyOf(init),
  };
}

const bodyOf = (init: RequestInit | undefined): string => (typeof init?.body === 'string' ? init.body : '');

async function answerOfShopify(shopify: ShopifyInProcess, url: URL, init: RequestInit | undefined) {
  const token = new Headers(init?.headers).get('x-shopify-access-token') ?? ACCESS_TOKEN;
  const { status, body } = await shopify.call(url, token, JSON.parse(bodyOf(init)));
  return new Heard(JSON.stringify(body), { status });
}

/** An answer that is there as a whole: the streams of the platform's own take longer than what is in them. */
class Heard extends Response {
  override readonly text: () => Promise<string>;
  override readonly json: () => Promise<unknown>;
  constructor(text: string, init: ResponseInit) {
    super(null, { ...init, headers: { 'content-type': 'application/json', ...init.headers } });
    this.text = () => Promise.resolve(text);
    this.json = () => Promise.resolve(JSON.parse(text));
  }
}

// Drawing a label takes longer than all the rest of a schedule, and nobody here looks at it.
const DRAWN_LABEL = '%PDF-1.4 a label';

async function answerOfEasyPost(api: ReturnType<typeof createApi>, url: URL, init: RequestInit | undefined) {
  if (url.pathname.startsWith('/files/'))
    return new Response(DRAWN_LABEL, { headers: { 'content-type': 'application/pdf' } });
  const body = bodyOf(init);
  try {
    const answer = await api(init?.method ?? 'GET', url, body === '' ? undefined : JSON.parse(body));
    answer.afterwards?.();
    return Response.json(answer.json, { status: answer.status });
  } catch (error) {
    if (error instanceof ApiError) return Response.json(error.body, { status: error.status });
    throw error;
  }
}

async function answerOfStripe(stripe: StripeInProcess, url: URL, init: RequestInit | undefined) {
  const method = init?.method ?? 'GET';
  const headers = Object.fromEntries(new Headers(init?.headers));
  const answer = await stripe.call(url, { method, headers, body: bodyOf(init) });
  return new Heard(JSON.stringify(answer.json), { status: answer.status, headers: answer.headers ?? {} });
}

/** What the network and a partner can do to a call, and to its answer. */
const CALL_FAULTS = ['request lost', 'answered 500', 'answered 429'] as const;
const ANSWER_FAULTS = ['answer lost', 'answered 502 after the work'] as const;
/** Operations a second delivery of does nothing more, by what the partner promises. */
const REPEATABLE =
  /^(query |GET |POST \/v1\/|TagsAdd$|GiftCardCreate$|RefundCreate\b|POST \/v2\/shipments\/\{id\}\/buy)/;

/** The network between one process and the partners. */
export function networkOf(scheduler: Scheduler, life: Life, twins: Twins): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const name = moneyNameOf(nameOf(url, init), url, init, twins);
    const faults = REPEATABLE.test(name) ? [...CALL_FAULTS, 'delivered twice' as const] : CALL_FAULTS;
    const verdict = await scheduler.step(life, name, faults);
    if (verdict === 'request lost') throw lost();
    if (verdict === 'answered 500') return new Response('Internal Server Error', { status: 500 });
    if (verdict === 'answered 429') return new Response('', { status: 429, headers: { 'retry-after': '1' } });
    const response = await scheduler.inside(() => twins.answer(url, init));
    if (verdict === 'delivered twice') await scheduler.inside(() => twins.answer(url, init));
    const heard = await scheduler.step(life, `${name} answered`, ANSWER_FAULTS);
    if (heard === 'answer lost') throw lost();
    return heard === 'go' ? response : new Response('Bad Gateway', { status: 502 });
  };
}

const lost = (): Error => new TypeError('fetch failed', { cause: new Error('the connection was lost') });

/** `RefundCreate`, `query RefundState`, `POST /v2/shipments/{id}/buy`: what is asked, without whose. */
function nameOf(url: URL, init: RequestInit | undefined): string {
  const operation = /"(query|mutation) (\w+)/.exec(bodyOf(init));
  if (operation) return operation[1] === 'query' ? `query ${operation[2]}` : (operation[2] ?? '');
  const path = url.pathname.replaceAll(/\/(?:\w+_\w{8,}|label%3A[^/]+)/g, '/{id}');
  return `${init?.method ?? 'GET'} ${path}`;
}

/** Money for a repair, what shipping claims move, covers, and labels that do not lead to the store, have a name of their own. */
function moneyNameOf(name: string, url: URL, init: RequestInit | undefined, { payments, labels }: Twins): string {
  const ofPackage = `${name} for a shipping claim`;
  if (isMoneyCall(ofPackage) && bodyOf(init).includes(':shippingClaim:')) return ofPackage;
  const ofCover = `${name} for a cover`;
  if (isMoneyCall(ofCover) && bodyOf(init).includes('[coverRefund:')) return ofCover;
  const [paymentId = ''] = /pi_\w+/.exec(`${url.pathname} ${bodyOf(init)}`) ?? [];
  const [shipmentId = ''] = /shp_\w+/.exec(url.pathname) ?? [];
  const description =
    payments.intents.find(({ id }) => id === paymentId)?.description ??
    new URLSearchParams(bodyOf(init)).get('description') ??
    '';
  // A return is named by its way to the shopper: the label turns it round.
  const leadsAway = labels.shipments.some(
    ({ id, to_address }) => id === shipmentId && to_address.zip === RETURN_ADDRESS.postalCode,
  );
  const special = leadsAway ? `${name} for the way back` : `${name} for a repair`;
  return isMoneyCall(special) && (leadsAway || description.startsWith('Warranty ')) ? special : name;
}

function reorderIn(text: string): Twins['letters'][number]['reorder'] {
  const [, claimId, token] = /\/reorder\/\S+\/claim\/(\d+)\?token=([^\s)\]]+)/.exec(text) ?? [];
  return claimId === undefined || token === undefined ? null : { claimId: Number(claimId), token };
}

/** Email as one process sends it; what was taken in stays in the mailbox. */
export const mailOf = (scheduler: Scheduler, life: Life, twins: Twins): Mail => ({
  async send(mail) {
    const verdict = await scheduler.step(life, 'email', ['request lost']);
    if (verdict !== 'go') throw new PartnerError('SMTP', 'retry', 'connection timed out');
    const messageId = `<${mail.purposeKey}>`;
    twins.mailbox.set(messageId, (twins.mailbox.get(messageId) ?? 0) + 1);
    twins.letters.push({ messageId, to: mail.to, reorder: reorderIn(mail.text) });
    const heard = await scheduler.step(life, 'email taken', ['answer lost']);
    if (heard !== 'go') throw new PartnerError('SMTP', 'retry', 'connection closed');
    return { messageId };
  },
});

/** The store of files as one process reaches it. */
export const filesOf = (scheduler: Scheduler, life: Life, { files }: Twins): Files => ({
  signUpload: () => Promise.reject(new Error('nothing is uploaded here')),
  putStream: () => Promise.reject(new Error('nothing is streamed here')),
  getStream: () => Promise.reject(new Error('nothing is streamed here')),
  signDownload: (key) => Promise.resolve(`${PUBLIC_URL}/files/${encodeURIComponent(key)}`),
  async put(key, content, contentType) {
    if ((await scheduler.step(life, 'store a file', ['not stored'])) !== 'go') throw new Error('the disk is full');
    files.set(key, { content, contentType });
  },
  async get(key) {
    await scheduler.step(life, 'read a file');
    return files.get(key) ?? null;
  },
  removeBelow: () => Promise.reject(new Error('no store is erased here')),
  remove(key) {
    files.delete(key);
    return Promise.resolve();
  },
});

// As with labels: drawing takes a tenth of a schedule, and tests of their own look at what is drawn.
const DRAWN = new TextEncoder().encode('%PDF-1.4 a document');

/** Drawing takes time, in which others are chosen. */
export function documentsOf(scheduler: Scheduler, life: Life): Documents {
  const drawn = async <T>(made: T): Promise<T> => {
    await scheduler.step(life, 'draws a document');
    return made;
  };
  return {
    packingSlip: () => drawn(DRAWN),
    certificate: () => drawn(DRAWN),
    codeSheet: () => drawn(DRAWN),
    codePicture: () => drawn('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
}
