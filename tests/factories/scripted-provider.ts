import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from 'jose';

type Answer = object | ((response: ServerResponse, form: URLSearchParams) => void);

/** A key that tokens are signed with, as it is published. */
export interface SigningKey {
  privateKey: CryptoKey;
  jwk: JWK;
}

/** An identity provider whose every answer a test can replace: JSON, or whatever it does with the response. */
export interface ScriptedProvider {
  issuer: string;
  /** By the last part of the address: "openid-configuration", "keys", "token", "userinfo". */
  answers: Map<string, Answer>;
  /** The forms that came to the token endpoint. */
  asked: URLSearchParams[];
  /** Back to a provider without faults. */
  reset(): void;
  close(): Promise<void>;
}

export async function signingKey(kid: string | null): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), use: 'sig', alg: 'RS256' };
  return { privateKey, jwk: kid === null ? jwk : { ...jwk, kid } };
}

/** A token as the provider signs it, with whatever header and claims. */
export function sign({ privateKey, jwk }: SigningKey, claims: object, header: object = {}): Promise<string> {
  const kid = jwk.kid === undefined ? {} : { kid: jwk.kid };
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', ...kid, ...header } as JWTHeaderParameters)
    .sign(privateKey);
}

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const answers = new Map<string, Answer>();
  const requested: URLSearchParams[] = [];
  let issuer = '';
  const server = createServer((request, response) => {
    void respond(request, response);
  });
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const name = new URL(request.url ?? '/', issuer).pathname.split('/').at(-1) ?? '';
    const form = new URLSearchParams(await text(request));
    if (name === 'token') requested.push(form);
    const answer = answers.get(name);
    if (typeof answer === 'function') return answer(response, form);
    response
      .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reset = (): void => {
    requested.length = 0;
    answers.clear();
    answers.set('openid-configuration', {
      issuer,
      authorization_endpoint: `${issuer}/login`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/logout`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  };
  reset();
  return {
    issuer,
    answers,
    asked: requested,
    reset,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
