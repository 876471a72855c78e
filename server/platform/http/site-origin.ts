import type { AddressInfo } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * The origin of absolute URLs: PUBLIC_URL, or the listening address. Never the request's `Host`, which clients choose and intermediate
 * caches may store.
 */
export function siteOrigin(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  listening: AddressInfo | string | null,
): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(':') ? `[${host}]` : host;
  // With PORT=0 the port is only known once the server listens.
  const at = typeof listening === 'object' && listening !== null ? listening.port : port;
  return new URL(`http://${name}:${at}`).origin;
}
