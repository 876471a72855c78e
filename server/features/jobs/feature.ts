import type { Feature } from '../../feature.ts';
import { registerJobs } from './routes.ts';

/** What runs in the background, for administrators. */
export const jobs: Feature = { name: 'jobs', routes: registerJobs };
