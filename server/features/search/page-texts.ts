import { hasCards, pageAddress } from '../../../domain/content/content.ts';
import type { Json } from '../../../domain/values/json.ts';
import { KINDS, type ValueLook } from '../../../domain/declarations/kinds.ts';
import type { Field, Model } from '../../../domain/declarations/model.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import { foldedTag, foldedWords, stemWord, stemToken } from '../../platform/search/folded-text.ts';
import { asLine, lineOfHtml, pageSections } from './page-sections.ts';

export type Page = RowOf<'pages'>;
export type Card = RowOf<'cards'>;

/** A searched text: a page, a part under a heading, or a card. */
export interface SearchText extends SearchedWords {
  kind: 'page' | 'section' | 'card';
  pageId: number;
  cardId: number | null;
  /** The heading and the text as they are read; of a page its summary and beginning. */
  heading: string;
  text: string;
  tags: string[];
  url: string;
}

/** Title and text in comparable form, and their stems; of a page with the words of all its parts. */
export interface SearchedWords {
  title: string;
  body: string;
  stems: string;
}

/** Characters of one searched text; a longer one is several. */
const MOST_TEXT = 5_000;

/**
 * A published page, the parts of its text and the cards that it shows. `placeOf`: the words of the location that a card shows, by the
 * card's id.
 */
export function pageTexts(
  model: Model,
  page: Page,
  cards: readonly Card[],
  placeOf: ReadonlyMap<number, readonly string[]>,
): SearchText[] {
  const tags = page.tags ?? [];
  const url = pageAddress(page.name);
  const sections = pageSections(textValue(page.data)).flatMap(({ heading, text, anchor }) =>
    pieces(text).map((piece) => ({ heading, text: piece, anchor })),
  );
  const [first] = sections;
  const opening = first?.heading === null ? first.text : '';
  const summary = asLine(`${page.summary ?? ''}\n${opening}`);
  const shared = { pageId: page.id, cardId: null, tags: tags.map(foldedTag), url };
  const parts: SearchText[] = [
    ...sections.slice(opening === '' ? 0 : 1).map(({ heading, text, anchor }): SearchText => {
      const title = heading ?? '';
      const place = anchor === null || hasCards(page.type) ? url : `${url}#${anchor}`;
      return { ...shared, kind: 'section', heading: title, text, url: place, ...searchedWords(title, text) };
    }),
    ...(hasCards(page.type) ? cards : []).map((card): SearchText => {
      const text = textOfCard(model, card, placeOf.get(card.id) ?? []);
      return {
        ...shared,
        kind: 'card',
        cardId: card.id,
        heading: card.title,
        text,
        url: `${url}#card-${card.id}`,
        ...searchedWords(card.title, text),
      };
    }),
  ];
  const all = [summary, ...tags, ...parts.flatMap(({ heading, text }) => [heading, text])].join(' ');
  return [{ ...shared, kind: 'page', heading: page.title, text: summary, ...searchedWords(page.title, all) }, ...parts];
}

function textOfCard(model: Model, card: Card, place: readonly string[]): string {
  const data = card.data ?? {};
  // What a picture shows comes last: the excerpt is of what is read.
  const fields = (model.cardTypes.get(card.type)?.fields ?? []).toSorted(
    (one, other) => Number(isAlternative(one)) - Number(isAlternative(other)),
  );
  return asLine([place.join(', '), ...fields.flatMap((field) => linesIn(field, data[field.name]))].join('\n'));
}

function isAlternative({ name }: Field): boolean {
  return name === 'imageAlt';
}

function searchedWords(heading: string, text: string): SearchedWords {
  const title = foldedWords(heading);
  const body = foldedWords(text);
  const stems = new Set([...title, ...body].filter((word) => stemWord(word) !== word).map(stemToken));
  return { title: title.join(' '), body: body.join(' '), stems: [...stems].join(' ') };
}

/** A text in pieces of at most MOST_TEXT characters, between words. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let rest = text;
  while (rest.length > MOST_TEXT) {
    const space = rest.lastIndexOf(' ', MOST_TEXT);
    const end = space > 0 ? space : MOST_TEXT;
    found.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...found, rest];
}

/** The visible texts of a card's field, without addresses, pictures and references. */
function linesIn(field: Field, value: Json | undefined): string[] {
  return LINES[KINDS[field.kind].look](value, field);
}

const none = (): string[] => [];
const LINES: Record<ValueLook, (value: Json | undefined, field: Field) => string[]> = {
  plain: none,
  text: (value) => [textValue(value)],
  html: (value) => [lineOfHtml(textValue(value))],
  yesNo: none,
  instant: none,
  label: none,
  swatch: none,
  mail: none,
  address: none,
  picture: none,
  file: none,
  reference: none,
  references: none,
  rule: none,
  items: (value, { schema: { items } }) =>
    items?.format === undefined && items?.enum === undefined && Array.isArray(value) ? value.map(textValue) : [],
  data: none,
};

function textValue(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
