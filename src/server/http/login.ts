import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Refusal } from '#core/refusal.ts';
import type { IdentityUser } from '#partners/ports.ts';
import type { AccessDeps } from '#server/http/access.ts';
import type { AppDeps } from '#server/http/app-deps.ts';
import { readLoginToken, setLoginToken } from '#server/http/cookies.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { rememberAttempt, takeAttempt } from '#server/http/login-attempt.ts';
import { emailKey, openSession } from '#server/http/login-session.ts';
import { takeAttempt as takeAttemptFrom } from '#server/stores/attempts.ts';

const ATTEMPT_COOKIES = 'makegood_login_';
const MOST_ATTEMPTS = 10;
// An office behind one address signs in many people; each attempt is remembered for a while.
const MOST_STARTED = 120;
const STARTED_SECONDS = 15 * 60;

/** One for each attempt: tabs that sign in at once must not take each other's. */
const attemptCookie = (state: string): string => `${ATTEMPT_COOKIES}${state.slice(0, 16)}`;

/** Sign-in at the identity provider: `/login?returnTo=/path&loginHint=who@example.com` sends there (with `isReauthentication=true` to sign in there again), `/login/callback` comes back and opens the session. */
export function serveLogin(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'secret' | 'database' | 'identity' | 'log'>,
  access: AccessDeps,
): void {
  const { config, secret, database, identity } = deps;
  const callbackUrl = `${config.PUBLIC_URL}/login/callback`;
  const cookieOptions = { path: '/login', httpOnly: true, sameSite: 'lax', secure: access.cookies.isSecure } as const;

  app.get('/login', async (request, reply) => {
    const { returnTo, loginHint, isReauthentication } = request.query as Record<
      'returnTo' | 'loginHint' | 'isReauthentication',
      unknown
    >;
    const bucket = `login ${clientNetwork(request.ip)}`;
    if (!(await takeAttemptFrom(database, secret, [{ bucket, most: MOST_STARTED, windowSeconds: STARTED_SECONDS }])))
      return loginProblem(reply, 429, 'Too many sign-ins were started from here. Please try again in 15 minutes.');
    const options = { loginHint: hintOf(loginHint), isReauthentication: isReauthentication === 'true' };
    const started = await identity.start(callbackUrl, options).catch((error: unknown) => {
      deps.log.error({ requestId: request.id, err: error }, 'the identity provider does not answer');
      return null;
    });
    if (!started)
      return loginProblem(reply, 503, 'Sign-in is not available right now. Please try again in a few minutes.');
    await rememberAttempt(database, started, localPath(returnTo), new Date());
    // The oldest are sent first.
    const open = Object.keys(request.cookies).filter((name) => name.startsWith(ATTEMPT_COOKIES));
    for (const old of open.slice(0, -(MOST_ATTEMPTS - 1))) reply.clearCookie(old, cookieOptions);
    return reply
      .setCookie(attemptCookie(started.state), started.state, { ...cookieOptions, maxAge: 600 })
      .header('cache-control', 'no-store')
      .redirect(started.url);
  });

  app.get('/login/callback', async (request, reply) => {
    const { state } = request.query as { state?: unknown };
    // The state has to come back to the browser it was given to, or someone could sign a victim in as themselves.
    const isSameBrowser = typeof state === 'string' && request.cookies[attemptCookie(state)] === state;
    if (isSameBrowser) reply.clearCookie(attemptCookie(state), cookieOptions);
    const attempt = isSameBrowser ? await takeAttempt(database, state, new Date()) : null;
    if (!attempt) return loginProblem(reply, 400, 'This sign-in has expired. Please start again.');
    const user = await identity.finish(new URL(request.url, config.PUBLIC_URL), attempt).catch((error: unknown) => {
      deps.log.warn({ requestId: request.id, err: error }, 'sign-in refused');
      return null;
    });
    if (!user) return loginProblem(reply, 401, 'Sign-in failed. Please start again.');
    try {
      await signIn(request, reply, user);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      deps.log.warn({ requestId: request.id, code: error.code }, 'sign-in refused');
      return loginProblem(reply, 403, escaped(error.message));
    }
    return reply.header('cache-control', 'no-store').redirect(attempt.returnTo);
  });

  async function signIn(request: FastifyRequest, reply: FastifyReply, user: IdentityUser): Promise<void> {
    const isProviderAdmin = config.PROVIDER_ADMINS.includes(emailKey(user.email));
    const token = await openSession(
      database,
      user,
      isProviderAdmin,
      readLoginToken(request, access.cookies),
      new Date(),
    );
    setLoginToken(reply, access.cookies, token);
  }
}

/** The path to go to after sign-in: of this site only, else the start page. Browsers read `//host` and `/\\host` as other sites. */
export function localPath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/') || given.length > 2000) return '/';
  const resolved = URL.canParse(given, 'http://here.invalid') ? new URL(given, 'http://here.invalid') : null;
  return resolved?.origin === 'http://here.invalid'
    ? resolved.pathname.replace(/^\/+/, '/') + resolved.search + resolved.hash
    : '/';
}

// Only what looks like an email is passed on to someone else's page.
const hintOf = (given: unknown): string | undefined => z.email().max(255).safeParse(given).data;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const STYLE =
  'body{max-width:28rem;margin:4rem auto;padding:0 1.5rem;font:1rem/1.5 system-ui,sans-serif}h1{font-size:1.25rem}';

const loginProblem = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Sign in</title><style>${STYLE}</style><main><h1>Sign in</h1><p>${text}</p><p><a href="/login?isReauthentication=true">Sign in again</a></p></main></html>`,
    );
