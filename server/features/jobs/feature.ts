import type { Feature } from '../../feature.ts';
import { addJobCommands } from './commands.ts';
import { aboutJobs } from './diagnostics.ts';
import { clearJobs } from './retention.ts';

/** What runs in the background: views of the queue's tables, and what can be done with jobs. */
export const jobs: Feature = {
  name: 'jobs',
  commands: addJobCommands,
  housekeeping: clearJobs,
  diagnostics: [aboutJobs],
};
