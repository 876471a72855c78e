import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { LogController, type FastifyHttpOptions } from 'fastify';
import { isInstant } from '../../../domain/declarations/condition-values.ts';
import type { Settings } from '../settings.ts';
import { refuseConnection } from './problems.ts';
import { describeRequest } from './request-log.ts';
import { buildSerializer } from './response-schemas.ts';
import { buildValidator } from './route-validators.ts';
import { rejectUnreadable } from './unreadable-address.ts';

const MIB = 1024 * 1024;

/** Options and limits of the HTTP server. Values are never coerced: "1" is not a number in a body. */
export function serverOptions(settings: Settings): FastifyHttpOptions<Server> {
  return {
    bodyLimit: MIB,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    requestTimeout: 300_000,
    // Checked every five seconds: Node's default of half a minute would be added to the limit.
    http: { headersTimeout: 15_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 5_000 },
    routerOptions: { maxParamLength: 300 },
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy:
      typeof settings.trustProxy === 'number'
        ? (_address, hop) => hop < Number(settings.trustProxy)
        : settings.trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    logger:
      settings.logLevel === 'silent' ? false : { level: settings.logLevel, serializers: { req: describeRequest } },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: true, allErrors: false, strict: true },
      // The same instants as are stored: the standard format admits some that no time can represent.
      onCreate: (ajv) => ajv.addFormat('date-time', isInstant),
    },
    schemaController: { compilersFactory: { buildValidator, buildSerializer } },
    frameworkErrors: rejectUnreadable,
    clientErrorHandler: refuseConnection,
  };
}
