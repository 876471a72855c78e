import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageCard, PageContent } from '../../domain/calls/page-editor.ts';
import { makeRow } from '../factories/any-row.ts';
import { PageCaller } from './page-caller.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let pages: PageCaller;
beforeAll(async () => {
  t = await startTestApp();
  pages = new PageCaller(t, await t.loginAs('contentadmin'));
});
afterAll(() => t.close());

async function faultsWith(change: Partial<PageContent>): Promise<Record<string, string>> {
  const { id } = await pages.live();
  const { live } = await pages.editor(id);
  const { faults } = await pages.save(id, { ...live, ...change });
  expect((await pages.editor(id)).faults).toEqual(faults);
  return faults;
}

const action = (key: string, link: string): PageCard => ({
  key,
  type: 'ActionCard',
  title: 'Go',
  data: { link, linkText: 'Go' },
});

test('a draft is stored with its faults, and the response lists them', async () => {
  const links = ['javascript:alert(1)', 'mailto:', 'mailto:?subject=Hello', 'https://', 'two words', '/docs'];
  const cards = links.map((link, index) => action(`a${index}`, link));
  const faults = await faultsWith({
    cards: [...cards, { ...action('long', '/docs'), data: { link: '/docs', linkText: 'x'.repeat(61) } }],
    title: '',
    name: 'Not an address',
  });
  expect(Object.keys(faults).sort()).toEqual([
    'a0.data.link',
    'a1.data.link',
    'a2.data.link',
    'a3.data.link',
    'a4.data.link',
    'long.data.linkText',
    'name',
    'title',
  ]);
});

test('addresses as people write them are no faults', async () => {
  const links = [
    'mailto:desk@campus.example?subject=Hello',
    'tel:+13035550142',
    'campus.example/map',
    'http://a.example',
  ];
  expect(await faultsWith({ cards: links.map((link, index) => action(`a${index}`, link)) })).toEqual({});
});

test('links to missing pages are reported in fields, lists and texts, and do not prevent publishing', async () => {
  const unpublished = await makeRow(t.services, 'pages', { name: 'not-yet', title: 'Not yet', type: 'Standard' });
  const { id, name } = await pages.live();
  const { live } = await pages.editor(id);
  const renamed = await pages.live();
  await pages.save(renamed.id, { ...(await pages.editor(renamed.id)).live, name: 'has-moved' });
  await pages.call('POST', `/${renamed.id}/publish`, {});
  const content: PageContent = {
    ...live,
    cards: [
      action('own', `/content/static/${name}#go-2`),
      action('home', '/'),
      action('draft', `/content/static/${String(unpublished['name'])}`),
      action('moved', `/content/static/${renamed.name}`),
      action('route', '/requests/navigate?groupId=1'),
      action('file', '/api/Content/0123456789abcdef0123-640x480.webp'),
      action('away', '/content/static/nowhere?x=1'),
      action('typo', '/reqests/navigate'),
      {
        key: 'list',
        type: 'ListCard',
        title: 'List',
        data: { links: ['/docs', '/content/static/nowhere'], linkTexts: ['Docs', 'Nowhere'] },
      },
      {
        key: 'text',
        type: 'StandardCard',
        title: 'Text',
        data: { text: '<p><a href="/content/static/nothing&#45;here">Here</a> <a href="/docs">there</a></p>' },
      },
    ],
  };
  const { faults } = await pages.save(id, content);
  expect(faults).toEqual({
    'away.data.link': 'There is no page at /content/static/nowhere',
    'typo.data.link': 'There is no page at /reqests/navigate',
    'list.data.links': 'Entry 2: There is no page at /content/static/nowhere',
    'text.data.text': 'There is no page at /content/static/nothing-here',
  });
  expect((await pages.call('POST', `/${id}/publish`, {})).statusCode).toBe(200);
  await makeRow(t.services, 'pages', { name: 'nowhere', title: 'Nowhere', type: 'Standard' });
  expect(Object.keys((await pages.editor(id)).faults).sort()).toEqual(['text.data.text', 'typo.data.link']);
});

test('a link to a missing card is reported, in pages and drafts', async () => {
  const other = await pages.live();
  const { id, name } = await pages.live();
  const { live } = await pages.editor(id);
  const text = await makeRow(t.services, 'pages', { name: 'a-text', title: 'A text', type: 'Standard' });
  const at = `/content/static/${other.name}`;
  const [first] = (await pages.editor(other.id)).live.cards;
  const { faults } = await pages.save(id, {
    ...live,
    cards: [
      ...live.cards,
      { ...action('here', `/content/static/${name}#new-here`), title: 'New here' },
      action('gone', `/content/static/${name}#three`),
      action('one', `${at}#one`),
      action('number', `${at}#card-${first?.id}`),
      action('none', `${at}#laser-cutting`),
      action('text', `/content/static/${String(text['name'])}#anything`),
    ],
  });
  expect(faults).toEqual({
    'gone.data.link': `/content/static/${name} has no card or divider #three`,
    'none.data.link': `${at} has no card or divider #laser-cutting`,
  });
});
