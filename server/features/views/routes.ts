import type { FastifyInstance } from 'fastify';
import { viewCalls } from '../../../domain/calls/telemetry.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Services } from '../../services.ts';
import { countView } from './count-view.ts';

/** A campus network shares few addresses, so the limit per address is generous. */
const VIEWS: RateLimit = { name: 'page-views', perClient: 300, shared: { total: 3000, share: 60 }, seconds: 60 };

export async function registerViews(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, viewCalls, {
    'POST /api/content/TrackPageView': {
      config: { sanitizesText: true },
      onRequest: services.limits.refusing(
        VIEWS,
        'views.too-many',
        'Too many views',
        'Too many page views were sent in the last minute. This one was not counted.',
      ),
      handle: ({ body }) => countView(services, body),
    },
  });
}
