import type { Feature } from '../../feature.ts';
import { roundStoredMinutes } from '../../resources/whole-minutes.ts';
import { addBlockChecks } from '../sessions/blocks/block-checks.ts';
import { registerBlocks } from '../sessions/blocks/routes.ts';
import { occurrencesOf } from '../sessions/blocks/series.ts';

export const blocks: Feature = {
  name: 'blocks',
  checks: (services) => {
    addBlockChecks(services);
    services.engine.calendars.expandBy(occurrencesOf);
  },
  catchUp: (services) => roundStoredMinutes(services, 'blocks'),
  routes: registerBlocks,
};
