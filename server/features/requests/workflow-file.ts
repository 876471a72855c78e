import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../domain/requests/workflow.ts';
import type { Needs } from '../../services.ts';

const loaded = new WeakMap<object, Workflow>();

/** config/workflow.json, which has been validated at start. Its days are those of the site. */
export function workflowOf({ settings, model }: Needs<'settings' | 'model'>): Workflow {
  let workflow = loaded.get(model);
  if (workflow === undefined) {
    const file = join(settings.root, 'config', 'workflow.json');
    workflow = { ...(JSON.parse(readFileSync(file, 'utf8')) as Workflow), zone: model.site.timezone };
    loaded.set(model, workflow);
  }
  return workflow;
}
