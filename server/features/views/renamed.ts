import { pageAddress } from '../../../domain/content/content.ts';
import { NOW } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** A renamed page keeps its views. */
export function moveViewsOfRenamed({ engine }: Services): void {
  engine.check('pages', async ({ tx, before, after }) => {
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
