import type { Feature } from '../../feature.ts';
import { addAnonymityRules } from './anonymise.ts';
import { registerPersonalData } from './routes.ts';

export const personalDataFeature: Feature = {
  name: 'personal-data',
  checks: addAnonymityRules,
  routes: registerPersonalData,
};
