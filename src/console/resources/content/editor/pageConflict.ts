import type { PageContent } from '../../../../../domain/page-content.ts';
import { mergePages, type PageMerge, type Side } from '../../../../../domain/page-merge.ts';
import type { Synced } from '../../../editing/DraftSaver.ts';

/** `mine` and what somebody else has saved since both were the same, as one page. */
export function mergeWith(
  { sent, kept }: Synced<PageContent>,
  mine: PageContent,
  theirs: PageContent,
  choices?: ReadonlyMap<string, Side>,
): PageMerge {
  return mergePages(kept, inWordsOf(kept, sent, mine), theirs, choices);
}

/** For a step back or forth: theirs comes along into it, and what it says otherwise stays. */
export function takesAlong(synced: Synced<PageContent>, theirs: PageContent): (content: PageContent) => PageContent {
  return (content) => {
    const { conflicts } = mergeWith(synced, content, theirs);
    return mergeWith(synced, content, theirs, allMine(conflicts)).content;
  };
}

/** What the server only put in other words is no change of mine. */
function inWordsOf(kept: PageContent, sent: PageContent, mine: PageContent): PageContent {
  if (kept === sent) return mine;
  const { conflicts } = mergePages(sent, mine, kept);
  return mergePages(sent, mine, kept, allMine(conflicts)).content;
}

function allMine(conflicts: PageMerge['conflicts']): ReadonlyMap<string, Side> {
  return new Map(conflicts.map(({ part }) => [part, 'mine']));
}
