import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Outcome } from '../../domain/messages/announcements.ts';
import type { AnnouncementPreview, Delivery } from '../../domain/calls/announcements.ts';
import { setLoggedIn } from '../../src/app/sessionStore.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { refusal, type ApiCall, type Answers } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const OUTCOMES: Record<Outcome, number> = {
  waiting: 0,
  mailed: 0,
  mailWaiting: 0,
  mailFailed: 0,
  daily: 0,
  portal: 0,
  none: 0,
  left: 0,
};

const PREVIEW: AnnouncementPreview = {
  people: 42,
  ways: { mail: 2, digest: 35, portal: 4, none: 1 },
  unaddressed: 3,
  failing: 1,
  inactive: 5,
  isImmediate: false,
};

function delivery(more: Partial<Delivery> = {}): Delivery {
  return {
    id: 7,
    subject: 'The shop is closed',
    html: '<p>On <strong>Monday</strong>.</p>',
    state: 'waiting',
    source: 'users',
    filter: { roles: ['Student'] },
    sender: 'Ada Lovelace',
    createdAt: '2026-06-10T15:00:00.000Z',
    undoFor: 27_500,
    canTakeBack: true,
    sentAt: null,
    people: 42,
    read: 0,
    outcomes: { ...OUTCOMES, waiting: 42 },
    ...more,
  };
}

const SENT = delivery({
  state: 'sent',
  undoFor: 0,
  read: 12,
  outcomes: { ...OUTCOMES, mailed: 30, mailFailed: 2, daily: 8, none: 2 },
});

function open(address: string, answers: Answers, more: Partial<SitePageOptions> = {}) {
  return sitePage({
    pattern: '/admin/announcements/*',
    address: `/admin/announcements/${address}`,
    screen: <Screen resource="announcements" />,
    answers: {
      // An address within the console has the model looked at again.
      'POST /api/announcements/preview': () => PREVIEW,
      'POST /api/announcements/people': () => ({
        people: [{ id: 1, name: 'Grace Hopper', way: 'portal', addressFails: true }],
        total: 1,
      }),
      'GET /api/announcements/7/recipients': () => ({
        recipients: [
          { id: 1, name: 'Grace Hopper', outcome: 'mailFailed', readAt: null, answer: '550 no such user' },
          { id: 2, name: 'Alan Turing', outcome: 'mailed', readAt: '2026-06-10T16:00:00.000Z', answer: null },
        ],
        total: 2,
      }),
      ...answers,
    },
    ...more,
  });
}

const COMPOSE = `create?${new URLSearchParams({ source: 'users', filter: '{"roles":["Student"]}' })}`;
const send = page.getByRole('button', { name: 'Send to 42 people' });
const subject = page.getByRole('textbox', { name: 'Subject' });
const text = page.getByRole('textbox', { name: 'Text', exact: true });
const callsTo = (calls: ApiCall[], path: string) => calls.filter((call) => call.path === path);

beforeEach(() => localStorage.clear());

async function write() {
  await userEvent.fill(subject, 'The shop is closed');
  await expect.element(text).toBeVisible();
  await userEvent.click(text);
  await userEvent.keyboard('On Monday');
}

test('before sending, it shows the number of recipients, the channels and the people left out', async () => {
  const calls = await open(COMPOSE, {});
  await expect.element(page.getByText('Recipients: 42 people')).toBeVisible();
  await expect.element(page.getByText('35: In the daily digest')).toBeVisible();
  await expect.element(page.getByText('Left out: 5 people with an inactive account.')).toBeVisible();
  await expect
    .element(page.getByText('1 person will find it in the portal only, because emails to them bounce.'))
    .toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show the names' }));
  await expect.element(page.getByText('Grace Hopper')).toBeVisible();
  await expect.element(page.getByText('In the portal only: emails to them bounce')).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search names' }), 'hop');
  await expect
    .poll(() => callsTo(calls, '/api/announcements/people').at(-1)?.body)
    .toMatchObject({
      source: 'users',
      filter: { roles: ['Student'] },
      q: 'hop',
    });
});

test('missing values are reported, and a double click sends once', async () => {
  const calls = await open(COMPOSE, {
    'POST /api/announcements/send': () => ({ id: 7 }),
    'GET /api/announcements/7/delivery': () => delivery(),
    'GET /api/announcements/actions': () => ({ takeBack: [7] }),
  });
  await userEvent.click(send);
  await expect.element(page.getByText('This field is required').first()).toBeVisible();
  await write();
  await userEvent.dblClick(send);
  await expect.element(page.getByRole('button', { name: 'Cancel announcement' })).toBeVisible();
  const [sent, ...others] = callsTo(calls, '/api/announcements/send');
  expect(others).toEqual([]);
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent?.body).toEqual({
    source: 'users',
    filter: { roles: ['Student'] },
    subject: 'The shop is closed',
    html: '<p>On Monday</p>',
  });
});

test('unsent text is stored', async () => {
  await open(COMPOSE, { 'POST /api/announcements/send': () => refusal(409, 'announcements.not-yet', 'Not yet.') });
  await expect.element(send).toBeVisible();
  await write();
  await userEvent.click(send);
  await expect.element(page.getByText('Not yet.')).toBeVisible();
  expect(JSON.parse(localStorage.getItem('announcement.administrator') ?? '')).toEqual({
    subject: 'The shop is closed',
    html: '<p>On Monday</p>',
  });
});

test('it is withdrawn, and its text can be sent again', async () => {
  let isTakenBack = false;
  await open('7', {
    'GET /api/announcements/7/delivery': () =>
      isTakenBack ? delivery({ state: 'cancelled', undoFor: 0 }) : delivery(),
    'GET /api/announcements/actions': () => ({ takeBack: [7] }),
    'POST /api/announcements/actions/takeBack': () => {
      isTakenBack = true;
      return { ids: [7], done: 'The announcement is canceled. No one receives it.', changes: [], result: null };
    },
  });
  await expect.element(page.getByText('Sending to 42 people in a moment')).toBeVisible();
  await expect.element(page.getByText(/You have 2\d seconds to cancel it/)).toBeVisible();
  const takeBack = page.getByRole('button', { name: 'Cancel announcement' });
  await expect.element(takeBack).toBeVisible();
  takeBack.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Canceled: no one received it')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit and send again' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Edit and send again' }));
  await expect.element(subject).toHaveValue('The shop is closed');
});

test('anyone who only reads it is offered no way to take it back', async () => {
  await open('7', { 'GET /api/announcements/7/delivery': () => delivery({ canTakeBack: false }) });
  await expect.element(page.getByText(/The sender has 2\d seconds to cancel it/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel announcement' })).not.toBeInTheDocument();
});

test('what became of it is counted and listed, and chosen by outcome', async () => {
  const calls = await open('7', { 'GET /api/announcements/7/delivery': () => SENT });
  await expect.element(page.getByText('12: Read in the portal')).toBeVisible();
  await expect.element(page.getByText('2: Email not delivered')).toBeVisible();
  await expect.element(page.getByText(': 550 no such user')).toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Show' }), 'Email not delivered');
  await expect
    .poll(() => callsTo(calls, '/api/announcements/7/recipients').at(-1)?.query.get('show'))
    .toBe('mailFailed');
});

test('without people chosen it leads to the lists that have some', async () => {
  await open('create', {});
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Users' })).toBeVisible();
});

test('without people chosen it leads to no list whose page is closed to its reader', async () => {
  await open('create', {});
  setLoggedIn({
    username: 'eventadmin',
    roles: ['EventAdmin'],
    expirationTime: new Date(clock.now() + 3_600_000).toISOString(),
    isKiosk: false,
    hasPassword: true,
  });
  const links = page.getByRole('main').getByRole('link');
  await expect.element(links.filter({ hasText: 'Sign-ups' })).toBeVisible();
  await expect.element(links.filter({ hasText: 'Users' })).not.toBeInTheDocument();
});

test.for([
  ['light', 'desktop', COMPOSE],
  ['dark', 'phone', COMPOSE],
  ['light', 'phone', '7'],
  ['dark', 'desktop', '7'],
] as const)('axe finds nothing in the %s theme on a %s: %s', async ([theme, size, address]) => {
  document.documentElement.dataset['theme'] = theme;
  await open(address, { 'GET /api/announcements/7/delivery': () => SENT }, { size });
  await expect.element(address === '7' ? page.getByText('Grace Hopper') : text).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
