import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../domain/requests/workflow.ts';
import type { Services } from '../../services.ts';

/** Loads config/workflow.json, which has been validated at start. Its days are those of the site. */
export function loadWorkflow({ settings, model }: Pick<Services, 'settings' | 'model'>): Workflow {
  const file = join(settings.root, 'config', 'workflow.json');
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as Workflow), zone: model.site.timezone };
}
