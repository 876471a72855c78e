import type { RefObject } from 'react';
import type { DraftVersion, PageContent, PageDraft } from '../../../../../domain/calls/page-editor.ts';
import { sameContent } from '../../../../../domain/content/page-merge.ts';
import { ApiError, localRefusal } from '../../../../app/ApiError.ts';
import { callApi } from '../../../../app/callApi.ts';
import { showToast } from '../../../../ui/toasts.ts';
import type { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { withIdsOf } from './contentEdits.ts';
import type { PageFaults } from './usePageFaults.ts';
import type { PageRecord } from './usePageRecord.ts';

/** What commands on an edited page work on. */
export interface EditedPage {
  record: PageRecord;
  faults: PageFaults;
  editing: ReturnType<typeof useDraftEditing<PageContent, PageDraft, DraftVersion>>;
  /** Set while a command runs: presence reports may then be from before or after it. */
  isBusy: RefObject<boolean>;
}

type Saving = Pick<EditedPage, 'record' | 'faults'> & {
  /** The next save overwrites another editor's changes, which the server then keeps in the history. */
  isSetAside: RefObject<boolean>;
};

export async function savePage({ record, faults, isSetAside }: Saving, content: PageContent, version: DraftVersion) {
  const saved = await callApi('PUT /api/content/pages/:id/draft', {
    params: { id: record.id },
    body: { content, ...(isSetAside.current ? { setAside: true } : {}) },
    version,
  }).catch((error: unknown) => {
    // Too large to be stored at all.
    if (error instanceof ApiError && error.status === 400) faults.setSaved(content, problemFaults(error));
    throw error;
  });
  faults.setSaved(content, saved.faults);
  if (saved.isStored) {
    record.reloadVersions();
    // Not before theirs is stored: taking theirs may save the same content first.
    isSetAside.current = false;
  }
  setSchedule(record, saved.publishAt);
  return saved;
}

/** `at`: an instant; null: now. False if faults or a conflict prevent it, which the editor then shows. */
export function publish(page: EditedPage, at: string | null): Promise<boolean> {
  const { record, faults, editing } = page;
  const { saver, content } = editing;
  faults.setRefused(content, {});
  return onSavedPage(page, 'nothing was published', async () => {
    try {
      const { version } = saver;
      await callApi('POST /api/content/pages/:id/publish', {
        params: { id: record.id },
        body: at === null ? {} : { at },
        version,
      });
    } catch (error) {
      if (!(error instanceof ApiError) || error.problem.code !== 'content.faulty' || !error.problem.errors) throw error;
      faults.setRefused(content, error.problem.errors);
      return false;
    }
    const { live, version } = await record.reload();
    if (at === null) editing.replace(live, version, withIdsOf(live));
    else saver.rebase(version);
    return true;
  });
}

export function cancelSchedule(page: EditedPage): Promise<void> {
  return whileBusy(page, async () => {
    await callApi('POST /api/content/pages/:id/publish', { params: { id: page.record.id }, body: { at: null } });
    page.editing.saver.rebase((await page.record.reload()).version);
  });
}

/** Discards a draft that is the same as the published page. */
export function discard(page: EditedPage): Promise<void> {
  return whileBusy(page, async () => {
    await page.editing.saver.flush();
    const params = { resource: 'pages', action: 'discardDraft' };
    await callApi('POST /api/:resource/actions/:action', { params, body: { ids: [page.record.id] } });
    await adopt(page);
  });
}

/** Continues with the draft on the server, or with the page where it has none. Unsaved changes stay; Undo restores the replaced content. */
export async function adopt({ record, editing, faults }: EditedPage): Promise<void> {
  const { live, draft, version } = await record.reload();
  if (!editing.saver.isSaved) return;
  const { content } = draft ?? { content: live };
  editing.saver.restart(content, version);
  if (!sameContent(content, editing.content)) editing.edit(content);
  faults.setRefused(content, {});
}

/** Makes a version the draft; Undo restores the replaced one. False where someone else's change came first. */
export function restore(page: EditedPage, number: number): Promise<boolean> {
  const { record, editing, faults } = page;
  return onSavedPage(page, 'nothing was restored', async () => {
    const saved = await callApi('POST /api/content/pages/:id/versions/:number/restore', {
      params: { id: record.id, number },
      version: editing.saver.version,
    });
    const restored = saved.content ?? editing.content;
    editing.takeTheirs(restored, saved.version);
    faults.setSaved(restored, saved.faults);
    setSchedule(record, saved.publishAt);
    record.reloadVersions();
    return true;
  });
}

async function whileBusy<Result>({ isBusy }: Pick<EditedPage, 'isBusy'>, work: () => Promise<Result>): Promise<Result> {
  isBusy.current = true;
  try {
    return await work();
  } finally {
    isBusy.current = false;
  }
}

/** Saves, then runs `work`. False for a conflict with another editor, which the editor then shows. */
function onSavedPage(page: EditedPage, consequence: string, work: () => Promise<boolean>): Promise<boolean> {
  const { saver } = page.editing;
  return whileBusy(page, async () => {
    if (!(await saver.flush())) {
      if (saver.hasConflict) return false;
      throw localRefusal(`Your changes could not be saved, so ${consequence}.`);
    }
    try {
      return await work();
    } catch (error) {
      if (saver.handleConflict(error)) return false;
      throw error;
    }
  });
}

/** A change cancels the schedule of the page. */
function setSchedule({ publishAt: scheduled, set }: PageRecord, publishAt: string | null): void {
  if (scheduled.current !== null && publishAt === null)
    showToast('The schedule was canceled because the page was changed. Publish again when you are done.', {
      tone: 'warning',
    });
  set({ hasDraft: true, publishAt });
}

function problemFaults({ problem }: ApiError): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(problem.errors ?? {}).map(([place, message]) => [place, String(message)]));
}
