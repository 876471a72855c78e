import type { Feature } from '../../feature.ts';
import { addBlockChecks } from './block-checks.ts';
import { registerBlocks } from './routes.ts';
import { occurrencesOf } from './series.ts';

export const blocks: Feature = {
  name: 'blocks',
  checks: (services) => {
    addBlockChecks(services);
    services.engine.calendars.expandBy(occurrencesOf);
  },
  routes: registerBlocks,
};
