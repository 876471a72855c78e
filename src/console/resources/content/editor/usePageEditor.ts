import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  isWithoutDraft,
  type CardTypeInfo,
  type ContentFaults,
  type DraftVersion,
  type PageContent,
  type PageDraft,
  type PageEditor as OpenedPage,
} from '../../../../../domain/content/page-content.ts';
import type { Side } from '../../../../../domain/content/page-merge.ts';
import { ApiError, localRefusal } from '../../../../app/ApiError.ts';
import { clock } from '../../../../ui/clock.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { pagesChanged } from '../pagesChanged.ts';
import {
  deletePage,
  discardDraft,
  openPage,
  publishPage,
  restoreVersion,
  saveDraft,
  schedulePage,
  unpublishPage,
} from '../pageCalls.ts';
import { withIdsOf } from './contentEdits.ts';
import { faultsWhileEditing, openFaults, publishFaults } from './publishFaults.ts';
import type { PublishFault } from './publishFaults.ts';
import { mergeWith, rebaseOnto } from './pageConflict.ts';
import { withBusyFlag, useMergeWithoutConflict, useOthersChanges } from './useOthersChanges.ts';
import { useScheduledTime } from './useScheduledTime.ts';

/** The page's state on the server. */
export interface PageState {
  /** The published content, or that of the new page. */
  live: PageContent;
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
}

/** The editing state of a page: its draft, its state on the server, and the faults found by the last attempt to publish. */
export function usePageEditor(opened: OpenedPage, types: readonly CardTypeInfo[]) {
  const { id } = opened.page;
  const client = useQueryClient();
  const [state, setState] = useState<PageState>({
    live: opened.live,
    isPublished: opened.page.published,
    hasDraft: opened.draft !== null,
    publishAt: opened.draft?.publishAt ?? null,
  });
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, content: opened.live, faults: [] });
  const [checked, setChecked] = useState<Attempt>(() => {
    const content = opened.draft?.content ?? opened.live;
    return { count: 0, content, faults: faultsWhileEditing(opened.faults, content, types) };
  });
  const setFound = (content: PageContent, faults: ContentFaults) =>
    setChecked(({ count }) => ({ count: count + 1, content, faults: faultsWhileEditing(faults, content, types) }));
  const versions = useQuery({
    queryKey: ['content', 'versions', id],
    queryFn: async () => (await openPage(id)).versions,
    initialData: opened.versions,
    // They have just been loaded, and are never taken from an earlier visit.
    staleTime: Infinity,
    gcTime: 0,
  });
  const set = (change: Partial<PageState>) => setState((before) => ({ ...before, ...change }));
  // The saver keeps the first `save` it is given, which reads the current value from here.
  const scheduled = useRef(state.publishAt);
  useEffect(() => {
    scheduled.current = state.publishAt;
  }, [state.publishAt]);
  /** The next save overwrites another editor's changes, which the server then keeps in the history. */
  const isSetAside = useRef(false);
  const editing = useDraftEditing<PageContent, PageDraft, DraftVersion>({
    content: opened.draft?.content ?? opened.live,
    version: opened.version,
    isSound: always,
    save: async (changed, version) => {
      const change = { content: changed, ...(isSetAside.current ? { setAside: true } : {}) };
      const saved = await saveDraft(id, change, version).catch((error: unknown) => {
        // Far too much to be stored at all.
        if (error instanceof ApiError && error.status === 400) setFound(changed, refusedIn(error));
        throw error;
      });
      setFound(changed, saved.faults);
      if (saved.isKept) void versions.refetch();
      isSetAside.current = false;
      if (scheduled.current !== null && saved.publishAt === null) announceUnscheduled();
      set({ hasDraft: true, publishAt: saved.publishAt });
      return saved;
    },
  });
  const { content, saver } = editing;
  const refusals = openFaults(attempt.faults, attempt.content, content, types);
  const faults = [
    ...refusals,
    ...openFaults(checked.faults, checked.content, content, types).filter(
      ({ section, place }) => !refusals.some((other) => other.section === section && other.place === place),
    ),
  ];
  const setFaults = (found: readonly PublishFault[]) =>
    setAttempt((before) => ({ count: before.count + 1, content, faults: found }));
  const refresh = () => {
    pagesChanged(client);
    void versions.refetch();
  };

  /** Set while an operation on page and draft runs: presence reports may then be from before or after it. */
  const busy = useRef(false);
  /** Also while the outcome of a schedule is awaited, which `checkSchedule` reports: the new version is that of the publication. */
  const isOutcomePending = (): boolean =>
    busy.current || (scheduled.current !== null && Date.parse(scheduled.current) <= clock.now());

  /** Continues from the published content, which equals the local one. */
  const continueFrom = (live: PageContent, version: DraftVersion) => editing.replace(live, version, withIdsOf(live));

  /** Merges their draft into the local one. */
  const mergeTheirs = (theirs: PageDraft, choices: ReadonlyMap<string, Side> = new Map()) => {
    const { synced } = saver;
    const rewrite = rebaseOnto(synced, theirs.content);
    // Also where only their sides were chosen: undoing that choice overwrites theirs.
    isSetAside.current = choices.size > 0 && !isWithoutDraft(theirs.version);
    editing.merge(rewrite(content), theirs.content, theirs.version, rewrite);
    if ([...choices.values()].includes('theirs'))
      editing.edit(mergeWith(synced, content, theirs.content, choices).content);
    set({ publishAt: theirs.publishAt });
    void catchUp();
  };

  /** `at`: an instant; null: now. False when faults or a conflict prevent it, which the editor then shows. */
  const publish = (at: string | null): Promise<boolean> => withBusyFlag(busy, () => publishAt(at));
  const publishAt = async (at: string | null): Promise<boolean> => {
    setFaults([]);
    if (!(await saver.flush())) {
      if (saver.hasConflict) return false;
      throw localRefusal('Your changes could not be saved, so nothing was published.');
    }
    try {
      const answer = await (at === null ? publishPage(id, saver.version) : schedulePage(id, at, saver.version));
      if (at === null) {
        const { live, draft, version } = await openPage(id);
        continueFrom(live, version);
        set({ live, isPublished: answer.published, hasDraft: draft !== null, publishAt: null });
      } else {
        saver.rebase((await openPage(id)).version);
        set({ publishAt: answer.publishAt, hasDraft: true });
      }
    } catch (error) {
      if (saver.handleConflict(error)) return false;
      if (!(error instanceof ApiError) || error.problem.code !== 'content.faulty' || !error.problem.errors) throw error;
      setFaults(publishFaults(error.problem.errors, content, types));
      return false;
    }
    refresh();
    return true;
  };
  const cancelSchedule = () =>
    withBusyFlag(busy, async () => {
      await schedulePage(id, null);
      saver.rebase((await openPage(id)).version);
      set({ publishAt: null });
      refresh();
    });
  /** Somebody else may have published or unpublished the page as well. */
  const catchUp = async () => {
    const fresh = await openPage(id).catch(() => null);
    if (fresh) set({ live: fresh.live, isPublished: fresh.page.published, hasDraft: fresh.draft !== null });
    refresh();
  };
  /** Whether the outcome of the schedule is known. Unsaved changes are left alone: saving them reports the same. */
  const checkSchedule = async (): Promise<boolean> => {
    const fresh = await openPage(id).catch(() => null);
    if (fresh === null || (fresh.draft !== null && fresh.draft.publishAt !== null)) return false;
    if (editing.draft.kind !== 'saved') return true;
    if (fresh.draft === null) continueFrom(fresh.live, fresh.version);
    else if (JSON.stringify(fresh.draft.content) === JSON.stringify(content)) saver.rebase(fresh.version);
    set({ live: fresh.live, isPublished: fresh.page.published, hasDraft: fresh.draft !== null, publishAt: null });
    announceScheduleOutcome(fresh.draft === null);
    refresh();
    return true;
  };
  useScheduledTime(state.publishAt, checkSchedule);
  const theirs = editing.draft.kind === 'conflict' ? editing.draft.theirs : null;
  const conflicts = theirs === null ? [] : mergeWith(saver.synced, content, theirs.content).conflicts;
  useMergeWithoutConflict(theirs, conflicts.length, mergeTheirs);
  /** Discards the draft; Undo restores its content as a new draft. */
  const discard = () =>
    withBusyFlag(busy, async () => {
      await saver.flush();
      await discardDraft(id, saver.version);
      const { live, version } = await openPage(id);
      saver.restart(live, version);
      editing.edit(live);
      set({ live, hasDraft: false, publishAt: null });
      setFaults([]);
      refresh();
    });
  /** Makes a version the draft; Undo brings the replaced one back. False where somebody else's change came first. */
  const restore = (number: number): Promise<boolean> =>
    withBusyFlag(busy, async () => {
      if (!(await saver.flush())) {
        if (saver.hasConflict) return false;
        throw localRefusal('Your changes could not be saved, so nothing was restored.');
      }
      try {
        const saved = await restoreVersion(id, number, saver.version);
        const restored = saved.content ?? content;
        editing.takeTheirs(restored, saved.version);
        setFound(restored, saved.faults);
        if (scheduled.current !== null && saved.publishAt === null) announceUnscheduled();
        set({ hasDraft: true, publishAt: saved.publishAt });
      } catch (error) {
        if (saver.handleConflict(error)) return false;
        throw error;
      }
      refresh();
      return true;
    });
  const unpublish = async () => {
    const { published } = await unpublishPage(id);
    set({ isPublished: published });
    refresh();
  };

  /** Saves what is unsaved first, so that a restored page has it. `redirectTo` as in deletePage. */
  const remove = (redirectTo: number | null) =>
    withBusyFlag(busy, async () => {
      if (!(await saver.flush())) throw localRefusal('Your changes could not be saved, so the page was not deleted.');
      await deletePage(id, redirectTo);
      saver.stop();
    });

  return {
    ...editing,
    id,
    types,
    state,
    /** All that is wrong, found by the last save or the last attempt to publish and not changed since. */
    faults,
    /** Those that prevented the last attempt. */
    refusals,
    attempt: attempt.count,
    /** Changes with every save and attempt. */
    found: attempt.count + checked.count,
    publish,
    cancelSchedule,
    discard,
    restore,
    unpublish,
    remove,
    versions: versions.data,
    forgetFaults: () => setFaults([]),
    conflicts,
    /** `choices`: the side to take for each conflict, by its key. */
    resolve: (theirs: PageDraft, choices: ReadonlyMap<string, Side>) => {
      mergeTheirs(theirs, choices);
      if (isSetAside.current && [...choices.values()].includes('mine'))
        showToast('Yours is kept. Theirs goes into the history.');
    },
    notice: useOthersChanges(id, editing, isOutcomePending, mergeTheirs),
  };
}

/** The faults in the words of a refusal, with the names of places as the server has them. */
function refusedIn({ problem }: ApiError): ContentFaults {
  return Object.fromEntries(Object.entries(problem.errors ?? {}).map(([place, message]) => [place, String(message)]));
}

interface Attempt {
  count: number;
  content: PageContent;
  faults: readonly PublishFault[];
}

export type PageEditing = ReturnType<typeof usePageEditor>;

function always(): boolean {
  return true;
}

function announceScheduleOutcome(isPublished: boolean): void {
  if (isPublished) showToast('The page is published');
  else
    showToast('It was not published at its time. Publish it again to see what stands in the way.', { tone: 'warning' });
}

function announceUnscheduled(): void {
  showToast('It is not scheduled any more, because it was changed. Publish again when you have finished.', {
    tone: 'warning',
  });
}
