import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { INTERVAL, JITTER, pollUnread, type UnreadPolling } from '../../src/app/session/pollUnread.ts';
import { unreadStore } from '../../src/app/session/unreadMessages.ts';
import { answerApi, refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

let tabs: UnreadPolling[] = [];
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});

afterEach(() => {
  for (const tab of tabs) tab.stop();
  tabs = [];
  visibility = 'visible';
  unreadStore.set(0);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function show(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A tab of the browser, with the numbers that it heard. Each test has its own account, whose tabs know nothing of others. */
function tab(account: string): { heard: number[]; polling: UnreadPolling } {
  const heard: number[] = [];
  const polling = pollUnread(account, (count) => heard.push(count));
  tabs.push(polling);
  return { heard, polling };
}

const PATH = 'GET /api/UserMessage/GetNumberUnreadMessages';
const server = (answer: (call: ApiCall) => unknown): ApiCall[] => answerApi({ [PATH]: answer });
/** Without the machine's clock: what is not delivered by then is not on its way. */
const until = async (holds: () => boolean): Promise<void> => {
  await vi.waitUntil(
    async () => {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      return holds();
    },
    { timeout: 10_000, interval: 10 },
  );
};

test('it is requested immediately and every half minute, a little later in some browsers', async () => {
  let count = 3;
  const calls = server(() => count);
  const { heard } = tab('ada');
  await until(() => heard.length === 1);
  count = 4;
  await vi.advanceTimersByTimeAsync(INTERVAL - 1);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(JITTER + 1);
  await until(() => heard.length === 2);
  expect(heard).toEqual([3, 4]);
});

test('a hidden tab does not ask; it asks immediately when it is looked at again', async () => {
  const calls = server(() => 1);
  const { heard } = tab('ben');
  await until(() => heard.length === 1);
  show('hidden');
  await vi.advanceTimersByTimeAsync(10 * INTERVAL);
  expect(calls).toHaveLength(1);
  show('visible');
  await until(() => heard.length === 2);
  expect(calls).toHaveLength(2);
});

test('one tab asks and the others hear of it; another takes its place', async () => {
  const calls: ApiCall[] = server(() => calls.length);
  const first = tab('cyd');
  await until(() => first.heard.length === 1);
  const second = tab('cyd');
  await until(() => second.heard.length === 1);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(INTERVAL + JITTER);
  await until(() => calls.length === before + 1);
  await until(() => first.heard.at(-1) === second.heard.at(-1) && first.heard.at(-1) === before + 1);
  first.polling.stop();
  await until(() => calls.length === before + 2);
  await until(() => second.heard.at(-1) === before + 2);
  expect(first.heard.at(-1)).toBe(before + 1);
});

test('after a mark it is requested again, also by a tab that does not poll, and during another request', async () => {
  const waiting: (() => void)[] = [];
  const calls = server(() => new Promise((resolve) => waiting.push(() => resolve(waiting.length))));
  const first = tab('dee');
  await until(() => waiting.length === 1);
  const second = tab('dee');
  second.polling.ask();
  first.polling.ask();
  waiting[0]?.();
  await until(() => waiting.length === 2);
  waiting[1]?.();
  await until(() => second.heard.at(-1) === 2);
  expect(calls.length).toBeGreaterThanOrEqual(2);
});

test('a failed poll changes nothing, requires no login, and the next one continues', async () => {
  let answer: () => unknown = () => 5;
  const calls = server(() => answer());
  const { heard } = tab('eve');
  await until(() => heard.length === 1);
  for (const failing of [
    () => refusal(401, 'test.ended', 'Log in.'),
    () => {
      throw new TypeError('Failed to fetch');
    },
    () => 'much',
  ]) {
    answer = failing;
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(INTERVAL + JITTER);
    await until(() => calls.length === before + 1);
  }
  expect(heard).toEqual([5]);
  expect(document.querySelector('dialog[open]')).toBeNull();
  answer = () => 6;
  await vi.advanceTimersByTimeAsync(INTERVAL + JITTER);
  await until(() => heard.at(-1) === 6);
});

test('the menu shows it above 0, and says it with the entry', async () => {
  vi.useRealTimers();
  await sitePage({
    pattern: '/somewhere',
    address: '/somewhere',
    screen: <h1>Somewhere</h1>,
    answers: {},
    inShell: true,
  });
  const menu = page.getByRole('navigation', { name: 'Main' });
  const profile = (name: string) => menu.getByRole('button', { name, exact: true });
  await expect.element(profile('Profile')).toBeVisible();
  unreadStore.set(3);
  await expect.element(profile('Profile, 3 unread')).toHaveTextContent('Profile3');
  await profile('Profile, 3 unread').click();
  await expect
    .element(menu.getByRole('link', { name: 'My Messages, 3 unread', exact: true }))
    .toHaveAttribute('href', '/myAccount/MyMessages');
  unreadStore.set(120);
  await expect
    .element(menu.getByRole('link', { name: 'My Messages, 120 unread', exact: true }))
    .toHaveTextContent('My Messages99+');
  unreadStore.set(0);
  await expect.element(menu.getByRole('link', { name: 'My Messages', exact: true })).toBeVisible();
  await expect.element(profile('Profile')).toHaveTextContent('Profile');
});
