import type { CardTypeInfo, PageCard, PageContent, PagePresence } from '../../../../../domain/calls/page-editor.ts';
import { cardName } from './cardNames.ts';
import { SETTINGS, TEXT } from './useSelectedSection.ts';

type Others = PagePresence['others'];

/** A section's name across editors: published cards are identified by id, because their keys are local to each editor. */
export function sharedSection(section: string | null, cards: readonly PageCard[]): string | null {
  const id = cards.find(({ key }) => key === section)?.id;
  return id === undefined ? section : `card-${id}`;
}

/** Who else has this section open: "Ada Lovelace, You, in another tab". Null for no one. */
export function editorsOf(section: string, cards: readonly PageCard[], others: Others): string | null {
  const shared = sharedSection(section, cards);
  return named(others.filter((other) => other.section === shared));
}

/** "Ada Lovelace: “Opening hours”", one entry per section. */
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
