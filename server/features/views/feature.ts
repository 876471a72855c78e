import type { FastifyInstance } from 'fastify';
import { viewCalls } from '../../../domain/calls/telemetry.ts';
import { pageAddress } from '../../../domain/content/content.ts';
import type { Feature } from '../../feature.ts';
import { NOW } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { Needs } from '../../services.ts';
import { countView } from './count-view.ts';

/** A renamed page keeps its views. */
function moveViewsOfRenamed({ engine }: Needs<'engine'>): void {
  engine.rules.check('pages', async ({ tx, before, after }) => {
    if (!before || !after || before.name === after.name) return;
    await tx
      .with('moved', (db) =>
        db
          .deleteFrom('pageViews')
          .where('path', '=', pageAddress(before.name))
          .returning(['day', 'pageName', 'category', 'views']),
      )
      .insertInto('pageViews')
      .columns(['day', 'path', 'pageName', 'category', 'views'])
      .expression(({ selectFrom, cast, val }) =>
        selectFrom('moved').select([
          'day',
          cast<string>(val(pageAddress(after.name)), 'text').as('path'),
          'pageName',
          'category',
          'views',
        ]),
      )
      .onConflict((conflict) =>
        conflict.columns(['day', 'path', 'pageName', 'category']).doUpdateSet(({ eb, ref }) => ({
          views: eb('pageViews.views', '+', ref('excluded.views')),
          updatedAt: NOW,
        })),
      )
      .execute();
  });
}

/** A campus network shares few addresses, so the limit per address is generous. */
const VIEWS: RateLimit = { name: 'page-views', perClient: 300, shared: { total: 3000, share: 60 }, seconds: 60 };

async function registerViews(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'limits' | 'model'>,
): Promise<void> {
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

export const views: Feature = { name: 'views', checks: moveViewsOfRenamed, routes: registerViews };
