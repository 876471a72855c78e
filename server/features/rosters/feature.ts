import type { Feature } from '../../feature.ts';
import { addRosterRules } from './link.ts';
import { registerRosters } from './routes.ts';

export const rosters: Feature = { name: 'rosters', checks: addRosterRules, routes: registerRosters };
