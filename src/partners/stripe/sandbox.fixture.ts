import { randomUUID } from 'node:crypto';
import { startStripeSandbox } from '#sandbox/stripe/server.ts';
import { createStripePayments } from './adapter.ts';

const KEYS = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox', webhookSecret: 'whsec_sandbox' };

/** A sandbox of its own on a free port, the adapter that speaks to it, and what a browser and a tester do. */
export async function openStripe(options: { stateFile?: string; webhookUrl?: string } = {}) {
  const sandbox = await startStripeSandbox({ port: 0, ...KEYS, ...options });
  const open = (secretKey = KEYS.secretKey) =>
    createStripePayments({ ...KEYS, secretKey, apiUrl: sandbox.url, scriptUrl: sandbox.scriptUrl });
  const post = async (
    path: string,
    key: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${sandbox.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields),
    });
    const json: unknown = await response.json();
    return { status: response.status, headers: response.headers, json };
  };
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${sandbox.url}/v1/${path}`, {
      headers: { authorization: `Bearer ${KEYS.secretKey}` },
    });
    return response.json();
  };
  return {
    ...KEYS,
    sandbox,
    open,
    get,
    /** Any call with the secret key. */
    post: (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      post(path, KEYS.secretKey, fields, headers),
    /** What Stripe.js sends when the shopper has typed a card. */
    confirm: (
      id: string,
      clientSecret: string | null,
      number = '4242424242424242',
      fields: Record<string, string> = {},
    ) =>
      post(`payment_intents/${id}/confirm`, KEYS.publishableKey, {
        client_secret: clientSecret ?? '',
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
        ...fields,
      }),
    /** Confirms as the dashboard could, without knowing the client's secret. */
    pay: async (id: string, method = 'pm_card_visa') => {
      const { status, json } = await post(`payment_intents/${id}/confirm`, KEYS.secretKey, { payment_method: method });
      if (status !== 200) throw new Error(JSON.stringify(json));
    },
    authenticate: (id: string, clientSecret: string | null, outcome: 'complete' | 'fail') =>
      post(`payment_intents/${id}/authenticate`, KEYS.publishableKey, { client_secret: clientSecret ?? '', outcome }),
    control: async (path: string, body: Record<string, unknown>) => {
      const response = await fetch(`${sandbox.url}/_control/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(await response.text());
    },
  };
}

export const DAY_SECONDS = 24 * 60 * 60;
export const newKey = (verb: string): string => `${verb}:claim:${randomUUID()}`;
export const usd = (amount: number) => ({ amount, currencyCode: 'USD' });
