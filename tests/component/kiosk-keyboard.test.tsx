import axe from 'axe-core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import type { PairedDevice } from '../../domain/calls/kiosk.ts';
import { setDevice } from '../../src/app/kioskStore.ts';
import { setLoggedIn, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen as Kiosk } from '../../src/portal/kiosk/KioskScreen.tsx';
import { Screen as Upcoming } from '../../src/portal/signup/UpcomingScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { WEDGES, wedgeKeys } from '../factories/wedge-reader.ts';
import { refusal, type Answers } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';

const DEVICE: PairedDevice = {
  id: 1,
  name: 'Entrance',
  kind: 'kiosk',
  center: { id: 7, name: 'Makeshop', locationId: 3 },
};
const ANSWERS: Answers = {
  'GET /api/centers/views': () => [],
  'GET /api/kiosk': () => DEVICE,
  'GET /api/kiosk/person': () => undefined,
  'POST /api/Logout': () => undefined,
  'POST /api/content/TrackPageView': () => undefined,
  'GET /api/content/siteDisplaySettings': () => DEFAULT_SITE_SETTINGS,
  'GET /api/content/navigation': () => [],
  'GET /api/events/tickets': () => ({ tickets: [], total: 0 }),
  'GET /api/events/sessions': () => ({ sessions: [], total: 0, today: '2030-03-03' }),
  'GET /api/events/sessions/choices': () => ({ events: [], categories: [], places: [] }),
};
const SCREENS = { '/kiosk': <Kiosk />, '/signup/upcomingworkshops': <Upcoming /> } as const;

interface Options {
  size?: keyof typeof SIZES;
  answers?: Answers;
  device?: PairedDevice | null;
}

async function open(address: keyof typeof SCREENS, { size = 'desktop', answers = {}, device = DEVICE }: Options = {}) {
  setDevice(device);
  onTestFinished(() => {
    setDevice(null);
    setLoggedOut();
  });
  const screen = SCREENS[address];
  const calls = await sitePage({
    ...{ pattern: '*', address, screen, size, inShell: true },
    answers: { ...ANSWERS, ...answers },
  });
  setLoggedOut();
  if (device !== null) await expect.poll(() => 'kiosk' in document.documentElement.dataset).toBe(true);
  return calls;
}

const keyboard = page.getByRole('region', { name: 'On-screen keyboard' });
const search = page.getByRole('searchbox', { name: 'Search events' });
const press = (name: string) => userEvent.click(keyboard.getByRole('button', { name, exact: true }));
const type = async (...keys: string[]) => {
  for (const key of keys) await press(key);
};
async function expectNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}
/** The keyboard follows the focus in the next task. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const expectClosed = () => expect.element(keyboard).not.toBeInTheDocument();

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

test('types into the search of events at the caret, which keeps the focus, and searches', async () => {
  const calls = await open('/signup/upcomingworkshops');
  await search.click();
  await type('W', 'l', 'd');
  await expect.element(search).toHaveValue('Wld');
  (search.element() as HTMLInputElement).setSelectionRange(1, 1);
  await type('e', 'Symbols', 'Question mark', 'Delete', 'Letters');
  await expect.element(search).toHaveValue('Weld');
  await expect.element(search).toHaveFocus();
  (search.element() as HTMLInputElement).setSelectionRange(0, 4);
  await type('Shift', 'm', 'i', 'l', 'l', 'Space', '2');
  await expect.element(search).toHaveValue('mill 2');
  await press('Search');
  await expectClosed();
  await expect.poll(() => calls.some(({ query }) => query.get('q') === 'mill 2')).toBe(true);
});

test('closes by Escape and when the focus leaves, and opens again by a press on the field', async () => {
  await open('/signup/upcomingworkshops');
  await search.click();
  await expect.element(keyboard).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expectClosed();
  await expect.element(search).toHaveFocus();
  await expect.element(search).not.toHaveAttribute('inputmode');
  await search.click();
  await expect.element(keyboard).toBeVisible();
  await expect.element(search).toHaveAttribute('inputmode', 'none');
  await userEvent.click(page.getByRole('radio', { name: 'Calendar' }));
  await expectClosed();
  await expect.poll(() => window.location.search).toBe('?view=month');
});

test('leaves nothing for the next person', async () => {
  await open('/signup/upcomingworkshops');
  await search.click();
  await expect.element(keyboard).toBeVisible();
  setLoggedIn({
    ...{ username: 'ada', roles: ['Student'], isKiosk: true, hasPassword: false },
    expirationTime: new Date(clock.now() + 600_000).toISOString(),
  });
  await expectClosed();
  await search.click();
  await expect.element(keyboard).toBeVisible();
  const done = page.getByRole('button', { name: "I'm done" });
  const { bottom } = done.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(keyboard.element().getBoundingClientRect().top);
  await userEvent.click(done);
  await expectClosed();
});

test('is reached by Tab and arrow keys, and left again', async () => {
  await open('/signup/upcomingworkshops');
  await search.click();
  await expect.element(keyboard).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(keyboard.getByRole('button', { name: '1', exact: true })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  await expect.element(search).toHaveValue('W');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Search', exact: true })).toHaveFocus();
  await expectClosed();
});

test('a card reader works while it is open', async () => {
  const calls = await open('/signup/upcomingworkshops', {
    answers: { 'POST /api/LoginKiosk': () => refusal(401, 'kiosk.card-not-read', 'Could not read it.') },
  });
  await search.click();
  await type('A');
  const at = performance.now();
  const keys = wedgeKeys(WEDGES['plain number, Enter']!, '0012345678901234');
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at + index * 4 });
    search.element().dispatchEvent(event);
  }
  await expect.element(page.getByRole('heading', { name: 'Card Read Error' })).toBeVisible();
  expect(calls.find(({ path }) => path === '/api/LoginKiosk')?.body).toEqual({ buffCard: '0012345678901234' });
  await expect.element(search).toHaveValue('A');
});

test('stays away from masked fields, which have a keypad, and from browsers that are no kiosk', async () => {
  await open('/kiosk');
  for (const method of ['Enter Student ID', 'Swipe your campus card']) {
    await userEvent.click(page.getByRole('button', { name: method, exact: true }));
    await expect.element(page.getByLabelText(/^(Student ID|Campus card)$/)).toHaveFocus();
    await nextTask();
    expect(keyboard.elements()).toEqual([]);
  }
  await userEvent.click(page.getByRole('button', { name: 'Unpair this display' }));
  await expect.element(keyboard).toBeVisible();
  setDevice(null);
  await expectClosed();
});

test('works in a dialog, which stays above it', async () => {
  await open('/kiosk');
  await userEvent.click(page.getByRole('button', { name: 'Unpair this display' }));
  await type('R', 'o');
  await expect.element(page.getByLabelText('Username of an administrator')).toHaveValue('Ro');
  await userEvent.click(page.getByLabelText('Password'));
  await type('r', 'Symbols', 'At sign');
  await expect.element(page.getByLabelText('Password')).toHaveValue('r@');
  const { bottom } = page.getByRole('dialog').element().firstElementChild!.getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(keyboard.element().getBoundingClientRect().top);
  await expectNoFaults();
  await press('Done');
  await expectClosed();
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('has large keys without faults, in both themes, and keeps the field in view', async () => {
  await open('/signup/upcomingworkshops');
  await search.click();
  await expect.element(keyboard).toBeVisible();
  for (const key of keyboard.getByRole('button').elements()) {
    const { width, height } = key.getBoundingClientRect();
    expect(Math.min(width, height), key.textContent).toBeGreaterThanOrEqual(48);
  }
  const box = search.element().getBoundingClientRect();
  expect(box.bottom).toBeLessThanOrEqual(keyboard.element().getBoundingClientRect().top);
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['theme'] = theme;
    await expectNoFaults();
    await type('Symbols');
    await expectNoFaults();
    await type('Letters');
  }
});

test('is that of the phone on a phone', async () => {
  await open('/signup/upcomingworkshops', { size: 'phone' });
  await search.click();
  await expect.element(search).toHaveFocus();
  await nextTask();
  expect(keyboard.elements()).toEqual([]);
  await expectNoFaults();
});
