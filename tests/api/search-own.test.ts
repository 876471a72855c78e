import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SearchGroup, SearchResult } from '../../domain/calls/content.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { PageContent } from '../../domain/calls/page-editor.ts';
import { publishedContent } from '../../server/features/content/page-rows.ts';
import { saveDraft } from '../../server/features/content/drafts.ts';
import { publishNow } from '../../server/features/content/publish.ts';
import { addMissingSearchTexts } from '../../server/features/search/search-texts.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

let word = '';
let count = 0;

/** Each test searches for a unique word, which is no misspelling of another test's. */
beforeEach(() => {
  count += 1;
  const letters = createHash('sha256')
    .update(`word ${count}`)
    .digest('hex')
    .replace(/[^a-f]/g, '');
  word = `z${letters.slice(0, 9)}`;
});

function search(query: string, more = '') {
  return t.app.inject({ url: `/api/documentation/search?query=${encodeURIComponent(query)}${more}` });
}

/** What has all of the words as they are written. */
async function found(query: string, more = ''): Promise<SearchResult[]> {
  const answer = await search(query, more);
  expect(answer.statusCode, answer.body).toBe(200);
  const groups = answer.json<SearchGroup[]>();
  expect(groups.map(({ source }) => source)).toEqual(
    t.services.model.site.documentation.sources.map(({ name }) => name),
  );
  const { response, isPartial, corrected } = groups.find(({ source }) => source === 'This site') as SearchGroup;
  return isPartial === true || corrected !== undefined ? [] : response;
}

/** The pages found, with the section that is named. */
async function titles(query: string): Promise<string[]> {
  return (await found(query)).map(({ name, section }) => (section === undefined ? name : `${section} – ${name}`));
}

async function page(given: Row): Promise<Row> {
  return makeRow(t.services, 'pages', {
    name: `p-${Math.random().toString(36).slice(2)}`,
    title: 'Untitled',
    type: 'Card',
    published: true,
    ...given,
  });
}

async function card(of: Row, given: Row): Promise<Row> {
  return makeRow(t.services, 'cards', {
    pageId: of['id']!,
    type: 'StandardCard',
    title: 'Untitled',
    order: 1,
    ...given,
  });
}

describe('what is found', () => {
  test('are published pages, with an address that leads to what matches', async () => {
    const made = await page({ name: `n-${word}`, title: 'About it', summary: 'What it is.' });
    const inside = await card(made, { title: 'Inside', data: { text: `<p>The ${word} is here.</p>` } });
    const url = `/content/static/n-${word}`;
    const result = {
      name: 'About it',
      section: 'Inside',
      id: inside['id'],
      url: `${url}#card-${String(inside['id'])}`,
      excerpt: ['The ', word, ' is here.'],
    };
    expect(await found(word)).toEqual([result]);
    expect(await found(`${word} about`)).toEqual([result]);
    const titled = await page({ name: `t-${word}`, title: `About ${word}x`, summary: 'What it is.' });
    expect(await found(`${word}x`)).toEqual([
      { name: `About ${word}x`, id: titled['id'], url: `/content/static/t-${word}`, excerpt: ['What it is.'] },
    ]);
    const headed = `<p>All of it.</p><h2>What it costs</h2><p>$7 for a ${word}y.</p>`;
    await page({ name: `s-${word}`, title: 'Prices', type: 'Standard', data: headed });
    expect((await found(`${word}y`)).map(({ section, url: place }) => [section, place])).toEqual([
      ['What it costs', `/content/static/s-${word}#what-it-costs`],
    ]);
  });

  test('is a page once, with any number of matching cards and sections', async () => {
    const made = await page({ title: 'Once', data: `<p>${word}</p><h2>One</h2><p>${word}</p>` });
    for (const title of ['A', 'B', word]) await card(made, { title, data: { text: `<p>${word}</p>` } });
    expect(await titles(word)).toEqual([`${word} – Once`]);
  });

  test('is what every word begins, in any order, without regard to capitals and accents', async () => {
    await page({ title: 'One', data: `<p>${word} Café Öffnungszeiten</p>` });
    await page({ title: 'Two', data: `<p>${word} cafeteria</p>` });
    expect(await titles(`${word} cafe`)).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(await titles(`OFFNUNGS ${word.toUpperCase()}`)).toEqual(['One']);
  });

  test('is a word as it is read, regardless of invisible text in it', async () => {
    await page({ title: 'Tank', data: `<p>${word} zebra&shy;fish, na\u200bïve</p>` });
    for (const query of ['zebrafish', 'zebra\u00adfish', 'naive'])
      expect(await titles(`${word} ${query}`)).toEqual(['Tank']);
  });

  test('is no card of a page that shows none', async () => {
    const made = await page({ title: 'Kept' });
    const { id } = await card(made, { title: 'Shelved', data: { text: `<p>${word}</p>` } });
    expect(await titles(word)).toEqual(['Shelved – Kept']);
    await t.services.engine.update(SYSTEM, 'pages', Number(made['id']), { type: 'Standard' }, { command: true });
    await t.services.engine.update(
      SYSTEM,
      'cards',
      Number(id),
      { data: { text: `<p>${word} again</p>` } },
      { command: true },
    );
    expect(await titles(word)).toEqual([]);
    await t.services.engine.update(SYSTEM, 'pages', Number(made['id']), { type: 'About Me' }, { command: true });
    expect(await titles(word)).toEqual(['Shelved – Kept']);
  });

  test('is found in plain letters for letters of other languages', async () => {
    await page({ title: 'Letters', data: `<p>${word} Größe Ærø Łódź</p>` });
    for (const plain of ['grosse', 'größe', 'aero', 'ærø', 'lodz', 'GRÖSSE'])
      expect(await titles(`${word} ${plain}`)).toEqual(['Letters']);
  });

  test('in a title comes before what is found in a text', async () => {
    await page({ title: 'Long text', data: `<p>${`${word} `.repeat(40)}</p>` });
    await page({ title: `The ${word} machine` });
    await page({ title: 'Summary', summary: `A ${word}` });
    expect((await titles(word))[0]).toBe(`The ${word} machine`);
    expect(await titles(word)).toHaveLength(3);
  });

  test('in quotes is these words in this order', async () => {
    await page({ title: 'Right', data: `<p>the ${word} laser cutter</p>` });
    await page({ title: 'Wrong', data: `<p>a cutter and a laser, ${word}</p>` });
    expect(await titles(`${word} "laser cutter"`)).toEqual(['Right']);
    expect(await titles(`${word} "Laser-Cutter"`)).toEqual(['Right']);
    expect(await titles(`${word} laser cutter`)).toHaveLength(2);
  });

  test('by a tag has it, by a tag and a value has that value, on the page and its cards', async () => {
    const oak = await page({ title: 'Oak', data: `<p>${word}</p>`, tags: ['Material: Oak', 'wood'] });
    await page({ title: 'Pine', data: `<p>${word}</p>`, tags: ['material=pine'] });
    await card(oak, { title: 'Card of oak', data: { text: word } });
    expect((await found(`${word} [material]`)).map(({ name }) => name).toSorted()).toEqual(['Oak', 'Pine']);
    expect((await found(`${word} [MATERIAL = oak]`)).map(({ name }) => name)).toEqual(['Oak']);
    expect(await titles(`${word} [material=oak] {type:card}`)).toEqual(['Card of oak – Oak']);
    expect(await titles(`${word} [material=pine]`)).toEqual(['Pine']);
    expect(await titles(`${word} [mater]`)).toEqual([]);
    expect(await titles(`[material=oak] {type:page}`)).toContain('Oak');
    expect(await titles(`${word} [material=oak] [wood]`)).toHaveLength(1);
    expect(await titles(`${word} [material=pine] [wood]`)).toEqual([]);
  });

  test('of a type is of that type', async () => {
    const made = await page({ title: `Page ${word}` });
    await card(made, { title: `Card ${word}` });
    expect(await titles(`${word} {type:page}`)).toEqual([`Page ${word}`]);
    expect(await titles(`{type:card} ${word}`)).toEqual([`Card ${word} – Page ${word}`]);
    expect(await titles(`${word} {type:page|card}`)).toHaveLength(1);
    expect(await titles(`${word} {type:book|chapter}`)).toEqual([]);
    expect(await titles(`${word} {created_by:me}`)).toHaveLength(1);
  });

  test('is limited to the requested number, 20 by default, 50 at most', async () => {
    await Promise.all(Array.from({ length: 55 }, (_, index) => page({ title: `${word} ${index}` })));
    expect(await found(word)).toHaveLength(20);
    expect(await found(word, '&count=3')).toHaveLength(3);
    expect(await found(word, '&count=1000')).toHaveLength(50);
    expect(await found(word, '&count=0')).toHaveLength(1);
    for (const wrong of ['&count=x', '&count=-1', '&count=1.5', '&count=99999', '&page=2'])
      expectProblem(await search(word, wrong));
  });
});

describe('a location’s card', () => {
  const place = (given: Row): Promise<Row> =>
    makeRow(t.services, 'locations', { room: `R-${word}`, isPublic: true, active: true, hours: null, ...given });
  const change = (of: Row, given: Row): Promise<Row> =>
    t.services.engine.update(SYSTEM, 'locations', Number(of['id']), given, { command: true });
  const cardOf = async (location: Row, given: Row = {}): Promise<Row> =>
    card(await page({ title: 'Rooms', type: 'Card', ...given }), {
      title: 'Hours',
      type: 'LocationCard',
      data: { id: location['id']!, mode: 'hours' },
    });

  test('is found under the name, building and room that it shows', async () => {
    const shown = await place({ displayName: `Wörkshop ${word}`, buildingCode: `B${word}` });
    const { id } = await cardOf(shown);
    for (const query of [word, `workshop ${word}`, `b${word}`, `R-${word}`, `"worKshop ${word}"`, `hours ${word}`])
      expect(
        (await found(query)).map((one) => one.id),
        query,
      ).toEqual([id]);
    const other = await place({ displayName: `Other ${word}x`, room: 'X1' });
    await t.services.engine.update(
      SYSTEM,
      'cards',
      Number(id),
      { data: { id: other['id']!, mode: 'day' } },
      { command: true },
    );
    expect([await titles(`workshop ${word}`), (await titles(`other ${word}x`)).length]).toEqual([[], 1]);
  });

  test('is found under the location’s new name, on a page that is published', async () => {
    const shown = await place({ displayName: `${word}old` });
    await cardOf(shown);
    await cardOf(shown, { title: 'Draft', published: false });
    await change(shown, { displayName: `${word}new` });
    expect([await titles(`${word}old`), await titles(`${word}new`)]).toEqual([[], ['Hours – Rooms']]);
  });

  test('is not found under the name of a location that visitors do not see', async () => {
    const hidden = await place({ displayName: `Secret ${word}`, isPublic: false });
    await cardOf(hidden);
    expect(await titles(word)).toEqual([]);
    await change(hidden, { isPublic: true });
    expect(await titles(word)).toEqual(['Hours – Rooms']);
    await change(hidden, { active: false });
    expect(await titles(word)).toEqual([]);
  });

  test('and a location that change at the same time leave the present name', async () => {
    for (let round = 0; round < 5; round += 1) {
      const shown = await place({ room: `R${word}${round}`, displayName: `${word}old${round}` });
      const on = await page({ title: 'Race', type: 'Card' });
      await Promise.all([
        change(shown, { displayName: `${word}new${round}` }),
        card(on, { title: 'Hours', type: 'LocationCard', data: { id: shown['id']!, mode: 'hours' } }),
      ]);
      expect([await titles(`${word}old${round}`), await titles(`${word}new${round}`)]).toEqual([[], ['Hours – Race']]);
    }
  });

  test('written before its location’s name was read has it from the start on', async () => {
    const shown = await place({ displayName: `Earlier ${word}` });
    const { id } = await cardOf(shown);
    await sql`update "searchTexts" set "body" = '', "stems" = '', "text" = null where "pageId" = (
      select "pageId" from "cards" where "id" = ${id})`.execute(t.services.db);
    expect(await titles(word)).toEqual([]);
    await addMissingSearchTexts(t.services);
    expect(await titles(word)).toEqual(['Hours – Rooms']);
  });
});

describe('a text to look for', () => {
  test('can have the quotes that phones type', async () => {
    await page({ title: 'Right', data: `<p>the ${word} laser cutter</p>` });
    await page({ title: 'Wrong', data: `<p>a cutter and a laser, ${word}</p>` });
    for (const quoted of ['“laser cutter”', '„laser cutter“', '«laser cutter»', '＂laser cutter＂'])
      expect(await titles(`${word} ${quoted}`), quoted).toEqual(['Right']);
  });

  test('of less than 3 characters finds nothing', async () => {
    for (const query of ['', 'a', 'ab', ' ab ', '   ']) expect((await search(query)).json(), query).toEqual([]);
    expectProblem(await t.app.inject({ url: '/api/documentation/search' }));
    for (const query of ['x'.repeat(501), 'x '.repeat(100_000), 'laser\0', '[a\0b]', '"a\0b"'])
      expectProblem(await search(query));
  });

  test('is never more than a text', async () => {
    await page({ title: 'There', data: `<p>${word}</p>` });
    for (const query of [
      `'; drop table pages; --`,
      `${word}' | 'x`,
      `${word}:*&!()<->`,
      '%%%',
      '___',
      `\\\\\\`,
      `"${'"'.repeat(50)}`,
      '[[[]]]',
      '{type:}',
      '{{type:page}}',
      "' or 1=1 --",
      `!${word}`,
      '*:*',
      '<script>alert(1)</script>',
      '[%]',
      '[a=%]',
      `[' or true --]`,
      '\u202e\u202d\u0301',
      '\ud800\udc00',
      `\u202e${word}`,
      'שלום עולם מכונה',
      'مرحبا بالعالم الآلة',
      `${'x'.repeat(60)} ${'ab '.repeat(100)}`,
      '😀😀😀',
      `${'"a b" '.repeat(80)}`,
      `${'[t]'.repeat(100)}`,
      'a'.repeat(500),
      `(${word}`,
      'AND OR NOT',
    ]) {
      const answer = await search(query);
      expect(answer.statusCode, query).toBe(200);
      expect(JSON.stringify(answer.json()), query).not.toContain('%');
    }
    expect(await titles(`${word}%`)).toEqual(['There']);
  });
});

describe('what is written', () => {
  test('is found immediately, and only while it is published', async () => {
    const made = await page({ title: 'Before', published: false, data: `<p>${word}</p>` });
    await card(made, { title: 'Card', data: { text: `<p>${word}</p>` } });
    const id = Number(made['id']);
    expect(await titles(word)).toEqual([]);
    await t.services.engine.update(SYSTEM, 'pages', id, { published: true }, { command: true });
    expect(await titles(word)).toHaveLength(1);
    await t.services.engine.update(SYSTEM, 'pages', id, { title: 'After', name: `moved-${word}` }, { command: true });
    expect(await found(word)).toMatchObject([{ name: 'After', url: `/content/static/moved-${word}` }]);
    expect(await titles(`${word} {type:card}`)).toEqual(['Card – After']);
    await t.services.engine.update(SYSTEM, 'pages', id, { published: false }, { command: true });
    expect(await titles(word)).toEqual([]);
    await publishNow(t.services, SYSTEM, id);
    expect(await titles(word)).toEqual(['After']);
    await t.services.engine.remove(SYSTEM, 'pages', id, { command: true });
    expect(await titles(word)).toEqual([]);
    const { rows } = await sql`select 1 from "searchTexts" where "pageId" = ${id}`.execute(t.services.db);
    expect(rows).toEqual([]);
  });

  test('to a card is found under its new words only', async () => {
    const made = await page({ title: 'Cards' });
    const { id } = await card(made, { data: { text: `<p>${word}old</p>` } });
    await t.services.engine.update(
      SYSTEM,
      'cards',
      Number(id),
      { data: { text: `<p>${word}new</p>` } },
      { command: true },
    );
    expect([await titles(`${word}old`), (await titles(`${word}new`)).length]).toEqual([[], 1]);
    await t.services.engine.remove(SYSTEM, 'cards', Number(id), { command: true });
    expect(await titles(`${word}new`)).toEqual([]);
  });

  test('as a draft is found when it is published', async () => {
    const made = await page({ title: 'Drafted', type: 'Card' });
    const id = Number(made['id']);
    const content: PageContent = await publishedContent(t.services.db, id);
    await saveDraft(
      t.services,
      SYSTEM,
      id,
      {
        content: { ...content, cards: [{ key: 'a', type: 'ListCard', title: 'List', data: { items: ['One', word] } }] },
      },
      undefined,
    );
    expect(await titles(word)).toEqual([]);
    await publishNow(t.services, SYSTEM, id);
    expect(await titles(word)).toEqual(['List – Drafted']);
  });

  test('that fails is not found', async () => {
    const made = await page({ title: 'Stays' });
    await expect(
      t.services.engine.transaction(async (tx) => {
        await t.services.engine.update(SYSTEM, 'pages', Number(made['id']), { title: word }, { tx, command: true });
        throw new Error('undo');
      }),
    ).rejects.toThrow('undo');
    expect(await titles(word)).toEqual([]);
  });

  test('at the same time, the page and one of its cards, leaves both found', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await page({ title: 'Race', published: false });
      const { id } = await card(made, { data: { text: '<p>x</p>' } });
      await Promise.all([
        t.services.engine.update(SYSTEM, 'pages', Number(made['id']), { published: true }, { command: true }),
        t.services.engine.update(
          SYSTEM,
          'cards',
          Number(id),
          { data: { text: `<p>${word}${round}</p>` } },
          { command: true },
        ),
      ]);
      expect(await titles(`${word}${round}`)).toEqual(['Untitled – Race']);
      const { rows } = await sql`select 1 from "searchTexts" where "pageId" = ${made['id']}`.execute(t.services.db);
      expect(rows).toHaveLength(2);
    }
  });

  test('by another way is made up for at the start', async () => {
    const made = await page({ title: `Lost ${word}` });
    await card(made, { title: `Lost card ${word}` });
    await sql`delete from "searchTexts"`.execute(t.services.db);
    expect(await titles(word)).toEqual([]);
    await addMissingSearchTexts(t.services);
    expect(await titles(word)).toEqual([`Lost card ${word} – Lost ${word}`]);
    await addMissingSearchTexts(t.services);
    const { rows } = await sql`select 1 from "searchTexts" where "pageId" = ${made['id']}`.execute(t.services.db);
    expect(rows).toHaveLength(2);
  });
});
