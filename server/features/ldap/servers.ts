import { DirectoryDown } from '../identity/provider.ts';
import { LdapConnection } from './connection.ts';
import { faultText } from './fault-text.ts';
import type { LdapServer, LdapSettings } from './settings.ts';

/** How long logins avoid a server that has just failed. Milliseconds. */
const AVOIDED = 60_000;

const failedAt = new Map<string, number>();

/**
 * Runs `work` on a connection bound as the service account, to the first server that answers. Throws DirectoryDown when
 * none does, or when the connection breaks.
 */
export async function onSomeServer<T>(
  { name, servers, bindDn, bindPassword }: LdapSettings,
  work: (connection: LdapConnection, server: LdapServer) => Promise<T>,
): Promise<T> {
  const faults: string[] = [];
  for (const server of inOrder(servers)) {
    const connection = new LdapConnection(server);
    try {
      await connection.bind(bindDn ?? '', bindPassword ?? '');
      const result = await work(connection, server);
      failedAt.delete(server.url);
      return result;
    } catch (error) {
      failedAt.set(server.url, performance.now());
      faults.push(`${server.url}: ${faultText(error)}`);
    } finally {
      connection.close();
    }
  }
  throw new DirectoryDown(`The directory "${name}" cannot be reached. ${faults.join(' ')}`);
}

function inOrder(servers: readonly LdapServer[]): LdapServer[] {
  const now = performance.now();
  const isAvoided = ({ url }: LdapServer): boolean => now - (failedAt.get(url) ?? -Infinity) < AVOIDED;
  return [...servers.filter((server) => !isAvoided(server)), ...servers.filter(isAvoided)];
}
