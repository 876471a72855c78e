import type { FastifyInstance } from 'fastify';
import { debugCalls } from '../../../domain/calls/debug.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { aboutCaches } from './about-caches.ts';
import { aboutConfiguration } from './about-configuration.ts';
import { aboutDatabase } from './about-database.ts';
import { aboutErrors } from './about-errors.ts';
import { aboutProcesses } from './about-processes.ts';
import { aboutServer } from './about-server.ts';
import { aboutSite } from './about-site.ts';
import { keepListed } from './heartbeat.ts';
import { readSections, runCheck } from './read-sections.ts';

async function registerDiagnostics(
  app: FastifyInstance,
  services: Services,
  parts: readonly Diagnostics[],
): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators can see the health of the portal.');
  });
  addCalls(app, debugCalls, {
    'GET /api/debug/report': () => readSections(services, parts),
    'POST /api/debug/checks/:section/:check': ({ params }) => {
      const part = parts.find(({ key }) => key === params.section);
      const check = part?.checks?.find(({ key }) => key === params.check);
      if (!part || !check) throw problem(404, 'debug.no-check', 'Not found', 'This check does not exist.');
      return runCheck(services, part, check);
    },
  });
}

export function diagnosticsOf(features: readonly Feature[]): Feature {
  const parts = [
    aboutServer,
    aboutProcesses,
    aboutDatabase,
    ...features.flatMap(({ diagnostics }) => diagnostics ?? []),
    aboutSite,
    aboutCaches,
    aboutErrors,
    aboutConfiguration,
  ];
  return {
    name: 'diagnostics',
    routes: async (app, services) => {
      keepListed(app, services);
      await registerDiagnostics(app, services, parts);
    },
  };
}
