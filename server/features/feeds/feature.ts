import type { Feature } from '../../feature.ts';
import { registerFeeds } from './routes.ts';
import { registerSessionFeeds } from './session-feed-routes.ts';

export const feeds: Feature = {
  name: 'feeds',
  routes: async (app, services) => {
    registerSessionFeeds(app, services);
    await registerFeeds(app, services);
  },
};
