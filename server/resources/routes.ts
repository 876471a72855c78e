import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/declarations/actor.ts';
import { isView } from '../../domain/declarations/fields.ts';
import { type ListQuery, readListQuery } from '../../domain/declarations/list-query.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import { keyByQuery } from '../platform/http/response-caching.ts';
import type { Needs } from '../services.ts';
import { countNotified } from './change-notices.ts';
import { clientModel } from './client-model.ts';
import { correctedList } from './corrected-list.ts';
import { sendCsv } from './csv.ts';
import { DOCS_STYLE, docsPage } from './docs-page.ts';
import { duplicate, duplicatePlan } from './duplicate.ts';
import type { Engine } from './engine.ts';
import { exportFormat, formatFields, sendFormat } from './export-format.ts';
import { exportOptions } from './export-options.ts';
import { addDocumentRoute, addModelRoutes } from './model-route.ts';
import { type DescribedResource, openApiOf } from './openapi.ts';
import { badRequest, withBadRequest } from './refusals.ts';
import { addRowCalls } from './row-calls.ts';
import type { Id, Page } from './row-reader.ts';
import { sendPage } from './send-page.ts';
import { addValidatorRoutes } from './validators.ts';

/** /api/openapi.json for programs, /api/docs for people: the calls available to this caller, visitors included. */
function addDescriptionRoutes(
  app: FastifyInstance,
  services: Needs<'engine' | 'model' | 'permissions' | 'settings'>,
): void {
  const { model, engine } = services;
  const own = new Set(['/api/docs', '/api/docs.css', '/api/openapi.json']);

  const resourcesFor = (actor: Actor): DescribedResource[] =>
    clientModel(model, engine.resolver, actor).resources.map(({ name, config: { rules }, fields, actions, can }) => ({
      name,
      schema: engine.resolver.resource(name).schema,
      config: { ...engine.resolver.resource(name).config, rules },
      fields,
      actions,
      can,
    }));
  const describe = (actor: Actor, resources: readonly DescribedResource[]): Record<string, unknown> => {
    const calls = app.listedRoutes.filter(
      ({ url, needsAccount, call }) =>
        url.startsWith('/api/') &&
        !own.has(url) &&
        call?.resource === undefined &&
        (actor.id !== null || !needsAccount),
    );
    return openApiOf(model, resources, calls);
  };

  addDocumentRoute(app, services, '/api/openapi.json', {
    type: 'application/json; charset=utf-8',
    make: (actor) => JSON.stringify(describe(actor, resourcesFor(actor))),
  });
  addDocumentRoute(app, services, '/api/docs', {
    type: 'text/html; charset=utf-8',
    make: (actor) => {
      const resources = resourcesFor(actor);
      return docsPage(model, resources, describe(actor, resources));
    },
  });
  app.get('/api/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(DOCS_STYLE));
}

/** The REST calls of every declared resource, the model documents for the browser, and the API's own description. */
export async function registerResources(
  app: FastifyInstance,
  services: Needs<'engine' | 'clock' | 'model' | 'permissions' | 'settings'>,
): Promise<void> {
  for (const resource of services.model.resources.values()) {
    if (resource.config.internal) continue;
    addReading(app, services, resource);
    if (!isView(resource)) addWriting(app, services, resource);
    if (resource.actions.length > 0) addActions(app, services, resource);
    if (resource.config.notifiesOfChanges) addChangePlan(app, services, resource);
    if (resource.config.calendar) addCalendar(app, services, resource);
    if (resource.config.list.sums) addSums(app, services, resource);
    if (resource.config.softDelete) addRestoring(app, services, resource);
  }
  addModelRoutes(app, services);
  addValidatorRoutes(app);
  addDescriptionRoutes(app, services);
}

async function sendDeclared(
  { engine, clock, model }: Needs<'engine' | 'clock' | 'model'>,
  resource: Resource,
  {
    actor,
    query,
    format: name,
    reply,
  }: { actor: Actor; query: Readonly<Record<string, unknown>>; format: string; reply: FastifyReply },
): Promise<FastifyReply> {
  const format = exportFormat(resource, name);
  const options = { named: true, only: formatFields(format) };
  const exported = await engine.export(actor, resource.name, listQueryOf(query), options);
  const { timezone: zone } = model.site;
  return sendFormat(reply, resource.name, format, exported, { now: clock.now(), zone });
}

function addReading(app: FastifyInstance, services: Needs<'engine' | 'clock' | 'model'>, resource: Resource): void {
  const { engine } = services;
  const {
    name,
    config: { cached },
  } = resource;
  addRowCalls(app, resource, {
    'GET /api/:resource': {
      config: { cacheKey: cached ? listKey : undefined },
      handle: async ({ actor, query, reply }) => sendPage(reply, name, await listed(engine, actor, name, query)),
    },
    'GET /api/:resource/export': async ({ actor, query, reply }) =>
      (query.format ?? 'csv') === 'csv'
        ? sendCsv(reply, name, await engine.export(actor, name, listQueryOf(query), exportOptions(query)))
        : sendDeclared(services, resource, { actor, query, format: query.format ?? '', reply }),
    'GET /api/:resource/:id': {
      config: { cacheKey: cached ? keyByQuery(['deleted'], { closed: false }) : undefined },
      handle: async ({ actor, params, query, reply }) =>
        sendRow(reply, await engine.get(actor, name, params.id, { deleted: query.deleted === 'true' })),
    },
  });
}

function addSums(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  addRowCalls(app, resource, {
    'GET /api/:resource/sums': ({ actor, query }) => engine.sums(actor, resource.name, listQueryOf(query)),
  });
}

function addWriting(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  const { name } = resource;
  addRowCalls(app, resource, {
    'POST /api/:resource': async ({ actor, body, key, reply }) =>
      sendCreated(reply, name, await engine.createOnce(actor, name, body, key)),
    'PATCH /api/:resource': ({ actor, body }) => engine.updateMany(actor, name, body.ids, body.data, body.note),
    'DELETE /api/:resource': ({ actor, query }) => engine.removeMany(actor, name, listQueryOf(query).filter),
    'PUT /api/:resource/:id': async ({ actor, params, body, request, reply }) =>
      sendRow(reply, await engine.update(actor, name, params.id, body, seenVersion(request))),
    'DELETE /api/:resource/:id': async ({ actor, params, request, reply }) =>
      sendRow(reply, await engine.remove(actor, name, params.id, seenVersion(request))),
    'GET /api/:resource/:id/history': async ({ actor, params, query, reply }) => {
      const options = { range: listQueryOf(query).range, deleted: query.deleted === 'true' };
      return sendPage(reply, 'history', await engine.history.list(actor, name, params.id, options));
    },
    'POST /api/:resource/:id/revert': async ({ actor, params, body, request, reply }) =>
      sendRow(reply, await engine.history.revert(actor, name, params.id, body, seenVersion(request))),
    'GET /api/:resource/:id/duplicate': ({ actor, params }) => duplicatePlan(engine, actor, name, params.id),
    'POST /api/:resource/:id/duplicate': async ({ actor, params, body, key, reply }) =>
      sendCreated(reply, name, await duplicate(engine, actor, { name, id: params.id }, body, key)),
  });
}

function addChangePlan(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  addRowCalls(app, resource, {
    'POST /api/:resource/changes/plan': async ({ actor, body }) => ({
      people: await countNotified(engine, actor, resource.name, body),
    }),
  });
}

function addCalendar(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  addRowCalls(app, resource, {
    'GET /api/:resource/calendar': ({ actor, query }) => {
      const { from, to, zone } = query;
      const { filter } = listQueryOf(query);
      return engine.calendars.read(actor, resource.name, { from, to, zone, filter });
    },
  });
}

function addRestoring(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  addRowCalls(app, resource, {
    'POST /api/:resource/:id/restore': async ({ actor, params, reply }) =>
      sendRow(reply, await engine.restore(actor, resource.name, params.id)),
  });
}

function addActions(app: FastifyInstance, { engine }: Needs<'engine'>, resource: Resource): void {
  const { commands } = engine;
  const { name } = resource;
  addRowCalls(app, resource, {
    'GET /api/:resource/actions': ({ actor, query }) => commands.available(actor, name, idsIn(query.ids)),
    'POST /api/:resource/actions/:action/plan': ({ actor, params, body }) =>
      commands.plan(actor, name, params.action, body),
    'POST /api/:resource/actions/:action': ({ actor, params, body, key }) =>
      commands.run(actor, name, params.action, { ...body, key }),
  });
}

function sendCreated(reply: FastifyReply, name: string, row: Row): Row {
  reply.header('Location', `/api/${name}/${row['id']}`);
  return sendRow(reply, row);
}

function sendRow(reply: FastifyReply, row: Row): Row {
  if (typeof row['version'] === 'number') reply.header('ETag', `"${row['version']}"`);
  return row;
}

function listQueryOf(query: Readonly<Record<string, unknown>>): ListQuery {
  return withBadRequest(() => readListQuery(query));
}

/** ids=[1,2] */
function idsIn(text: string): Id[] {
  let ids: unknown;
  try {
    ids = JSON.parse(text);
  } catch {
    ids = null;
  }
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number' || typeof id === 'string'))
    throw badRequest('Name the rows: ids=[1,2].');
  return ids;
}

/** Keyed by the parsed parameters, not by their spelling. An invalid query is left to the route to refuse. */
type ListCall = Readonly<Record<string, unknown>> & { spelling?: string };

function listed(engine: Engine, actor: Actor, name: string, query: ListCall): Promise<Page> {
  const list = listQueryOf(query);
  return query.spelling === 'correct' ? correctedList(engine, actor, name, list) : engine.list(actor, name, list);
}

function listKey(request: FastifyRequest): string | null {
  try {
    const query = request.query as Readonly<Record<string, unknown>>;
    const { filter, range, sort } = readListQuery(query);
    return JSON.stringify([filter ?? null, range ?? null, sort ?? null, query['spelling'] === 'correct']);
  } catch (error) {
    if (error instanceof QueryFault) return null;
    throw error;
  }
}

/** If-Match: "3". Without it the write is unconditional. */
export function seenVersion(request: FastifyRequest): { version?: number } {
  const match = request.headers['if-match'];
  if (match === undefined || match === '*') return {};
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(match) ?? [];
  if (version === undefined) throw badRequest('If-Match is the version that you have seen, such as "3".');
  return { version: Number(version) };
}
