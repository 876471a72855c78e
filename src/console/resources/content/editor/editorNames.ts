import type { CardTypeInfo, PageCard, PageContent, PagePresence } from '../../../../../domain/page-content.ts';
import { cardName } from './contentChanges.ts';
import { SETTINGS, TEXT } from './useSelectedSection.ts';

type Others = PagePresence['others'];

/** The name of a section that all editors of the page share: a published card goes by its id, since its key is local. */
export function sharedSection(section: string | null, cards: readonly PageCard[]): string | null {
  const id = cards.find(({ key }) => key === section)?.id;
  return id === undefined ? section : `card-${id}`;
}

/** Who else has this section of the page open: "Ada Lovelace and you in another tab". Null: nobody. */
export function editorsOf(section: string, cards: readonly PageCard[], others: Others): string | null {
  const shared = sharedSection(section, cards);
  return named(others.filter((other) => other.section === shared));
}

/** "Ada Lovelace edits “Opening hours”", one for each section. */
export function describeOthers(others: Others, { cards }: PageContent, types: readonly CardTypeInfo[]): string[] {
  const sections = [...new Set(others.map(({ section }) => section))];
  return sections.map(
    (section) => `${named(others.filter((other) => other.section === section)) ?? ''}: ${sectionName(section)}`,
  );

  function sectionName(section: string | null): string {
    if (section === SETTINGS) return 'Page settings';
    if (section === TEXT) return 'Page text';
    const card = cards.find(({ key }) => section !== null && sharedSection(key, cards) === section);
    return card ? `“${cardName(card, types)}”` : 'This page';
  }
}

function named(others: Others): string | null {
  const names = [...new Set(others.map(({ name, isSelf }) => (isSelf ? 'You, in another tab' : name)))];
  return names.length === 0 ? null : names.join(', ');
}
