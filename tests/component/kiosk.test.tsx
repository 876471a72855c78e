import axe from 'axe-core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import type { KioskLogin, PairedDevice, Pickup } from '../../domain/calls/kiosk.ts';
import { identifyByCard, leaveKioskSession, personStore } from '../../src/app/kiosk/kioskSession.ts';
import { setDevice } from '../../src/app/kioskStore.ts';
import { queryClient } from '../../src/app/queryClient.ts';
import { siteSettingsQuery } from '../../src/app/siteSettings.ts';
import { sessionStore, setLoggedIn, setLoggedOut } from '../../src/app/sessionStore.ts';
import { askToLogIn } from '../../src/app/start/sessionExpiry.ts';
import { Screen } from '../../src/portal/kiosk/KioskScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { countListeners } from './count-listeners.ts';
import { listOf, refusal, type Answers } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';
import { swipeCard } from './swipe.ts';

const DEVICE: PairedDevice = {
  id: 1,
  name: 'Entrance',
  kind: 'kiosk',
  center: { id: 7, name: 'Makeshop', locationId: 3 },
};
const MINUTES = 60_000;
const login = (): KioskLogin => ({
  username: 'ada',
  roles: ['Student'],
  expirationTime: new Date(clock.now() + 10 * MINUTES).toISOString(),
  isKiosk: true,
  hasPassword: false,
  wasNotAbleToFullyLoad: false,
  firstName: 'Ada',
  identifiedBy: 'card',
  hasPin: false,
});
const PICKUP: Pickup = {
  ...{ kind: 'request', id: 3, title: 'knob.stl', shelf: 'B3', place: 'Makeshop', dueCents: 0, canPickUp: true },
};
const NOTHING = { tickets: [], total: 0 };

async function openDevice(device: PairedDevice, answers: Answers, size: keyof typeof SIZES = 'desktop') {
  setDevice(device);
  onTestFinished(() => {
    personStore.set(null);
    setDevice(null);
    setLoggedOut();
  });
  const opening = sitePage({
    pattern: '/kiosk',
    address: '/kiosk',
    screen: <Screen />,
    answers: {
      'GET /api/kiosk': () => device,
      'GET /api/centers/views': () => [],
      'GET /api/kiosk/pickups': () => [],
      'GET /api/events/tickets': () => NOTHING,
      'POST /api/LoginKiosk': login,
      'POST /api/Logout': () => undefined,
      'POST /api/content/TrackPageView': () => undefined,
      'GET /api/content/siteDisplaySettings': () => DEFAULT_SITE_SETTINGS,
      'GET /api/content/navigation': () => [],
      ...answers,
    },
    size,
    inShell: true,
  });
  const calls = await opening;
  setLoggedOut();
  return calls;
}
async function openKiosk(answers: Answers = {}, size: keyof typeof SIZES = 'desktop') {
  const calls = await openDevice(DEVICE, answers, size);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Select your login method' })).toBeVisible();
  return calls;
}
const sent = (calls: Awaited<ReturnType<typeof openKiosk>>, path: string) =>
  calls.filter((call) => call.path === path).map(({ body }) => body);
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));
const submit = page.getByRole('button', { name: 'Log in', exact: true });

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

describe('a browser that is not paired', () => {
  const centers = [
    { id: 7, name: 'Makeshop', locationId: 3 },
    { id: 8, name: 'Print center', locationId: 4 },
  ];
  const open = async (address: string, answers: Answers = {}) => {
    const calls = await sitePage({
      pattern: '/kiosk/:locationId?',
      address,
      screen: <Screen />,
      answers: {
        'GET /api/centers/views': () => centers,
        'GET /api/content/siteDisplaySettings': () => ({}),
        'GET /api/centers': () => listOf('centers', []),
        ...answers,
      },
    });
    setLoggedOut();
    return calls;
  };

  test('leads to the view of each center, and offers to pair it', async () => {
    await open('/kiosk');
    await expect
      .element(page.getByRole('link', { name: 'Print center today' }))
      .toHaveAttribute('href', '/centers/view/8');
    await expect.element(page.getByRole('link', { name: 'Makeshop today' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Show a code' })).toBeVisible();
    expect(page.getByText('Select your login method').elements()).toEqual([]);
  });

  test('shows the center of the location in its address', async () => {
    const calls = await open('/kiosk/4', { 'GET /api/centers/8/view': () => refusal(404, 'none', 'None') });
    await expect.poll(() => calls.some(({ path }) => path === '/api/centers/8/view')).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Show a code' })).toBeVisible();
    expect(page.getByRole('link', { name: 'Makeshop today' }).elements()).toEqual([]);
  });
});

describe('a paired kiosk', () => {
  test('is unpaired by the password of an administrator', async () => {
    let isPaired = true;
    const calls = await openKiosk({
      'GET /api/kiosk': () => (isPaired ? DEVICE : undefined),
      'POST /api/kiosk/unpair': () => {
        isPaired = false;
      },
    });
    await press('Unpair this display');
    await userEvent.fill(page.getByLabelText('Username of an administrator'), 'root');
    await press('Unpair');
    await expect.element(page.getByText('This field is required')).toBeVisible();
    expect(sent(calls, '/api/kiosk/unpair')).toEqual([]);
    await userEvent.fill(page.getByLabelText('Password'), 'secret of root');
    await press('Unpair');
    await expect.element(page.getByText('This display is not paired with a center.', { exact: false })).toBeVisible();
    expect(sent(calls, '/api/kiosk/unpair')).toEqual([{ username: 'root', currentPassword: 'secret of root' }]);
  });

  test('takes a student ID from its keypad: masked, cleared, sent with the ninth digit', async () => {
    const calls = await openKiosk({
      'POST /api/LoginKiosk': () => refusal(401, 'kiosk.no-student', 'Could not find a student with that ID.'),
    });
    await expect.element(submit).toBeDisabled();
    await press('Enter Student ID');
    const field = page.getByLabelText('Student ID', { exact: true });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toHaveAttribute('type', 'password');
    await expect.element(submit).toBeEnabled();
    for (const key of ['1', '2', '3', 'Back', '4']) await press(key);
    await expect.element(field).toHaveValue('124');
    await press('Clear');
    await expect.element(field).toHaveValue('');
    for (const key of '001234567') await press(key);
    await expect.element(page.getByText('Could not find a student with that ID. Please try again.')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Student ID Error' })).toBeVisible();
    await expect.element(field).toHaveValue('');
    expect(sent(calls, '/api/LoginKiosk')).toEqual([{ studentId: '001234567' }]);
  });

  test('forgets the ID when the card is chosen, and the other way round', async () => {
    await openKiosk();
    await press('Enter Student ID');
    await press('7');
    await press('Swipe your campus card');
    await expect.element(page.getByLabelText('Campus card', { exact: true })).toHaveFocus();
    await press('Enter Student ID');
    await expect.element(page.getByLabelText('Student ID', { exact: true })).toHaveValue('');
  });

  test('says that a card could not be read', async () => {
    await openKiosk({ 'POST /api/LoginKiosk': () => refusal(401, 'kiosk.card-not-read', 'Could not read it.') });
    await press('Swipe your campus card');
    await userEvent.fill(page.getByLabelText('Campus card', { exact: true }), '0012345678901234');
    await expect.element(page.getByRole('heading', { name: 'Card Read Error' })).toBeVisible();
    await expect.element(page.getByText('Could not read your card. Please try again.')).toBeVisible();
  });

  test('greets by first name, and leaves nothing of the person', async () => {
    const calls = await openKiosk();
    localStorage.setItem('request-draft', '"of Ada"');
    await press('Swipe your campus card');
    await userEvent.fill(page.getByLabelText('Campus card', { exact: true }), '0012345678901234');
    await expect.element(page.getByText('Hello, Ada')).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1, name: 'What would you like to do?' })).toBeVisible();
    await press("I'm done");
    await expect.element(page.getByRole('heading', { level: 1, name: 'Select your login method' })).toBeVisible();
    await expect.element(page.getByText('Hello, Ada')).not.toBeInTheDocument();
    expect(localStorage.getItem('request-draft')).toBeNull();
    expect(sessionStore.get()).toMatchObject({ isLoggedIn: false, userName: null, roles: [], kioskSession: true });
    expect(sent(calls, '/api/Logout')).toHaveLength(1);
  });

  test('stays with the next person when a call of the person before is refused', async () => {
    const answered = Promise.withResolvers<void>();
    const logins = [login(), { ...login(), username: 'bob', firstName: 'Bob' }];
    let user = logins[0];
    await openKiosk({
      'GET /api/UserCookieData': () => user,
      'POST /api/LoginKiosk': async () => {
        const next = logins.shift();
        if (logins.length === 0) await answered.promise;
        user = next;
        return next;
      },
    });
    await identifyByCard(';6001234500000001=2512?');
    const takeover = identifyByCard(';6001234500000002=2512?');
    const renewal = askToLogIn();
    answered.resolve();
    expect(await renewal).toBe(false);
    await takeover;
    expect(sessionStore.get()).toMatchObject({ isLoggedIn: true, userName: 'bob' });
    await expect.element(page.getByRole('heading', { level: 1, name: 'What would you like to do?' })).toBeVisible();
  });

  test('knows the person of a card again after the page was loaded again', async () => {
    await openKiosk({
      'GET /api/kiosk/pickups': () => [PICKUP],
      'GET /api/kiosk/person': () => ({ identifiedBy: 'card', hasPin: false, extensionsLeft: 10 }),
    });
    setLoggedIn(login());
    await expect.element(page.getByRole('button', { name: /^Picked up/ })).toBeVisible();
    await leaveKioskSession();
    expect(personStore.get()).toBeNull();
  });

  test('has menus, unless the site settings turn them off', async () => {
    await openKiosk();
    const menus = () => document.querySelectorAll('nav[aria-label="Main"], [aria-haspopup="dialog"]').length;
    await expect.poll(menus).toBe(3);
    queryClient.setQueryData(siteSettingsQuery.queryKey, { ...DEFAULT_SITE_SETTINGS, showAnyNav: false });
    await expect.poll(menus).toBe(0);
    await expect.element(page.getByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('offers to stay in the last thirty seconds', async () => {
    const soon = () => ({ ...login(), expirationTime: new Date(clock.now() + 29_000).toISOString() });
    const calls = await openKiosk({
      'POST /api/LoginKiosk': soon,
      'POST /api/kiosk/stay': () => ({ expirationTime: login().expirationTime, extensionsLeft: 9 }),
    });
    await press('Swipe your campus card');
    await userEvent.fill(page.getByLabelText('Campus card', { exact: true }), '0012345678901234');
    await expect.element(page.getByRole('alertdialog', { name: 'Are you still here?' })).toBeVisible();
    await press('Stay');
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(sent(calls, '/api/kiosk/stay')).toHaveLength(1);
    expect(personStore.get()?.extensionsLeft).toBe(9);
  });

  test('neither follows links to other pages nor opens windows', async () => {
    await openKiosk();
    await vi.waitUntil(() => 'kiosk' in document.documentElement.dataset);
    const link = document.createElement('a');
    link.href = '/myAccount/data';
    link.textContent = 'My data';
    document.querySelector('main')?.append(link);
    onTestFinished(() => link.remove());
    // Before the task that disables links has found it.
    link.click();
    await expect.element(page.getByRole('heading', { name: 'Kiosk Mode' })).toBeVisible();
    await expect.element(page.getByText("Can't navigate away from this page in kiosk mode")).toBeVisible();
    await vi.waitUntil(() => !link.hasAttribute('href'));
    expect(window.open('https://example.com')).toBeNull();
    expect(window.location.pathname).toBe('/kiosk');
  });

  test('for one session checks in the owner of a card, logs no one in, and has no way to log in', async () => {
    const session = {
      ...{ instanceId: 7, title: 'Laser cutter basics', place: 'Makeshop', username: 'frontdesk' },
      ...{ start: '2027-03-09T10:00:00-07:00', end: '2027-03-09T12:00:00-07:00' },
    };
    const calls = await openDevice(
      { id: 2, name: 'Self check-in', kind: 'selfCheckIn', instanceId: 7 },
      {
        'GET /api/events/self-check-in': () => session,
        'POST /api/events/self-check-in/scan': () => ({ outcome: 'welcome', firstName: 'Ada', words: 'Checked in.' }),
      },
    );
    await expect.element(page.getByRole('dialog', { name: 'Laser cutter basics' })).toBeVisible();
    await expect.poll(() => document.documentElement.dataset['kiosk']).toBe('');
    swipeCard('0012345678901234');
    await expect.element(page.getByText('Welcome, Ada')).toBeVisible();
    expect(sent(calls, '/api/events/self-check-in/scan')).toHaveLength(1);
    expect(sent(calls, '/api/LoginKiosk')).toEqual([]);
    expect(document.querySelector('[aria-label="Login"]')).toBeNull();
  });

  test('stays flat over many swipes: listeners, elements and stored data', async () => {
    const calls = await openKiosk();
    await expect.poll(() => document.querySelector('[data-card-reader]')).not.toBeNull();
    const listeners = countListeners();
    const round = async (count: number) => {
      calls.splice(0);
      for (let person = 0; person < count; person += 1) await identifyByCard(`;${6001234500000000 + person}=2512?`);
      const logins = sent(calls, '/api/LoginKiosk').length;
      await leaveKioskSession();
      await expect.element(page.getByRole('heading', { level: 1, name: 'Select your login method' })).toBeVisible();
      return {
        logins,
        listeners: listeners(),
        elements: document.querySelectorAll('*').length,
        queries: queryClient.getQueryCache().getAll().length,
        entries: window.history.length,
        stored: Object.keys(localStorage).length,
      };
    };
    const before = await round(5);
    expect(await round(30)).toEqual({ ...before, logins: 30 });
  });

  test('has no more listeners and timers after many people', async () => {
    await openKiosk();
    await vi.waitUntil(() => 'kiosk' in document.documentElement.dataset);
    const listen = vi.spyOn(window, 'addEventListener');
    const set = vi.spyOn(window, 'setInterval');
    onTestFinished(() => void vi.restoreAllMocks());
    const entries = window.history.length;
    for (let person = 0; person < 200; person++) {
      personStore.set({ identifiedBy: 'card', hasPin: false, extensionsLeft: 10 });
      await leaveKioskSession();
    }
    expect(listen.mock.calls).toEqual([]);
    expect(set.mock.calls).toEqual([]);
    expect(window.history.length).toBe(entries);
  });
});

test.each(['desktop', 'phone'] as const)(
  'on a %s, in both themes, axe finds nothing and nothing scrolls',
  async (size) => {
    await openKiosk({}, size);
    await press('Enter Student ID');
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      const { violations } = await axe.run(document.body);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    }
  },
);
