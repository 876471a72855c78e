import type { Feature } from '../../feature.ts';
import type { Services } from '../../services.ts';
import { registerTemplates } from './routes.ts';
import { unusedTemplates } from './stored.ts';

async function logUnusedTemplates(services: Services): Promise<void> {
  for (const sentence of await unusedTemplates(services)) console.warn(`Messages: ${sentence}`);
}

export const templates: Feature = { name: 'templates', routes: registerTemplates, catchUp: logUnusedTemplates };
