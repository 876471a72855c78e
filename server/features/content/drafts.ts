import type { Actor } from '../../../domain/declarations/actor.ts';
import { sameJson } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type {
  DraftChange,
  DraftVersion,
  PageContent,
  PageEditor,
  PageVersion,
  SavedDraft,
} from '../../../domain/calls/page-editor.ts';
import type { Tx } from '../../platform/database.ts';
import { changedMeanwhile } from '../../resources/refusals.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { RowServices } from '../../services.ts';
import { isStoredWhenReplaced, storeReplacedDraft, type PageEdit } from './draft-history.ts';
import { cleanContent } from './draft-content.ts';
import { draftFaults } from './draft-faults.ts';
import {
  publishedContent,
  storedDraft,
  draftVersion,
  lockPage,
  pageIdOf,
  toPageDraft,
  storedVersion,
  versionsOf,
  type StoredDraft,
  type StoredPage,
} from './page-rows.ts';
import { requirePageEditing, requireAnyPageEditing } from './rights.ts';

export async function pageEditor(services: RowServices, actor: Actor, wanted: string): Promise<PageEditor> {
  requireAnyPageEditing(services, actor);
  return services.engine.transaction(async (tx) => {
    const id = await pageIdOf(tx, wanted);
    await requirePageEditing(services, actor, id, tx);
    const page = await lockPage(services, tx, id);
    const { name, title, published, version } = page;
    const draft = await storedDraft(tx, id);
    const live = await publishedContent(tx, id);
    return {
      page: { id, name, title, published, version },
      version: draftVersion(page, draft),
      live,
      draft: draft && toPageDraft(page, draft),
      faults: await draftFaults(services, tx, actor, page, draft?.content ?? live),
      versions: await versionsOf(tx, id),
    };
  });
}

export async function onPage<T>(
  services: RowServices,
  actor: Actor,
  pageId: number,
  work: (tx: Tx, page: StoredPage, draft: StoredDraft | null) => Promise<T>,
  given?: Tx,
): Promise<T> {
  const run = async (tx: Tx): Promise<T> => {
    await requirePageEditing(services, actor, pageId, tx);
    const page = await lockPage(services, tx, pageId);
    return work(tx, page, await storedDraft(tx, pageId));
  };
  return given ? run(given) : services.engine.transaction(run);
}

/**
 * Stores the draft. `version`: the one that the writer has seen; a stale one is refused with 412 and the current draft. The replaced
 * draft is added to the history from time to time, and where `setAside` asks for it.
 */
export async function saveDraft(
  services: RowServices,
  actor: Actor,
  pageId: number,
  { content, setAside = false }: DraftChange,
  version: DraftVersion | undefined,
): Promise<SavedDraft> {
  const cleaned = cleanContent(services.model, content);
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await refuseStale(tx, page, draft, version);
    const edit = { services, tx, actor, pageId };
    const isWorthStoring = setAside || (await isStoredWhenReplaced(edit, draft));
    const isStored =
      isWorthStoring && (await storeReplacedDraft(edit, draft, cleaned, setAside ? 'setAside' : 'draft'));
    const stored = await storeDraft(edit, page, draft, cleaned);
    const saved = { ...stored, faults: await draftFaults(services, tx, actor, page, cleaned), isStored };
    return sameJson(cleaned, content) ? saved : { ...saved, content: cleaned };
  });
}

/** Its changes remain in the history. */
export async function discardDraft(services: RowServices, tx: Tx, actor: Actor, pageId: number): Promise<void> {
  const discard = async (_: Tx, page: StoredPage, draft: StoredDraft | null): Promise<void> => {
    if (!draft) return;
    await storeReplacedDraft({ services, tx, actor, pageId }, draft, await publishedContent(tx, page.id));
    await services.engine.remove(actor, 'pageDrafts', draft.id, { tx, command: true });
  };
  await onPage(services, actor, pageId, discard, tx);
}

export async function pageVersion(
  services: RowServices,
  actor: Actor,
  pageId: number,
  number: number,
): Promise<PageVersion> {
  return onPage(services, actor, pageId, (tx) => storedVersion(tx, pageId, number));
}

/** The replaced draft goes into the history. Visitors see no change until it is published. */
export async function restoreVersion(
  services: RowServices,
  actor: Actor,
  pageId: number,
  number: number,
  version: DraftVersion | undefined,
): Promise<SavedDraft> {
  return onPage(services, actor, pageId, async (tx, page, draft) => {
    await refuseStale(tx, page, draft, version);
    const { content } = await storedVersion(tx, pageId, number);
    const cleaned = cleanContent(services.model, content);
    const edit = { services, tx, actor, pageId };
    const isStored = await storeReplacedDraft(edit, draft, cleaned);
    const stored = await storeDraft(edit, page, draft, cleaned);
    const faults = await draftFaults(services, tx, actor, page, cleaned);
    return { ...stored, faults, content: cleaned, isStored };
  });
}

/** A changed draft is unscheduled: nothing is published that no one has reviewed. */
export async function storeDraft(
  { services: { engine }, tx, actor }: Omit<PageEdit, 'pageId'>,
  page: StoredPage,
  draft: StoredDraft | null,
  content: PageContent,
): Promise<StoredState> {
  const options = { tx, command: true } as const;
  const values = { content };
  if (!draft)
    return savedDraft(page, await engine.create(actor, 'pageDrafts', { pageId: page.id, ...values }, options));
  const stored = await engine.update(actor, 'pageDrafts', draft.id, values, options);
  const isSame = stored.version === draft.version;
  const row =
    isSame || draft.publishAt === null
      ? stored
      : await engine.update(actor, 'pageDrafts', draft.id, { publishAt: null, scheduledById: null }, options);
  return savedDraft(page, row);
}

type StoredState = Pick<SavedDraft, 'version' | 'updatedAt' | 'publishAt'>;

function savedDraft(page: StoredPage, row: RowOf<'pageDrafts'>): StoredState {
  const { updatedAt, publishAt } = row;
  return { version: draftVersion(page, row), updatedAt, publishAt };
}

/** Throws 412 with the current draft, or the published content if there is none, unless `version` is current. */
export async function refuseStale(
  tx: Tx,
  page: StoredPage,
  draft: StoredDraft | null,
  version: DraftVersion | undefined,
): Promise<void> {
  const present = draftVersion(page, draft);
  if (version === undefined || version === present) return;
  const none = async (): Promise<object> => ({
    content: await publishedContent(tx, page.id),
    version: present,
    publishAt: null,
    updatedAt: page.updatedAt,
    updatedBy: null,
  });
  throw changedMeanwhile((draft ? toPageDraft(page, draft) : await none()) as Row);
}
