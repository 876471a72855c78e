import { isUnavailable } from './database.ts';
import { isDatabaseDiskFull, isFileSystemFull } from './disk-space.ts';
import { causesOf } from './error-causes.ts';

export interface Outage {
  status: 503 | 507;
  code: string;
  detail: string;
}

const READ_ONLY = '25006';
const TOO_MANY_CONNECTIONS = '53300';

/** The cause of an error that neither the request nor this program is responsible for; null for every other error. */
export function outageOf(error: unknown): Outage | null {
  const causes = causesOf(error);
  if (causes.some(isFileSystemFull))
    return outage(
      'server.disk-full',
      'The server’s disk is full, so no files can be stored at the moment. Please contact the staff.',
      507,
    );
  if (causes.some(isDatabaseDiskFull))
    return outage(
      'server.disk-full',
      'The database’s disk is full, so nothing can be saved at the moment. Please contact the staff.',
    );
  if (causes.some(({ code }) => code === READ_ONLY))
    return outage(
      'server.read-only',
      'The database accepts no changes at the moment. Please try again in a few minutes.',
    );
  if (causes.some(({ code }) => code === TOO_MANY_CONNECTIONS))
    return outage(
      'server.busy',
      'The database has no free connections at the moment. Please try again in a few seconds.',
    );
  if (causes.some(isShutdown))
    return outage('server.stopping', 'The portal is restarting. Please try again in a few seconds.');
  if (!isUnavailable(error)) return null;
  return outage('server.unavailable', 'The database is not responding. Please try again in a few seconds.');
}

function outage(code: string, detail: string, status: Outage['status'] = 503): Outage {
  return { status, code, detail };
}

/** Of requests in flight while the server stops: calls that a page makes internally, and Kysely's statements, are refused. */
function isShutdown({ code, message }: Error & { code?: unknown }): boolean {
  return code === 'FST_ERR_REOPENED_CLOSE_SERVER' || message === 'driver has already been destroyed';
}
