import { useSearchParams } from 'react-router-dom';
import { hasCards } from '../../../../../domain/content/content.ts';
import type { PageContent } from '../../../../../domain/calls/page-editor.ts';

/** The sections of a page that are not cards. */
export const SETTINGS = 'settings';
export const TEXT = 'text';

/**
 * "settings", "text" or the key of a card, from the address (?section=), where "card-7" also names the card of that id. One that does not
 * exist falls back to the first section.
 */
export function useSelectedSection(content: PageContent, canBeNone: boolean) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('section');
  const section = sectionOf(wanted, content) ?? (canBeNone ? null : firstSection(content));
  return {
    section,
    // Where the form replaces the list, the browser's Back returns to the list.
    select: (next: string | null) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (next === null) after.delete('section');
          else after.set('section', next);
          return after;
        },
        { replace: !(canBeNone && section === null) },
      ),
  };
}

/** Whether the page shows its own text; a page of cards only if it has one. */
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
