import type { Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { registerTemplates } from './routes.ts';
import { unusedTemplates } from './stored.ts';

async function logUnusedTemplates(services: Needs<'db' | 'model'>): Promise<void> {
  for (const sentence of await unusedTemplates(services)) console.warn(`Messages: ${sentence}`);
}

export const templates: Feature = { name: 'templates', routes: registerTemplates, catchUp: logUnusedTemplates };
