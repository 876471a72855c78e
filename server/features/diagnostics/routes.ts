import type { FastifyInstance } from 'fastify';
import { debugCalls } from '../../../domain/calls/debug.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import type { Diagnostics } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { readSections, runCheck } from './read-sections.ts';

export async function registerDiagnostics(
  app: FastifyInstance,
  services: Services,
  parts: readonly Diagnostics[],
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see the state of the portal.');
  });
  addCalls(app, debugCalls, {
    'GET /api/debug/report': () => readSections(services, parts),
    'POST /api/debug/checks/:section/:check': ({ params }) => {
      const part = parts.find(({ key }) => key === params.section);
      const check = part?.checks?.find(({ key }) => key === params.check);
      if (!part || !check) throw problem(404, 'debug.no-check', 'Not found', 'There is no such check.');
      return runCheck(services, part, check);
    },
  });
}
