import * as oidc from 'openid-client';
import { z } from 'zod';
import { PartnerError, type Identity, type IdentityUser } from '#partners/ports.ts';

export type OidcSettings = { issuer: string; clientId: string; clientSecret: string };

const Claims = z.object({
  sub: z.string().min(1),
  email: z.email(),
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  name: z.string().optional(),
});

const TIMEOUT_SECONDS = 10;

/** Sign-in at any OpenID Connect provider, by authorization code with PKCE. The provider is asked for its addresses at the first sign-in. */
export function oidcIdentity(settings: OidcSettings): Identity {
  let discovered: Promise<oidc.Configuration> | undefined;
  const provider = (): Promise<oidc.Configuration> => {
    // A provider that was down at the first try is asked again at the next.
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw new PartnerError('oidc', 'retry', `The identity provider does not answer: ${messageOf(error)}`);
    });
    return discovered;
  };

  return {
    async start(redirectUrl, { loginHint, isReauthentication = false } = {}) {
      const configuration = await provider();
      const [state, nonce, codeVerifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
      const url = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
        // Providers that do not know it leave it alone; of `prompt` some refuse the values of others.
        ...(isReauthentication ? { max_age: '0' } : {}),
      });
      return { url: url.href, state, nonce, codeVerifier };
    },

    async finish(callbackUrl, expected) {
      const configuration = await provider();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
          expectedState: expected.state,
          expectedNonce: expected.nonce,
          pkceCodeVerifier: expected.codeVerifier,
          idTokenExpected: true,
        });
        const idToken = tokens.claims();
        if (!idToken) throw new PartnerError('oidc', 'refused', 'The identity provider sent no ID token.');
        return userOf(idToken, await profileOf(configuration, tokens.access_token, idToken));
      } catch (error) {
        if (error instanceof PartnerError) throw error;
        throw new PartnerError('oidc', 'refused', `The sign-in was refused: ${messageOf(error)}`);
      }
    },
  };
}

/**
 * How the client proves itself: by HTTP Basic, which providers take that name no way (OpenID Connect Core, 9), unless the
 * provider takes the secret in the body, where no two programs disagree about its encoding.
 */
export function proofOf(clientSecret: string): oidc.ClientAuth {
  const [basic, post] = [oidc.ClientSecretBasic(clientSecret), oidc.ClientSecretPost(clientSecret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
}

function discover(settings: OidcSettings): Promise<oidc.Configuration> {
  const issuer = new URL(settings.issuer);
  return oidc.discovery(issuer, settings.clientId, undefined, proofOf(settings.clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Without https only where it was asked for by setting such an issuer: the sandbox, or a network of one's own.
    ...(issuer.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
  });
}

/** Many providers leave the email out of the ID token and give it at their userinfo address only. */
async function profileOf(
  configuration: oidc.Configuration,
  accessToken: string,
  idToken: oidc.IDToken,
): Promise<object> {
  if (idToken['email'] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return idToken;
  return { ...idToken, ...(await oidc.fetchUserInfo(configuration, accessToken, idToken.sub)) };
}

function userOf(idToken: oidc.IDToken, profile: object): IdentityUser {
  const claims = Claims.safeParse(profile);
  if (!claims.success) throw new PartnerError('oidc', 'refused', 'The identity provider told no usable email address.');
  // Roles are granted by email, and some providers let people write their own: only a proven address opens a store.
  if (claims.data.email_verified !== true)
    throw new PartnerError('oidc', 'refused', 'The identity provider does not say that the email address is verified.');
  const [first = '', ...rest] = (claims.data.name ?? '').split(' ');
  return {
    // Two providers may give the same subject to different people.
    subject: `${idToken.iss}|${claims.data.sub}`,
    email: claims.data.email,
    firstName: claims.data.given_name ?? first,
    lastName: claims.data.family_name ?? rest.join(' '),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
