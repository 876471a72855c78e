import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  isWithoutDraft,
  type CardTypeInfo,
  type DraftVersion,
  type PageContent,
  type PageDraft,
  type PageEditor as OpenedPage,
} from '../../../../../domain/page-content.ts';
import type { Side } from '../../../../../domain/page-merge.ts';
import { ApiError } from '../../../../app/ApiError.ts';
import { showToast } from '../../../../ui/toasts.ts';
import { useDraftEditing } from '../../../editing/useDraftEditing.ts';
import { discardDraft, openPage, publishPage, saveDraft, schedulePage, unpublishPage } from '../pageCalls.ts';
import { withIdsOf, withPublishedIds } from './contentEdits.ts';
import { openFaults, publishFaults } from './publishFaults.ts';
import type { PublishFault } from './publishFaults.ts';
import { mergeWith, takesAlong } from './pageConflict.ts';
import { busily, useMergeWithoutConflict, useOthersChanges } from './useOthersChanges.ts';
import { useScheduledTime } from './useScheduledTime.ts';

/** How the page stands on the server. */
export interface PageState {
  /** What was published last, or is there from the start. */
  live: PageContent;
  isPublished: boolean;
  hasDraft: boolean;
  publishAt: string | null;
}

/** A page under work: its draft, how it stands, and what stands in the way of publishing it. */
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
  const versions = useQuery({
    queryKey: ['content', 'versions', id],
    queryFn: async () => (await openPage(id)).versions,
    initialData: opened.versions,
    staleTime: 0,
  });
  const set = (change: Partial<PageState>) => setState((before) => ({ ...before, ...change }));
  // The saver keeps its first `save`, and has to know how things stand later.
  const scheduled = useRef(state.publishAt);
  useEffect(() => {
    scheduled.current = state.publishAt;
  }, [state.publishAt]);
  /** The next save replaces what somebody else has done. */
  const isSetAside = useRef(false);
  const editing = useDraftEditing<PageContent, PageDraft, DraftVersion>({
    content: opened.draft?.content ?? opened.live,
    version: opened.version,
    isSound: always,
    save: async (changed, version) => {
      const saved = await saveDraft(
        id,
        { content: changed, ...(isSetAside.current ? { setAside: true } : {}) },
        version,
      );
      if (isSetAside.current) void versions.refetch();
      isSetAside.current = false;
      if (scheduled.current !== null && saved.publishAt === null) sayUnscheduled();
      set({ hasDraft: true, publishAt: saved.publishAt });
      return saved;
    },
  });
  const { content, saver } = editing;
  const faults = openFaults(attempt.faults, attempt.content, content, types);
  const setFaults = (found: readonly PublishFault[]) =>
    setAttempt((before) => ({ count: before.count + 1, content, faults: found }));
  const refresh = () => {
    void client.invalidateQueries({ queryKey: ['content', 'pages'] });
    void versions.refetch();
  };

  /** While something is done with page and draft, what is heard of them may be of before or after. */
  const busy = useRef(false);

  /** What is here is what visitors see now. */
  const goesOn = (live: PageContent, version: DraftVersion) => {
    const published = withPublishedIds(live, content);
    editing.replace(published, version, withIdsOf(published));
  };

  /** The draft goes on from theirs, with what is mine in it. */
  const takeIn = (theirs: PageDraft, choices: ReadonlyMap<string, Side> = new Map()) => {
    const { synced } = saver;
    const rewrite = takesAlong(synced, theirs.content);
    // With what was taken of theirs undone, theirs would be replaced as well.
    isSetAside.current = choices.size > 0 && !isWithoutDraft(theirs.version);
    editing.merge(rewrite(content), theirs.content, theirs.version, rewrite);
    if ([...choices.values()].includes('theirs'))
      editing.edit(mergeWith(synced, content, theirs.content, choices).content);
    set({ publishAt: theirs.publishAt });
    void catchUp();
  };

  /** `at`: an instant; null: now. False when something stands in the way, which is then told beside its place. */
  const publish = (at: string | null): Promise<boolean> => busily(busy, () => publishAt(at));
  const publishAt = async (at: string | null): Promise<boolean> => {
    setFaults([]);
    if (!(await saver.flush())) {
      if (saver.hasConflict) return false;
      throw new Error('Your changes could not be saved, so nothing was published.');
    }
    try {
      const answer = await (at === null ? publishPage(id, saver.version) : schedulePage(id, at, saver.version));
      if (at === null) {
        const { live, draft, version } = await openPage(id);
        goesOn(live, version);
        set({ live, isPublished: answer.published, hasDraft: draft !== null, publishAt: null });
      } else {
        saver.follow((await openPage(id)).version);
        set({ publishAt: answer.publishAt, hasDraft: true });
      }
    } catch (error) {
      if (saver.meets(error)) return false;
      if (!(error instanceof ApiError) || error.problem.code !== 'content.faulty' || !error.problem.errors) throw error;
      setFaults(publishFaults(error.problem.errors, content, types));
      return false;
    }
    refresh();
    return true;
  };
  const cancelSchedule = () =>
    busily(busy, async () => {
      await schedulePage(id, null);
      saver.follow((await openPage(id)).version);
      set({ publishAt: null });
      refresh();
    });
  /** Somebody else may have published or hidden the page too. */
  const catchUp = async () => {
    const fresh = await openPage(id).catch(() => null);
    if (fresh) set({ live: fresh.live, isPublished: fresh.page.published, hasDraft: fresh.draft !== null });
    refresh();
  };
  /** Whether it is known what became of the schedule. What is being typed is not touched: saving it tells the same. */
  const settle = async (): Promise<boolean> => {
    const fresh = await openPage(id).catch(() => null);
    if (fresh === null || (fresh.draft !== null && fresh.draft.publishAt !== null)) return false;
    if (editing.draft.kind !== 'saved') return true;
    if (fresh.draft === null) goesOn(fresh.live, fresh.version);
    else if (JSON.stringify(fresh.draft.content) === JSON.stringify(content)) saver.follow(fresh.version);
    set({ live: fresh.live, isPublished: fresh.page.published, hasDraft: fresh.draft !== null, publishAt: null });
    sayWhatBecame(fresh.draft === null);
    refresh();
    return true;
  };
  useScheduledTime(state.publishAt, settle);
  const theirs = editing.draft.kind === 'conflict' ? editing.draft.theirs : null;
  const conflicts = theirs === null ? [] : mergeWith(saver.synced, content, theirs.content).conflicts;
  useMergeWithoutConflict(theirs, conflicts.length, takeIn);
  /** The draft goes; Undo brings it back, as a new one. */
  const discard = () =>
    busily(busy, async () => {
      await saver.flush();
      await discardDraft(id, saver.version);
      const { live, version } = await openPage(id);
      saver.restart(live, version);
      editing.edit(live);
      set({ live, hasDraft: false, publishAt: null });
      setFaults([]);
      refresh();
    });
  const unpublish = async () => {
    const { published } = await unpublishPage(id);
    set({ isPublished: published });
    refresh();
  };

  return {
    ...editing,
    id,
    types,
    state,
    faults,
    attempt: attempt.count,
    publish,
    cancelSchedule,
    discard,
    unpublish,
    versions: versions.data,
    forgetFaults: () => setFaults([]),
    conflicts,
    /** `choices`: the side to take for each section that both have changed. */
    resolve: (theirs: PageDraft, choices: ReadonlyMap<string, Side>) => {
      takeIn(theirs, choices);
      if (isSetAside.current && [...choices.values()].includes('mine'))
        showToast('Yours is kept. Theirs goes into the history.');
    },
    notice: useOthersChanges(id, editing, busy, takeIn),
  };
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

function sayWhatBecame(isPublished: boolean): void {
  if (isPublished) showToast('The page is published');
  else
    showToast('It was not published at its time. Publish it again to see what stands in the way.', { tone: 'warning' });
}

function sayUnscheduled(): void {
  showToast('It is not scheduled any more, because it was changed. Publish again when you have finished.', {
    tone: 'warning',
  });
}
