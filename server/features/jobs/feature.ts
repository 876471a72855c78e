import type { Feature } from '../../feature.ts';
import { addJobCommands } from './commands.ts';
import { aboutJobs } from './diagnostics.ts';
import { clearJobs } from './retention.ts';

export const jobs: Feature = {
  name: 'jobs',
  commands: addJobCommands,
  housekeeping: clearJobs,
  diagnostics: [aboutJobs],
};
