import type { CardTypeInfo, PageCard, PageContent, PagePresence } from '../../../../../domain/page-content.ts';
import { cardName } from './contentChanges.ts';
import { SETTINGS, TEXT } from './useSelectedSection.ts';

type Others = PagePresence['others'];

/** The name of a section that all editors of the page share: a published card goes by its id, since its key is local. */
export function sharedSection(part: string | null, cards: readonly PageCard[]): string | null {
  const id = cards.find(({ key }) => key === part)?.id;
  return id === undefined ? part : `card-${id}`;
}

/** Who else has this section of the page open: "Ada Lovelace and you in another tab". Null: nobody. */
export function editorsOf(part: string, cards: readonly PageCard[], others: Others): string | null {
  const shared = sharedSection(part, cards);
  return named(others.filter((other) => other.part === shared));
}

/** "Ada Lovelace edits “Opening hours”", one for each section. */
export function othersInWords(others: Others, { cards }: PageContent, types: readonly CardTypeInfo[]): string[] {
  const parts = [...new Set(others.map(({ part }) => part))];
  return parts.map((part) => `${named(others.filter((other) => other.part === part)) ?? ''}: ${partName(part)}`);

  function partName(part: string | null): string {
    if (part === SETTINGS) return 'Page settings';
    if (part === TEXT) return 'Page text';
    const card = cards.find(({ key }) => part !== null && sharedSection(key, cards) === part);
    return card ? `“${cardName(card, types)}”` : 'This page';
  }
}

function named(others: Others): string | null {
  const names = [...new Set(others.map(({ name, isSelf }) => (isSelf ? 'You, in another tab' : name)))];
  return names.length === 0 ? null : names.join(', ');
}
