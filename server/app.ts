import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema } from 'fastify';
import type { Call } from '../domain/calls/call.ts';
import { addAuthentication, readSessionToken, requireAccount } from './features/accounts/authentication.ts';
import { logFault } from './features/event-log/routes.ts';
import { FEATURES } from './features/index.ts';
import { shareWithRegisteredSites } from './features/sites/sharing.ts';
import { addBatchRoute } from './platform/http/batch.ts';
import { countAsCalls } from './platform/http/call-kinds.ts';
import { serverFault } from './platform/http/fault-of.ts';
import { loadBuild, type Build } from './platform/http/build.ts';
import { Health } from './platform/http/health.ts';
import { parseJsonOnly } from './platform/http/json-body.ts';
import { serveFiles } from './platform/http/pages.ts';
import { answerProblems } from './platform/http/problems.ts';
import { logAnswer } from './platform/http/request-log.ts';
import { cacheResponses } from './platform/http/response-caching.ts';
import { sharedHeaders } from './platform/http/cross-origin.ts';
import { sameOriginOnly } from './platform/http/same-origin.ts';
import { addSecurityHeaders, requestHeaders } from './platform/http/security-headers.ts';
import { serverOptions } from './platform/http/server-options.ts';
import { endSlowBodies } from './platform/http/slow-bodies.ts';
import { traceRequests } from './platform/http/trace-requests.ts';
import { wantsDocument } from './platform/http/navigation.ts';
import { sendDocument } from './platform/http/unreadable-address.ts';
import { problem } from './platform/problem.ts';
import { prepareHtml } from './resources/html.ts';
import { registerResources } from './resources/routes.ts';
import { addUndoRoute } from './resources/undo-route.ts';
import { outdated } from './schema/model-watch.ts';
import type { Services } from './services.ts';

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
  const app = fastify(serverOptions(settings));
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
    isVisitor: ({ sessionToken, session }) => sessionToken === null && !session,
    ownHeaders: (request) => ({ ...requestHeaders(request, settings), ...sharedHeaders(request) }),
  });
  services.watch.caches.set('Responses to visitors', () => app.publicCache.figures());
  addSecurityHeaders(app, settings, build?.scriptHashes ?? [], services.model.site.frameHosts);
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

function healthOf({ db, clock, settings, modelWatch }: Services): Health {
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
  // Validation takes HTML apart at once, which long texts would make others wait for.
  api.addHook('preHandler', async ({ body }) => prepareHtml(body, services.model.site));
  api.addHook('onSend', keepPrivate);
  // Open to visitors: the engine enforces the permission rules.
  await api.register((scope) => {
    listRoutes(scope, false);
    return registerResources(scope, services);
  });
  await api.register(async (members) => {
    listRoutes(members, true);
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
