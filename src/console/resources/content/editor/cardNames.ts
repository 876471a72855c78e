import { htmlText } from '../../../../../domain/html/html-text.ts';
import type { CardTypeInfo, PageCard } from '../../../../../domain/calls/page-editor.ts';

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
