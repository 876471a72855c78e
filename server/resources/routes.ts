import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readListQuery, type ListQuery } from '../../domain/declarations/list-query.ts';
import { isView } from '../../domain/declarations/fields.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import { keyByQuery } from '../platform/http/response-caching.ts';
import { addActionRoutes } from './action-routes.ts';
import { addValidatorRoutes } from './validators.ts';
import type { Services } from '../services.ts';
import { sendCsv } from './csv.ts';
import { addDescriptionRoutes } from './description-routes.ts';
import { duplicate, duplicatePlan } from './duplicate.ts';
import type { Id } from './row-reader.ts';
import { sendPage } from './send-page.ts';
import { areTexts, exportOptions } from './export-options.ts';
import { addModelRoutes } from './model-route.ts';
import { badRequest, withBadRequest } from './refusals.ts';

/** The REST calls of every declared resource, the model documents for the browser, and the API's own description. */
export async function registerResources(app: FastifyInstance, services: Services): Promise<void> {
  for (const resource of services.model.resources.values()) {
    if (resource.config.internal) continue;
    addReading(app, services, resource);
    if (!isView(resource)) addWriting(app, services, resource);
    addActionRoutes(app, services, resource);
    if (resource.config.calendar) addCalendar(app, services, resource);
    if (resource.config.softDelete) addRestoring(app, services, resource);
  }
  addModelRoutes(app, services);
  addValidatorRoutes(app);
  addDescriptionRoutes(app, services);
}

type Named = { Params: { id: string } };

function addReading(app: FastifyInstance, { engine }: Services, { name, config: { cached } }: Resource): void {
  const all = `/api/${name}`;
  const one = `${all}/:id`;

  app.get(all, { config: { cacheKey: cached ? listKey : undefined } }, async (request, reply) => {
    const query = listQueryOf(request);
    return sendPage(reply, name, await engine.list(request.actor, name, query));
  });

  app.get(`${all}/export`, async (request, reply) => {
    const query = listQueryOf(request);
    const exported = await engine.export(request.actor, name, query, exportOptions(queryOf(request)));
    return sendCsv(reply, name, exported);
  });

  const oneKey = cached ? keyByQuery(['deleted'], { closed: false }) : undefined;
  app.get<Named>(one, { config: { cacheKey: oneKey } }, async (request, reply) =>
    sendRow(reply, await engine.get(request.actor, name, request.params.id, { deleted: asksForDeleted(request) })),
  );
}

function addWriting(app: FastifyInstance, services: Services, resource: Resource): void {
  const { engine } = services;
  const { name } = resource;
  const all = `/api/${name}`;
  const one = `${all}/:id`;
  addDuplicating(app, services, resource);

  app.post(all, async (request, reply) =>
    sendCreated(reply, all, await engine.createOnce(request.actor, name, bodyOf(request), keyOf(request))),
  );

  app.put<Named>(one, async (request, reply) =>
    sendRow(reply, await engine.update(request.actor, name, request.params.id, bodyOf(request), versionOf(request))),
  );

  app.patch(all, async (request) => {
    const { ids, data, ...rest } = bodyOf(request);
    if (!areIds(ids) || !isObject(data) || Object.keys(rest).length > 0)
      throw badRequest('Send {"ids": [1, 2], "data": {…}}.');
    return engine.updateMany(request.actor, name, ids, data);
  });

  app.delete<Named>(one, async (request, reply) =>
    sendRow(reply, await engine.remove(request.actor, name, request.params.id, versionOf(request))),
  );

  app.delete(all, async (request) => {
    const { filter } = listQueryOf(request);
    return engine.removeMany(request.actor, name, filter);
  });

  app.get<Named>(`${one}/history`, async (request, reply) => {
    const { range } = listQueryOf(request);
    const options = { range, deleted: asksForDeleted(request) };
    return sendPage(reply, 'history', await engine.history(request.actor, name, request.params.id, options));
  });

  app.post<Named>(`${one}/revert`, async (request, reply) => {
    const { entryId, fields, ...rest } = bodyOf(request);
    if (
      typeof entryId !== 'number' ||
      !Number.isSafeInteger(entryId) ||
      !(fields === undefined || areTexts(fields)) ||
      Object.keys(rest).length > 0
    ) {
      throw badRequest('Send {"entryId": 1, "fields": ["name"]}; without fields, all that the entry changed.');
    }
    const to = { entryId, ...(fields ? { fields } : {}) };
    return sendRow(reply, await engine.revert(request.actor, name, request.params.id, to, versionOf(request)));
  });
}

function addDuplicating(app: FastifyInstance, { engine }: Services, { name }: Resource): void {
  const all = `/api/${name}`;
  app.get<Named>(`${all}/:id/duplicate`, ({ actor, params }) => duplicatePlan(engine, actor, name, params.id));
  app.post<Named>(`${all}/:id/duplicate`, async (request, reply) => {
    const source = { name, id: request.params.id };
    return sendCreated(reply, all, await duplicate(engine, request.actor, source, bodyOf(request), keyOf(request)));
  });
}

function addCalendar(app: FastifyInstance, { engine }: Services, { name }: Resource): void {
  app.get(`/api/${name}/calendar`, async (request) => {
    const { from, to, zone } = queryOf(request);
    const { filter } = listQueryOf(request);
    return engine.calendars.read(request.actor, name, { from, to, zone, filter });
  });
}

function addRestoring(app: FastifyInstance, { engine }: Services, { name }: Resource): void {
  app.post<Named>(`/api/${name}/:id/restore`, async (request, reply) =>
    sendRow(reply, await engine.restore(request.actor, name, request.params.id)),
  );
}

function sendCreated(reply: FastifyReply, path: string, row: Row): Row {
  reply.code(201).header('Location', `${path}/${row['id']}`);
  return sendRow(reply, row);
}

function sendRow(reply: FastifyReply, row: Row): Row {
  if (typeof row['version'] === 'number') reply.header('ETag', `"${row['version']}"`);
  return row;
}

function keyOf({ headers: { 'idempotency-key': key } }: FastifyRequest): string | undefined {
  return typeof key === 'string' ? key : undefined;
}

/** ?deleted=true: the record also when it is deleted, for those who may restore it. */
function asksForDeleted(request: FastifyRequest): boolean {
  return queryOf(request)['deleted'] === 'true';
}

function queryOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  return request.query as Readonly<Record<string, unknown>>;
}

function listQueryOf(request: FastifyRequest): ListQuery {
  return withBadRequest(() => readListQuery(queryOf(request)));
}

/** Keyed by the parsed parameters, not by their spelling. An invalid query is left to the route to refuse. */
function listKey(request: FastifyRequest): string | null {
  try {
    const { filter, range, sort } = readListQuery(queryOf(request));
    return JSON.stringify([filter ?? null, range ?? null, sort ?? null]);
  } catch (error) {
    if (error instanceof QueryFault) return null;
    throw error;
  }
}

function bodyOf(request: FastifyRequest): Row {
  if (!isObject(request.body)) throw badRequest('Send a JSON object.');
  return request.body;
}

/** If-Match: "3". Without it the write is unconditional. */
export function versionOf(request: FastifyRequest): { version?: number } {
  const match = request.headers['if-match'];
  if (match === undefined || match === '*') return {};
  const [, version] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(match) ?? [];
  if (version === undefined) throw badRequest('If-Match is the version that you have seen, such as "3".');
  return { version: Number(version) };
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areIds(value: unknown): value is Id[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');
}
