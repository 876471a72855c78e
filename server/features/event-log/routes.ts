import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REPORT_MAX_BYTES } from '../../../domain/values/constants.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { logEvent, type Report } from './event-log.ts';

const REPORTS: RateLimit = { name: 'event-log', perClient: 30, shared: { total: 600, share: 3 }, seconds: 60 };
/** Of registered sites, so that one gone wild leaves room for this site's own. */
const SITE_REPORTS: Omit<RateLimit, 'shared'> = { name: 'event-log-sites', perClient: 30, seconds: 60 };
const FAULTS: RateLimit = { name: 'server-faults', perClient: 30, shared: { total: 300, share: 3 }, seconds: 60 };

const TEXT = { type: 'string' };
const REPORT = {
  type: 'object',
  additionalProperties: false,
  required: ['message', 'exception', 'location'],
  properties: { message: { type: 'string', minLength: 1 }, exception: TEXT, location: TEXT },
};
export const REPORT_CALLS = [
  ['/api/EventLog/LogError', 'error', 'Reports an error that a page met with'],
  ['/api/EventLog/LogWarning', 'warning', 'Reports a warning of a page'],
] as const;

/** Error reports from browsers. Public, so all input is untrusted. */
export async function registerEventLog(app: FastifyInstance, { db, limits, systemSettings }: Services): Promise<void> {
  const refusing = (limit: RateLimit | (() => RateLimit)) =>
    limits.refusing(
      limit,
      'event-log.too-many',
      'Too many reports',
      'Too many errors were reported in the last minute. This one was not kept.',
    );
  const [refuseOwn, refuseSites] = [
    refusing(REPORTS),
    refusing(() => ({
      ...SITE_REPORTS,
      shared: { total: systemSettings.value('limits.siteReportsPerMinute'), share: 1 },
    })),
  ];
  for (const [path, level, summary] of REPORT_CALLS) {
    const options = {
      config: { public: true, sanitizesText: true },
      bodyLimit: REPORT_MAX_BYTES,
      schema: { body: REPORT, summary },
      onRequest: (request: FastifyRequest) => (request.sharedWith === null ? refuseOwn : refuseSites)(request),
    };
    app.post<{ Body: Report }>(path, options, async (request, reply) => {
      const { sharedWith, body } = request;
      const report = sharedWith === null ? body : { ...body, site: sharedWith };
      await logEvent(db, level, report, {
        userId: request.actor.id,
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
      });
      return reply.code(204).send();
    });
  }
}

/** Records an unexpected server error, so that staff can find it by the request's number. */
export async function logFault({ db, limits }: Services, error: unknown, request: FastifyRequest): Promise<void> {
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
