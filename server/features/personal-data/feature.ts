import type { Feature } from '../../feature.ts';
import { addAnonymityRules, addAnonymizeCommand } from './anonymize.ts';
import { registerPersonalData } from './routes.ts';

export const personalDataFeature: Feature = {
  name: 'personal-data',
  checks: addAnonymityRules,
  commands: addAnonymizeCommand,
  routes: registerPersonalData,
};
