import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';

/** Headers that keep pages from running, loading or being framed by what is not ours. The same for every answer, so they are made once. */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const headers = {
    'content-security-policy': Object.entries(policyOf(config))
      .map(([directive, sources]) => [directive, ...sources].join(' '))
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(isHttps(config) ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const isHttps = ({ PUBLIC_URL }: Config): boolean => PUBLIC_URL.startsWith('https:');

function policyOf(config: Config): Record<string, readonly string[]> {
  // Pictures of products and logos live wherever the store keeps them; without https that includes a local sandbox.
  const pictures = ["'self'", 'data:', 'blob:', 'https:', ...(isHttps(config) ? [] : ['http:'])];
  const stripe = stripeOrigins(config);
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...stripe.scripts],
    // Component styles set at run time have no hash to name.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': pictures,
    'media-src': pictures,
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...uploadOrigins(config), ...stripe.calls],
    // Documents are shown in frames where they lie.
    'frame-src': ["'self'", 'blob:', ...uploadOrigins(config), ...stripe.frames],
    'manifest-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    ...(isHttps(config) ? { 'upgrade-insecure-requests': [] } : {}),
  };
}

// Its form runs in frames of its own; the bank's pages come from one more name.
function stripeOrigins(config: Config): { scripts: string[]; frames: string[]; calls: string[] } {
  if (!config.STRIPE_PUBLISHABLE_KEY) return { scripts: [], frames: [], calls: [] };
  const { protocol, host, origin } = new URL(config.STRIPE_JS_URL);
  const calls = [new URL(config.STRIPE_API_URL).origin];
  if (protocol !== 'https:') return { scripts: [origin], frames: [], calls };
  const scripts = [origin, `https://*.${host}`];
  return { scripts, frames: [...scripts, 'https://hooks.stripe.com'], calls };
}

// With object storage the browser sends photos there directly.
function uploadOrigins(config: Config): string[] {
  if (!config.S3_BUCKET) return [];
  if (!config.S3_ENDPOINT) return ['https://*.amazonaws.com'];
  const { protocol, host } = new URL(config.S3_ENDPOINT);
  return [`${protocol}//${host}`, `${protocol}//*.${host}`];
}
