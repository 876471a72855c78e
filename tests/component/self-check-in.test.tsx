import axe from 'axe-core';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DoorEvent, DoorEvents, DoorSession } from '../../domain/calls/door.ts';
import type { SelfCheckIn, SelfCheckedIn } from '../../domain/calls/self-check-in.ts';
import { Screen as EventScreen } from '../../src/portal/door/ProcessEventScreen.tsx';
import { SelfCheckInScreen } from '../../src/portal/kiosk/checkin/SelfCheckInScreen.tsx';
import type { Answers } from './site-api.ts';
import { SESSION as RUNNING } from './door-page.tsx';
import { sitePage, type SIZES } from './site-page.tsx';

const STATE: SelfCheckIn = {
  instanceId: 7,
  title: 'Laser cutter basics with a rather long title',
  start: '2027-03-09T10:00:00-07:00',
  end: '2027-03-09T12:00:00-07:00',
  place: 'Makeshop, ITLL 1B10',
  username: 'frontdesk',
};
const WELCOME: SelfCheckedIn = { outcome: 'welcome', firstName: 'Ada', words: 'You are checked in.' };
const UNKNOWN: SelfCheckedIn = { outcome: 'unknown', firstName: null, words: 'No seat found for this session.' };

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

/** `answers`: to one scan after another. */
async function openSelf(answers: SelfCheckedIn[], size: keyof typeof SIZES = 'desktop') {
  const left = [...answers];
  return sitePage({
    pattern: '/scheduling/processinstance/:id',
    address: '/scheduling/processinstance/7',
    screen: <SelfCheckInScreen state={STATE} />,
    answers: { 'POST /api/events/self-check-in/scan': () => left.shift() },
    size,
  });
}
const type = async (id: string): Promise<void> => {
  await userEvent.fill(page.getByLabelText('Card, student ID or code'), id);
  await userEvent.keyboard('{Enter}');
};
const greeting = page.getByText('Welcome, Ada');
async function expectNoFaults(): Promise<void> {
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

describe('the self check-in screen', () => {
  test('shows a first name for less than three seconds, and what was typed at no time', async () => {
    const calls = await openSelf([WELCOME]);
    await expect.element(page.getByLabelText('Card, student ID or code')).toHaveFocus();
    // From here on the test moves the clock of the page.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false });
    onTestFinished(() => void vi.useRealTimers());
    const field = page.getByLabelText('Card, student ID or code').element() as HTMLInputElement;
    expect(field.type).toBe('password');
    await type('001234567');
    await vi.waitUntil(() => document.body.textContent.includes('Welcome, Ada'));
    expect(field.value).toBe('');
    await vi.advanceTimersByTimeAsync(2_400);
    expect(document.body.textContent).toContain('Welcome, Ada');
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitUntil(() => !document.body.textContent.includes('Ada'));
    expect(document.body.textContent).toContain('Show your ticket code');
    expect(calls.map(({ body }) => body)).toEqual([{ text: '001234567' }]);
  });

  test('takes a ticket code that is typed, for which the keypad has no letters', async () => {
    const calls = await openSelf([WELCOME]);
    await userEvent.click(page.getByRole('button', { name: 'Type a ticket code' }));
    const field = page.getByLabelText('Ticket code', { exact: true });
    await expect.element(field).toHaveFocus();
    expect(field.element()).toMatchObject({ type: 'text', inputMode: '' });
    await userEvent.fill(field, 'AB3K-9XQ2');
    await userEvent.keyboard('{Enter}');
    await expect.element(greeting).toBeVisible();
    await expect.element(field).toHaveValue('');
    expect(calls.map(({ body }) => body)).toEqual([{ text: 'AB3K-9XQ2' }]);
    await userEvent.click(page.getByRole('button', { name: 'Enter a student ID' }));
    await expect.element(page.getByLabelText('Card, student ID or code')).toHaveFocus();
  });

  test('gives way to the next person immediately, whose refusal stays to be read', async () => {
    await openSelf([WELCOME, UNKNOWN]);
    await type('001234567');
    await expect.element(greeting).toBeVisible();
    await type('000000000');
    await expect.element(page.getByText('No seat found for this session.')).toBeVisible();
    await expect.element(greeting).not.toBeInTheDocument();
  });

  test('takes an id from the keys on the screen, and is left by a password alone', async () => {
    const calls = await openSelf([WELCOME]);
    for (const digit of '001234567') await userEvent.click(page.getByRole('button', { name: digit, exact: true }));
    await expect.element(greeting).toBeVisible();
    expect(calls.map(({ body }) => body)).toEqual([{ text: '001234567' }]);
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Staff: end self check-in' }));
    await expect.element(page.getByLabelText('Password of frontdesk')).toHaveFocus();
  });
});

const SESSION: DoorSession = { ...RUNNING, title: 'Soldering' };
const on = (id: number, date: string, phase: DoorSession['phase']): DoorSession => ({
  ...SESSION,
  ...{ id, phase, start: `${date}T10:00:00-07:00`, end: `${date}T12:00:00-07:00` },
});
const EVENTS: DoorEvents = {
  events: [
    { id: 3, title: 'Soldering', today: 1, next: '2027-03-09T10:00:00-07:00' },
    { id: 4, title: 'Sewing', today: 0, next: null },
  ],
};
const EVENT: DoorEvent = {
  id: 3,
  title: 'Soldering',
  sessions: [
    { ...on(6, '2027-03-02', 'over'), day: 'past' },
    { ...on(7, '2027-03-09', 'running'), day: 'today' },
    { ...on(8, '2027-03-16', 'ahead'), day: 'future' },
  ],
};
const EVENT_ANSWERS: Answers = {
  'GET /api/events/door/events': () => EVENTS,
  'GET /api/events/door/events/3': () => EVENT,
};
const openEvent = (address: string, size: keyof typeof SIZES = 'desktop') =>
  sitePage({
    pattern: '/scheduling/processevent/:id?',
    address,
    screen: <EventScreen />,
    answers: EVENT_ANSWERS,
    size,
  });

describe('processing by event', () => {
  test('finds an event by its name', async () => {
    await openEvent('/scheduling/processevent');
    await expect.element(page.getByRole('link', { name: 'Soldering' })).toBeVisible();
    await expect.element(page.getByText('1 session today')).toBeVisible();
    await userEvent.fill(page.getByRole('searchbox', { name: 'Find an event' }), 'sew');
    await expect.element(page.getByRole('link', { name: 'Soldering' })).not.toBeInTheDocument();
    await expect
      .element(page.getByRole('link', { name: 'Sewing' }))
      .toHaveAttribute('href', '/scheduling/processevent/4');
    await userEvent.fill(page.getByRole('searchbox', { name: 'Find an event' }), 'welding');
    await expect.element(page.getByRole('heading', { name: 'No event found' })).toBeVisible();
  });

  test('has the session of today first, then those that come and those that were', async () => {
    await openEvent('/scheduling/processevent/3');
    await expect.element(page.getByRole('heading', { level: 1, name: 'Soldering' })).toBeVisible();
    const links = page.getByRole('link', { name: 'Soldering' }).elements();
    expect(links.map((link) => link.getAttribute('href')?.split('/').at(-1))).toEqual(['7', '8', '6']);
    const parts = page.getByRole('heading', { level: 2 }).elements();
    expect(parts.map(({ textContent }) => textContent)).toEqual(['Today', 'Upcoming', 'Recent']);
  });
});

describe.each(['desktop', 'phone'] as const)(
  'on a %s, in both themes, axe finds nothing and nothing scrolls',
  (size) => {
    test.each([
      [
        'at self check-in',
        async () => {
          await openSelf([WELCOME], size);
          await type('001234567');
          await expect.element(greeting).toBeVisible();
        },
      ],
      [
        'in the list of events',
        async () => {
          await openEvent('/scheduling/processevent', size);
          await expect.element(page.getByRole('link', { name: 'Sewing' })).toBeVisible();
        },
      ],
      [
        'in the sessions of an event',
        async () => {
          await openEvent('/scheduling/processevent/3', size);
          await expect.element(page.getByRole('heading', { name: 'Recent' })).toBeVisible();
        },
      ],
    ])('%s', async (_, open) => {
      await open();
      for (const theme of ['light', 'dark']) {
        document.documentElement.dataset['theme'] = theme;
        await expectNoFaults();
      }
    });
  },
);
