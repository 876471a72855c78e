import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SearchResult } from '../../domain/calls/content.ts';
import { NotFound } from '../../src/app/routing/NotFound.tsx';
import { Screen as ContentScreen } from '../../src/portal/content/ContentScreen.tsx';
import { refusal, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const result = (id: number, name: string, url: string): SearchResult => ({ id, name, url });

const ANSWERS: Answers = {
  'GET /api/content/page': () => refusal(404, 'content.no-such-page', 'There is no page named “traning”.'),
  'GET /api/documentation/search': ({ query }) =>
    query.get('query') === 'traning'
      ? [
          { source: 'Events', response: [result(9, 'Laser cutter training', '/signup/details/9')] },
          {
            source: 'This site',
            response: [
              result(1, 'Trainings', '/content/static/training#card-1'),
              result(2, 'Trainings', '/content/static/training#card-2'),
              result(3, 'Home', '/#card-3'),
              result(4, 'Rooms', '/content/static/rooms'),
              result(5, 'Equipment', '/content/static/equipment'),
            ],
          },
        ]
      : [],
};

const similar = () => page.getByRole('navigation', { name: 'Similar pages' });

async function expectSuggestions(): Promise<void> {
  await expect.element(similar().getByRole('link', { name: 'Trainings' })).toBeVisible();
  const links = similar().getByRole('link').elements();
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Trainings', '/content/static/training'],
    ['Home', '/'],
    ['Rooms', '/content/static/rooms'],
    ['Search for “traning”', '/docs?search=traning'],
  ]);
}

test('a page that does not exist suggests the pages that a search for its name finds, each once', async () => {
  await sitePage({
    pattern: '/content/static/:name',
    address: '/content/static/traning',
    screen: <ContentScreen />,
    answers: ANSWERS,
  });
  await expect.element(page.getByText('There is no page named “traning”.')).toBeVisible();
  await expectSuggestions();
});

test('so does an address without a route', async () => {
  await sitePage({ pattern: '/traning', address: '/traning', screen: <NotFound isUnknownAddress />, answers: ANSWERS });
  await expectSuggestions();
});

test('a page that fails for another reason suggests nothing', async () => {
  const calls = await sitePage({
    pattern: '/content/static/:name',
    address: '/content/static/traning',
    screen: <ContentScreen />,
    answers: { ...ANSWERS, 'GET /api/content/page': () => refusal(503, 'server.closed', 'Closed for maintenance.') },
  });
  await expect.element(page.getByText('Closed for maintenance.')).toBeVisible();
  expect(similar().elements()).toEqual([]);
  expect(calls.filter(({ path }) => path.includes('search'))).toEqual([]);
});
