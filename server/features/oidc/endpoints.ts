import type { ServerMetadata } from 'openid-client';

/** Without these no one can log in. */
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const OTHERS = ['userinfo_endpoint', 'end_session_endpoint'] as const;

/** What is wrong with the addresses that the provider names, in sentences. */
export function endpointFaults(metadata: ServerMetadata): string[] {
  const missing = NEEDED.filter((name) => metadata[name] === undefined || metadata[name] === null);
  const wrong = [...NEEDED, ...OTHERS].filter(
    (name) => metadata[name] !== undefined && metadata[name] !== null && !isEndpoint(metadata, metadata[name]),
  );
  return [
    ...(missing.length === 0 ? [] : [`The provider does not name its ${missing.join(', ')}.`]),
    ...wrong.map((name) => `The ${name} that the provider gives is not a usable address.`),
  ];
}

/** Whether a browser or this server may be sent there: https, as the issuer; http where the issuer is on this machine. */
export function isEndpoint({ issuer }: ServerMetadata, address: unknown): address is string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && issuer.startsWith('http:'));
}

export function hasEndpoints(metadata: ServerMetadata): boolean {
  return NEEDED.every((name) => isEndpoint(metadata, metadata[name]));
}
