import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardType, ContentPage } from '../../domain/calls/pages.ts';
import type { PageEditor } from '../../domain/calls/page-editor.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { siteDisplaySettings } from '../../server/features/content/site-display.ts';
import { transaction } from '../../server/platform/database.ts';
import { activeParts } from '../factories/active-html.ts';
import { newData } from '../factories/any-row.ts';
import { XSS_BY_TRICK, XSS_PAYLOADS } from '../factories/xss-payloads.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';
import { pageContent } from '../factories/page-content.ts';

const OWN_PICTURE = '/api/Content/0123456789abcdef0123-800x600-320.webp';
const FRAMED_HOST = 'player.vimeo.com';
/** Text next to a payload, for fields that must not be empty. */
const WORD = 'kept ';

let t: TestApp;
let cookie: string;
let frameHosts: readonly string[];
beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
  ({ frameHosts } = t.services.model.site);
});
afterAll(() => t.close());

interface HtmlField {
  resource: string;
  field: string;
  hosts: readonly string[];
  required: boolean;
}

function htmlFields(): HtmlField[] {
  return [...t.services.model.resources.values()].flatMap(({ name, fields }) =>
    fields
      .filter(({ kind }) => kind === 'html')
      .map((field) => ({
        resource: name,
        field: field.name,
        hosts: name === 'pages' ? frameHosts : [],
        required: field.required,
      })),
  );
}

interface HtmlOfCard {
  type: string;
  field: string;
  hosts: readonly string[];
  required: Row;
}

/** Every HTML field of every card type, with the other data that such a card requires. */
function cardFields(): HtmlOfCard[] {
  return [...t.services.model.cardTypes].flatMap(([type, { fields, schema }]) => {
    const required = Object.fromEntries(
      (schema.required ?? []).map((key): [string, Json] => [key, key === 'link' ? '/login' : 'Word']),
    );
    return fields
      .filter(({ kind }) => kind === 'html')
      .map((field) => ({
        type,
        field: field.name,
        hosts: field.schema['x-frames'] === true ? frameHosts : [],
        required,
      }));
  });
}

/** Faults by payload; expected to be empty. */
function faultsOf(cleaned: readonly (readonly [payload: string, html: unknown])[], hosts: readonly string[]): object {
  return Object.fromEntries(
    cleaned.flatMap(([payload, html]) => {
      const parts =
        typeof html === 'string' ? activeParts(html, hosts) : html === null || html === undefined ? [] : ['is no text'];
      return parts.length === 0 ? [] : [[payload, parts]];
    }),
  );
}

/** Neither requests nor the database can contain NUL. */
const plantable = (payload: string): string => payload.replaceAll('\0', '\ufffd');

describe('the payloads', () => {
  test('are at least 200, each a different one, and dangerous without a cleaner', () => {
    expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length);
    expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(200);
    const harmless = XSS_PAYLOADS.filter((payload) => activeParts(payload).length === 0);
    // Text that is only active after a second decoding or in another language.
    expect(harmless.length).toBeLessThan(XSS_PAYLOADS.length / 6);
  });

  test('are distinguished from harmless HTML', () => {
    const fine = `<h2>Hi</h2><p>See <a href="https://campus.example/">us</a><img src="${OWN_PICTURE}" alt="A saw"></p>`;
    expect(activeParts(fine)).toEqual([]);
    expect(activeParts(`<iframe src="https://${FRAMED_HOST}/video/1"></iframe>`)).not.toEqual([]);
    expect(activeParts(`<iframe src="https://${FRAMED_HOST}/video/1"></iframe>`, [FRAMED_HOST])).toEqual([]);
  });
});

describe('what is written', () => {
  test('keeps nothing active in any HTML field of any resource', async () => {
    const fields = htmlFields();
    expect(fields.map(({ resource, field }) => `${resource}.${field}`)).toEqual(
      expect.arrayContaining([
        'pages.data',
        'siteSettings.welcomeMessage',
        'siteSettings.footer',
        'events.description',
      ]),
    );
    const site = (await t.services.engine.list(SYSTEM, 'siteSettings', {})).rows[0]!;
    for (const { resource, field, hosts, required } of fields) {
      // What nothing is left of is refused where there must be something.
      const remainder = required ? '<p>kept</p>' : '';
      const given = await newData(t.services, resource, { type: 'Raw Html' });
      if (resource !== 'pages') delete given['type'];
      const cleaned = await transaction(t.services.db, async (tx) => {
        const written: [string, unknown][] = [];
        for (const [index, payload] of XSS_PAYLOADS.entries()) {
          const own = {
            ...given,
            ...('name' in given ? { name: `xss-${field.toLowerCase()}-${index}` } : {}),
            ...('title' in given && field !== 'title' ? { title: `xss ${field} ${index}` } : {}),
            ...('number' in given ? { number: index + 1 } : {}),
            [field]: remainder + payload,
          };
          const row =
            resource === 'siteSettings'
              ? await t.services.engine.update<string>(
                  SYSTEM,
                  resource,
                  Number(site['id']),
                  { [field]: payload },
                  { tx, command: true },
                )
              : await t.services.engine.create(SYSTEM, resource, own, { tx, command: true });
          const { rows } = await sql<{ stored: string | null }>`
            select ${sql.id(field)} as stored from ${sql.table(resource)} where id = ${row['id']}`.execute(tx);
          written.push([payload, row[field]], [payload, rows[0]!.stored]);
        }
        return written;
      });
      expect(cleaned.length).toBe(2 * XSS_PAYLOADS.length);
      expect(faultsOf(cleaned, hosts), `${resource}.${field}`).toEqual({});
    }
  });

  test.each(Object.keys(XSS_BY_TRICK))(
    'keeps nothing active in any HTML field of any type of card: %s',
    async (trick) => {
      const payloads = XSS_BY_TRICK[trick] ?? [];
      const fields = cardFields();
      expect(fields.length).toBeGreaterThanOrEqual(4);
      const given = { name: `cards-${trick}`, title: trick, type: 'Card', published: true } as const;
      const page = await t.services.engine.create(SYSTEM, 'pages', given, { command: true });
      const expected = fields.flatMap((card) => payloads.map((payload) => ({ ...card, payload })));
      await transaction(t.services.db, async (tx) => {
        for (const [order, { type, field, required, payload }] of expected.entries()) {
          const card = {
            pageId: page['id']!,
            title: 'Card',
            type: type as CardType,
            order,
            data: { ...required, [field]: WORD + payload },
          };
          await t.services.engine.create(SYSTEM, 'cards', card, { tx, command: true });
        }
      });
      const { cards } = (await t.app.inject({ url: `/api/content/page?title=cards-${trick}` })).json<ContentPage>();
      expect(cards.length).toBe(expected.length);
      for (const [index, { field, hosts, payload }] of expected.entries()) {
        const html = (JSON.parse(cards[index]!.data) as Row)[field];
        expect(html).toMatch(/^kept/);
        expect(faultsOf([[payload, html]], hosts)).toEqual({});
      }
    },
  );

  test('keeps nothing active in a draft, nor where it is published', async () => {
    const payload = { title: 'Drafted', name: 'drafted', type: 'Card' };
    const made = await t.app.inject({ method: 'POST', url: '/api/content/pages', headers: { cookie }, payload });
    const { id } = made.json<{ id: number }>();
    const fields = cardFields();
    let version = '0.0.0';
    for (let start = 0; start < XSS_PAYLOADS.length; start += 20) {
      const payloads = XSS_PAYLOADS.slice(start, start + 20).map(plantable);
      const written = payloads.flatMap((payload, index) =>
        fields.map((card) => ({ ...card, payload, key: `c${index}-${card.type}` })),
      );
      const content = pageContent({
        title: 'Drafted',
        name: 'drafted',
        data: payloads.join(''),
        cards: written.map(({ key, type, field, required, payload: html }) => ({
          key,
          type: type as CardType,
          title: 'Card',
          data: { ...required, [field]: WORD + html },
        })),
      });
      const headers = { cookie, 'if-match': `"${version}"` };
      const saved = await t.app.inject({
        method: 'PUT',
        url: `/api/content/pages/${id}/draft`,
        headers,
        payload: { content },
      });
      expect(saved.statusCode, saved.body).toBe(200);
      ({ version } = saved.json<{ version: string }>());
      const { draft } = (
        await t.app.inject({ url: `/api/content/pages/${id}/editor`, headers: { cookie } })
      ).json<PageEditor>();
      expect(faultsOf([['joined', draft!.content.data]], [])).toEqual({});
      for (const [index, { field, hosts, payload }] of written.entries()) {
        expect(faultsOf([[payload, (draft!.content.cards[index]!.data as Row)[field]]], hosts)).toEqual({});
      }
    }
    const headers = { cookie, 'if-match': `"${version}"` };
    const published = await t.app.inject({
      method: 'POST',
      url: `/api/content/pages/${id}/publish`,
      headers,
      payload: {},
    });
    expect(published.statusCode, published.body).toBe(200);
    const page = (await t.app.inject({ url: '/api/content/page?title=drafted' })).json<ContentPage>();
    expect(page.cards.length).toBeGreaterThan(0);
    for (const { type, data } of page.cards) {
      expect(faultsOf([[type, (JSON.parse(data) as Row)['text']]], type === 'RawHtmlCard' ? frameHosts : [])).toEqual(
        {},
      );
    }
  });
});

describe('HTML written directly to the database', () => {
  test.each(Object.keys(XSS_BY_TRICK))(
    'is answered without anything active, on pages and in cards: %s',
    async (trick) => {
      const payloads = (XSS_BY_TRICK[trick] ?? []).map(plantable);
      const fields = cardFields();
      const given = { name: `planted-${trick}`, title: trick, type: 'Raw Html', published: true } as const;
      const page = await t.services.engine.create(SYSTEM, 'pages', given, { command: true });
      for (const [index, payload] of payloads.entries()) {
        // Each on a page that has not been requested yet, so that no response comes from the cache.
        await sql`update pages set name = ${`planted-${trick}-${index}`}, data = ${payload} where id = ${page['id']}`.execute(
          t.services.db,
        );
        await sql`delete from cards where "pageId" = ${page['id']}`.execute(t.services.db);
        for (const { type, field, required } of fields) {
          const data = JSON.stringify({ ...required, [field]: payload, strange: payload });
          await sql`
          insert into cards (title, "pageId", type, "order", data) values ('Card', ${page['id']}, ${type}, 1, ${data}::jsonb)`.execute(
            t.services.db,
          );
        }
        const answer = (
          await t.app.inject({ url: `/api/content/page?title=planted-${trick}-${index}` })
        ).json<ContentPage>();
        expect(faultsOf([[payload, answer.data]], frameHosts)).toEqual({});
        expect(answer.cards.length).toBe(fields.length);
        for (const [place, { field, hosts }] of fields.entries()) {
          const { [field]: html, ...others } = JSON.parse(answer.cards[place]!.data) as Row;
          expect(faultsOf([[payload, html]], hosts)).toEqual({});
          expect(others).not.toHaveProperty('strange');
        }
      }
    },
  );

  test('is served without anything active, in the welcome message and the footer', async () => {
    const [site] = (await t.services.engine.list(SYSTEM, 'siteSettings', {})).rows;
    for (const [index, payload] of XSS_PAYLOADS.map(plantable).entries()) {
      const planted = `${WORD}${index} ${payload}`;
      await sql`update "siteSettings" set "welcomeMessage" = ${planted}, "footer" = ${planted} where id = ${site!['id']}`.execute(
        t.services.db,
      );
      const { welcomeMessage, footer } = await siteDisplaySettings(t.services);
      for (const html of [welcomeMessage, footer]) expect(html).toMatch(new RegExp(`^${WORD}${index}\\b`));
      expect(
        faultsOf(
          [
            [payload, welcomeMessage],
            [payload, footer],
          ],
          [],
        ),
      ).toEqual({});
    }
  });
});
