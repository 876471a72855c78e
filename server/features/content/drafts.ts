import type { Actor } from '../../../domain/actor.ts';
import type { Row } from '../../../domain/model.ts';
import type { PageContent, PageEditor, PageVersion, SavedDraft } from '../../../domain/page-content.ts';
import type { Tx } from '../../platform/database.ts';
import { changedMeanwhile } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { cleanContent } from './draft-content.ts';
import { contentOf, draftOf, lockPage, pageIdOf, shownDraft, versionOf, versionsOf, type StoredDraft, type StoredPage } from './page-rows.ts';
import { mayEditPage, mayEditPages } from './rights.ts';

/** All that the editor of a page starts with. */
export async function pageEditor(services: Services, actor: Actor, page: string): Promise<PageEditor> {
  mayEditPages(services, actor);
  return services.engine.transaction(async (tx) => {
    const id = await pageIdOf(tx, page);
    await mayEditPage(services, actor, id, tx);
    const { name, title, published, version } = await lockPage(tx, id);
    const draft = await draftOf(tx, id);
    return {
      page: { id, name, title, published, version }, live: await contentOf(tx, id), draft: draft && shownDraft(draft), versions: await versionsOf(tx, id),
    };
  });
}

/** Runs `work` on the page and its draft as one transaction in which nobody else changes either. */
export async function onPage<T>(
  services: Services, actor: Actor, pageId: number, work: (tx: Tx, page: StoredPage, draft: StoredDraft | null) => Promise<T>,
): Promise<T> {
  return services.engine.transaction(async (tx) => {
    await mayEditPage(services, actor, pageId, tx);
    const page = await lockPage(tx, pageId);
    return work(tx, page, await draftOf(tx, pageId));
  });
}

/** Keeps the draft. `version`: of the draft that the writer has seen, 0 for none; 412 with the present one when that is another. */
export async function saveDraft(services: Services, actor: Actor, pageId: number, content: PageContent, version: number | undefined): Promise<SavedDraft> {
  const cleaned = cleanContent(services.model, content);
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await refuseOther(tx, page, draft, version);
    return keepDraft(services, tx, actor, pageId, draft, cleaned);
  });
}

/** Throws the draft away, and with it its schedule. */
export async function discardDraft(services: Services, actor: Actor, pageId: number, version: number | undefined): Promise<void> {
  await onPage(services, actor, pageId, async (tx, page, draft) => {
    if (!draft) return;
    await refuseOther(tx, page, draft, version);
    await services.engine.remove(actor, 'pageDrafts', draft.id, { tx, command: true });
  });
}

export async function pageVersion(services: Services, actor: Actor, pageId: number, number: number): Promise<PageVersion> {
  return onPage(services, actor, pageId, (tx) => versionOf(tx, pageId, number));
}

/** Makes a version the draft, in place of the one there is. What visitors see changes when it is published. */
export async function restoreVersion(services: Services, actor: Actor, pageId: number, number: number, version: number | undefined): Promise<SavedDraft> {
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await refuseOther(tx, page, draft, version);
    const { content } = await versionOf(tx, pageId, number);
    return keepDraft(services, tx, actor, pageId, draft, cleanContent(services.model, content));
  });
}

/** A draft that changes is taken off its schedule: nothing is published that nobody has looked at. */
export async function keepDraft(
  services: Services, tx: Tx, actor: Actor, pageId: number, draft: StoredDraft | null, content: PageContent,
): Promise<SavedDraft> {
  const options = { tx, command: true };
  const values = { content: content as unknown as Row };
  if (!draft) return savedDraft(await services.engine.create(actor, 'pageDrafts', { pageId, ...values }, options));
  const kept = await services.engine.update(actor, 'pageDrafts', draft.id, values, options);
  const isSame = kept['version'] === draft.version;
  const row = isSame || draft.publishAt === null ? kept : await services.engine.update(actor, 'pageDrafts', draft.id, { publishAt: null, scheduledById: null }, options);
  return savedDraft(row);
}

function savedDraft(row: Row): SavedDraft {
  return { version: Number(row['version']), updatedAt: String(row['updatedAt']), publishAt: typeof row['publishAt'] === 'string' ? row['publishAt'] : null };
}

async function refuseOther(tx: Tx, page: StoredPage, draft: StoredDraft | null, version: number | undefined): Promise<void> {
  if (version === undefined || version === (draft?.version ?? 0)) return;
  const none = async (): Promise<object> => ({ content: await contentOf(tx, page.id), version: 0, publishAt: null, updatedAt: page.updatedAt, updatedBy: null });
  throw changedMeanwhile((draft ? shownDraft(draft) : await none()) as Row);
}
