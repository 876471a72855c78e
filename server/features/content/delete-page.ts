import type { Actor } from '../../../domain/declarations/actor.ts';
import { invalid } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { onPage } from './drafts.ts';
import { retargetRedirects, setRedirect } from './redirects.ts';

export async function deletePage(
  services: Services,
  actor: Actor,
  pageId: number,
  redirectTo: number | null,
): Promise<void> {
  await onPage(services, actor, pageId, async (tx, page) => {
    await services.engine.remove(actor, 'pages', pageId, { tx });
    if (redirectTo === null) return;
    const target = await tx
      .selectFrom('pages')
      .select('id')
      .where('id', '=', redirectTo)
      .where('published', '=', true)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!target) throw invalid({ redirectTo: 'Choose a page that visitors can see' });
    if (page.published) await setRedirect(services, tx, actor, page.name, redirectTo);
    await retargetRedirects(services, tx, actor, pageId, redirectTo);
  });
}
