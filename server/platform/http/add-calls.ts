import type { Readable } from 'node:stream';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Answer, Body, Call, Calls, Params, Query } from '../../../domain/calls/call.ts';
import { Type } from '../../../domain/calls/type.ts';
import { keyByQuery } from './response-caching.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: Call;
  }
}

export interface CallContext<Name extends string, C extends Call> {
  actor: Actor;
  params: Params<Name, C>;
  query: Query<C>;
  body: Body<C>;
  key: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Result<C extends Call> = C['content'] extends string
  ? FastifyReply | string | Buffer | Readable
  : C['response'] extends object
    ? Answer<C>
    : void;
type Handle<Name extends string, C extends Call> = (context: CallContext<Name, C>) => Result<C> | Promise<Result<C>>;
interface HandlerWithHooks<Name extends string, C extends Call> extends Pick<
  RouteShorthandOptions,
  'onRequest' | 'preHandler'
> {
  handle: Handle<Name, C>;
  config?: FastifyContextConfig;
  /** Replaces the declared path, if a part of it is configured. */
  url?: string;
}
export type Handlers<C extends Calls> = {
  [Name in keyof C & string]: Handle<Name, C[Name]> | HandlerWithHooks<Name, C[Name]>;
};

/** Adds a route for each declared call: validated, authorized by its handler, and answered with what the declaration names. */
export function addCalls<C extends Calls>(app: FastifyInstance, declared: C, handlers: Handlers<C>): void {
  for (const [name, call] of Object.entries<Call>(declared)) {
    const given = handlers[name as keyof C & string] as Handle<string, Call> | HandlerWithHooks<string, Call>;
    const { handle, config, url, ...hooks } = typeof given === 'function' ? { handle: given } : given;
    const [method = '', path = ''] = name.split(' ');
    app.route({
      ...hooks,
      method,
      url: url ?? path,
      schema: routeSchema(url ?? path, call),
      config: {
        call,
        ...(call.public ? { public: true } : {}),
        ...(call.cached
          ? { cacheKey: keyByQuery(Object.keys(call.query?.properties ?? {}), { closed: call.query !== undefined }) }
          : {}),
        ...config,
      },
      ...(call.bodyLimit === undefined ? {} : { bodyLimit: call.bodyLimit }),
      handler: async (request, reply) => {
        const result = await handle(callContext(request, reply));
        if (result === undefined && !reply.sent) return reply.code(204).send();
        if (call.status !== undefined) reply.code(call.status);
        return result;
      },
    });
  }
}

function callContext(request: FastifyRequest, reply: FastifyReply): CallContext<string, Call> {
  const { actor, body, headers } = request;
  const key = headers['idempotency-key'];
  return {
    actor,
    params: request.params as object,
    query: request.query as object,
    body,
    key: typeof key === 'string' ? key : undefined,
    request,
    reply,
  };
}

function routeSchema(path: string, { summary, params, query, body, response }: Call): object {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const properties = Object.fromEntries(names.map((name) => [name, params?.properties[name] ?? Type.Id]));
  return {
    summary,
    ...(names.length > 0 ? { params: Type.Object(properties) } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(response ? { response: { '2xx': response } } : {}),
  };
}
