import type { CardData } from '../../../../../domain/calls/pages.ts';
import type { CardTypeInfo, PageCard, PageContent } from '../../../../../domain/calls/page-editor.ts';
import { randomId } from '../../../../ui/browserApis.ts';
import { defaultsOf } from '../../../../forms/shared/formSchema.ts';
import type { FormSchema } from '../../../../forms/shared/formSchema.ts';

/** Pure edits of a page: each returns a new content. */

/** Adds a card after `after`, or at the end. Its title is empty, to be typed first. */
export function addCard(
  content: PageContent,
  info: CardTypeInfo,
  after: string | null,
): { content: PageContent; key: string } {
  const key = freshKey(content.cards);
  const card: PageCard = { key, type: info.type, title: '', data: defaultsOf(info.schema as FormSchema) as CardData };
  return { content: { ...content, cards: inserted(content.cards, card, after) }, key };
}

/** Inserts a copy after the original, without its id. */
export function duplicateCard(content: PageContent, key: string): { content: PageContent; key: string } {
  const original = content.cards.find((card) => card.key === key);
  if (!original) return { content, key };
  const { id: _, ...rest } = original;
  const copy: PageCard = { ...rest, key: freshKey(content.cards), title: `${original.title} (copy)` };
  return { content: { ...content, cards: inserted(content.cards, copy, key) }, key: copy.key };
}

export function removeCard(content: PageContent, key: string): PageContent {
  return { ...content, cards: content.cards.filter((card) => card.key !== key) };
}

/** Restores a removed card to its former position, relative to the neighbors that still exist. */
export function putBack(content: PageContent, card: PageCard, place: number): PageContent {
  if (content.cards.some(({ key }) => key === card.key)) return content;
  return { ...content, cards: content.cards.toSpliced(Math.min(place, content.cards.length), 0, card) };
}

/** Moves the card to a position counted without it. */
export function moveCard(content: PageContent, key: string, place: number): PageContent {
  const card = content.cards.find((one) => one.key === key);
  if (!card) return content;
  return { ...content, cards: content.cards.filter((one) => one !== card).toSpliced(place, 0, card) };
}

export function changeCard(
  content: PageContent,
  key: string,
  change: Partial<Pick<PageCard, 'title' | 'data'>>,
): PageContent {
  return { ...content, cards: content.cards.map((card) => (card.key === key ? { ...card, ...change } : card)) };
}

/** Applies the published ids to cards that were created here, so that they remain the same cards in the undo history. */
export function withIdsOf(published: PageContent): (content: PageContent) => PageContent {
  const ids = new Map(published.cards.flatMap(({ key, id }) => (id === undefined ? [] : [[key, id] as const])));
  return (content) => ({
    ...content,
    cards: content.cards.map((card) => ({ ...card, ...(ids.has(card.key) ? { id: ids.get(card.key) ?? 0 } : {}) })),
  });
}

function inserted(cards: readonly PageCard[], card: PageCard, after: string | null): PageCard[] {
  const place = after === null ? -1 : cards.findIndex(({ key }) => key === after);
  return place === -1 ? [...cards, card] : cards.toSpliced(place + 1, 0, card);
}

function freshKey(cards: readonly PageCard[]): string {
  const taken = new Set(cards.map(({ key }) => key));
  let key = '';
  do key = `new-${randomId().slice(0, 8)}`;
  while (taken.has(key));
  return key;
}
