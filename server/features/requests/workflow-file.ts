import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../domain/workflow.ts';

/** config/workflow.json, which the start has checked. */
export function loadWorkflow(root: string): Workflow {
  return JSON.parse(readFileSync(join(root, 'config', 'workflow.json'), 'utf8')) as Workflow;
}
