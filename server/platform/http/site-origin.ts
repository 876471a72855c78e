import type { AddressInfo } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * The origin of absolute addresses that we write: PUBLIC_URL, else where the server listens. Never what a request says in `Host`,
 * which whoever sends it chooses and caches on the way may keep.
 */
export function siteOrigin(
  { publicUrl, host, port }: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  listening: AddressInfo | string | null,
): string {
  if (publicUrl !== null) return publicUrl;
  const name = host.includes(':') ? `[${host}]` : host;
  // PORT=0 is known only when the server listens.
  const at = typeof listening === 'object' && listening !== null ? listening.port : port;
  return new URL(`http://${name}:${at}`).origin;
}
