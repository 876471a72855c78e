import type { Feature } from '../../feature.ts';
import { clearIdempotencyKeys } from './idempotency.ts';
import { registerRequests } from './routes.ts';

export const requests: Feature = {
  name: 'requests',
  routes: registerRequests,
  housekeeping: ({ db }) => clearIdempotencyKeys(db),
};
