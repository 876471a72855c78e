import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shareWithSites, type SharedCall } from '../../platform/http/cross-origin.ts';
import type { SiteRight } from '../../resources/registered-sites.ts';
import type { Needs } from '../../services.ts';
import { REPORT_PATHS } from '../event-log/routes.ts';

const RIGHTS: Record<SharedCall, SiteRight> = { read: 'canCallApi', report: 'canReport' };
const READING = new Set(['GET', 'HEAD']);
const REPORTS: ReadonlySet<string> = new Set(REPORT_PATHS);

/** Registered sites can read what every visitor can, and report errors. */
export function shareWithRegisteredSites(app: FastifyInstance, { registeredSites }: Needs<'registeredSites'>): void {
  let open: ReadonlySet<string> | undefined;
  // Complete once the server is ready: no request comes before.
  const isOpen = (url: string): boolean =>
    (open ??= new Set(
      app.listedRoutes
        .filter(({ method, url: path, needsAccount }) => method === 'GET' && path.startsWith('/api/') && !needsAccount)
        .map(({ url: path }) => path),
    )).has(url);

  const callOf = ({ method, routeOptions: { url, config } }: FastifyRequest): SharedCall | null => {
    if (url === undefined) return null;
    if (method === 'POST') return REPORTS.has(url) ? 'report' : null;
    return READING.has(method) && config.secretPath !== true && isOpen(url) ? 'read' : null;
  };

  shareWithSites(app, {
    callOf,
    requestedCall: (method, path) => {
      if (method === 'POST') return REPORTS.has(path) ? 'report' : null;
      return READING.has(method) && path.startsWith('/api/') ? 'read' : null;
    },
    canSiteCall: async (origin, call) => {
      await registeredSites.fresh();
      return registeredSites.has(origin, RIGHTS[call]);
    },
    forgetCaller: (request) => {
      request.sessionToken = null;
      request.deviceToken = null;
    },
  });
}
