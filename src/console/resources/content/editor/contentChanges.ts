import type { CardData } from '../../../../../domain/content.ts';
import { htmlText } from '../../../../../domain/html-text.ts';
import type { CardTypeInfo, PageCard, PageContent } from '../../../../../domain/page-content.ts';

/** The differences between two versions of a page, as texts for display. */
export interface ContentChanges {
  /** "Title", "Address: /a becomes /b" ... */
  page: string[];
  added: string[];
  removed: string[];
  changed: { title: string; what: string[] }[];
  isReordered: boolean;
}

export function contentChanges(
  before: PageContent,
  after: PageContent,
  types: readonly CardTypeInfo[],
): ContentChanges {
  const pairs = after.cards.flatMap((card) => {
    const old = sameCard(before.cards, card);
    return old ? [{ old, card }] : [];
  });
  const kept = new Set(pairs.map(({ old }) => old.key));
  return {
    page: pageChanges(before, after),
    added: after.cards.filter((card) => !sameCard(before.cards, card)).map((card) => cardName(card, types)),
    removed: before.cards.filter((card) => !kept.has(card.key)).map((card) => cardName(card, types)),
    changed: pairs.flatMap(({ old, card }) => {
      const what = cardChanges(old, card, types);
      return what.length === 0 ? [] : [{ title: cardName(card, types), what }];
    }),
    isReordered:
      pairs.map(({ old }) => old.key).join() !==
      before.cards
        .filter(({ key }) => kept.has(key))
        .map(({ key }) => key)
        .join(),
  };
}

export function isUnchanged({ page, added, removed, changed, isReordered }: ContentChanges): boolean {
  return page.length + added.length + removed.length + changed.length === 0 && !isReordered;
}

/** What distinguishes a card from others of the same type and name: its first words, or the record that it shows. */
export type DuplicateHint = { text: string } | { reference: string; id: number };

/** Null when the card's name is unique, or nothing distinguishes it. */
export function duplicateHint(
  card: PageCard,
  cards: readonly PageCard[],
  types: readonly CardTypeInfo[],
): DuplicateHint | null {
  if (
    !cards.some(({ key, type, title }) => key !== card.key && type === card.type && title.trim() === card.title.trim())
  )
    return null;
  const reference = types.find(({ type }) => type === card.type)?.schema.properties.id?.['x-reference'];
  if (reference !== undefined) return card.data.id === undefined ? null : { reference, id: card.data.id };
  const { text, name, items, imageAlt } = card.data;
  const words = htmlText(text || name || items?.[0] || imageAlt || '').slice(0, 80);
  return words === '' ? null : { text: words };
}

/** The card's title, or the label of its type. */
export function cardName({ title, type }: Pick<PageCard, 'title' | 'type'>, types: readonly CardTypeInfo[]): string {
  return title.trim() || `Untitled ${types.find((one) => one.type === type)?.label.toLowerCase() ?? 'card'}`;
}

/** Matches by id, or by key for cards without one. */
function sameCard(cards: readonly PageCard[], wanted: PageCard): PageCard | undefined {
  return (
    cards.find((card) => card.key === wanted.key) ??
    (wanted.id === undefined ? undefined : cards.find((card) => card.id === wanted.id))
  );
}

function pageChanges(before: PageContent, after: PageContent): string[] {
  const words: [boolean, string][] = [
    [before.title !== after.title, `Title: “${before.title}” becomes “${after.title}”`],
    [before.name !== after.name, `Address: ${before.name} becomes ${after.name}; the old one leads there from then on`],
    [before.type !== after.type, `Type: ${before.type} becomes ${after.type}`],
    [before.theme !== after.theme, 'Theme'],
    [before.backgroundUrl !== after.backgroundUrl, 'Background picture'],
    [before.summary !== after.summary, 'Summary'],
    [before.category !== after.category, 'Category'],
    [before.tags.join('\n') !== after.tags.join('\n'), 'Tags'],
    [before.data !== after.data, 'Text of the page'],
  ];
  return words.flatMap(([differs, word]) => (differs ? [word] : []));
}

function cardChanges(old: PageCard, card: PageCard, types: readonly CardTypeInfo[]): string[] {
  const properties = types.find(({ type }) => type === card.type)?.schema.properties;
  const names = [...new Set([...Object.keys(old.data), ...Object.keys(card.data)])] as (keyof CardData)[];
  const fields = names.filter((name) => JSON.stringify(old.data[name]) !== JSON.stringify(card.data[name]));
  return [
    ...new Set([
      ...(old.title === card.title ? [] : ['title']),
      ...fields.map((name) => properties?.[name]?.title?.toLowerCase() ?? name),
    ]),
  ];
}
