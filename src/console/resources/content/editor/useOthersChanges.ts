import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import {
  isWithoutDraft,
  type DraftVersion,
  type PageContent,
  type PageDraft,
} from '../../../../../domain/content/page-content.ts';
import { sameContent } from '../../../../../domain/content/page-merge.ts';
import { showToast } from '../../../../ui/toasts.ts';
import type { DraftSaver, DraftState } from '../../../editing/DraftSaver.ts';
import { openPage } from '../pageCalls.ts';

/** Runs `work` with `busy` set. */
export async function withBusyFlag<Result>(busy: RefObject<boolean>, work: () => Promise<Result>): Promise<Result> {
  busy.current = true;
  try {
    return await work();
  } finally {
    busy.current = false;
  }
}

/** Merges changes that do not conflict without asking, and announces it. */
export function useMergeWithoutConflict(
  theirs: PageDraft | null,
  conflicts: number,
  mergeTheirs: (theirs: PageDraft) => void,
): void {
  const latest = useRef({ conflicts, mergeTheirs });
  useEffect(() => {
    latest.current = { conflicts, mergeTheirs };
  });
  useEffect(() => {
    if (theirs === null || latest.current.conflicts > 0) return;
    latest.current.mergeTheirs(theirs);
    announceMerge(theirs);
  }, [theirs]);
}

interface Edited {
  content: PageContent;
  draft: DraftState<PageDraft>;
  saver: DraftSaver<PageContent, PageDraft, DraftVersion>;
}

/** Returns a callback for the page's current version on the server: while nothing is unsaved here, others' changes are merged at once. */
export function useOthersChanges(
  id: number,
  edited: Edited,
  isBusy: () => boolean,
  mergeTheirs: (theirs: PageDraft) => void,
): (version: DraftVersion) => void {
  const latest = useRef({ edited, isBusy, mergeTheirs });
  useEffect(() => {
    latest.current = { edited, isBusy, mergeTheirs };
  });
  return useCallback(
    (version) => {
      const isBehind = (present: DraftVersion) => {
        const { draft, saver } = latest.current.edited;
        return draft.kind === 'saved' && !latest.current.isBusy() && present !== saver.version;
      };
      if (!isBehind(version)) return;
      const asked = latest.current.edited.saver.version;
      void openPage(id).then(
        (fresh) => {
          // Something was saved here while the answer was on its way: it may be older than that.
          if (latest.current.edited.saver.version !== asked || !isBehind(fresh.version)) return;
          const theirs = fresh.draft ?? asDraft(fresh.live, fresh.version);
          const isOther = !sameContent(theirs.content, latest.current.edited.content);
          latest.current.mergeTheirs(theirs);
          if (isOther) announceMerge(theirs);
        },
        // The next presence report brings the version again.
        () => undefined,
      );
    },
    [id],
  );
}

function asDraft(content: PageContent, version: DraftVersion): PageDraft {
  return { content, version, publishAt: null, updatedAt: '', updatedBy: null };
}

function announceMerge({ version, updatedBy }: PageDraft): void {
  showToast(
    isWithoutDraft(version)
      ? 'The page was published or its draft discarded meanwhile. What is here goes on from that.'
      : `${updatedBy ?? 'Somebody'} changed this page meanwhile. Their changes are in it now.`,
    { tone: 'information' },
  );
}
