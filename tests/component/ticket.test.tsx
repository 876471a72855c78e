import axe from 'axe-core';
import decodeQR from 'qr/decode.js';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { KnownCode, OwnTickets } from '../../domain/calls/tickets.ts';
import { setLoggedIn, setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen as MyEvents } from '../../src/portal/signup/MyEventsScreen.tsx';
import { queryClient } from '../../src/app/queryClient.ts';
import { clock } from '../../src/ui/clock.ts';
import { refusal, type Answers } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const CODE = '2TNXDXEZHTKXYE36CVA37JBYM6';
const OTHER = '11T1J0GW88FN4QTYWEMBQAWM79';

const ONE: OwnTickets['tickets'][number] = {
  ticket: { id: 70, instanceId: 7, status: 'confirmed', until: null, position: null, priceCents: null },
  session: {
    id: 7,
    eventId: 7,
    title: 'Soldering',
    summary: '',
    category: null,
    start: '2130-03-04T10:00:00-07:00',
    end: '2130-03-04T11:30:00-07:00',
    timezone: 'America/Denver',
    dates: [],
    place: 'Makeshop, ITLL 1B10',
    isOnline: false,
    capacity: 8,
    seatsLeft: 3,
    waiting: 0,
    feeCents: 0,
    state: 'open',
    opensAt: '2130-02-20T10:00:00-07:00',
    closesAt: '2130-03-04T09:00:00-07:00',
    cancelUntil: '2130-03-03T10:00:00-07:00',
    hasPrerequisites: false,
    hasQuestions: false,
    hasTerms: false,
    minimumAge: null,
    series: null,
  },
  canCancel: true,
  dependsOn: [],
  otherSeats: [],
  asks: { formVersionId: null, wishes: false, isMissing: false, canAnswer: false },
  reason: null,
};

const LIST: OwnTickets = { tickets: [ONE], total: 1 };
const ONLINE: Answers = {
  'GET /api/events/tickets': () => LIST,
  'POST /api/events/codes': ({ body }) => (body as KnownCode[]).map(({ id, code }) => ({ id, code: code ?? CODE })),
};
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const OFFLINE: Answers = { 'GET /api/events/tickets': unreachable, 'POST /api/events/codes': unreachable };

afterEach(() => {
  setLoggedOut();
  queryClient.clear();
});

/** As an earlier visit leaves it. */
const keep = () =>
  localStorage.setItem(
    'tickets',
    JSON.stringify({ userName: 'administrator', build: '', list: LIST, codes: { 70: CODE } }),
  );
const openPage = (answers: Answers, size: SitePageOptions['size'] = 'phone') =>
  sitePage({ pattern: '/signup/myevents', address: '/signup/myevents', screen: <MyEvents />, answers, size });
const showTicket = async () => {
  await userEvent.click(page.getByRole('button', { name: /^Show ticket/ }));
};
const code = () => page.getByRole('img', { name: 'QR code of your ticket for Soldering' });
/** What a reader finds in the drawing. */
async function read(): Promise<string> {
  const svg = code().element();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg.outerHTML.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"'))}`;
  await image.decode();
  const context = new OffscreenCanvas(400, 400).getContext('2d');
  context?.drawImage(image, 0, 0, 400, 400);
  const { data = new Uint8ClampedArray(), width = 0, height = 0 } = context?.getImageData(0, 0, 400, 400) ?? {};
  return decodeQR({ data, width, height });
}
const logInAs = (username: string, isKiosk = false) =>
  setLoggedIn({
    username,
    roles: [],
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
    isKiosk,
    hasPassword: true,
  });

describe('a ticket', () => {
  test('shows its code to readers and in letters, with whose it is and for what', async () => {
    await openPage(ONLINE);
    await showTicket();
    await expect.element(code()).toBeVisible();
    expect(await read()).toBe(`ATRIUM:T:${CODE}`);
    const dialog = page.getByRole('dialog', { name: 'Your ticket' });
    for (const words of [
      '2T NXDX EZHT KXYE 36CV A37J BYM6',
      'Administrator',
      'Saturday, March 4, 2130',
      '10 AM – 11:30 AM',
    ])
      await expect.element(dialog.getByText(words)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.activeElement?.textContent).toContain('Show ticket');
  });

  test('names each date of a session that has several', async () => {
    const { timezone, place, start, end } = ONE.session;
    const later = { start: '2130-03-11T13:00:00-07:00', end: '2130-03-11T14:30:00-07:00' };
    const dates = [
      { start, end, timezone, place, note: '' },
      { ...later, timezone, place: 'Annex, ITLL 2B20', note: 'Bring the glued parts' },
    ];
    const session = { ...ONE.session, end: later.end, dates };
    await openPage({ ...ONLINE, 'GET /api/events/tickets': () => ({ tickets: [{ ...ONE, session }], total: 1 }) });
    await showTicket();
    const dialog = page.getByRole('dialog', { name: 'Your ticket' });
    for (const line of [
      'Saturday, March 4, 2130, 10 AM – 11:30 AM',
      'Saturday, March 11, 2130, 1 PM – 2:30 PM, Annex, ITLL 2B20, Bring the glued parts',
    ])
      await expect.element(dialog.getByText(line, { exact: true })).toBeVisible();
  });

  test('opens without a connection where it was listed before', async () => {
    keep();
    await openPage(OFFLINE);
    await expect.element(page.getByText('Your events may be out of date')).toBeVisible();
    await showTicket();
    expect(await read()).toBe(`ATRIUM:T:${CODE}`);
  });

  test('is not there without a connection where it was not', async () => {
    await openPage(OFFLINE);
    await expect.element(page.getByRole('heading', { name: 'Your events could not be loaded' })).toBeVisible();
  });

  test('says that its code is not on the device, and shows it when it comes', async () => {
    let isOnline = false;
    await openPage({
      ...ONLINE,
      'POST /api/events/codes': (call) => (isOnline ? ONLINE['POST /api/events/codes']?.(call) : unreachable()),
    });
    await showTicket();
    await expect.element(page.getByText('The code is not on this device yet')).toBeVisible();
    isOnline = true;
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await expect.element(code()).toBeVisible();
  });

  test('gets another code, after a question', async () => {
    let current = CODE;
    await openPage({
      ...ONLINE,
      'POST /api/events/codes': () => [{ id: 70, code: current }],
      'DELETE /api/events/tickets/70/codes': () => {
        current = OTHER;
      },
    });
    await showTicket();
    await userEvent.click(page.getByRole('button', { name: 'New code', exact: true }));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'New code' }));
    await expect.poll(read).toBe(`ATRIUM:T:${OTHER}`);
    expect(localStorage.getItem('tickets')).not.toContain(CODE);
  });

  test('has no code anymore where it was canceled elsewhere', async () => {
    keep();
    await openPage({ ...ONLINE, 'POST /api/events/codes': () => [] });
    await showTicket();
    await expect.element(page.getByText('This ticket no longer has a code.')).toBeVisible();
    expect(localStorage.getItem('tickets')).not.toContain(CODE);
  });
});

describe('what the browser keeps', () => {
  test.each([
    ['logs out', setLoggedOut],
    ['is followed by someone else', () => logInAs('someone-else')],
    ['is followed by a kiosk', () => logInAs('administrator', true)],
  ])('goes when its owner %s', async (_, leave) => {
    await openPage(ONLINE);
    await expect.poll(() => localStorage.getItem('tickets')).toContain(CODE);
    logInAs('administrator');
    expect(localStorage.getItem('tickets')).toContain(CODE);
    leave();
    expect(localStorage.getItem('tickets')).toBeNull();
  });

  test('is not what a refusal says', async () => {
    await openPage({ ...ONLINE, 'GET /api/events/tickets': () => refusal(403, 'x', 'No') });
    await expect.element(page.getByRole('heading', { name: 'Your events could not be loaded' })).toBeVisible();
    expect(localStorage.getItem('tickets')).toBeNull();
  });
});

test.each(['light', 'dark'])('axe finds nothing in a ticket in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await openPage(ONLINE);
  await showTicket();
  await expect.element(code()).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual(
    [],
  );
});
