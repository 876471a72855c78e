import type { Actor } from '../../../domain/declarations/actor.ts';
import type { PageContent, PageVersionInfo } from '../../../domain/calls/page-editor.ts';
import type { Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

interface NewVersion {
  content: PageContent;
  at: string;
  byId: number | null;
  kind?: PageVersionInfo['kind'];
}

export async function addVersion(
  { engine }: Needs<'engine'>,
  tx: Tx,
  actor: Actor,
  pageId: number,
  { content, at, byId, kind = 'published' }: NewVersion,
): Promise<void> {
  const { latest } = await tx
    .selectFrom('pageVersions')
    .select(({ fn }) => fn.max<number | null>('number').as('latest'))
    .where('pageId', '=', pageId)
    .executeTakeFirstOrThrow();
  const values = {
    pageId,
    kind,
    number: (latest ?? 0) + 1,
    content,
    publishedAt: at,
    publishedById: byId,
  };
  await engine.create(actor, 'pageVersions', values, { tx, command: true });
}
