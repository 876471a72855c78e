import type { Feature } from '../../feature.ts';
import { registerReports } from './routes.ts';

export const reports: Feature = { name: 'reports', routes: registerReports };
