import type { Feature } from '../../feature.ts';
import { addAnonymityRules } from './anonymise.ts';
import { registerPersonalData } from './routes.ts';

/** What belongs to a person: taken out by that person, or made nobody's by an administrator. */
export const personalDataFeature: Feature = {
  name: 'personal-data',
  checks: addAnonymityRules,
  routes: registerPersonalData,
};
