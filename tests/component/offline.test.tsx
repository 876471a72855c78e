import { onlineManager } from '@tanstack/react-query';
import { Suspense } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ContentPage } from '../../domain/calls/pages.ts';
import { ErrorBoundary } from '../../src/app/errors/ErrorBoundary.tsx';
import { HeaderSearch } from '../../src/app/search/HeaderSearch.tsx';
import { LoginForm } from '../../src/app/session/LoginForm.tsx';
import { useResource } from '../../src/app/useResources.ts';
import { queryClient } from '../../src/app/queryClient.ts';
import { resourcesQuery } from '../../src/app/resourcesQuery.ts';
import { Screen as ConsoleScreen } from '../../src/console/ConsoleScreen.tsx';
import { Screen as ContentScreen } from '../../src/portal/content/ContentScreen.tsx';
import { lazyComponent } from '../../src/ui/lazyComponent.tsx';
import { listOf, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

let isCut = false;

/** The connection is lost: calls fail, and the browser says so, once the page listens. */
async function cutLine(): Promise<void> {
  isCut = true;
  const isOnline = () => {
    window.dispatchEvent(new Event('offline'));
    return onlineManager.isOnline();
  };
  await expect.poll(isOnline).toBe(false);
}

function mendLine(): void {
  isCut = false;
  window.dispatchEvent(new Event('online'));
}

/** Answers that arrive only over a line that is not cut. */
function overLine(answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      (requested) => {
        if (isCut) throw new TypeError('Failed to fetch');
        return answer(requested);
      },
    ]),
  );
}

afterEach(mendLine);

/** Waits until the alert holds these words. */
const alertSays = (words: string) =>
  expect.poll(() => page.getByRole('alert').query()?.textContent ?? '').toContain(words);

const LINKS = ['Alpha', 'Beta'].map((title, index) => ({
  id: index + 1,
  version: 1,
  title,
  url: `/somewhere/${index}`,
  category: 'Tools',
  views: 0,
  active: true,
}));

const shownTitles = () =>
  [...document.querySelectorAll('tbody [data-row-link]')].map((link) => link.textContent.trim());

describe('a list', () => {
  async function openLinks() {
    const calls = await sitePage({
      pattern: '/tools/linksmanager/*',
      address: '/tools/linksmanager',
      screen: <ConsoleScreen resource="links" />,
      answers: overLine({
        'GET /api/links': ({ query }) =>
          listOf('links', query.get('sort') === '["title","DESC"]' ? LINKS.toReversed() : LINKS),
        'GET /api/preferences/list-links': () => undefined,
      }),
    });
    await expect.poll(shownTitles).toEqual(['Alpha', 'Beta']);
    return calls;
  }
  const title = page.getByRole('columnheader', { name: 'Title' }).getByRole('button');
  const notCurrent = page.getByText('The links may be out of date');

  test('keeps its rows when it cannot be sorted, says so immediately, and is sorted when the line is back', async () => {
    await openLinks();
    await cutLine();
    await userEvent.click(title);
    await expect.element(notCurrent).toBeVisible();
    expect(shownTitles()).toEqual(['Alpha', 'Beta']);
    mendLine();
    await expect.poll(shownTitles).toEqual(['Beta', 'Alpha']);
    await expect.element(notCurrent).not.toBeInTheDocument();
  });

  test('is retried by a click', async () => {
    await openLinks();
    await cutLine();
    await userEvent.click(title);
    await expect.element(notCurrent).toBeVisible();
    isCut = false;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.poll(shownTitles).toEqual(['Beta', 'Alpha']);
    await expect.element(notCurrent).not.toBeInTheDocument();
  });
});

test('a record that cannot be saved is marked as not saved, keeps its changes, and is saved by the next click', async () => {
  let stored = { ...LINKS[0], version: 1 };
  await sitePage({
    pattern: '/tools/linksmanager/*',
    address: '/tools/linksmanager/1',
    screen: <ConsoleScreen resource="links" />,
    answers: overLine({
      'GET /api/links/1': () => stored,
      'GET /api/links': () => listOf('links', LINKS),
      'GET /api/preferences/list-links': () => undefined,
      'PUT /api/links/1': ({ body }) => (stored = { ...stored, ...(body as object), version: 2 }),
    }),
  });
  const title = page.getByRole('textbox', { name: 'Title' });
  await userEvent.fill(title, 'Gamma');
  await cutLine();
  await userEvent.click(page.getByRole('button', { name: 'Save changes' }));
  await expect.element(page.getByRole('status').getByText('Not saved')).toBeVisible();
  await alertSays('Your changes are still here');
  await expect.element(title).toHaveValue('Gamma');
  mendLine();
  await userEvent.click(page.getByRole('button', { name: 'Save changes' }));
  await expect.element(page.getByText(/^Saved \d/)).toBeVisible();
  expect(stored.title).toBe('Gamma');
});

describe('code that cannot be loaded', () => {
  function part() {
    let isThere = false;
    const Part = lazyComponent(() =>
      isThere ? Promise.resolve(() => <p>The part</p>) : Promise.reject(new TypeError('Failed to fetch')),
    );
    const arrive = () => {
      isThere = true;
    };
    return { Part, arrive };
  }

  test('is reported in its place, keeps its surroundings, and loads when the connection is back', async () => {
    const { Part, arrive } = part();
    await render(
      <>
        <input aria-label="Beside it" />
        <Suspense>
          <Part />
        </Suspense>
      </>,
    );
    await userEvent.fill(page.getByLabelText('Beside it'), 'typed');
    await alertSays('could not be loaded');
    arrive();
    mendLine();
    await expect.element(page.getByText('The part')).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(page.getByLabelText('Beside it')).toHaveValue('typed');
  });

  test('is retried by a click', async () => {
    const { Part, arrive } = part();
    await render(
      <Suspense>
        <Part />
      </Suspense>,
    );
    await expect.element(page.getByRole('alert')).toBeVisible();
    arrive();
    await userEvent.click(page.getByRole('button', { name: 'Retry' }));
    await expect.element(page.getByText('The part')).toBeVisible();
  });
});

test('a page without its data shows a notice, reports no fault, and loads when the connection is back', async () => {
  function NamedPage() {
    return <p>Named {useResource('links')?.name}</p>;
  }
  const { client } = await commands.siteModel();
  const calls = await sitePage({
    pattern: '/named',
    address: '/named',
    screen: (
      <ErrorBoundary name="test" routePath="/named">
        <Suspense>
          <NamedPage />
        </Suspense>
      </ErrorBoundary>
    ),
    answers: overLine({ 'GET /api/model': () => client }),
  });
  await expect.element(page.getByText('Named links')).toBeVisible();
  await cutLine();
  void queryClient.resetQueries({ queryKey: resourcesQuery.queryKey });
  await expect.element(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  mendLine();
  await expect.element(page.getByText('Named links')).toBeVisible();
  expect(new Set(calls.map(({ path }) => path))).toEqual(new Set(['/api/model']));
});

test('the search in the header says that it cannot reach the server, and finds when the line is back', async () => {
  await sitePage({
    pattern: '/here',
    address: '/here',
    screen: <HeaderSearch />,
    answers: overLine({
      'GET /api/documentation/search': () => [
        { source: 'Pages', response: [{ id: '1', name: 'Laser cutting', url: '/content/static/laser' }] },
      ],
    }),
  });
  await cutLine();
  await userEvent.fill(page.getByRole('combobox'), 'laser');
  await alertSays('could not reach the server');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  mendLine();
  await expect.element(page.getByRole('option', { name: 'Laser cutting' })).toBeVisible();
});

test('logging in without a connection says why it failed, and keeps what was typed', async () => {
  await sitePage({
    pattern: '/login',
    address: '/login',
    screen: <LoginForm onDone={() => undefined} redirectFrom="/" />,
    answers: overLine({ 'POST /api/Login': () => undefined }),
  });
  await userEvent.fill(page.getByLabelText(/^Username/), 'amara');
  await userEvent.fill(page.getByLabelText('Password'), 'a secret');
  await cutLine();
  await userEvent.click(page.getByRole('button', { name: 'Log in' }));
  await alertSays('Could not sign in. The server could not be reached. Check your connection and try again.');
  await expect.element(page.getByLabelText(/^Username/)).toHaveValue('amara');
});

describe('a content page', () => {
  const PLACES: ContentPage = {
    id: 1,
    name: 'places',
    title: 'Places',
    type: 'Standard',
    theme: 'light',
    summary: null,
    category: '',
    backgroundUrl: null,
    data: '<p>Where we are</p>',
    cards: [],
    updatedAt: '2026-03-01T00:00:00.000Z',
  };
  const open = (answers: Answers) =>
    sitePage({
      pattern: '/content/static/:name',
      address: '/content/static/places',
      screen: <ContentScreen />,
      answers: { 'POST /api/content/TrackPageView': () => undefined, ...answers },
    });
  const IT_TEAM = "Please reach out to the program's IT team for assistance.";

  test('shows the error card immediately without a connection, and itself when the line is back', async () => {
    isCut = true;
    await open(overLine({ 'GET /api/content/page': () => PLACES }));
    await alertSays('The server could not be reached.');
    await expect.element(page.getByRole('alert').getByRole('heading', { name: 'Error' })).toBeVisible();
    await alertSays(IT_TEAM);
    await cutLine();
    mendLine();
    await expect.element(page.getByText('Where we are')).toBeVisible();
  });

  test("shows status and the server's own text", async () => {
    await open({
      'GET /api/content/page': () => new Response('Closed for maintenance until noon.', { status: 503 }),
    });
    for (const words of ['503', 'Closed for maintenance until noon.', IT_TEAM]) await alertSays(words);
  });
});
