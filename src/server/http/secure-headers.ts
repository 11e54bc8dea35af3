import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '#server/config.ts';

// The camera takes photos of items; card forms may ask the browser to pay. Nothing else is used.
const PERMISSIONS = 'camera=(self), payment=*, geolocation=(), microphone=(), usb=(), midi=(), display-capture=()';

/** Headers that keep foreign sites from running in, loading or framing our pages. */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const headers = { ...headersOf(helmet(optionsFor(config))), 'permissions-policy': PERMISSIONS };
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}

/** What it sets on every answer: the same each time, so it is worked out once. */
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (error) => {
    if (error !== undefined) throw new Error('the headers of pages cannot be made', { cause: error });
  });
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}

function optionsFor(config: Config): HelmetOptions {
  const isHttps = config.PUBLIC_URL.startsWith('https:');
  // Pictures of products and logos live wherever the store keeps them; without https that includes a local sandbox.
  const pictures = ["'self'", 'data:', 'blob:', 'https:', ...(isHttps ? [] : ['http:'])];
  const stripe = stripeOrigins(config);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...stripe.scripts],
        // Component styles set at run time have no hash to name.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: pictures,
        mediaSrc: pictures,
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...uploadOrigins(config), ...stripe.calls],
        // Documents are shown in frames where they lie.
        frameSrc: ["'self'", 'blob:', ...uploadOrigins(config), ...stripe.frames],
        manifestSrc: ["'self'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'same-origin' },
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
