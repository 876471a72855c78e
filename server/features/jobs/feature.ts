import type { Feature } from '../../feature.ts';
import { addJobCommands } from './act.ts';
import { aboutJobs } from './diagnostics.ts';
import { clearJobs } from './retention.ts';
import { registerJobs } from './routes.ts';

/** What runs in the background, for administrators. */
export const jobs: Feature = {
  name: 'jobs',
  commands: addJobCommands,
  housekeeping: clearJobs,
  diagnostics: [aboutJobs],
  routes: registerJobs,
};
