import { sql } from 'kysely';
import { hasCards, pageAddress, type PageType } from '../../../domain/content.ts';
import { htmlWords, parseHtml } from '../../../domain/html-tree.ts';
import type { Field, Json, Model, Row } from '../../../domain/model.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { foldedTag, foldedWords } from './folded-text.ts';
import { PLACE_CARD, placeCards, placeWords } from './place-words.ts';

/**
 * Keeps the table that the search reads as part of every write to pages and cards, and to the locations that cards show: what is not
 * published is not in it.
 */
export function keepSearchTexts({ engine, model }: Services): void {
  engine.check('pages', async ({ tx, before, after }) => {
    const id = Number((after ?? before)?.['id']);
    if (before) await sql`delete from "searchTexts" where "pageId" = ${id}`.execute(tx);
    if (after?.['published'] === true) await addPage(tx, model, after);
  });
  engine.check('cards', async ({ tx, before, after }) => {
    // What goes with a card's row goes by its foreign key.
    if (!after) return;
    if (before) await sql`delete from "searchTexts" where "cardId" = ${after['id']}`.execute(tx);
    // Held until the write is done, so that the page is not published meanwhile without this card.
    const { rows } =
      await sql<Row>`select * from "pages" where "id" = ${after['pageId']} and "deletedAt" is null for share`.execute(
        tx,
      );
    if (rows[0]?.['published'] === true && showsCards(rows[0]))
      await insert(tx, [await cardText(tx, model, rows[0], after)]);
  });
  engine.check('locations', async ({ tx, before, after }) => renewPlaces(tx, model, (after ?? before)?.['id'] ?? 0));
}

/** Gives the cards of a location (null: of all) its present words. */
async function renewPlaces(tx: Tx, model: Model, location: Json | null): Promise<null> {
  for (const card of await placeCards(tx, model, location)) {
    const body = await cardWords(tx, model, card);
    await sql`update "searchTexts" set "body" = ${body} where "cardId" = ${card['id']} and "body" <> ${body}`.execute(
      tx,
    );
  }
  return null;
}

/** Makes what is missing: of pages written before there was a search, or by another way. */
export async function addMissingSearchTexts({ db, engine, model }: Services): Promise<void> {
  const { rows } = await sql<{ id: number }>`select "id" from "pages" p where "published" and "deletedAt" is null
    and not exists (select 1 from "searchTexts" where "pageId" = p."id" and "kind" = 'page')`.execute(db);
  for (const { id } of rows) {
    await engine.transaction(async (tx) => {
      const {
        rows: [page],
      } =
        await sql<Row>`select * from "pages" where "id" = ${id} and "published" and "deletedAt" is null for update`.execute(
          tx,
        );
      await sql`delete from "searchTexts" where "pageId" = ${id}`.execute(tx);
      if (page) await addPage(tx, model, page);
    });
  }
  await engine.transaction((tx) => renewPlaces(tx, model, null));
}

interface SearchText {
  kind: 'page' | 'card';
  pageId: number;
  cardId: number | null;
  title: string;
  body: string;
  tags: string[];
  url: string;
}

async function addPage(tx: Tx, model: Model, page: Row): Promise<void> {
  const { rows } = await sql<Row>`select * from "cards" where "pageId" = ${page['id']} order by "id"`.execute(tx);
  const cards: SearchText[] = [];
  for (const card of showsCards(page) ? rows : []) cards.push(await cardText(tx, model, page, card));
  await insert(tx, [pageText(page), ...cards]);
}

function showsCards(page: Row): boolean {
  return hasCards(page['type'] as PageType);
}

async function insert(db: Db, texts: SearchText[]): Promise<void> {
  await sql`insert into "searchTexts" ("kind", "pageId", "cardId", "title", "body", "tags", "url")
    select "kind", "pageId", "cardId", "title", "body", "tags", "url" from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as t("kind" text, "pageId" bigint, "cardId" bigint, "title" text, "body" text, "tags" jsonb, "url" text)`.execute(
    db,
  );
}

function pageText(page: Row): SearchText {
  const html = htmlWords(parseHtml(textOf(page['data'])));
  return {
    ...shared(page),
    kind: 'page',
    cardId: null,
    title: folded([page['title']]),
    body: folded([page['summary'], html, ...tagsOf(page)]),
  };
}

async function cardText(tx: Tx, model: Model, page: Row, card: Row): Promise<SearchText> {
  const url = `${shared(page).url}#card-${String(card['id'])}`;
  return {
    ...shared(page),
    kind: 'card',
    cardId: Number(card['id']),
    title: folded([card['title']]),
    body: await cardWords(tx, model, card),
    url,
  };
}

async function cardWords(tx: Tx, model: Model, card: Row): Promise<string> {
  const data =
    typeof card['data'] === 'object' && card['data'] !== null && !Array.isArray(card['data']) ? card['data'] : {};
  const fields = model.cardTypes.get(String(card['type']))?.fields ?? [];
  const place = card['type'] === PLACE_CARD ? await placeWords(tx, data['id']) : [];
  return folded([...place, ...fields.flatMap((field) => wordsIn(field, data[field.name]))]);
}

function shared(page: Row): Pick<SearchText, 'pageId' | 'tags' | 'url'> {
  const name = textOf(page['name']);
  return { pageId: Number(page['id']), tags: tagsOf(page).map(foldedTag), url: pageAddress(name) };
}

/** What of a card's field people read: texts, lists of texts; not addresses, pictures and references. */
function wordsIn({ kind, schema }: Field, value: Json | undefined): string[] {
  if (kind === 'html') return [htmlWords(parseHtml(textOf(value)))];
  if (kind === 'text' || kind === 'longText') return [textOf(value)];
  return kind === 'strings' && schema.items?.format === undefined && Array.isArray(value) ? value.map(textOf) : [];
}

function tagsOf(page: Row): string[] {
  return Array.isArray(page['tags']) ? page['tags'].map(textOf) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function folded(texts: (Json | undefined)[]): string {
  return foldedWords(texts.map(textOf).join(' ')).join(' ');
}
