import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../domain/workflow.ts';

/** Loads config/workflow.json, which has been validated at start. */
export function loadWorkflow(root: string): Workflow {
  return JSON.parse(readFileSync(join(root, 'config', 'workflow.json'), 'utf8')) as Workflow;
}
