import { useCallback, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import {
  isWithoutDraft,
  type DraftVersion,
  type PageContent,
  type PageDraft,
} from '../../../../../domain/page-content.ts';
import { sameContent } from '../../../../../domain/page-merge.ts';
import { showToast } from '../../../../ui/toasts.ts';
import type { DraftSaver, DraftState } from '../../../editing/DraftSaver.ts';
import { openPage } from '../pageCalls.ts';

/** Runs `work` with `busy` set. */
export async function busily<Result>(busy: RefObject<boolean>, work: () => Promise<Result>): Promise<Result> {
  busy.current = true;
  try {
    return await work();
  } finally {
    busy.current = false;
  }
}

/** Where both have changed different things nobody is asked: theirs comes in, and that is said. */
export function useMergeWithoutConflict(
  theirs: PageDraft | null,
  conflicts: number,
  takeIn: (theirs: PageDraft) => void,
): void {
  const latest = useRef({ conflicts, takeIn });
  useEffect(() => {
    latest.current = { conflicts, takeIn };
  });
  useEffect(() => {
    if (theirs === null || latest.current.conflicts > 0) return;
    latest.current.takeIn(theirs);
    sayTakenIn(theirs);
  }, [theirs]);
}

interface Edited {
  content: PageContent;
  draft: DraftState<PageDraft>;
  saver: DraftSaver<PageContent, PageDraft, DraftVersion>;
}

/** To be told how the page stands on the server: what others have saved comes in as soon as it is known, while nothing is unsaved here. */
export function useOthersChanges(
  id: number,
  edited: Edited,
  busy: RefObject<boolean>,
  takeIn: (theirs: PageDraft) => void,
): (version: DraftVersion) => void {
  const latest = useRef({ edited, takeIn });
  useEffect(() => {
    latest.current = { edited, takeIn };
  });
  return useCallback(
    (version) => {
      const isBehind = (present: DraftVersion) => {
        const { draft, saver } = latest.current.edited;
        return draft.kind === 'saved' && !busy.current && present !== saver.version;
      };
      if (!isBehind(version)) return;
      void openPage(id).then(
        (fresh) => {
          if (!isBehind(fresh.version)) return;
          const theirs = fresh.draft ?? asDraft(fresh.live, fresh.version);
          const isOther = !sameContent(theirs.content, latest.current.edited.content);
          latest.current.takeIn(theirs);
          if (isOther) sayTakenIn(theirs);
        },
        // It is heard of again.
        () => undefined,
      );
    },
    [id, busy],
  );
}

function asDraft(content: PageContent, version: DraftVersion): PageDraft {
  return { content, version, publishAt: null, updatedAt: '', updatedBy: null };
}

function sayTakenIn({ version, updatedBy }: PageDraft): void {
  showToast(
    isWithoutDraft(version)
      ? 'The page was published or its draft discarded meanwhile. What is here goes on from that.'
      : `${updatedBy ?? 'Somebody'} changed this page meanwhile. Their changes are in it now.`,
    { tone: 'information' },
  );
}
