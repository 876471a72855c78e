import type { Feature } from '../../feature.ts';
import { aboutCaches } from './about-caches.ts';
import { aboutConfiguration } from './about-configuration.ts';
import { aboutDatabase } from './about-database.ts';
import { aboutErrors } from './about-errors.ts';
import { aboutProcesses } from './about-processes.ts';
import { aboutServer } from './about-server.ts';
import { aboutSite } from './about-site.ts';
import { keepListed } from './heartbeat.ts';
import { registerDiagnostics } from './routes.ts';

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
