import { AjvCompiler } from '@fastify/ajv-compiler';
import { type FastifyHttpOptions, LogController } from 'fastify';
import type { FastifyRouteSchemaDef, FastifySchemaCompiler } from 'fastify/types/schema.js';
import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { isInstant } from '../../../domain/declarations/condition-values.ts';
import type { Settings } from '../settings.ts';
import { refuseConnection } from './problems.ts';
import { describeRequest } from './request-log.ts';
import { buildSerializer } from './response-schemas.ts';
import { rejectUnreadable } from './unreadable-address.ts';

type Compile = FastifySchemaCompiler<unknown>;
type Validate = ReturnType<Compile>;

const buildCompiler = AjvCompiler();
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/** Fastify's validators, each compiled by the first call of its route: a process serves few of the routes, and each takes memory. */
const buildValidator = ((schemas, options) => {
  const compile = buildCompiler(schemas, options) as Compile;
  return compiledLater(compile) as ReturnType<typeof buildCompiler>;
}) satisfies typeof buildCompiler;

function compiledLater(compile: Compile): Compile {
  return (route) => {
    let compiled: Validate | undefined;
    const integers = integersOf(route);
    const validate: Validate = (data) => {
      compiled ??= compile(route);
      readIntegers(data as Record<string, unknown>, integers);
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}

/** The names of integers in an address, where every value is a text. */
function integersOf({ schema, httpPart }: FastifyRouteSchemaDef<unknown>): string[] {
  if (httpPart !== 'params' && httpPart !== 'querystring') return [];
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Only in their canonical form: other numbers remain texts, which validation refuses. */
function readIntegers(values: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' && INTEGER.test(value)) values[name] = Number(value);
  }
}

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
