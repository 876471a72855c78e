import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { isWithoutDraft } from '../../../../../domain/content/content.ts';
import type { DraftVersion, PageContent, PageDraft } from '../../../../../domain/calls/page-editor.ts';
import { mergePages, sameContent, type PageMerge, type Side } from '../../../../../domain/content/page-merge.ts';
import { showToast } from '../../../../ui/toasts.ts';
import type { Synced } from '../../../editing/DraftSaver.ts';
import { readCall } from '../../../../app/callApi.ts';
import type { EditedPage } from './pageCommands.ts';

interface PageMergeOptions extends Pick<EditedPage, 'record' | 'editing'> {
  setAsideRef: RefObject<boolean>;
  isBusy: () => boolean;
}

/** Merges what other editors save: changes without conflict immediately, conflicts by the sides that the user chooses. */
export function usePageMerge({ record, editing, setAsideRef, isBusy }: PageMergeOptions) {
  const { content, draft, saver } = editing;
  const theirs = draft.kind === 'conflict' ? draft.theirs : null;
  const conflicts = theirs === null ? [] : mergeWith(saver.synced, content, theirs.content).conflicts;

  const merge = (from: PageDraft, choices: ReadonlyMap<string, Side> = new Map()) => {
    const { synced } = saver;
    const rewrite = rebaseOnto(synced, from.content);
    // Also if only their sides were chosen: undoing that choice overwrites theirs.
    setAsideRef.current = choices.size > 0 && !isWithoutDraft(from.version);
    editing.merge(rewrite(content), from.content, from.version, rewrite);
    if ([...choices.values()].includes('theirs'))
      editing.edit(mergeWith(synced, content, from.content, choices).content);
    record.set({ publishAt: from.publishAt });
    // They may have published or unpublished the page as well.
    void record.reload().catch(() => undefined);
  };

  const latest = useRef({ editing, isBusy, merge, conflicts: conflicts.length });
  useEffect(() => {
    latest.current = { editing, isBusy, merge, conflicts: conflicts.length };
  });
  useEffect(() => {
    if (theirs === null || latest.current.conflicts > 0) return;
    latest.current.merge(theirs);
    announceMerge(theirs);
  }, [theirs]);

  const onServerVersion = useServerVersion(record.id, latest);

  return {
    conflicts,
    onServerVersion,
    /** `choices`: the side to take for each conflict, by its key. */
    resolve: (from: PageDraft, choices: ReadonlyMap<string, Side>) => {
      merge(from, choices);
      if (setAsideRef.current && [...choices.values()].includes('mine'))
        showToast('Your version is kept. Theirs is in the history.');
    },
  };
}

interface Latest extends Pick<PageMergeOptions, 'editing' | 'isBusy'> {
  merge: (from: PageDraft) => void;
}

/** While nothing is unsaved here, a newer version on the server is merged. */
function useServerVersion(id: number, latestRef: RefObject<Latest>): (version: DraftVersion) => Promise<void> {
  return useCallback(
    async (version: DraftVersion) => {
      const isBehind = (newest: DraftVersion) => {
        const { draft: edited, saver: current } = latestRef.current.editing;
        return edited.kind === 'saved' && !latestRef.current.isBusy() && newest !== current.version;
      };
      if (!isBehind(version)) return;
      const before = latestRef.current.editing.saver.version;
      // The next presence report brings the version again.
      const fresh = await readCall('GET /api/content/pages/:page/editor', { params: { page: String(id) } }).catch(
        () => null,
      );
      // If something was saved here in the meantime, the answer may be older than that.
      if (fresh === null || latestRef.current.editing.saver.version !== before || !isBehind(fresh.version)) return;
      const newer = fresh.draft ?? draftOf(fresh.live, fresh.version);
      const isDifferent = !sameContent(newer.content, latestRef.current.editing.content);
      latestRef.current.merge(newer);
      if (isDifferent) announceMerge(newer);
    },
    [id, latestRef],
  );
}

function draftOf(content: PageContent, version: DraftVersion): PageDraft {
  return { content, version, publishAt: null, updatedAt: '', updatedBy: null };
}

function announceMerge({ version, updatedBy }: PageDraft): void {
  showToast(
    isWithoutDraft(version)
      ? 'The page was published or its draft was discarded. Your changes are now based on the published version.'
      : `${updatedBy ?? 'Someone'} changed this page. Their changes were merged into yours.`,
    { tone: 'information' },
  );
}

/** Merges `mine` with the content that another editor saved, based on the last common content. */
function mergeWith(
  { sent, stored }: Synced<PageContent>,
  mine: PageContent,
  theirs: PageContent,
  choices?: ReadonlyMap<string, Side>,
): PageMerge {
  return mergePages(stored, normalized(stored, sent, mine), theirs, choices);
}

/** Rewrites an entry of the undo history on top of their changes; its own win where both changed the same. */
function rebaseOnto(synced: Synced<PageContent>, theirs: PageContent): (content: PageContent) => PageContent {
  return (content) => {
    const { conflicts } = mergeWith(synced, content, theirs);
    return mergeWith(synced, content, theirs, allMine(conflicts)).content;
  };
}

/** `mine` with the server's normalization applied, so that it does not count as a change of mine. */
function normalized(stored: PageContent, sent: PageContent, mine: PageContent): PageContent {
  if (stored === sent) return mine;
  const { conflicts } = mergePages(sent, mine, stored);
  return mergePages(sent, mine, stored, allMine(conflicts)).content;
}

function allMine(conflicts: PageMerge['conflicts']): ReadonlyMap<string, Side> {
  return new Map(conflicts.map(({ key }) => [key, 'mine']));
}
