import type { FastifyInstance } from 'fastify';
import { isUnlimited } from '../../declarations/permission.ts';
import type { Diagnostics } from '../../feature.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { readSections, runCheck } from './read-sections.ts';

const name = { type: 'string', pattern: '^[a-z][a-z0-9-]{0,60}$' };
const ofCheck = {
  type: 'object',
  additionalProperties: false,
  required: ['section', 'check'],
  properties: { section: name, check: name },
};

/** What /admin/debug shows, for administrators alone. */
export async function registerDiagnostics(
  app: FastifyInstance,
  services: Services,
  parts: readonly Diagnostics[],
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see the state of the portal.');
  });
  app.get('/api/debug/report', { schema: { summary: 'Debug: the state of the portal, part by part' } }, () =>
    readSections(services, parts),
  );
  app.post<{ Params: { section: string; check: string } }>(
    '/api/debug/checks/:section/:check',
    { schema: { params: ofCheck, summary: 'Debug: runs a check' } },
    ({ params }) => {
      const part = parts.find(({ key }) => key === params.section);
      const check = part?.checks?.find(({ key }) => key === params.check);
      if (!part || !check) throw problem(404, 'debug.no-check', 'Not found', 'There is no such check.');
      return runCheck(services, part, check);
    },
  );
}
