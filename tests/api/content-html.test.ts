import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardData, ContentPage } from '../../domain/calls/pages.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
});
afterAll(() => t.close());

const HOSTILE =
  '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)></svg> <a href="java\nscript:alert(1)">there</a></p>';
const CLEAN = '<p>Hi <a>there</a></p>';
const FRAME = '<iframe src="https://www.youtube-nocookie.com/embed/x" width="560"></iframe>';
const OTHER_FRAME = '<iframe src="https://evil.example/"></iframe>';

async function shown(name: string): Promise<ContentPage> {
  return (await t.app.inject({ url: `/api/content/page?title=${name}` })).json<ContentPage>();
}

test('every HTML field of every resource is cleaned when it is written', async () => {
  const fields = [...t.services.model.resources.values()].flatMap(({ name, fields: all }) =>
    all.filter(({ kind }) => kind === 'html').map((field) => [name, field.name] as const),
  );
  expect(fields.length).toBeGreaterThan(3);
  for (const [resource, field] of fields) {
    const row = await makeRow(t.services, resource, { [field]: HOSTILE });
    expect(row[field], `${resource}.${field}`).toBe(CLEAN);
  }
});

describe('frames', () => {
  test('of the allowed hosts stay in raw HTML, on pages and in cards, and nowhere else', async () => {
    const html = `<p>See</p>${FRAME}${OTHER_FRAME}`;
    const raw = await makeRow(t.services, 'pages', { name: 'raw', type: 'Raw Html', data: html });
    await makeRow(t.services, 'pages', { name: 'plain', type: 'Standard', data: html });
    await makeRow(t.services, 'cards', {
      pageId: raw['id']!,
      type: 'RawHtmlCard',
      title: 'Film',
      order: 1,
      data: { text: html },
    });
    await makeRow(t.services, 'cards', {
      pageId: raw['id']!,
      type: 'StandardCard',
      title: 'Text',
      order: 2,
      data: { text: html },
    });
    const page = await shown('raw');
    expect(page.data).toBe(`<p>See</p>${FRAME}`);
    expect(page.cards.map(({ data }) => (JSON.parse(data) as CardData).text)).toEqual([
      `<p>See</p>${FRAME}`,
      '<p>See</p>',
    ]);
    expect((await shown('plain')).data).toBe('<p>See</p>');
  });

  test('are removed when the page becomes a Standard page', async () => {
    const { id } = await makeRow(t.services, 'pages', { name: 'was-raw', type: 'Raw Html', data: FRAME });
    const answer = await t.app.inject({
      method: 'PUT',
      url: `/api/pages/${String(id)}`,
      headers: { cookie },
      payload: { type: 'Standard' },
    });
    expect(answer.json<Row>()['data']).toBe('');
  });
});

test('HTML written directly to the database is sanitized when it is read', async () => {
  const page = await makeRow(t.services, 'pages', { name: 'smuggled', type: 'Standard' });
  const card = await makeRow(t.services, 'cards', {
    pageId: page['id']!,
    type: 'RawHtmlCard',
    title: 'x',
    order: 1,
    data: { text: '<p>x</p>' },
  });
  const settings = (await t.services.engine.list(SYSTEM, 'siteSettings', {})).rows[0]!;
  await sql`update pages set data = ${HOSTILE} where id = ${page['id']}`.execute(t.services.db);
  await sql`update cards set data = ${JSON.stringify({ text: HOSTILE, strange: HOSTILE })}::jsonb where id = ${card['id']}`.execute(
    t.services.db,
  );
  await sql`update "siteSettings" set "welcomeMessage" = ${HOSTILE}, footer = ${HOSTILE} where id = ${settings['id']}`.execute(
    t.services.db,
  );
  const answer = await shown('smuggled');
  expect(answer.data).toBe(CLEAN);
  expect(JSON.parse(answer.cards[0]!.data)).toEqual({ text: CLEAN });
  expect((await t.app.inject({ url: '/api/content/siteDisplaySettings' })).json()).toMatchObject({
    welcomeMessage: CLEAN,
    footer: CLEAN,
  });
});

test('HTML that is too long is refused before it is parsed', async () => {
  const start = process.cpuUsage();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/pages',
    headers: { cookie },
    payload: { name: 'long', title: 'Long', type: 'Standard', data: '<div>'.repeat(160_000) },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ errors: object }>().errors).toEqual({ data: 'Must have at most 200000 characters' });
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
});
