import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../domain/declarations/model.ts';
import type { CardTypeInfo } from '../../domain/calls/page-editor.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
let pageId: number;
const FILE = `${'ab'.repeat(10)}-800x600.webp`;

beforeAll(async () => {
  t = await startTestApp();
  cookie = await t.loginAs('contentadmin');
  pageId = Number(
    (await makeRow(t.services, 'pages', { name: 'cards-here', title: 'Cards here', type: 'Card' }))['id'],
  );
  await makeRow(t.services, 'images', { file: FILE, name: 'a.webp', width: 800, height: 600, bytes: 1, sha256: 'a' });
});
afterAll(() => t.close());

function create(type: string, data: unknown) {
  return t.app.inject({
    method: 'POST',
    url: '/api/cards',
    headers: { cookie },
    payload: { pageId, type, title: 'A card', order: 1, ...(data === undefined ? {} : { data }) },
  });
}

async function refusals(type: string, data: unknown): Promise<Record<string, unknown> | undefined> {
  const answer = await create(type, data);
  expect(answer.statusCode, answer.body).toBe(400);
  return expectProblem(answer).errors;
}

test('the card types are listed with a form schema and a compiled validator', async () => {
  const types = (await t.app.inject({ url: '/api/content/cardTypes', headers: { cookie } })).json<CardTypeInfo[]>();
  expect(types.map(({ type }) => type)).toEqual([
    'StandardCard',
    'RawHtmlCard',
    'LocationCard',
    'SessionsCard',
    'CenterCard',
    'ListCard',
    'ActionCard',
    'AboutMeCard',
    'Divider',
  ]);
  for (const { label, description, icon, schema, validatorUrl } of types) {
    expect([label, description, icon].every((text) => text.length > 2)).toBe(true);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    const validator = await t.app.inject({ url: validatorUrl });
    expect(validator.statusCode).toBe(200);
    expect(validator.body).toMatch(/^export default/);
  }
});

describe('the data of a card', () => {
  test.each([
    ['StandardCard', { text: '<p>Hi</p>', imageUrl: FILE, imageAlt: 'A bench' }],
    ['StandardCard', {}],
    ['StandardCard', { links: ['/requests/navigate'], linkTexts: ['Make a request'] }],
    ['RawHtmlCard', { text: '<h2>Hi</h2>' }],
    ['ListCard', { items: ['One', 'Two'] }],
    ['ListCard', { text: '<p>Read</p>', links: ['/a', 'campus.example'], linkTexts: ['A', 'B'] }],
    ['ActionCard', { link: 'mailto:desk@campus.example', linkText: 'Write' }],
    [
      'AboutMeCard',
      {
        name: 'Kim',
        title: 'Technician',
        pronouns: 'they/them',
        headers: ['Tools'],
        items: ['Saw, plane'],
        links: ['https://campus.example/kim'],
        linkTexts: ['Site'],
      },
    ],
    ['Divider', {}],
  ])('of type %s is stored unchanged when it is valid', async (type, data) => {
    const answer = await create(type, data);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(answer.json<Row>()['data']).toEqual(data);
  });

  test.each([
    '/content/static/about',
    'https://campus.example/a?b=c#d',
    'HTTP://campus.example',
    'mailto:desk@campus.example',
    'tel:+13035550100',
    'campus.example',
    'campus.example:8080/map?x=1',
  ])('takes the link %s', async (link) => {
    expect((await create('ActionCard', { link, linkText: 'Go' })).statusCode).toBe(201);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://',
    'ftp://campus.example',
    'campus',
    'a b.example',
    'file:///etc/passwd',
    'https://x.example/"onclick="',
    'desk@campus.example',
  ])('refuses the link %j', async (link) => {
    expect(await refusals('ActionCard', { link, linkText: 'Go' })).toEqual({
      'data.link': 'Please enter a valid address',
    });
  });

  test('names places that exist, each once, and as many words as buttons', async () => {
    const { id } = await makeRow(t.services, 'locations', { active: true, isPublic: true });
    expect((await create('StandardCard', { places: [id] })).statusCode).toBe(201);
    expect(await refusals('StandardCard', { places: [id, 987654] })).toEqual({
      'data.places': 'Contains an entry that does not exist',
    });
    expect(Object.keys((await refusals('StandardCard', { places: [id, id] })) ?? {})).toEqual(['data.places']);
    expect(
      Object.keys((await refusals('StandardCard', { links: ['/docs', '/a'], linkTexts: ['Search'] })) ?? {}),
    ).toEqual(['data.linkTexts']);
  });

  test('is refused with a message for each field that its type declares otherwise', async () => {
    expect(await refusals('ActionCard', {})).toEqual({
      'data.link': 'This field is required',
      'data.linkText': 'This field is required',
    });
    expect(await refusals('ActionCard', { link: '/docs', linkText: ' \n' })).toEqual({
      'data.linkText': 'This field is required',
    });
    expect(await refusals('ActionCard', undefined)).toEqual({
      'data.link': 'This field is required',
      'data.linkText': 'This field is required',
    });
    expect(await refusals('LocationCard', { id: 'x', mode: 'year' })).toEqual({
      'data.id': 'Must be a whole number',
      'data.mode': 'Must be one of: hours, day',
    });
    expect(await refusals('Divider', { text: 'x' })).toEqual({ 'data.text': 'There is no such field' });
    expect(await refusals('ListCard', { items: 'One' })).toEqual({ 'data.items': 'Must be a list' });
    expect(await refusals('ListCard', { links: ['/a', 'javascript:x'], linkTexts: ['A', 'B'] })).toEqual({
      'data.links': 'Entry 2: Please enter a valid address',
    });
    expect(await refusals('StandardCard', { imageAlt: 'x'.repeat(301) })).toEqual({
      'data.imageAlt': 'Must have at most 300 characters',
    });
    expect(await refusals('StandardCard', [])).toEqual({ data: 'Must be an object' });
  });

  test('requires parallel lists of equal length', async () => {
    expect(await refusals('AboutMeCard', { headers: ['A', 'B'], items: ['x'], links: ['/a'] })).toEqual({
      'data.items': 'Must have as many entries as "I can help with": 2, not 1',
      'data.linkTexts': 'Must have as many entries as "Links": 1, not 0',
    });
  });

  test('refers to existing records only', async () => {
    expect(await refusals('LocationCard', { id: 999_999, mode: 'hours' })).toEqual({ 'data.id': 'Does not exist' });
    expect(await refusals('StandardCard', { imageUrl: 'missing.webp' })).toEqual({
      'data.imageUrl': 'There is no such image',
    });
    expect(await refusals('StandardCard', { imageUrl: 'https://evil.example/x.png' })).toEqual({
      'data.imageUrl': 'There is no such image',
    });
    const location = await makeRow(t.services, 'locations');
    expect((await create('LocationCard', { id: location['id'], mode: 'day' })).statusCode).toBe(201);
    expect(await refusals('SessionsCard', { eventId: 999_999 })).toEqual({ 'data.eventId': 'Does not exist' });
    expect(await refusals('SessionsCard', { limit: 21 })).toEqual({ 'data.limit': 'Must be at most 20' });
    const event = await makeRow(t.services, 'events');
    expect((await create('SessionsCard', { eventId: event['id'] })).statusCode).toBe(201);
  });

  test('stores an image by file name, even if its URL is given', async () => {
    expect((await create('StandardCard', { imageUrl: `/api/Content/${FILE}` })).json<Row>()['data']).toEqual({
      imageUrl: FILE,
    });
  });

  test('is sanitized when it is written, without empty values', async () => {
    const answer = await create('StandardCard', {
      text: '<p onclick="x()">Hi<script>alert(1)</script></p>',
      imageUrl: '',
      imageAlt: null,
    });
    expect(answer.json<Row>()['data']).toEqual({ text: '<p>Hi</p>' });
  });

  test('is checked against the type that the card changes to', async () => {
    const card = (await create('StandardCard', { text: '<p>Hi</p>' })).json<Row>();
    const answer = await t.app.inject({
      method: 'PUT',
      url: `/api/cards/${card['id']}`,
      headers: { cookie },
      payload: { type: 'Divider' },
    });
    expect(expectProblem(answer).errors).toEqual({ 'data.text': 'There is no such field' });
  });

  test('that refers to a deleted record does not prevent moving the card', async () => {
    const location = await makeRow(t.services, 'locations');
    const card = (await create('LocationCard', { id: location['id'], mode: 'day' })).json<Row>();
    await t.services.engine.remove(SYSTEM, 'locations', Number(location['id']), { command: true });
    const answer = await t.app.inject({
      method: 'PUT',
      url: `/api/cards/${card['id']}`,
      headers: { cookie },
      payload: { order: 7 },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  });
});

test('a page and the site settings only accept stored pictures', async () => {
  const wrong = await t.app.inject({
    method: 'PUT',
    url: `/api/pages/${pageId}`,
    headers: { cookie },
    payload: { backgroundUrl: 'nowhere.webp' },
  });
  expect(expectProblem(wrong).errors).toEqual({ backgroundUrl: 'There is no such image' });
  const right = await t.app.inject({
    method: 'PUT',
    url: `/api/pages/${pageId}`,
    headers: { cookie },
    payload: { backgroundUrl: FILE },
  });
  expect(right.json<Row>()['backgroundUrl']).toBe(FILE);
});
