import { HOME_PAGE } from '../../../domain/content/content.ts';
import { conflict } from '../../resources/refusals.ts';
import type { Needs } from '../../services.ts';

const CALLED = 'This is the home page';

export const HOME_KEEPS_NAME = `${CALLED}: it keeps the name “${HOME_PAGE}”`;

export const HOME_STAYS = `${CALLED}: visitors always see it.`;

/** The site always has a published home page. */
export function protectHomePage({ engine }: Needs<'engine'>): void {
  engine.rules.check('pages', async ({ before, after }) => {
    if (before?.name !== HOME_PAGE) return {};
    if (!after) throw conflict(`${CALLED}, which cannot be deleted.`);
    return {
      ...(after.name === HOME_PAGE ? {} : { name: HOME_KEEPS_NAME }),
      ...(before.published === true && after.published !== true
        ? { published: `${CALLED}: visitors always see it` }
        : {}),
    };
  });
}
