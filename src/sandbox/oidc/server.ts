import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import { signInPage } from './page.ts';
import { DEMO_USERS, type DemoUser } from './users.ts';

export type OidcSandboxOptions = {
  port: number;
  host?: string;
  /** Address browsers reach it at; the issuer. */
  publicUrl?: string;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  /** Whether the client has to prove itself by HTTP Basic, and not within the body; either by default. */
  isBasicOnly?: boolean;
  /** Who can be picked; the demo users by default. */
  users?: readonly DemoUser[];
};
export type OidcSandbox = { url: string; close(): Promise<void> };

/** A pretend OpenID Connect provider where one click signs in as a demo user. Port 0 takes a free one. */
export async function startOidcSandbox(options: OidcSandboxOptions): Promise<OidcSandbox> {
  const host = options.host ?? '127.0.0.1';
  // Made for the first who signs in: its library takes long to load.
  let answering: Promise<Answering> | undefined;
  const answer: Answering = async (request, response) => {
    answering ??= makeProvider(url, options).then((provider) => answeringWith(provider, options));
    return (await answering)(request, response);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' });
      response.end('This sign-in has expired. Go back and start again.');
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  const url = options.publicUrl ?? `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Answering = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

async function makeProvider(issuer: string, options: OidcSandboxOptions): Promise<Provider> {
  return withoutAdvice(async () => new (await import('oidc-provider')).default(issuer, configurationOf(options)));
}

// The library advises against what a sandbox is for: keys and sessions that are gone after a restart.
async function withoutAdvice<T>(work: () => Promise<T>): Promise<T> {
  const { console: real } = globalThis;
  globalThis.console = { ...real, warn: () => undefined, info: () => undefined };
  try {
    return await work();
  } finally {
    globalThis.console = real;
  }
}

function configurationOf(options: OidcSandboxOptions): Record<string, unknown> {
  return {
    clients: [
      { client_id: options.clientId, client_secret: options.clientSecret, redirect_uris: options.redirectUris },
    ],
    ...(options.isBasicOnly === true ? { clientAuthMethods: ['client_secret_basic'] } : {}),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'name'] },
    // Claims in the ID token, as most hosted providers do.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    cookies: {
      keys: [options.clientSecret],
      names: {
        session: 'sandbox_oidc_session',
        interaction: 'sandbox_oidc_interaction',
        resume: 'sandbox_oidc_resume',
      },
    },
    ttl: { AccessToken: 3600, AuthorizationCode: 60, IdToken: 3600, Interaction: 3600, Grant: 3600, Session: 3600 },
    findAccount: async (_context: unknown, subject: string) => {
      const user = usersOf(options).find((known) => known.subject === subject);
      if (!user) return undefined;
      const { email, isEmailVerified, firstName, lastName } = user;
      return {
        accountId: subject,
        claims: async () => ({
          sub: subject,
          email,
          ...(isEmailVerified === undefined ? {} : { email_verified: isEmailVerified }),
          given_name: firstName,
          family_name: lastName,
          name: `${firstName} ${lastName}`,
        }),
      };
    },
  };
}

const usersOf = (options: OidcSandboxOptions): readonly DemoUser[] => options.users ?? DEMO_USERS;

function answeringWith(provider: Provider, options: OidcSandboxOptions): Answering {
  const standard = provider.callback();
  const users = usersOf(options);
  return async (request, response) => {
    // The library takes either proof of a client that is registered for one of them.
    if (options.isBasicOnly === true && request.url === '/token' && request.headers.authorization === undefined) {
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"error":"invalid_client"}');
      return;
    }
    // Someone who signed in before could not pick another user.
    if (request.url?.startsWith('/auth?')) delete request.headers.cookie;
    if (!request.url?.startsWith('/interaction/')) return standard(request, response);
    const interaction = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .end(signInPage(interaction.uid, users));
      return;
    }
    const subject = new URLSearchParams(await textOf(request)).get('subject') ?? '';
    if (!users.some((user) => user.subject === subject)) throw new Error('no such demo user');
    // Consent is given along with the choice: there is one application here, and nothing to keep from it.
    const grant = new provider.Grant({ accountId: subject, clientId: interaction.params.client_id });
    grant.addOIDCScope(interaction.params.scope);
    await provider.interactionFinished(request, response, {
      login: { accountId: subject },
      consent: { grantId: await grant.save() },
    });
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) {
    text += String(piece);
    if (text.length > 10_000) throw new Error('too long');
  }
  return text;
}
