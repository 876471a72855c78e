import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DoorList } from '../../domain/calls/door.ts';
import { setLoggedIn, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen as SessionScreen } from '../../src/portal/door/ProcessSessionScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { refusal, type Answers } from './site-api.ts';
import { SESSION } from './door-page.tsx';
import { sitePage } from './site-page.tsx';

const LIST: DoorList = {
  session: {
    ...SESSION,
    title: 'Soldering',
    taken: 1,
    counts: { attended: 0, expected: 1, noShow: 0, waiting: 0 },
  },
  feeCents: 0,
  tickets: [
    {
      id: 70,
      userId: 5,
      name: 'Ada Byron',
      username: 'ada',
      isProvisional: false,
      codes: [],
      cards: [],
      status: 'confirmed',
      since: '2027-03-09T09:30:00-07:00',
      source: 'web',
      position: null,
      priceCents: null,
      until: null,
      reason: null,
      answers: 'Size of glove: Large',
      wishes: 'A chair with a back',
      files: [],
      answersMissing: false,
      dependsOn: [],
      termsMissing: false,
      nextStatuses: ['attended', 'late', 'noShow'],
    },
  ],
  scanKey: null,
  adds: [],
  addRefusal: null,
};
const MARKS = 'door-marks:administrator:7';
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const OFFLINE: Answers = { 'GET /api/events/door/7': unreachable, 'POST /api/events/door/7/marks': unreachable };
const ONLINE: Answers = { 'GET /api/events/door/7': () => LIST };

beforeEach(() => localStorage.clear());

const open = (answers: Answers) =>
  sitePage({
    pattern: '/scheduling/processinstance/:id',
    address: '/scheduling/processinstance/7',
    screen: <SessionScreen />,
    answers,
  });
/** As an earlier visit leaves it. */
const keep = (minutesAgo = 5, userName = 'administrator') =>
  localStorage.setItem(
    'door-lists',
    JSON.stringify({ userName, build: '', lists: { 7: { at: clock.now() - minutesAgo * 60_000, list: LIST } } }),
  );
const logInAs = (username: string, isKiosk = false) =>
  setLoggedIn({
    username,
    roles: [],
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
    isKiosk,
    hasPassword: true,
  });
const ada = page.getByText('Ada Byron', { exact: true });
const notLoaded = page.getByRole('heading', { name: 'The session could not be loaded' });

test('the last list opens without a connection, and says that it is and from when', async () => {
  keep();
  await open(OFFLINE);
  await expect.element(ada).toBeVisible();
  await expect.element(page.getByText('Offline: marks by others are not shown')).toBeVisible();
  await expect.element(page.getByText(/last version loaded, on \w+ \d+, \d{4}, [\d:]+ [AP]M\./)).toBeVisible();
});

test('a list of yesterday does not open', async () => {
  keep(25 * 60);
  await open(OFFLINE);
  await expect.element(notLoaded, { timeout: 10_000 }).toBeVisible();
});

test('the list of someone else does not open, and goes', async () => {
  keep(5, 'someone-else');
  await open(OFFLINE);
  await expect.element(notLoaded, { timeout: 10_000 }).toBeVisible();
  expect(localStorage.getItem('door-lists')).toBeNull();
});

test.each([
  ['logs out', setLoggedOut],
  ['is followed by someone else', () => logInAs('someone-else')],
  ['hands the screen over', () => logInAs('administrator', true)],
])('a stored list is deleted when its owner %s', async (_, leave) => {
  await open(ONLINE);
  await expect.poll(() => localStorage.getItem('door-lists')).toContain('Ada Byron');
  // Answers are only shown with a connection.
  expect(localStorage.getItem('door-lists')).not.toMatch(/glove|chair/);
  logInAs('administrator');
  expect(localStorage.getItem('door-lists')).toContain('Ada Byron');
  leave();
  expect(localStorage.getItem('door-lists')).toBeNull();
});

test('people who can no longer see the list do not see the stored one, and it is deleted', async () => {
  let isAllowed = true;
  await open({ 'GET /api/events/door/7': () => (isAllowed ? LIST : refusal(403, 'x', 'This is not allowed.')) });
  await expect.element(ada).toBeVisible();
  isAllowed = false;
  await expect.element(page.getByText('This is not allowed.'), { timeout: 10_000 }).toBeVisible();
  await expect.element(ada).not.toBeInTheDocument();
  expect(localStorage.getItem('door-lists')).toBeNull();
});

test('the marks of another tab stay on the device', async () => {
  const other = { key: 'b'.repeat(32), ticketId: 71, from: 'confirmed', to: 'late', at: clock.instant(), name: 'Ben' };
  let isCut = true;
  await open({
    ...ONLINE,
    'POST /api/events/door/7/marks': ({ body }) => {
      if (isCut) return unreachable();
      const { marks } = body as { marks: { key: string }[] };
      return { results: marks.map(({ key }) => ({ key, isDone: true, words: null })) };
    },
  });
  await expect.element(ada).toBeVisible();
  localStorage.setItem(MARKS, JSON.stringify({ pending: [other], refused: [] }));
  await userEvent.click(page.getByRole('button', { name: 'Attended: Ada Byron' }));
  await expect.element(page.getByText('1 mark not sent yet')).toBeVisible();
  expect(localStorage.getItem(MARKS)).toContain('Ada Byron');
  isCut = false;
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => localStorage.getItem(MARKS)).not.toContain('Ada Byron');
  expect(JSON.parse(localStorage.getItem(MARKS) ?? '')).toEqual({ pending: [other], refused: [] });
});
