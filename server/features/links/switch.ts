import { SWITCHED_OFF } from '../../../domain/route-guard.ts';
import { prepared } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Links are kept in the links manager; while the site settings have it switched off, nobody changes them. */
export function addLinksSwitch({ engine }: Services): void {
  engine.checkAll('links', async ([write]) => {
    if (!write || write.actor.system) return;
    const [settings] = await prepared(
      write.tx,
      write.tx.selectFrom('siteSettings').select('showLinksManager').orderBy('id').limit(1),
    );
    if (settings?.showLinksManager === false)
      throw problem(403, 'links.switched-off', 'Not allowed', `${SWITCHED_OFF.showLinksManager}.`);
  });
}
