import { onlineManager } from '@tanstack/react-query';
import axe from 'axe-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryClient } from '../../src/app/queryClient.ts';
import { Screen } from '../../src/console/boards/BoardScreen.tsx';
import { BOARDS, boardAnswer, boardAnswers, FAILED, TILES } from './board-answers.ts';
import { signUps } from './report-answers.ts';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const STORE = 'board';

async function open(search = '', given: Partial<SitePageOptions> = {}): Promise<ApiCall[]> {
  return sitePage({
    pattern: '*',
    address: `/board${search}`,
    screen: <Screen />,
    answers: boardAnswers(),
    reports: [await signUps()],
    boards: BOARDS,
    ...given,
  });
}

const tile = (name: string) => page.getByRole('region', { name, exact: true });
const title = (name: string) => page.getByRole('heading', { level: 1, name });
const boardCalls = (calls: readonly ApiCall[]) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/api/boards/'));

beforeEach(() => localStorage.removeItem(STORE));

test('shows numbers with their units, and what they are compared with', async () => {
  const calls = await open();
  await expect.element(tile('Requests to review').getByText('23', { exact: true })).toBeVisible();
  await expect.element(tile('Messages').getByText('about 17,000')).toBeVisible();
  await expect.element(tile('Sign-ups in 4 weeks').getByText('1,849')).toBeVisible();
  await expect.element(tile('Sign-ups in 4 weeks').getByText('12% more than in the 4 weeks before')).toBeVisible();
  await expect.element(tile('Median wait').getByText('–', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: 'Requests to review' });
  await expect.element(link).toHaveAttribute('href', '/requests/viewsubmissions');
  expect(page.getByRole('link', { name: 'Messages' }).elements()).toEqual([]);
  expect(boardCalls(calls)).toEqual(['/api/boards/desk']);
});

test('shows a measure over time, with its figures for screen readers', async () => {
  await open();
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week, 12 weeks\. The highest/ })).toBeVisible();
  const figures = tile('Sign-ups by week').getByRole('list', { name: 'Sign-ups by week' });
  expect(figures.getByRole('listitem').elements()).toHaveLength(12);
  await expect.element(page.getByText('The gray bar is a week that has not ended.')).toBeVisible();
});

test('shows the six largest groups by the measure of the tile', async () => {
  await open();
  const groups = tile('Paid by event').getByRole('listitem');
  await expect.poll(() => groups.elements().length).toBe(6);
  expect(groups.elements().map(({ textContent }) => textContent)).toEqual([
    'Laser cutter training$1,250.00',
    'Sewing machine training$750.00',
    'Introduction to welding for complete beginners$250.00',
    'Open workshop 1$15.00',
    'Open workshop 2$14.99',
    'Open workshop 3$14.98',
  ]);
  await expect.element(page.getByText('3 smaller groups not shown.')).toBeVisible();
});

test('lists rows as lists do, with links to them and to all', async () => {
  await open();
  const table = page.getByRole('table', { name: 'Requests that wait for an answer' });
  await expect.element(table.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect.element(table.getByRole('row', { name: /^411 Poster printing Submitted \$12.50/ })).toBeVisible();
  const first = table.getByRole('link', { name: '411' });
  await expect.element(first).toHaveAttribute('href', '/requests/viewsubmissions/411/show');
  const all = page.getByRole('link', { name: 'Show all 23 in Requests that wait for an answer' });
  await expect.element(all).toHaveAttribute('href', '/requests/viewsubmissions?page=1');
  expect(
    tile('Requests of today')
      .getByRole('link', { name: /^Show all/ })
      .elements(),
  ).toEqual([]);
  await expect.element(tile('Overdue').getByText('Nothing to show.')).toBeVisible();
});

test('a failed tile says so, leaves the others alone, and is loaded again on request', async () => {
  let isBroken = true;
  const calls = await open('', {
    answers: {
      ...boardAnswers(),
      'GET /api/boards/desk': () =>
        boardAnswer(isBroken ? [FAILED, ...TILES] : [{ ...TILES[0]!, title: FAILED.title }, ...TILES]),
    },
  });
  const failed = tile('Waitlists');
  await expect.element(failed.getByText('This tile could not be loaded. The query took too long.')).toBeVisible();
  await expect.element(tile('Requests to review').getByText('23', { exact: true })).toBeVisible();
  isBroken = false;
  await userEvent.click(failed.getByRole('button', { name: 'Retry Waitlists' }));
  await expect.element(failed.getByText('23', { exact: true })).toBeVisible();
  expect(document.activeElement).toBe(failed.element());
  expect(boardCalls(calls)).toHaveLength(2);
});

test('another board is in the address, and is the one to begin with next time', async () => {
  await open();
  await expect.element(title('Front desk')).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: 'Shop floor' }));
  await expect.element(title('Shop floor')).toBeVisible();
  await expect.poll(() => window.location.search).toBe('?board=shop');
  await expect.element(tile('Messages')).not.toBeInTheDocument();
  await expect.element(tile('Requests to review')).toBeVisible();
  window.history.back();
  await expect.poll(() => window.location.search).toBe('');
  await expect.element(title('Shop floor')).toBeVisible();
});

test.each([
  ['the stored board of this account', '', 'administrator', 'Shop floor'],
  ['not that of another account', '', 'someone', 'Front desk'],
  ['the board of the address before the stored one', '?board=desk', 'administrator', 'Front desk'],
  ['the first instead of an unknown one', '?board=unknown', 'administrator', 'Front desk'],
])('begins with %s', async (_what, search, userName, expected) => {
  localStorage.setItem(STORE, JSON.stringify({ userName, board: 'shop' }));
  await open(search);
  await expect.element(title(expected)).toBeVisible();
  await expect.element(tile('Requests to review')).toBeVisible();
});

test('one board has no switch', async () => {
  await open('', { boards: BOARDS.slice(0, 1) });
  await expect.element(tile('Requests to review')).toBeVisible();
  expect(page.getByRole('radio').elements()).toEqual([]);
});

test('more than four boards are a select', async () => {
  const many = ['a', 'b', 'c'].map((name) => ({ ...BOARDS[0]!, name, title: `Board ${name}` }));
  await open('', { boards: [...BOARDS, ...many] });
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Board' }), 'shop');
  await expect.element(title('Shop floor')).toBeVisible();
});

test('without a board it says why, and leads to the home page', async () => {
  await open('', { boards: [], answers: {} });
  await expect.element(page.getByRole('heading', { name: 'You have no board' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
});

test('a board that could not be loaded says why, and is loaded on request', async () => {
  let isBroken = true;
  await open('', {
    answers: {
      ...boardAnswers(),
      'GET /api/boards/desk': () =>
        isBroken ? refusal(404, 'board.unknown', 'This board does not exist.') : boardAnswer(),
    },
  });
  await expect.element(page.getByText('This board does not exist.')).toBeVisible();
  isBroken = false;
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  await expect.element(tile('Requests to review')).toBeVisible();
});

test('without a connection the last figures stay', async () => {
  let isOffline = false;
  await open('', {
    answers: {
      ...boardAnswers(),
      'GET /api/boards/desk': () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : boardAnswer()),
    },
  });
  await expect.element(tile('Requests to review')).toBeVisible();
  isOffline = true;
  const online = vi.spyOn(onlineManager, 'isOnline').mockReturnValue(false);
  void queryClient.refetchQueries({ queryKey: ['/api/boards/desk'] });
  await expect.element(page.getByText('The figures may be out of date')).toBeVisible();
  await expect.element(tile('Requests to review').getByText('23', { exact: true })).toBeVisible();
  online.mockRestore();
});

test('a refusal after the figures were shown removes them', async () => {
  let isAllowed = true;
  await open('', {
    answers: {
      ...boardAnswers(),
      'GET /api/boards/desk': () => (isAllowed ? boardAnswer() : refusal(403, 'forbidden', 'You cannot read it.')),
    },
  });
  await expect.element(tile('Requests to review')).toBeVisible();
  isAllowed = false;
  void queryClient.refetchQueries({ queryKey: ['/api/boards/desk'] });
  await expect.element(page.getByText('You cannot read it.')).toBeVisible();
  expect(tile('Requests to review').elements()).toEqual([]);
});

test('a phone has one column and no sideways scrolling', async () => {
  await open('', { size: 'phone', answers: boardAnswers([...TILES, FAILED]) });
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week/ })).toBeVisible();
  const lefts = page
    .getByRole('region')
    .elements()
    .map((part) => part.getBoundingClientRect().left);
  expect(new Set(lefts).size).toBe(1);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});

test('a wide tile spans two columns where there is room', async () => {
  await open();
  await expect.element(tile('Overdue')).toBeVisible();
  const widthOf = (name: string) => tile(name).element().getBoundingClientRect().width;
  expect(widthOf('Requests that wait for an answer')).toBeGreaterThan(1.9 * widthOf('Overdue'));
});

test.each(['light', 'dark'])('axe finds nothing in the %s theme', async (theme) => {
  await open('', { answers: boardAnswers([...TILES, FAILED]) });
  document.documentElement.dataset['theme'] = theme;
  await expect.element(page.getByRole('img', { name: /^Sign-ups by week/ })).toBeVisible();
  await expect.element(page.getByText('Poster printing').first()).toBeVisible();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
