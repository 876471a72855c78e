import { hasCards, pageAddress } from '../../../domain/content.ts';
import { htmlWords, parseHtml } from '../../../domain/html-tree.ts';
import { KINDS, type ValueLook } from '../../../domain/kinds.ts';
import type { Json } from '../../../domain/json.ts';
import type { Field, Model } from '../../../domain/model.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Services } from '../../services.ts';
import { foldedTag, foldedWords } from './folded-text.ts';
import { PLACE_CARD, placeCards, placeWords } from './place-words.ts';

/**
 * Keeps the table that the search reads as part of every write to pages and cards, and to the locations that cards show: what is not
 * published is not in it.
 */
export function maintainSearchTexts({ engine, model }: Services): void {
  engine.checkAll('pages', async (writes) => {
    const [first] = writes;
    if (!first) return;
    const known = writes.flatMap(({ before }) => before?.id ?? []);
    if (known.length > 0) await first.tx.deleteFrom('searchTexts').where('pageId', 'in', known).execute();
    await addPages(
      first.tx,
      model,
      writes.flatMap(({ after }) => (after?.published === true ? after : [])),
    );
  });
  engine.checkAll('cards', async (writes) => {
    const [first] = writes;
    // What goes with a card's row goes by its foreign key.
    const cards = writes.flatMap(({ after }) => after ?? []);
    if (!first || cards.length === 0) return;
    const { tx } = first;
    const known = writes.flatMap(({ before, after }) => (before && after ? after.id : []));
    if (known.length > 0) await tx.deleteFrom('searchTexts').where('cardId', 'in', known).execute();
    // Held until the write is done, so that no page is published meanwhile without its cards.
    const rows = await tx
      .selectFrom('pages')
      .selectAll()
      .where(
        'id',
        'in',
        cards.map(({ pageId }) => pageId),
      )
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .forShare()
      .execute();
    await insert(
      tx,
      await cardTexts(
        tx,
        model,
        rows.filter((page) => page.published === true),
        cards,
      ),
    );
  });
  engine.check('locations', async ({ tx, before, after }) => renewPlaces(tx, model, (after ?? before)?.id ?? 0));
}

/** Gives the cards of a location (null: of all) its present words. */
async function renewPlaces(tx: Tx, model: Model, location: number | null): Promise<null> {
  for (const card of await placeCards(tx, model, location)) {
    const body = await cardWords(tx, model, card);
    await tx.updateTable('searchTexts').set({ body }).where('cardId', '=', card.id).where('body', '<>', body).execute();
  }
  return null;
}

/** Makes what is missing: of pages written before there was a search, or by another way. */
export async function addMissingSearchTexts({ db, engine, model }: Services): Promise<void> {
  const rows = await db
    .selectFrom('pages as p')
    .select('p.id')
    .where('p.published', '=', true)
    .where('p.deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('searchTexts as s').select('s.id').whereRef('s.pageId', '=', 'p.id').where('s.kind', '=', 'page'),
        ),
      ),
    )
    .execute();
  for (const { id } of rows) {
    await engine.transaction(async (tx) => {
      const [page] = await engine.lock(tx, 'pages', [id]);
      await tx.deleteFrom('searchTexts').where('pageId', '=', id).execute();
      if (page?.published) await addPages(tx, model, [page]);
    });
  }
  await engine.transaction((tx) => renewPlaces(tx, model, null));
}

type Page = RowOf<'pages'>;
type Card = RowOf<'cards'>;

interface SearchText {
  kind: 'page' | 'card';
  pageId: number;
  cardId: number | null;
  title: string;
  body: string;
  tags: string[];
  url: string;
}

async function addPages(tx: Tx, model: Model, pages: Page[]): Promise<void> {
  if (pages.length === 0) return;
  const ids = pages.map(({ id }) => id);
  const cards = await tx.selectFrom('cards').selectAll().where('pageId', 'in', ids).orderBy('id').execute();
  await insert(tx, [...pages.map(pageText), ...(await cardTexts(tx, model, pages, cards))]);
}

/** Of those of the cards that one of the pages shows. */
async function cardTexts(tx: Tx, model: Model, pages: readonly Page[], cards: readonly Card[]): Promise<SearchText[]> {
  const shown = new Map(pages.filter(({ type }) => hasCards(type)).map((page) => [page.id, page]));
  const texts: SearchText[] = [];
  for (const card of cards) {
    const page = shown.get(card.pageId);
    if (page) texts.push(await cardText(tx, model, page, card));
  }
  return texts;
}

/** Rows per statement, which has a limited number of parameters. */
const MOST_INSERTED = 1000;

async function insert(db: Db, texts: SearchText[]): Promise<void> {
  for (let start = 0; start < texts.length; start += MOST_INSERTED)
    await db
      .insertInto('searchTexts')
      .values(
        texts.slice(start, start + MOST_INSERTED).map(({ tags, ...text }) => ({ ...text, tags: JSON.stringify(tags) })),
      )
      .execute();
}

function pageText(page: Page): SearchText {
  const html = htmlWords(parseHtml(textOf(page.data)));
  return {
    ...shared(page),
    kind: 'page',
    cardId: null,
    title: folded([page.title]),
    body: folded([page.summary, html, ...tagsOf(page)]),
  };
}

async function cardText(tx: Tx, model: Model, page: Page, card: Card): Promise<SearchText> {
  const url = `${shared(page).url}#card-${card.id}`;
  return {
    ...shared(page),
    kind: 'card',
    cardId: card.id,
    title: folded([card.title]),
    body: await cardWords(tx, model, card),
    url,
  };
}

async function cardWords(tx: Tx, model: Model, card: Card): Promise<string> {
  const data = card.data ?? {};
  const fields = model.cardTypes.get(card.type)?.fields ?? [];
  const place = card.type === PLACE_CARD ? await placeWords(tx, data['id']) : [];
  return folded([...place, ...fields.flatMap((field) => wordsIn(field, data[field.name]))]);
}

function shared(page: Page): Pick<SearchText, 'pageId' | 'tags' | 'url'> {
  return { pageId: page.id, tags: tagsOf(page).map(foldedTag), url: pageAddress(page.name) };
}

/** What of a card's field people read: texts, lists of texts; not addresses, pictures and references. */
function wordsIn(field: Field, value: Json | undefined): string[] {
  return WORDS[KINDS[field.kind].look](value, field);
}

const none = (): string[] => [];
const WORDS: Record<ValueLook, (value: Json | undefined, field: Field) => string[]> = {
  plain: none,
  text: (value) => [textOf(value)],
  html: (value) => [htmlWords(parseHtml(textOf(value)))],
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
  items: (value, { schema: { items } }) =>
    items?.format === undefined && items?.enum === undefined && Array.isArray(value) ? value.map(textOf) : [],
  data: none,
};

function tagsOf(page: Page): string[] {
  return page.tags ?? [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function folded(texts: (Json | undefined)[]): string {
  return foldedWords(texts.map(textOf).join(' ')).join(' ');
}
