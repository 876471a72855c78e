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
  engine.check('pages', async ({ tx, before, after }) => {
    const id = (after ?? before)?.id ?? 0;
    if (before) await tx.deleteFrom('searchTexts').where('pageId', '=', id).execute();
    if (after?.['published'] === true) await addPage(tx, model, after);
  });
  engine.check('cards', async ({ tx, before, after }) => {
    // What goes with a card's row goes by its foreign key.
    if (!after) return;
    if (before) await tx.deleteFrom('searchTexts').where('cardId', '=', after.id).execute();
    // Held until the write is done, so that the page is not published meanwhile without this card.
    const page = await tx
      .selectFrom('pages')
      .selectAll()
      .where('id', '=', after.pageId)
      .where('deletedAt', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (page?.published && hasCards(page.type)) await insert(tx, [await cardText(tx, model, page, after)]);
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
      if (page?.published) await addPage(tx, model, page);
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

async function addPage(tx: Tx, model: Model, page: Page): Promise<void> {
  const rows = await tx.selectFrom('cards').selectAll().where('pageId', '=', page.id).orderBy('id').execute();
  const cards: SearchText[] = [];
  for (const card of hasCards(page.type) ? rows : []) cards.push(await cardText(tx, model, page, card));
  await insert(tx, [pageText(page), ...cards]);
}

async function insert(db: Db, texts: SearchText[]): Promise<void> {
  if (texts.length === 0) return;
  await db
    .insertInto('searchTexts')
    .values(texts.map(({ tags, ...text }) => ({ ...text, tags: JSON.stringify(tags) })))
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
