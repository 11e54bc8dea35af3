import { SCOPES } from '#sandbox/shopify/scopes.ts';

/** The first instant of every schedule. */
export const NOON = Date.parse('2026-07-01T12:00:00Z');
export const SECRET = 'a secret of the simulator only, 32 characters';
export const APP_SECRET = 'secret of the app';
export const ACCESS_TOKEN = 'token of the app';
export const LABEL_KEY = 'key of the label provider';
export const LABEL_SECRET = 'secret of the label provider';
export const PUBLIC_URL = 'https://makegood.example';
export const LABEL_URL = 'https://easypost.example';
export const PAYMENT_KEYS = {
  secretKey: 'sk_test_of_the_simulator',
  publishableKey: 'pk_test_of_the_simulator',
  webhookSecret: 'whsec_of_the_simulator',
};
export const PAYMENT_URL = 'https://stripe.example';

/** What the app has of a shop that installed it, with every permission it asks for. */
export const installedToken = () => ({
  token: ACCESS_TOKEN,
  kind: 'offline' as const,
  expiresOn: null,
  refreshToken: null,
  refreshExpiresOn: null,
  scopes: [...SCOPES],
});
