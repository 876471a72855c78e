import cookie from '@fastify/cookie';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema, fastify } from 'fastify';
import type { Call } from '../domain/calls/call.ts';
import { undoCalls } from '../domain/calls/several.ts';
import {
  addAuthentication,
  readSessionToken,
  requireAccount,
  requireKioskCall,
} from './features/accounts/authentication.ts';
import { logFault } from './features/event-log/routes.ts';
import { FEATURES } from './features/index.ts';
import { shareWithRegisteredSites } from './features/sites/sharing.ts';
import { asCall } from './platform/call-kind.ts';
import { addCalls } from './platform/http/add-calls.ts';
import { keepAwaitedConnections } from './platform/http/awaited-answers.ts';
import { addBatchRoute } from './platform/http/batch.ts';
import { type Build, loadBuild } from './platform/http/build.ts';
import { sharedHeaders } from './platform/http/cross-origin.ts';
import { Health } from './platform/http/health.ts';
import { parseJsonOnly } from './platform/http/json-body.ts';
import { wantsDocument } from './platform/http/navigation.ts';
import { serveFiles } from './platform/http/pages.ts';
import { answerProblems } from './platform/http/problems.ts';
import { logAnswer } from './platform/http/request-log.ts';
import { cacheResponses } from './platform/http/response-caching.ts';
import { sameOriginOnly } from './platform/http/same-origin.ts';
import { addSecurityHeaders, requestHeaders } from './platform/http/security-headers.ts';
import { serverOptions } from './platform/http/server-options.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import { sendDocument } from './platform/http/unreadable-address.ts';
import { problem } from './platform/problem.ts';
import type { ServerFault } from './platform/process-watch.ts';
import { prepareHtml } from './resources/html.ts';
import { registerResources } from './resources/routes.ts';
import { outdated } from './schema/model-watch.ts';
import type { Needs, Services } from './services.ts';

/** Undoes writes to rows of any resource, all or none. */
function addUndoRoute(app: FastifyInstance, { engine }: Needs<'engine'>): void {
  addCalls(app, undoCalls, {
    'POST /api/undo': async ({ actor, body }) => ({ changes: await engine.undo(actor, body.changes) }),
  });
}

/** The route and class of an unexpected error, without its message. */
function serverFault(error: unknown, request: FastifyRequest): Omit<ServerFault, 'at'> {
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code).slice(0, 40)}` : '';
  return {
    requestId: request.id,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown address'}`,
    kind: `${error instanceof Error ? error.name : typeof error}${code}`,
  };
}

/** Makes each request a call of its route, so that one route cannot take all connections to the database. */
function countAsCalls(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: unknown, done: () => void): void =>
    asCall(`${request.method} ${request.routeOptions.url ?? 'unknown address'}`, done);
  app.addHook('onRequest', enter);
  // Reading the body continues outside the context of the request.
  app.addHook('preValidation', enter);
}

const JSON_BODY_MS = 20_000;

async function endSlowBodies(request: FastifyRequest): Promise<void> {
  if (!request.headers['content-type']?.toLowerCase().includes('json')) return;
  const timer = setTimeout(() => request.raw.destroy(), JSON_BODY_MS).unref();
  request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/** One route of the API, for OpenAPI and the tests' route matrix. */
export interface ListedRoute {
  method: string;
  url: string;
  needsAccount: boolean;
  schema: FastifySchema | undefined;
  /** The declaration from which it was made. */
  call: Call | undefined;
}

declare module 'fastify' {
  interface FastifyInstance {
    listedRoutes: ListedRoute[];
  }
  interface FastifyContextConfig {
    public?: boolean;
  }
  interface FastifySchema {
    summary?: string;
  }
}

/** Builds the HTTP server, ready for `listen` or `inject`. `services` outlive it and are closed by their owner. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { settings } = services;
  const build = await loadBuild(settings);
  const app = keepAwaitedConnections(fastify(serverOptions(settings)));
  countAsCalls(app);
  if (services.tracing) traceRequests(app, services.tracing);
  const health = healthOf(services);
  answerProblems(
    app,
    (error, request) => {
      services.watch.noteFault(serverFault(error, request));
      return logFault(services, error, request);
    },
    (error) => {
      health.note(error);
      return services.modelWatch.explain(error);
    },
  );
  parseJsonOnly(app, ({ session }) => !session);
  await app.register(cookie);
  readSessionToken(app, settings);
  shareWithRegisteredSites(app, services);
  cacheResponses(app, services.db, services.clock, {
    isAcceptable: (request) => !services.modelWatch.isOutdated && !hasTwoHosts(request),
    isVisitor: ({ sessionToken, deviceToken, session }) => sessionToken === null && deviceToken === null && !session,
    ownHeaders: (request) => ({ ...requestHeaders(request, settings), ...sharedHeaders(request) }),
  });
  services.watch.caches.set('Responses to visitors', () => app.publicCache.figures());
  addSecurityHeaders(app, settings, {
    scriptHashes: build?.scriptHashes ?? [],
    frameHosts: services.model.site.frameHosts,
    cameraRoutes: services.model.routes.filter(({ camera }) => camera === true),
  });
  app.addHook('onRequest', refuseTwoHosts);
  app.addHook('onRequest', refuseNul);
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (services.modelWatch.isOutdated && routeOptions.config?.health !== true) throw outdated();
  });
  app.addHook('onResponse', logAnswer);
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    services.watch.requests.add(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });
  health.addRoutes(app);
  app.decorate('listedRoutes', []);
  app.decorate('validatorSources', []);
  await app.register((api) => addApi(api, services, build));
  await serveFiles(app, build);
  return app;
}

function healthOf({ db, clock, settings, modelWatch }: Needs<'clock' | 'db' | 'modelWatch' | 'settings'>): Health {
  const folders = [settings.dataDir, settings.uploadDir];
  return new Health({ db, clock, folders, isOutdated: () => modelWatch.check() });
}

async function addApi(api: FastifyInstance, services: Services, build: Build | null): Promise<void> {
  api.addHook('onRequest', endSlowBodies);
  api.addHook('onRequest', sameOriginOnly(services.settings));
  await api.register(async (open) => {
    listRoutes(open, false);
    for (const { anonymousRoutes } of FEATURES) await anonymousRoutes?.(open, services);
  });
  await addAuthentication(api, services);
  // Validation parses HTML synchronously, so that long texts would make others wait.
  api.addHook('preHandler', async ({ body }) => prepareHtml(body, services.model.site));
  api.addHook('onSend', keepPrivate);
  // Open to visitors: the engine enforces the permission rules.
  await api.register((scope) => {
    listRoutes(scope, false);
    scope.addHook('onRequest', requireKioskCall);
    return registerResources(scope, services);
  });
  await api.register(async (members) => {
    listRoutes(members, true);
    members.addHook('onRequest', requireKioskCall);
    members.addHook('onRequest', requireAccount);
    addUndoRoute(members, services);
    addBatchRoute(members);
    for (const { routes } of FEATURES) if (routes) await members.register((scope) => routes(scope, services));
  });
  for (const { pages } of FEATURES) if (build && pages) await api.register((scope) => pages(scope, services, build));
}

function listRoutes(scope: FastifyInstance, members: boolean): void {
  scope.addHook('onRoute', ({ method, url, config, schema }) => {
    for (const each of [method].flat())
      scope.listedRoutes.push({
        method: each,
        url,
        needsAccount: members && config?.public !== true,
        schema,
        call: config?.call,
      });
  });
}

/** Programs before this one may have read the other one. */
function hasTwoHosts({ raw }: FastifyRequest): boolean {
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

async function refuseTwoHosts(request: FastifyRequest): Promise<void> {
  if (hasTwoHosts(request))
    throw problem(400, 'http.two-hosts', 'Bad request', 'The request has more than one Host header.');
}

async function refuseNul(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!/%00/.test(request.url)) return undefined;
  if (wantsDocument(request)) return sendDocument(request, reply);
  throw problem(400, 'http.nul-character', 'Bad request', 'The address contains a NUL character.');
}

async function keepPrivate(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
