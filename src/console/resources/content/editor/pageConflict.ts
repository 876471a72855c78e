import type { PageContent } from '../../../../../domain/calls/pages.ts';
import { mergePages, type PageMerge, type Side } from '../../../../../domain/content/page-merge.ts';
import type { Synced } from '../../../editing/DraftSaver.ts';

/** Merges `mine` with the content that another editor saved, based on the last common content. */
export function mergeWith(
  { sent, stored }: Synced<PageContent>,
  mine: PageContent,
  theirs: PageContent,
  choices?: ReadonlyMap<string, Side>,
): PageMerge {
  return mergePages(stored, normalised(stored, sent, mine), theirs, choices);
}

/** Rewrites an entry of the undo history on top of their changes; its own win where both changed the same. */
export function rebaseOnto(synced: Synced<PageContent>, theirs: PageContent): (content: PageContent) => PageContent {
  return (content) => {
    const { conflicts } = mergeWith(synced, content, theirs);
    return mergeWith(synced, content, theirs, allMine(conflicts)).content;
  };
}

/** `mine` with the server's normalisation applied, so that it does not count as a change of mine. */
function normalised(stored: PageContent, sent: PageContent, mine: PageContent): PageContent {
  if (stored === sent) return mine;
  const { conflicts } = mergePages(sent, mine, stored);
  return mergePages(sent, mine, stored, allMine(conflicts)).content;
}

function allMine(conflicts: PageMerge['conflicts']): ReadonlyMap<string, Side> {
  return new Map(conflicts.map(({ key }) => [key, 'mine']));
}
