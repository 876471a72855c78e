import type { FastifyInstance } from 'fastify';
import { ROSTER_BYTES, ROSTER_COLUMNS, type ImportRoster, type RosterFile } from '../../../domain/roster-calls.ts';
import { idsInPath } from '../../platform/http/request-schemas.ts';
import type { Services } from '../../services.ts';
import { importRoster, planRoster } from './import.ts';

const params = idsInPath('classId');
const file = {
  text: { type: 'string', maxLength: ROSTER_BYTES },
  columns: { type: 'array', maxItems: 60, items: { enum: [...ROSTER_COLUMNS, null] } },
  keepsMissing: { type: 'boolean' },
};
const planBody = { type: 'object', additionalProperties: false, required: ['text'], properties: file };
const importBody = {
  type: 'object',
  additionalProperties: false,
  required: ['text', 'basis'],
  properties: { ...file, basis: { type: 'string', pattern: '^[0-9a-f]{32}$' } },
};
/** JSON escapes what stands in quotes. */
const BODY_LIMIT = 2 * ROSTER_BYTES;

interface ByClass {
  Params: { classId: string };
}

/** The API of domain/roster-calls.ts. */
export async function registerRosters(app: FastifyInstance, services: Services): Promise<void> {
  app.post<ByClass & { Body: RosterFile }>(
    '/api/rosters/:classId/plan',
    { bodyLimit: BODY_LIMIT, schema: { summary: 'Rosters: what an import would do', params, body: planBody } },
    ({ actor, params: { classId }, body }) => planRoster(services, actor, Number(classId), body),
  );
  app.post<ByClass & { Body: ImportRoster }>(
    '/api/rosters/:classId/import',
    { bodyLimit: BODY_LIMIT, schema: { summary: 'Rosters: do what was planned', params, body: importBody } },
    ({ actor, params: { classId }, body }) => importRoster(services, actor, Number(classId), body),
  );
}
