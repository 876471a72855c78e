import type { Actor } from '../../../domain/declarations/actor.ts';
import { pageNameFor } from '../../../domain/content/content.ts';
import { NAVIGATION_DEFAULTS } from '../../../domain/content/content.ts';
import type { NewPage, PageInfo } from '../../../domain/calls/page-editor.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { RowServices } from '../../services.ts';
import { storeDraft } from './drafts.ts';
import { publishedContent, storedDraft, lockPage } from './page-rows.ts';
import { requirePageEditing } from './rights.ts';

export async function newPage(
  services: RowServices,
  actor: Actor,
  { title, name, type = 'Standard', copyOf }: NewPage,
): Promise<PageInfo> {
  const { engine } = services;
  return engine.transaction(async (tx) => {
    const source = copyOf === undefined ? null : await sourceContent(services, tx, actor, copyOf);
    const values = {
      title: title.trim(),
      name: name ?? (await freeName(tx, title)),
      type: source?.type ?? type,
      published: false,
    };
    const made = await engine.create(actor, 'pages', values, { tx });
    const { id } = made;
    if (source) {
      const cards = source.cards.map(({ id: _, ...card }) => card);
      await storeDraft({ services, tx, actor }, await lockPage(services, tx, id), null, {
        ...source,
        ...NAVIGATION_DEFAULTS,
        title: values.title,
        name: values.name,
        cards,
      });
    }
    return { id, name: values.name, title: values.title, published: false, version: made.version ?? 1 };
  });
}

async function sourceContent(services: RowServices, tx: Tx, actor: Actor, pageId: number) {
  await requirePageEditing(services, actor, pageId, tx);
  return (await storedDraft(tx, pageId))?.content ?? publishedContent(tx, pageId);
}

/** A free name derived from the title: "Open hours" becomes open-hours, or open-hours-2. */
async function freeName(db: Db, title: string): Promise<string> {
  const base = pageNameFor(title) || 'page';
  const rows = await db
    .selectFrom('pages')
    .select('name')
    .where('deletedAt', 'is', null)
    .where(({ eb, or }) => or([eb('name', '=', base), eb('name', 'like', `${base}-%`)]))
    .execute();
  const taken = new Set(rows.map(({ name }) => name));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(name)) return name;
  }
}
