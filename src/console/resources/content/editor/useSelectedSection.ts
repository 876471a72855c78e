import { useSearchParams } from 'react-router-dom';
import { hasCards } from '../../../../../domain/content.ts';
import type { PageContent } from '../../../../../domain/page-content.ts';

/** The sections of a page that are not cards. */
export const SETTINGS = 'settings';
export const TEXT = 'text';

/**
 * "settings", "text" or the key of a card, from the address (?part=), where "card-7" also names the card of that id. One that does not
 * exist falls back to the first section.
 */
export function useSelectedSection(content: PageContent, mayBeNone: boolean) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('part');
  const section = sectionOf(wanted, content) ?? (mayBeNone ? null : firstSection(content));
  return {
    section,
    // Where the form takes the list's place, the browser's Back leads to the list again.
    select: (next: string | null) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === null) after.delete('part');
          else after.set('part', next);
          return after;
        },
        { replace: !(mayBeNone && section === null) },
      ),
  };
}

/** Whether the page shows a text of its own; one made of cards does when it has one. */
export function hasText({ type, data }: Pick<PageContent, 'type' | 'data'>): boolean {
  return type !== 'Card' || data !== '';
}

function sectionOf(wanted: string | null, content: PageContent): string | null {
  if (wanted === SETTINGS || (wanted === TEXT && hasText(content))) return wanted;
  const card =
    content.cards.find(({ key }) => key === wanted) ?? content.cards.find(({ id }) => `card-${id}` === wanted);
  return card?.key ?? null;
}

function firstSection(content: PageContent): string {
  if (hasCards(content.type)) return content.cards[0]?.key ?? SETTINGS;
  return TEXT;
}
