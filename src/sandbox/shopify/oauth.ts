import { createHmac, randomBytes } from 'node:crypto';
import type { AccessToken, ShopState } from './state.ts';
import { grantedScopes } from './scopes.ts';

const HOUR_MS = 3_600_000;
const REFRESH_MS = 90 * 24 * HOUR_MS;
const CODE_MS = 60_000;

export type OauthOptions = { apiKey: string; apiSecret: string };
export type Params = Readonly<Record<string, string | undefined>>;
type Code = { shop: string; redirectUri: string; scopes: readonly string[]; expires: number };
export type TokenAnswer = { status: number; body: Record<string, unknown> };

/** Hex HMAC-SHA256 over the other parameters, sorted and joined like a query: what a callback carries as `hmac`. */
export function queryHmac(params: Params, secret: string): string {
  const message = Object.entries(params)
    .filter(([key, value]) => key !== 'hmac' && value !== undefined)
    .map(([key, value]) => `${key}=${value ?? ''}`)
    .sort()
    .join('&');
  return createHmac('sha256', secret).update(message).digest('hex');
}

export class Oauth {
  private readonly options: OauthOptions;
  private codes = new Map<string, Code>();
  constructor(options: OauthOptions) {
    this.options = options;
  }

  /** Grants what is asked for, without asking the merchant; where to send the browser, or null when the request is not from this app. */
  authorize(shop: ShopState, query: Params): string | null {
    const redirect = query['redirect_uri'];
    if (query['client_id'] !== this.options.apiKey || redirect === undefined || !URL.canParse(redirect)) return null;
    const code = randomBytes(16).toString('hex');
    const scopes = (query['scope'] ?? '').split(',').filter((scope) => scope !== '');
    this.codes.set(code, { shop: shop.domain, redirectUri: redirect, scopes, expires: Date.now() + CODE_MS });
    const params: Record<string, string> = {
      code,
      host: Buffer.from(`${shop.domain}/admin`).toString('base64').replace(/=+$/, ''),
      shop: shop.domain,
      timestamp: String(Math.floor(Date.now() / 1000)),
      ...(query['state'] === undefined ? {} : { state: query['state'] }),
    };
    const target = new URL(redirect);
    for (const [key, value] of Object.entries({ ...params, hmac: queryHmac(params, this.options.apiSecret) }))
      target.searchParams.set(key, value);
    return target.href;
  }

  token(shop: ShopState, body: Params): TokenAnswer {
    if (body['client_id'] !== this.options.apiKey || body['client_secret'] !== this.options.apiSecret)
      return refused(401, 'invalid_client', 'Client authentication failed');
    if (body['grant_type'] === 'refresh_token') return this.refresh(shop, body['refresh_token'] ?? '');
    if (body['grant_type'] === 'urn:ietf:params:oauth:grant-type:token-exchange') return this.exchange(shop, body);
    const code = this.codes.get(body['code'] ?? '');
    this.codes.delete(body['code'] ?? '');
    if (code === undefined || code.shop !== shop.domain || code.expires < Date.now())
      return refused(400, 'invalid_request', 'The authorization code was not found or was already used');
    return answered(issue(shop, 'offline', body['expiring'] === '1', code.scopes));
  }

  private refresh(shop: ShopState, refreshToken: string): TokenAnswer {
    const known = shop.tokens.find((each) => each.refreshToken === refreshToken && refreshToken !== '');
    if (known === undefined || Date.parse(known.refreshExpiresOn ?? '') < Date.now())
      return refused(400, 'invalid_grant', 'The refresh token is invalid or expired');
    shop.tokens = shop.tokens.filter((each) => each !== known);
    return answered(issue(shop, 'offline', true, known.scopes));
  }

  private exchange(shop: ShopState, body: Params): TokenAnswer {
    if (!this.validSession(shop, body['subject_token'] ?? ''))
      return refused(400, 'invalid_subject_token', 'The session token is invalid or expired');
    const online = body['requested_token_type'] === 'urn:shopify:params:oauth:token-type:online-access-token';
    return answered(issue(shop, online ? 'online' : 'offline', online || body['expiring'] === '1'));
  }

  private validSession(shop: ShopState, token: string): boolean {
    const [head, claims, signature] = token.split('.');
    if (head === undefined || claims === undefined || signature === undefined) return false;
    if (createHmac('sha256', this.options.apiSecret).update(`${head}.${claims}`).digest('base64url') !== signature)
      return false;
    try {
      const read: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
      if (typeof read !== 'object' || read === null || !('exp' in read) || !('aud' in read) || !('dest' in read))
        return false;
      return (
        typeof read.exp === 'number' &&
        read.exp * 1000 > Date.now() &&
        read.aud === this.options.apiKey &&
        read.dest === `https://${shop.domain}`
      );
    } catch {
      return false;
    }
  }
}

const refused = (status: number, error: string, description: string): TokenAnswer => ({
  status,
  body: { error, error_description: description },
});

/** A token of the shop; an expiring one lives an hour and comes with a refresh token. */
export function issue(
  shop: ShopState,
  kind: 'offline' | 'online',
  expiring: boolean,
  scopes: readonly string[] = grantedScopes(shop),
): AccessToken {
  const made: AccessToken = {
    token: `${kind === 'offline' ? 'shpat' : 'shpua'}_${randomBytes(16).toString('hex')}`,
    kind,
    expiresOn: expiring ? new Date(Date.now() + HOUR_MS).toISOString() : null,
    refreshToken: expiring && kind === 'offline' ? `shprt_${randomBytes(16).toString('hex')}` : null,
    refreshExpiresOn: expiring && kind === 'offline' ? new Date(Date.now() + REFRESH_MS).toISOString() : null,
    scopes: [...scopes],
  };
  shop.tokens = [
    ...shop.tokens.filter(
      (each) => each.expiresOn === null || each.refreshToken !== null || Date.parse(each.expiresOn) > Date.now(),
    ),
    made,
  ];
  return made;
}

export function answered(token: AccessToken): TokenAnswer {
  const expires = token.expiresOn === null ? {} : { expires_in: 3600 };
  const refresh =
    token.refreshToken === null
      ? {}
      : { refresh_token: token.refreshToken, refresh_token_expires_in: REFRESH_MS / 1000 };
  return { status: 200, body: { access_token: token.token, scope: token.scopes.join(','), ...expires, ...refresh } };
}

export function validToken(shop: ShopState, token: string | undefined): AccessToken | null {
  const found = shop.tokens.find((each) => each.token === token);
  if (found === undefined) return null;
  return found.expiresOn === null || Date.parse(found.expiresOn) > Date.now() ? found : null;
}
