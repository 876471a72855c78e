import type { FastifyInstance } from 'fastify';
import { MAX_ROWS } from '../../domain/declarations/list-query.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import type { Services } from '../services.ts';
import { badRequest } from './refusals.ts';
import type { Id } from './row-reader.ts';

const IDS = {
  type: 'array',
  minItems: 1,
  maxItems: MAX_ROWS,
  items: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 1, maxLength: 100 }] },
};
const PLAN = { type: 'object', required: ['ids'], additionalProperties: false, properties: { ids: IDS } };
/** By id: the value of the command's `unchanged` field that the caller has seen. */
const SEEN = { type: 'object', maxProperties: MAX_ROWS };
const RUN = { ...PLAN, properties: { ids: IDS, inputs: { type: 'object' }, seen: SEEN } };

type Named = { Params: { action: string }; Body: { ids: Id[]; inputs?: Row; seen?: Row } };

/** The addresses of a resource's actions. Their entries of the API's description follow from the caller's rights (openapi.ts). */
export function addActionRoutes(app: FastifyInstance, { engine }: Services, { name, actions }: Resource): void {
  if (actions.length === 0) return;
  const path = `/api/${name}/actions`;
  app.get<{ Querystring: { ids?: string } }>(path, ({ actor, query }) =>
    engine.commands.available(actor, name, idsIn(query.ids)),
  );
  app.post<Named>(`${path}/:action/plan`, { schema: { body: PLAN } }, ({ actor, params, body }) =>
    engine.commands.plan(actor, name, params.action, body.ids),
  );
  app.post<Named>(`${path}/:action`, { schema: { body: RUN } }, ({ actor, params, body, headers }) => {
    const key = headers['idempotency-key'];
    return engine.commands.run(actor, name, params.action, { ...body, key: typeof key === 'string' ? key : undefined });
  });
}

/** ids=[1,2] */
function idsIn(text: string | undefined): Id[] {
  let ids: unknown;
  try {
    ids = JSON.parse(text ?? '');
  } catch {
    ids = null;
  }
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number' || typeof id === 'string'))
    throw badRequest('Name the rows: ids=[1,2].');
  return ids;
}
