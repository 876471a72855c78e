import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { DocumentQuery, RenderedDocument, RenderRequest } from '../../../domain/content/document.ts';
import { KIOSK_PATH, SECOND_FACTOR_PATH } from '../../../domain/access/route-guard.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Problem } from '../../../domain/values/problem.ts';
import type { Feature } from '../../feature.ts';
import type { Build } from '../../platform/http/build.ts';
import { isPage } from '../../platform/http/navigation.ts';
import { nothingHere } from '../../platform/http/pages.ts';
import { requestPath } from '../../platform/http/request-log.ts';
import { abandonFill, compressed } from '../../platform/http/response-caching.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import { problem } from '../../platform/problem.ts';
import { shellModel } from '../../resources/client-model.ts';
import type { CommandServices } from '../../services.ts';
import { callerData } from '../accounts/begin-session.ts';
import { pairedDevice } from '../accounts/device-store.ts';
import { addSearchEngineRoutes } from './search-engines.ts';
import { Template } from './template.ts';
import { programsAt, withPrograms } from './visitor-programs.ts';

interface DocumentAddress {
  path: string;
  /** Empty, or "?" and the declared parameters. */
  search: string;
}

const SITE = 'http://document.invalid';

/**
 * The address under which a document is rendered and cached: the path and the declared query parameters, each once and in declared
 * order. Other parameters (campaign tags, noise) lead to the same document.
 */
export function documentAddress(url: string, routes: readonly RouteDeclaration[]): DocumentAddress {
  const { pathname: path, searchParams } = new URL(url.startsWith('/') ? `${SITE}${url}` : url, SITE);
  if (searchParams.size === 0) return { path, search: '' };
  const declared = new URLSearchParams();
  for (const name of matchRoute(path, routes)?.route.query ?? []) {
    const value = searchParams.get(name);
    if (value !== null) declared.set(name, value);
  }
  return { path, search: declared.size === 0 ? '' : `?${declared.toString()}` };
}

const TIMEOUT_MS = 1500;
const TIMED_OUT = problem(
  503,
  'document.too-late',
  'Too late',
  'This took too long and will be requested again.',
).problem;
const HTML = 'text/html; charset=utf-8';
const FORWARDED = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'user-agent'];

async function registerDocuments(app: FastifyInstance, services: CommandServices, build: Build): Promise<void> {
  addSearchEngineRoutes(app, services);
  const template = new Template(build, services.settings.publicUrl);
  const addressOf = ({ url }: FastifyRequest) => documentAddress(url, services.model.routes);
  const cacheKey = (request: FastifyRequest): string => Object.values(addressOf(request)).join('');
  // Pages that are declared among the addresses of the API, such as /api/jobs.
  const inApi = services.model.routes.map(({ path }) => path).filter((path) => path.startsWith('/api/'));
  for (const path of ['/*', ...inApi]) app.get(path, { config: { cacheKey } }, sendPage);

  async function sendPage(request: FastifyRequest, reply: FastifyReply) {
    if (!isPage(request) && !inApi.includes(requestPath(request))) throw nothingHere();
    const address = addressOf(request);
    const only = onlyPath(request);
    if (only !== null && address.path !== only)
      return reply.header('cache-control', 'private, no-store').redirect(only, 302);
    const document = await rendered(request, services, build, `${address.path}${address.search}`);
    if (document.movedTo !== null) {
      const [, search = ''] = /^[^?]*(\?.*)$/.exec(request.url) ?? [];
      return reply.header('cache-control', 'no-cache').redirect(`${document.movedTo}${search}`, 301);
    }
    reply.code(document.status).type(HTML);
    // The address is a secret: loaded or linked sites must not receive it.
    if (document.isPrivate) reply.header('referrer-policy', 'no-referrer');
    // Neither private nor missing documents are counted.
    const isPlain = document.status === 200 && !document.isPrivate;
    const programs = isPlain ? programsAt(services, address.path, request) : [];
    const html = withPrograms(
      template.fill(document, address.path, siteOrigin(services.settings, app.server.address())),
      programs,
      reply,
    );
    // Cached, compressed and tagged when it is sent, unless a query has failed for a reason that may be temporary.
    if (request.cacheFill && isPlain && !document.state.queries.some(isTransientFault)) return html;
    abandonFill(request);
    reply.header(
      'cache-control',
      request.session || request.device || only !== null || document.isPrivate ? 'private, no-store' : 'no-cache',
    );
    return compressed(request, reply, Buffer.from(html));
  }
}

/** The only page of a session or device. A screen for self check-in must be ready for the next person, whatever the one before has opened. */
function onlyPath({ device, enrolling }: FastifyRequest): string | null {
  if (device?.kind === 'selfCheckIn') return KIOSK_PATH;
  return enrolling === null ? null : SECOND_FACTOR_PATH;
}

async function rendered(
  request: FastifyRequest,
  services: CommandServices,
  build: Build,
  url: string,
): Promise<RenderedDocument> {
  const { model, engine, settings } = services;
  const { session, actor, device } = request;
  const fetchQuery = (path: string): Promise<DocumentQuery> => withTimeout(request, path);
  const [caller, name] = await Promise.all([
    callerData(request, services),
    session && displayName(session.actor.username, fetchQuery),
  ]);
  const state: RenderRequest['state'] = {
    session: caller,
    displayName: name,
    shell: shellModel(model, settings, engine.resolver, actor),
    ...(device === null ? {} : { device: pairedDevice(device) }),
  };
  return build.render({ url, origin: siteOrigin(settings, request.server.server.address()), state, fetchQuery });
}

function isTransientFault(query: DocumentQuery): boolean {
  return 'problem' in query && query.problem.status >= 500;
}

/** Slow queries are left to the page, which repeats them in the browser. */
async function withTimeout(request: FastifyRequest, path: string): Promise<DocumentQuery> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<DocumentQuery>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, { path, problem: TIMED_OUT });
  });
  return Promise.race([answerTo(request, path), late]).finally(() => clearTimeout(timer));
}

async function answerTo(request: FastifyRequest, path: string): Promise<DocumentQuery> {
  // The documents of visitors are built from visitors' responses.
  const names = request.session ? [...FORWARDED, 'cookie'] : FORWARDED;
  const headers = Object.fromEntries(
    names.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
  );
  const answer = await request.server.inject({
    url: path,
    headers: { ...headers, accept: 'application/json' },
    remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
  });
  if (answer.statusCode === 200) return { path, data: answer.json<Json>() };
  return { path, problem: answer.json<Problem>() };
}

async function displayName(username: string, fetchQuery: (path: string) => Promise<DocumentQuery>): Promise<string> {
  const answer = await fetchQuery(`/api/users?filter=${encodeURIComponent(JSON.stringify({ username }))}`);
  const [row] = 'data' in answer ? (answer.data as { displayName?: string }[]) : [];
  return row?.displayName ?? username;
}

export const documents: Feature = { name: 'documents', pages: registerDocuments };
