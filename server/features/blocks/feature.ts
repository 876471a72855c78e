import type { Feature } from '../../feature.ts';
import { roundStoredMinutes } from '../../resources/whole-minutes.ts';
import { addBlockChecks } from './block-checks.ts';
import { registerBlocks } from './routes.ts';
import { occurrencesOf } from './series.ts';

export const blocks: Feature = {
  name: 'blocks',
  checks: (services) => {
    addBlockChecks(services);
    services.engine.calendars.expandBy(occurrencesOf);
  },
  catchUp: (services) => roundStoredMinutes(services, 'blocks'),
  routes: registerBlocks,
};
