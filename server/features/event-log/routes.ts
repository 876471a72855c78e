import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventLogCalls } from '../../../domain/calls/telemetry.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';
import { logEvent, type Report } from './event-log.ts';
import type { Level } from './fingerprint.ts';

const REPORTS: RateLimit = { name: 'event-log', perClient: 30, shared: { total: 600, share: 3 }, seconds: 60 };
/** Limited, so that one runaway site leaves room for this site's own. */
const SITE_REPORTS: Omit<RateLimit, 'shared'> = { name: 'event-log-sites', perClient: 30, seconds: 60 };
const FAULTS: RateLimit = { name: 'server-faults', perClient: 30, shared: { total: 300, share: 3 }, seconds: 60 };

export const REPORT_PATHS = Object.keys(eventLogCalls).map((name) => name.replace('POST ', ''));

export async function registerEventLog(
  app: FastifyInstance,
  { db, limits, systemSettings }: Needs<'db' | 'limits' | 'systemSettings'>,
): Promise<void> {
  const refusing = (limit: RateLimit | (() => RateLimit)) =>
    limits.refusing(
      limit,
      'event-log.too-many',
      'Too many reports',
      'Too many errors were reported in the last minute. This one was not stored.',
    );
  const [refuseOwn, refuseSites] = [
    refusing(REPORTS),
    refusing(() => ({
      ...SITE_REPORTS,
      shared: { total: systemSettings.value('limits.siteReportsPerMinute'), share: 1 },
    })),
  ];
  const onRequest = (request: FastifyRequest) => (request.sharedWith === null ? refuseOwn : refuseSites)(request);
  const recordAs = (level: Level) => ({
    config: { sanitizesText: true },
    onRequest,
    handle: ({
      actor,
      body,
      request: { sharedWith, ip, headers },
    }: {
      actor: Actor;
      body: Report;
      request: FastifyRequest;
    }) =>
      logEvent(db, level, sharedWith === null ? body : { ...body, site: sharedWith }, {
        userId: actor.id,
        ip,
        userAgent: headers['user-agent'] ?? '',
      }),
  });
  addCalls(app, eventLogCalls, {
    'POST /api/EventLog/LogError': recordAs('error'),
    'POST /api/EventLog/LogWarning': recordAs('warning'),
  });
}

export async function logFault(
  { db, limits }: Needs<'db' | 'limits'>,
  error: unknown,
  request: FastifyRequest,
): Promise<void> {
  try {
    if ((await limits.use(FAULTS, request.ip)) !== null) return;
    const route = `${request.method} ${request.routeOptions.url ?? 'unknown address'}`;
    const isError = error instanceof Error;
    await logEvent(db, 'error', {
      message: `${isError ? `${error.name}: ${error.message}` : String(error)} [server]`,
      exception: (isError ? error.stack : undefined) ?? 'No stack trace',
      location: `Server-${route}-{"request":"${request.id}"}`,
    });
  } catch (failure) {
    request.log.error({ err: failure, reqId: request.id }, 'event-log.not-written');
  }
}
