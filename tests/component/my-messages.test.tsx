import axe from 'axe-core';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MarkMessages, MarkThreads, Thread, ThreadSummary } from '../../domain/calls/messages.ts';
import { unreadStore } from '../../src/app/session/unreadMessages.ts';
import { Screen } from '../../src/portal/messages/MyMessages.tsx';
import type { ApiCall } from './site-api.ts';
import { refusal } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const AT = '2026-03-02T15:00:00.000Z';

function summary(id: number, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return {
    key: `submissions-${id}`,
    title: `Poster #${id}`,
    path: `/requests/viewsubmission/${id}/Default`,
    at: new Date(Date.parse(AT) - id * 60_000).toISOString(),
    subject: `Poster #${id} is ready`,
    excerpt: 'You can collect it.',
    from: 'Atrium',
    count: 1,
    unread: 0,
    isArchived: false,
    ...more,
  };
}

function threadOf({ key, title, path, isArchived, count, unread, at, subject }: ThreadSummary): Thread {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    at,
    subject,
    html: `<p>Words ${index + 1}, <a href="/docs">more</a></p><script>window.hurt = true</script>`,
    kind: 'StatusUpdate' as const,
    from: { kind: 'System' as const, name: 'Atrium' },
    isOwn: false,
    isRead: index < count - unread,
  }));
  return { key, title, path, isArchived, messages, earlier: 0 };
}

/** What the server says was marked, which Undo names. */
const MARKED = [21, 22];

/** The messages of someone, as the server keeps them. */
function mailbox(of: ThreadSummary[]) {
  let threads = of;
  const marked: (MarkThreads | MarkMessages)[] = [];
  const list = ({ query }: ApiCall) => {
    const box = query.get('box');
    const shown = threads
      .filter(({ isArchived, unread }) =>
        box === 'archived' ? isArchived : !isArchived && (box === 'all' || unread > 0),
      )
      .filter(({ title }) => title.includes(query.get('q') ?? ''));
    const from = Number(query.get('before') ?? 0);
    return { threads: shown.slice(from, from + 3), next: shown.length > from + 3 ? from + 3 : null };
  };
  const mark = ({ body }: ApiCall) => {
    const made = body as MarkThreads | MarkMessages;
    marked.push(made);
    const change = {
      read: { unread: 0 },
      unread: { unread: 1 },
      archived: { isArchived: true },
      kept: { isArchived: false },
    }[made.mark];
    threads = threads.map((thread) =>
      'keys' in made && !made.keys.includes(thread.key) ? thread : { ...thread, ...change },
    );
    return { messages: MARKED };
  };
  const readAll = () => {
    threads = threads.map((thread) => (thread.isArchived ? thread : { ...thread, unread: 0 }));
    return { messages: MARKED };
  };
  const answers = {
    'GET /api/messages/threads': list,
    'POST /api/messages/marks': mark,
    'POST /api/messages/allRead': readAll,
    ...Object.fromEntries(
      of.map(({ key }) => [
        `GET /api/messages/threads/${key}`,
        () => threadOf(threads.find((thread) => thread.key === key) ?? summary(0)),
      ]),
    ),
    // They may see none of the requests anymore: there is nothing to answer.
    ...Object.fromEntries(
      of.map(({ key }) => [
        `GET /api/requests/submissions/${key.replace('submissions-', '')}`,
        () => refusal(404, 'requests.not-found', 'Not found'),
      ]),
    ),
  };
  return { answers, marked };
}

const opened = (address: string, answers: SitePageOptions['answers'], size: SitePageOptions['size'] = 'desktop') =>
  sitePage({
    pattern: '/myAccount/MyMessages',
    address: `/myAccount/MyMessages${address}`,
    screen: <Screen />,
    answers,
    size,
  });

const rows = () => [...document.querySelectorAll('[data-thread]')].map((link) => link.textContent);
const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const thread = (title: string) => page.getByRole('region', { name: title, exact: true });

test('people who no longer get emails learn it, and what to do', async () => {
  await sitePage({
    pattern: '/myAccount/MyMessages',
    address: '/myAccount/MyMessages',
    screen: <Screen />,
    answers: { 'GET /api/messages/threads': () => ({ threads: [summary(1)], next: null, addressFails: true }) },
  });
  await expect.element(page.getByText('Your address bounces')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Check the address' }))
    .toHaveAttribute('href', '/myAccount/communicationSettings');
});

describe('the messages', () => {
  test('open beside the list, which marks them read; back and forward follow', async () => {
    const { answers, marked } = mailbox([summary(1, { unread: 1 }), summary(2)]);
    await opened('', answers);
    await expect.poll(rows).toEqual(['Unread: Poster #1', 'Poster #2']);
    await userEvent.click(link('Unread: Poster #1'));
    await expect.element(thread('Poster #1').getByText('Words 1,')).toBeVisible();
    await expect.poll(() => marked).toEqual([{ keys: ['submissions-1'], mark: 'read' }]);
    await expect.poll(rows).toEqual(['Poster #1', 'Poster #2']);
    await expect.element(link('Open Poster #1')).toHaveAttribute('href', '/requests/viewsubmission/1/Default');
    expect('hurt' in window).toBe(false);
    await userEvent.click(link('Poster #2'));
    await expect.element(thread('Poster #2')).toBeVisible();
    window.history.back();
    await expect.element(thread('Poster #1')).toBeVisible();
    window.history.forward();
    await expect.element(thread('Poster #2')).toBeVisible();
    expect(marked).toHaveLength(1);
  });

  test('are opened by an address, with box and words; what was read long ago waits behind a button', async () => {
    const { answers } = mailbox([summary(1, { isArchived: true, count: 6 }), summary(2, { isArchived: true })]);
    await opened('?box=archived&q=%231&thread=submissions-1', answers);
    await expect.poll(rows).toEqual(['Poster #1']);
    await expect.element(page.getByRole('link', { name: 'Archived' })).toHaveAttribute('aria-current', 'page');
    await expect.element(page.getByRole('searchbox', { name: 'Search messages' })).toHaveValue('#1');
    const messages = thread('Poster #1').getByRole('listitem');
    await expect.poll(() => messages.elements().length).toBe(2);
    await userEvent.click(button('Show 4 earlier messages'));
    await expect.poll(() => messages.elements().length).toBe(6);
  });

  test('of an earlier change of status are one line, which opens', async () => {
    const message = (id: number) => ({
      ...threadOf(summary(1)).messages[0]!,
      id,
      isRead: true,
      subject: `Number ${id}`,
    });
    await opened('?thread=submissions-1', {
      ...mailbox([summary(1)]).answers,
      'GET /api/messages/threads/submissions-1': () => ({
        ...threadOf(summary(1)),
        messages: [{ ...message(4), html: '<p>Earlier text</p>' }, message(5)],
        earlier: 0,
      }),
    });
    const text = thread('Poster #1').getByText('Earlier text');
    await expect.element(thread('Poster #1').getByRole('heading', { level: 3, name: 'Number 5' })).toBeVisible();
    await expect.element(text).not.toBeVisible();
    await userEvent.click(thread('Poster #1').getByText('Number 4'));
    await expect.element(text).toBeVisible();
  });

  test('of a long conversation are loaded in parts, the oldest last', async () => {
    const message = (id: number) => ({
      ...threadOf(summary(1)).messages[0]!,
      id,
      kind: 'Default' as const,
      subject: `Number ${id}`,
    });
    await opened('?thread=submissions-1', {
      ...mailbox([summary(1)]).answers,
      'GET /api/messages/threads/submissions-1': ({ query }: ApiCall) =>
        query.get('before') === '4'
          ? { ...threadOf(summary(1)), messages: [2, 3].map(message), earlier: 0 }
          : { ...threadOf(summary(1)), messages: [4, 5, 6, 7].map(message), earlier: 2 },
    });
    const subjects = () =>
      thread('Poster #1')
        .getByRole('heading', { level: 3 })
        .elements()
        .map((element) => element.textContent);
    await userEvent.click(button('Show 2 earlier messages'));
    await expect.poll(subjects).toEqual([4, 5, 6, 7].map((id) => `Number ${id}`));
    await userEvent.click(button('Show 2 earlier messages'));
    await expect.poll(subjects).toEqual([2, 3, 4, 5, 6, 7].map((id) => `Number ${id}`));
    expect(page.getByRole('button', { name: /earlier/ }).query()).toBeNull();
  });

  test('that are selected are archived together, and put back by Undo', async () => {
    const { answers, marked } = mailbox([summary(1), summary(2, { unread: 1 }), summary(3)]);
    await opened('', answers);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Poster #1' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Poster #2' }));
    await expect.element(page.getByText('2 selected')).toBeVisible();
    await userEvent.click(button('Archive'));
    await expect.poll(rows).toEqual(['Poster #3']);
    await expect.element(page.getByText('2 conversations archived.')).toBeVisible();
    await userEvent.click(button('Undo'));
    await expect.poll(rows).toEqual(['Poster #1', 'Unread: Poster #2', 'Poster #3']);
    const keys = ['submissions-1', 'submissions-2'];
    expect(marked).toEqual([
      { keys, mark: 'archived' },
      { keys, mark: 'kept', messages: MARKED },
    ]);
  });

  test('marked as read together: only the unread ones, and Undo reverts only these', async () => {
    const { answers, marked } = mailbox([summary(1), summary(2, { unread: 1 })]);
    await opened('', answers);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select all' }));
    await userEvent.click(button('Mark as read'));
    await expect.poll(rows).toEqual(['Poster #1', 'Poster #2']);
    await userEvent.click(button('Undo'));
    await expect.poll(rows).toEqual(['Poster #1', 'Unread: Poster #2']);
    expect(marked.map((made) => 'keys' in made && made.keys)).toEqual([['submissions-2'], ['submissions-2']]);
  });

  test('are all marked as read, including hidden ones, and Undo marks the unread ones again', async () => {
    const { answers, marked } = mailbox([1, 2, 3, 4].map((id) => summary(id, { unread: id === 4 ? 2 : 1 })));
    await opened('', answers);
    await userEvent.click(button('Mark all as read'));
    await expect.poll(rows).toEqual(['Poster #1', 'Poster #2', 'Poster #3']);
    await expect.element(page.getByText('2 messages marked as read.')).toBeVisible();
    await expect.element(button('Mark all as read')).not.toBeInTheDocument();
    await expect.element(page.getByRole('checkbox', { name: 'Select all' })).toHaveFocus();
    await userEvent.click(button('Undo'));
    await expect.poll(() => marked).toEqual([{ mark: 'unread', messages: MARKED }]);
    await expect.element(button('Mark all as read')).toBeVisible();
  });

  test.each(['?box=archived', '?q=Poster'])('of a part are not all marked as read: %s', async (address) => {
    await opened(address, mailbox([summary(1, { unread: 1, isArchived: address.includes('archived') })]).answers);
    await expect.poll(rows).toEqual(['Unread: Poster #1']);
    expect(button('Mark all as read').query()).toBeNull();
  });

  test('marked unread while open are closed, and stay unread', async () => {
    const { answers, marked } = mailbox([summary(1)]);
    await opened('?thread=submissions-1', answers);
    await userEvent.click(button('Mark as unread'));
    await expect.poll(rows).toEqual(['Unread: Poster #1']);
    await expect.element(page.getByText('No conversation is open')).toBeVisible();
    await expect.element(link('Unread: Poster #1')).toHaveFocus();
    expect(marked.map(({ mark }) => mark)).toEqual(['unread']);
  });

  test('that come while no one looks at them stay unread until someone does', async () => {
    let visibility: DocumentVisibilityState = 'visible';
    const show = (next: DocumentVisibilityState) => {
      visibility = next;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const state = vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
    onTestFinished(() => {
      state.mockRestore();
      unreadStore.set(0);
    });
    const { answers, marked } = mailbox([summary(1)]);
    let isNew = false;
    await opened('?thread=submissions-1', {
      ...answers,
      'GET /api/messages/threads/submissions-1': () => threadOf(summary(1, isNew ? { count: 2, unread: 1 } : {})),
    });
    await expect.element(page.getByText('Words 1')).toBeVisible();
    show('hidden');
    isNew = true;
    unreadStore.set(1);
    await expect.element(page.getByText('Words 2')).toBeVisible();
    expect(marked).toEqual([]);
    show('visible');
    await expect.poll(() => marked).toEqual([{ keys: ['submissions-1'], mark: 'read' }]);
  });

  test('that are read in the box of the unread stay there while they are open', async () => {
    const { answers, marked } = mailbox([
      summary(1, { unread: 1 }),
      summary(2, { unread: 1 }),
      summary(3, { unread: 1 }),
    ]);
    await opened('?box=unread', answers);
    await userEvent.click(link('Unread: Poster #2'));
    await expect.poll(() => marked).toHaveLength(1);
    await expect.poll(rows).toEqual(['Unread: Poster #1', 'Poster #2', 'Unread: Poster #3']);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Poster #1' }));
    const actions = page.getByRole('group', { name: 'What is selected' });
    await userEvent.click(actions.getByRole('button', { name: 'Archive' }));
    await expect.poll(rows).toEqual(['Poster #2', 'Unread: Poster #3']);
  });

  test('come page by page', async () => {
    const { answers } = mailbox([1, 2, 3, 4, 5].map((id) => summary(id)));
    await opened('', answers);
    await expect.poll(() => rows().length).toBe(3);
    await userEvent.click(button('Show more'));
    await expect.poll(() => rows().length).toBe(5);
    await expect.element(button('Show more')).not.toBeInTheDocument();
  });

  test('are one at a time on a phone, and focus goes with them', async () => {
    const { answers } = mailbox([summary(1), summary(2)]);
    await opened('', answers, 'phone');
    await userEvent.click(link('Poster #2'));
    await expect.element(page.getByRole('heading', { name: 'Poster #2', exact: true })).toHaveFocus();
    await expect.element(link('Poster #1')).not.toBeInTheDocument();
    await userEvent.click(link('All conversations'));
    await expect.element(link('Poster #2')).toHaveFocus();
  });
});

describe('the texts of empty boxes', () => {
  test.each([
    ['', 'No messages yet'],
    ['?box=unread', 'Nothing is unread'],
    ['?box=archived', 'Nothing is archived'],
  ])('at "%s"', async (address, words) => {
    await opened(address, mailbox([]).answers);
    await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
  });

  test('without a match', async () => {
    await opened('?q=laser', mailbox([summary(1)]).answers);
    await userEvent.click(button('Clear the search'));
    await expect.poll(rows).toEqual(['Poster #1']);
  });

  test('under a key that is no one’s', async () => {
    await opened('?thread=submissions-9', {
      ...mailbox([summary(1)]).answers,
      'GET /api/messages/threads/submissions-9': () =>
        refusal(404, 'messages.no-thread', 'There are no such messages.'),
    });
    await expect.element(page.getByRole('heading', { name: 'Messages not found' })).toBeVisible();
  });
});

test('a list that fails shows the reason and is retried', async () => {
  let isBroken = true;
  const { answers } = mailbox([summary(1)]);
  await opened('', {
    ...answers,
    'GET /api/messages/threads': (call) =>
      isBroken ? refusal(403, 'test.refused', 'Not today.') : answers['GET /api/messages/threads'](call),
  });
  await expect.element(page.getByText('Not today.')).toBeVisible();
  isBroken = false;
  await userEvent.click(button('Retry'));
  await expect.poll(rows).toEqual(['Poster #1']);
});

test('a failure to load more keeps the loaded messages, and is retried', async () => {
  let isBroken = true;
  const { answers } = mailbox([1, 2, 3, 4].map((id) => summary(id)));
  await opened('', {
    ...answers,
    'GET /api/messages/threads': (call) =>
      isBroken && call.query.has('before')
        ? refusal(403, 'test.refused', 'Not today.')
        : answers['GET /api/messages/threads'](call),
  });
  await userEvent.click(button('Show more'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('More could not be loaded. Not today.');
  expect(rows()).toHaveLength(3);
  isBroken = false;
  await userEvent.click(button('Show more'));
  await expect.poll(() => rows().length).toBe(4);
});

test('a list whose connection is lost stays, and says that it is not current', async () => {
  let isCut = false;
  const { answers } = mailbox([summary(1), summary(2)]);
  await opened('', {
    ...answers,
    'GET /api/messages/threads': (call) => {
      if (isCut) throw new TypeError('Failed to fetch');
      return answers['GET /api/messages/threads'](call);
    },
  });
  await expect.poll(rows).toEqual(['Poster #1', 'Poster #2']);
  isCut = true;
  window.dispatchEvent(new Event('offline'));
  onTestFinished(() => void window.dispatchEvent(new Event('online')));
  await userEvent.click(page.getByRole('link', { name: 'Archived' }));
  await expect.element(page.getByText('Your messages may be out of date')).toBeVisible();
  expect(rows()).toEqual(['Poster #1', 'Poster #2']);
});

test('a mark that fails changes nothing and says so', async () => {
  await opened('', {
    ...mailbox([summary(1)]).answers,
    'POST /api/messages/marks': () => refusal(409, 'test.refused', 'Not today.'),
  });
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Poster #1' }));
  await userEvent.click(button('Archive'));
  await expect.element(page.getByText('The messages could not be archived. Not today.')).toBeVisible();
  expect(rows()).toEqual(['Poster #1']);
});

describe.each(['light', 'dark'])('axe in the %s theme', (theme) => {
  test.each(['desktop', 'phone'] as const)('finds nothing on a %s', async (size) => {
    document.documentElement.dataset['theme'] = theme;
    const { answers } = mailbox([summary(1, { unread: 1, count: 3 }), summary(2)]);
    await opened('', answers, size);
    const faults = async () =>
      (await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Poster #1' }));
    expect(await faults()).toEqual([]);
    await userEvent.click(link('Unread: Poster #1'));
    await expect.element(link('Open Poster #1')).toBeVisible();
    expect(await faults()).toEqual([]);
  });
});
