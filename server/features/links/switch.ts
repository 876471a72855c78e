import { sql } from 'kysely';
import { SWITCHED_OFF } from '../../../domain/route-guard.ts';
import { PREPARED } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

/** Links are kept in the links manager; while the site settings have it switched off, nobody changes them. */
export function addLinksSwitch({ engine }: Services): void {
  engine.check('links', async ({ tx, actor }) => {
    if (actor.system) return;
    const { rows } = await sql<{
      isOn: boolean | null;
    }>`${PREPARED}select "showLinksManager" as "isOn" from "siteSettings" order by "id" limit 1`.execute(tx);
    if (rows[0]?.isOn === false)
      throw problem(403, 'links.switched-off', 'Not allowed', `${SWITCHED_OFF.showLinksManager}.`);
  });
}
