import type { Feature } from '../../feature.ts';
import { addHoursChecks } from './hours-checks.ts';
import { registerPlaces } from './routes.ts';

export const places: Feature = { name: 'places', checks: addHoursChecks, routes: registerPlaces };
