import { createHash } from 'node:crypto';
import type { Configuration, IDToken, TokenEndpointResponse } from 'openid-client';
import { isPermanentId, type ProvidedPerson } from '../identity/provider.ts';
import { claimedPerson, type Claims } from './claims.ts';
import { LoginRefused } from './login-fault.ts';
import type { PendingLogin } from './login-cookies.ts';
import type { OpenidProvider } from './settings.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

export interface Answer {
  person: ProvidedPerson;
  claims: Claims;
  /** The provider's own session, if it names one. */
  sid: string | null;
  idToken: string | null;
  refreshToken: string | null;
}

/**
 * Exchanges the code of the callback for tokens. Verified: state, nonce, the sender (RFC 9207), PKCE, and of the ID token its signature,
 * issuer, audience, times and at_hash; the subject of userinfo is that of the token.
 */
export async function exchange(
  configuration: Configuration,
  provider: OpenidProvider,
  callback: URL,
  { state, nonce, verifier }: PendingLogin,
): Promise<Answer> {
  const tokens = await openidClient().authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const token = tokens.claims();
  if (token === undefined) throw new LoginRefused('refused', 'The provider sent no ID token.');
  return described(configuration, provider, tokens, token);
}

/** The tokens' claims, with userinfo if the provider has it. The signed token has precedence. */
export async function described(
  configuration: Configuration,
  provider: OpenidProvider,
  tokens: TokenEndpointResponse,
  { iss, sub }: Pick<IDToken, 'iss' | 'sub'>,
  token: Claims = claimsOf(tokens.id_token),
): Promise<Answer> {
  if (!isPermanentId(sub)) throw new LoginRefused('refused', 'The subject of the ID token cannot be stored.');
  checkAccessTokenHash(tokens, token);
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const userinfo = hasUserinfo ? await openidClient().fetchUserInfo(configuration, tokens.access_token, sub) : {};
  const claims = { ...userinfo, ...token };
  return {
    person: claimedPerson(provider, iss, sub, claims),
    claims,
    sid: typeof token.sid === 'string' && token.sid.length <= 255 ? token.sid : null,
    idToken: tokens.id_token ?? null,
    refreshToken: tokens.refresh_token ?? null,
  };
}

/** Where the ID token names its access token, it must be the one that came with it. */
function checkAccessTokenHash({ id_token: idToken, access_token: accessToken }: TokenEndpointResponse, token: Claims) {
  if (idToken === undefined || token.at_hash === undefined) return;
  const { alg } = decodeTokenPart(idToken, 0);
  const bits =
    alg === 'EdDSA' || alg === 'Ed25519' ? '512' : (/^(?:RS|PS|ES)(256|384|512)$/.exec(String(alg))?.[1] ?? null);
  if (bits === null) throw new LoginRefused('refused', 'The ID token names its access token in an unknown way.');
  const digest = createHash(`sha${bits}`).update(accessToken).digest();
  if (digest.subarray(0, digest.length / 2).toString('base64url') !== token.at_hash)
    throw new LoginRefused('refused', 'The ID token belongs to another access token.');
}

function claimsOf(idToken: string | undefined): Claims {
  return idToken === undefined ? {} : decodeTokenPart(idToken, 1);
}

function decodeTokenPart(token: string, index: 0 | 1): Claims {
  return JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString('utf8')) as Claims;
}
