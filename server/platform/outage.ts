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
    return {
      status: 507,
      code: 'server.disk-full',
      detail: 'The server’s disk is full, so no files can be stored at the moment. Please contact the staff.',
    };
  if (causes.some(isDatabaseDiskFull))
    return {
      status: 503,
      code: 'server.disk-full',
      detail: 'The database’s disk is full, so nothing can be saved at the moment. Please contact the staff.',
    };
  if (causes.some(({ code }) => code === READ_ONLY))
    return {
      status: 503,
      code: 'server.read-only',
      detail: 'The database accepts no changes at the moment. Please try again in a few minutes.',
    };
  if (causes.some(({ code }) => code === TOO_MANY_CONNECTIONS))
    return {
      status: 503,
      code: 'server.busy',
      detail: 'The database has no connection free at the moment. Please try again in a few seconds.',
    };
  if (causes.some(isShutdown))
    return {
      status: 503,
      code: 'server.stopping',
      detail: 'The portal is restarting. Please try again in a few seconds.',
    };
  if (!isUnavailable(error)) return null;
  return {
    status: 503,
    code: 'server.unavailable',
    detail: 'The database does not answer at the moment. Please try again in a few seconds.',
  };
}

/** Of requests in flight while the server stops: calls that a page makes internally, and Kysely's statements, are refused. */
function isShutdown({ code, message }: Error & { code?: unknown }): boolean {
  return code === 'FST_ERR_REOPENED_CLOSE_SERVER' || message === 'driver has already been destroyed';
}
