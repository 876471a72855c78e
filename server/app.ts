import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema } from 'fastify';
import { addAuthentication, mayHaveSession, requireAccount } from './features/accounts/authentication.ts';
import { registerAccounts } from './features/accounts/routes.ts';
import { registerContent } from './features/content/routes.ts';
import { registerDocuments } from './features/documents/routes.ts';
import { logFault, registerEventLog } from './features/event-log/routes.ts';
import { registerFiles } from './features/files/routes.ts';
import { registerForms } from './features/forms/routes.ts';
import { addImageServing, registerImages } from './features/images/routes.ts';
import { registerLinks } from './features/links/switch.ts';
import { registerPlaces } from './features/places/routes.ts';
import { registerPreferences } from './features/preferences/routes.ts';
import { registerRequests } from './features/requests/routes.ts';
import { registerViews } from './features/views/routes.ts';
import { registerSearch } from './features/search/routes.ts';
import { loadBuild, type Build } from './platform/http/build.ts';
import { addHealth } from './platform/http/health.ts';
import { keepAnswers } from './platform/http/kept-answers.ts';
import { parseJsonOnly } from './platform/http/json-body.ts';
import { serveFiles } from './platform/http/pages.ts';
import { answerProblems } from './platform/http/problems.ts';
import { logAnswer } from './platform/http/request-log.ts';
import { sameOriginOnly } from './platform/http/same-origin.ts';
import { addSecurityHeaders, headersOf } from './platform/http/security-headers.ts';
import { serverOptions } from './platform/http/server-options.ts';
import { endSlowBodies } from './platform/http/slow-bodies.ts';
import { sendDocument, wantsDocument } from './platform/http/unreadable-address.ts';
import { problem } from './platform/problem.ts';
import { registerResources } from './resources/routes.ts';
import type { Services } from './services.ts';

type Register = (app: FastifyInstance, services: Services) => Promise<void>;

/** Behaviour that cannot be declared. Their routes need an account unless they say `config: { public: true }`. */
const FEATURES: Register[] = [
  registerAccounts,
  registerEventLog,
  registerPreferences,
  registerForms,
  registerRequests,
  registerFiles,
  registerImages,
  registerViews,
  registerPlaces,
  registerContent,
  registerSearch,
  registerLinks,
];

/** One route of the API, as OpenAPI and the route matrix of the tests read it. */
export interface ListedRoute {
  method: string;
  url: string;
  needsAccount: boolean;
  schema: FastifySchema | undefined;
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

/** The HTTP side of the server, ready for `listen` or `inject`. `services` outlive it: whoever made them closes them. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const { settings } = services;
  const build = await loadBuild(settings);
  const app = fastify(serverOptions(settings));
  answerProblems(app, (error, request) => logFault(services, error, request));
  parseJsonOnly(app);
  keepAnswers(app, services.db, {
    isVisitor: (request) => !mayHaveSession(request),
    ownHeaders: (request) => headersOf(request, settings),
  });
  await addSecurityHeaders(app, settings, build?.scriptHashes ?? [], services.model.site.frameHosts);
  await app.register(cookie);
  app.addHook('onRequest', refuseNul);
  app.addHook('onResponse', logAnswer);
  addHealth(app, services.db);
  app.decorate('listedRoutes', []);
  app.decorate('validatorSources', []);
  await app.register((api) => addApi(api, services, build));
  await serveFiles(app, build);
  return app;
}

async function addApi(api: FastifyInstance, services: Services, build: Build | null): Promise<void> {
  api.addHook('onRequest', endSlowBodies);
  api.addHook('onRequest', sameOriginOnly(services.settings));
  // Pictures are the same for everybody: nobody's session is looked up for them.
  await api.register(async (open) => {
    listRoutes(open, false);
    addImageServing(open, services);
  });
  await addAuthentication(api, services);
  api.addHook('onSend', keepPrivate);
  // The engine decides by the permission rules what visitors may see, so its routes are open to all.
  await api.register((scope) => {
    listRoutes(scope, false);
    return registerResources(scope, services);
  });
  await api.register(async (members) => {
    listRoutes(members, true);
    members.addHook('onRequest', requireAccount);
    for (const register of FEATURES) await members.register((scope) => register(scope, services));
  });
  if (build) await api.register((scope) => registerDocuments(scope, services, build));
}

function listRoutes(scope: FastifyInstance, members: boolean): void {
  scope.addHook('onRoute', ({ method, url, config, schema }) => {
    for (const each of [method].flat())
      scope.listedRoutes.push({ method: each, url, needsAccount: members && config?.public !== true, schema });
  });
}

async function refuseNul(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (!/%00/.test(request.url)) return undefined;
  if (wantsDocument(request)) return sendDocument(request, reply);
  throw problem(400, 'http.nul-character', 'Bad request', 'The address contains a NUL character.');
}

async function keepPrivate(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
