import { SWITCHED_OFF } from '../../../domain/access/route-guard.ts';
import type { Feature } from '../../feature.ts';
import { prepared } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';

/** Links can only be changed while the site settings have the links manager enabled. */
function addLinksSwitch({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('links', async ([write]) => {
    if (!write || write.actor.system) return;
    const [settings] = await prepared(
      write.tx,
      write.tx.selectFrom('siteSettings').select('showLinksManager').orderBy('id').limit(1),
    );
    if (settings?.showLinksManager === false)
      throw problem(403, 'links.switched-off', 'Not allowed', `${SWITCHED_OFF.showLinksManager}.`);
  });
}

export const links: Feature = { name: 'links', checks: addLinksSwitch };
