import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SearchGroup } from '../../domain/calls/content.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

async function ask(t: TestApp, query: string, count = 20): Promise<SearchGroup> {
  const answer = await t.app.inject({
    url: `/api/documentation/search?query=${encodeURIComponent(query)}&count=${count}`,
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<SearchGroup[]>().find(({ source }) => source === 'This site')!;
}

/** "Title", or "Title > Section". */
const named = ({ response }: SearchGroup): string[] =>
  response.map(({ name, section }) => (section === undefined ? name : `${name} > ${section}`));

describe('in the demonstration', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startTestApp();
  });
  afterAll(() => t.close());

  test.each<[query: string, first: string | RegExp]>([
    ['laser', /laser/i],
    ['lasers', /laser/i],
    ['lase', /laser/i],
    ['laser cutter', /laser|Safety|Trainings/i],
    ['sewing machine', /sewing|Trainings/i],
    ['sewing machines', /sewing|Trainings/i],
    ['poster', /poster/i],
    ['poster printing', /poster/i],
    ['how much does a poster cost', 'Questions we hear most > What does it cost?'],
    ['How much is a poster?', /What (does )?it costs?\??$/],
    ['what does a poster cost?', 'Questions we hear most > What does it cost?'],
    ['price of posters', /poster|prices|What does it cost/i],
    ['prices', 'Materials and prices'],
    ['materials', 'Materials and prices'],
    ['opening hours', 'Makeshop > Opening hours'],
    ['when are you open', /Opening hours|Rooms and hours/],
    ['hours', 'Rooms and hours'],
    ['trainings', 'Trainings'],
    ['3d printer', /3D print|Filament printers|Marcus/i],
    ['first aid', /Safety/],
    ['marcus', /Marcus Bell/],
    ['what file do I need for a poster', 'Questions we hear most > Which file for a poster?'],
    ['parking', /Your first visit/],
    ['can I bring a friend', /Questions we hear most > Can I bring a friend/],
    ['book the laser', /laser|Booking machines|Do I have to book/i],
  ])('"%s" finds first: %s', async (query, first) => {
    const group = await ask(t, query);
    expect(group).not.toHaveProperty('corrected');
    expect(named(group)[0] ?? 'nothing').toMatch(first);
  });

  test.each<[query: string, corrected: string, first: RegExp]>([
    ['lasr', 'laser', /laser/i],
    ['lazer', 'laser', /laser/i],
    ['sewing mashine', 'sewing machine', /sewing|Trainings/i],
    ['Sowing mashines!', 'sewing machines!', /sewing|Trainings/i],
    ['acrilyc', 'acrylic', /Materials|Equipment/],
    ['tranings', 'trainings', /Trainings/],
    ['how much does a psoter cost', 'how much does a poster cost', /What does it cost\?/],
    ['electronisc', 'electronics', /electronics|benches/i],
    ['lasercutter', 'laser cutter', /laser|Safety|Trainings/i],
    ['"laser cutter" mashine', '"laser cutter" machine', /./],
  ])('"%s" is searched for as "%s"', async (query, corrected, first) => {
    const group = await ask(t, query);
    expect(group.corrected).toBe(corrected);
    expect(named(group)[0] ?? 'nothing').toMatch(first);
  });

  test('an excerpt is the text around the match, its words marked', async () => {
    const [price] = (await ask(t, 'how much does a poster cost')).response;
    expect(price!.excerpt!.join('')).toContain('A poster costs $7.00 per square foot.');
    expect(price!.excerpt!.filter((_, index) => index % 2 === 1)).toEqual(['prices', 'poster', 'costs']);
  });

  test('what is not published is neither found nor proposed', async () => {
    for (const query of ['gloriously instruments', 'instruments', 'instrumnets']) {
      const group = await ask(t, query);
      expect(JSON.stringify(group), query).not.toMatch(/instrument|Open studio, spring/i);
    }
    expect((await ask(t, 'winter break hours')).response.map(({ name }) => name)).not.toContain('Winter break hours');
  });
});

describe('in other material', () => {
  let t: TestApp;
  const page = (given: Row): Promise<Row> =>
    makeRow(t.services, 'pages', { type: 'Standard', published: true, title: 'Untitled', ...given });
  beforeAll(async () => {
    t = await startTestApp();
    await sql`delete from "searchTexts"`.execute(t.services.db);
    await sql`update "pages" set "published" = false`.execute(t.services.db);
    await page({ name: 'pool', title: 'Swimming pool', summary: 'Lanes and lessons.', tags: ['aquatics', 'bathing'] });
    await page({
      name: 'fees',
      title: 'Fees',
      data: '<h2>Membership</h2><p>Forty euros a year.</p><h2>Locker</h2><table><tr><th>Locker, small</th><td>€5</td></tr></table>',
    });
    await page({ name: 'lockers', title: 'Lockers and towels', data: '<p>A locker is beside each lane.</p>' });
    await page({ name: 'hours', title: 'Öffnungszeiten', data: '<p>Montags bis 20 Uhr, im Café länger.</p>' });
    await page({
      name: 'long',
      title: 'Courses',
      data: `<p>${'Many words of another kind. '.repeat(60)}Here is backstroke &lt;b&gt; &amp; butterfly. ${'And more. '.repeat(60)}</p>`,
    });
    await page({ name: 'secret', title: 'Unpublished trampoline', published: false });
  });
  afterAll(() => t.close());

  test.each<[query: string, results: string[]]>([
    ['swim', ['Swimming pool']],
    ['swimming pools', ['Swimming pool']],
    ['bathing', ['Swimming pool']],
    ['what does a locker cost', ['Fees > Locker']],
    ['how much is a locker?', ['Fees > Locker', 'Lockers and towels']],
    ['offnungszeiten', ['Öffnungszeiten']],
    ['cafe', ['Öffnungszeiten']],
    ['trampoline', []],
    ['trampolin', []],
    ['qqqqqqq', []],
  ])('"%s" finds %j', async (query, results) => {
    expect(named(await ask(t, query))).toEqual(results);
  });

  test('without a page that has all words, those that have half of them or more are found', async () => {
    const group = await ask(t, 'lockers towels zebra');
    expect(group.isPartial).toBe(true);
    expect(named(group)).toEqual(['Lockers and towels']);
    expect(named(await ask(t, 'locker zebra')).toSorted()).toEqual(['Fees > Locker', 'Lockers and towels']);
    expect(await ask(t, 'lockers towels')).not.toHaveProperty('isPartial');
    for (const query of ['lockers zebra giraffe', 'a 1 x zebra', '<img src=x onerror=alert(1)> "a'])
      expect(named(await ask(t, query)), query).toEqual([]);
  });

  test('an excerpt of a long text is the piece around the match, and markup in it is text', async () => {
    const [result] = (await ask(t, 'butterfly')).response;
    const text = result!.excerpt!.join('');
    expect(text).toMatch(/^… .*Here is backstroke <b> & butterfly\..* …$/);
    expect(text.length).toBeLessThan(220);
  });

  test('says whether there is more', async () => {
    expect(await ask(t, 'locker', 1)).toMatchObject({ hasMore: true });
    expect(await ask(t, 'locker', 2)).not.toHaveProperty('hasMore');
  });

  test('a word is proposed from what is published now', async () => {
    const { id } = await page({ name: 'kayaks', title: 'Kayaking' });
    expect((await ask(t, 'kayakign')).corrected).toBe('kayaking');
    await t.services.engine.update(SYSTEM, 'pages', Number(id), { published: false }, { command: true });
    expect(await ask(t, 'kayakign')).toEqual({ source: 'This site', response: [] });
  });
});
