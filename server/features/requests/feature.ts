import type { Feature } from '../../feature.ts';
import { registerRequests } from './routes.ts';

export const requests: Feature = {
  name: 'requests',
  routes: registerRequests,
};
