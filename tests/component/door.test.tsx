import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DoorList, DoorSession, DoorSessions, DoorTicket } from '../../domain/door-calls.ts';
import type { MarkTicket } from '../../domain/ticket-calls.ts';
import type { TicketStatus } from '../../domain/tickets.ts';
import { Screen as ProcessScreen } from '../../src/portal/door/ProcessScreen.tsx';
import { Screen as SessionScreen } from '../../src/portal/door/ProcessSessionScreen.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { SIZES, sitePage } from './site-page.tsx';

const SESSION: DoorSession = {
  id: 7,
  title: 'Laser cutter basics with a rather long title',
  start: '2027-03-09T10:00:00-07:00',
  end: '2027-03-09T12:00:00-07:00',
  timezone: 'America/Denver',
  place: 'Makeshop, ITLL 1B10',
  phase: 'running',
  capacity: 12,
  taken: 5,
  counts: { came: 1, expected: 2, noShow: 1, waiting: 1 },
};
const DOOR: TicketStatus[] = ['attended', 'late', 'noShow'];

let nextId = 0;
const ticket = (name: string, status: TicketStatus, given: Partial<DoorTicket> = {}): DoorTicket => ({
  id: (nextId += 1),
  userId: nextId,
  name,
  username: name.toLowerCase().replace(' ', '.'),
  status,
  since: '2027-03-09T09:30:00-07:00',
  source: 'web',
  position: null,
  priceCents: null,
  until: null,
  reason: null,
  answers: null,
  wishes: null,
  answersMissing: false,
  may: status === 'confirmed' ? [...DOOR, 'cancelled'] : ['confirmed', ...DOOR.filter((to) => to !== status)],
  ...given,
});

/** The session's list on a server that carries marks out; `marks` are the calls of others and one's own. */
function door() {
  const tickets = [
    ticket('Ada Byron', 'confirmed'),
    ticket('Bénédicte Okafor-Wintergreen', 'confirmed'),
    ticket('Cleo Marsh', 'attended', { source: 'walkIn' }),
    ticket('Dan Held', 'held', {
      priceCents: 500,
      until: '2027-03-09T10:00:00-07:00',
      may: ['confirmed', 'cancelled'],
    }),
    ticket('Eve Waits', 'waitlisted', { position: 1, may: ['cancelled'] }),
    ticket('Fay Gone', 'cancelled', { reason: 'Is ill', may: [] }),
  ];
  const list: DoorList = { session: SESSION, feeCents: 500, tickets, adds: ['attended'], addRefusal: null };
  const set = (name: string, status: TicketStatus): void => {
    const at = tickets.findIndex((one) => one.name === name);
    tickets[at] = ticket(name, status, { id: tickets[at]!.id });
  };
  const marks = Object.fromEntries(
    tickets.map(({ id, name }) => [
      `POST /api/events/tickets/${id}/status`,
      ({ body }: ApiCall) => {
        const { from, to } = body as MarkTicket;
        if (tickets.find((one) => one.id === id)?.status !== from)
          return refusal(
            409,
            'events.not-possible',
            'Somebody has changed this ticket meanwhile. Nothing was changed.',
          );
        set(name, to);
        return undefined;
      },
    ]),
  );
  return { list, set, answers: { 'GET /api/events/door/7': () => structuredClone(list), ...marks } };
}

async function open(at = door(), size: keyof typeof SIZES = 'desktop', more: Record<string, unknown> = {}) {
  const calls = await sitePage({
    pattern: '/scheduling/processinstance/:id',
    address: '/scheduling/processinstance/7',
    screen: <SessionScreen />,
    answers: { ...at.answers, ...(more as object) },
    size,
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(SESSION.title);
  return calls;
}

const marked = (calls: readonly ApiCall[]): unknown[] =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a name, arrow down and Enter mark somebody, and the search is ready for the next', async () => {
  const calls = await open();
  const search = page.getByRole('searchbox', { name: 'Find a name' });
  await userEvent.fill(search, 'okafor bene');
  await expect.element(page.getByText('1 match, 1 still to come')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Attended: Bénédicte Okafor-Wintergreen')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Undo: Bénédicte Okafor-Wintergreen')).toBeVisible();
  expect(marked(calls)).toEqual([{ from: 'confirmed', to: 'attended' }]);
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('cleo{ArrowDown}');
  await expect.element(page.getByText('1 match, 0 still to come')).toBeVisible();
  await expect.element(search).toHaveFocus();
});

test('a mark is taken back from its row and from the message', async () => {
  const calls = await open();
  await userEvent.click(button('Undo: Cleo Marsh'));
  await expect.element(row('Cleo Marsh').getByText('Expected')).toBeVisible();
  await userEvent.click(button('No-show: Ada Byron'));
  await expect.element(page.getByText('Ada Byron: no-show')).toBeVisible();
  await userEvent.click(button('Undo').last());
  await expect.element(row('Ada Byron').getByText('Expected')).toBeVisible();
  expect(marked(calls)).toEqual([
    { from: 'attended', to: 'confirmed' },
    { from: 'confirmed', to: 'noShow' },
    { from: 'noShow', to: 'confirmed' },
  ]);
});

test('a payment is asked about, and cancelling asks for the reason', async () => {
  const calls = await open();
  await userEvent.click(button('Paid: Dan Held'));
  await expect.element(page.getByRole('heading', { name: 'Has Dan Held paid $5.00?' })).toBeVisible();
  await userEvent.click(button('Paid'));
  await expect.element(page.getByText('Dan Held: paid')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await userEvent.click(button('Cancel: Ada Byron'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Asked for it');
  await userEvent.click(button('Cancel the seat'));
  await expect.element(row('Ada Byron').getByText('Cancelled')).toBeVisible();
  expect(marked(calls)).toEqual([
    { from: 'held', to: 'confirmed' },
    { from: 'confirmed', to: 'cancelled', reason: 'Asked for it' },
  ]);
});

test('what somebody else marks is seen by itself; a mark that meets it says so and shows how it stands', async () => {
  const at = door();
  await open(at);
  at.set('Bénédicte Okafor-Wintergreen', 'attended');
  await expect.element(button('Undo: Bénédicte Okafor-Wintergreen'), { timeout: 10_000 }).toBeVisible();
  // Between two refreshes: the answer is not shown yet.
  const click = userEvent.click(button('Attended: Ada Byron'));
  at.set('Ada Byron', 'late');
  await click;
  await expect
    .element(
      page.getByText(/Ada Byron was not marked\. Somebody has changed this ticket meanwhile\. .* is now: Late\./),
    )
    .toBeVisible();
});

test('without a line nothing is shown as done', async () => {
  const at = door();
  let isLost = false;
  const lost = () => {
    if (isLost) throw new TypeError('Failed to fetch');
    return structuredClone(at.list);
  };
  const ada = at.list.tickets[0]!.id;
  await open(at, 'desktop', {
    'GET /api/events/door/7': lost,
    [`POST /api/events/tickets/${ada}/status`]: () => {
      throw new TypeError('Failed to fetch');
    },
  });
  isLost = true;
  await userEvent.click(button('Attended: Ada Byron'));
  await expect.element(page.getByText(/Ada Byron was not marked\. The server could not be reached/)).toBeVisible();
  await expect.element(row('Ada Byron').getByText('Expected')).toBeVisible();
  await expect.element(page.getByText('No connection: marks cannot be made now'), { timeout: 20_000 }).toBeVisible();
});

test('somebody is added by name', async () => {
  const calls = await open(door(), 'desktop', {
    'GET /api/events/door/people': () => ({
      people: [{ id: 50, name: 'Gus New', username: 'gus', email: 'gus@campus.example' }],
      hasMore: false,
    }),
    'POST /api/events/door/7/tickets': () => ({ ticketId: 90, status: 'attended', isNew: true }),
  });
  await userEvent.click(button('Add a person'));
  await userEvent.fill(page.getByRole('searchbox', { name: 'Name, username or email' }), 'gus');
  await expect.element(page.getByText('1 person')).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await userEvent.click(button('Add: Gus New'));
  await expect.element(page.getByText('Gus New is added: attended')).toBeVisible();
  expect(marked(calls)).toEqual([{ userId: 50, to: 'attended' }]);
});

const SESSIONS: DoorSessions = {
  today: [SESSION, { ...SESSION, id: 8, title: 'Sewing', phase: 'ahead' }],
  coming: [
    { ...SESSION, id: 9, title: 'Welding', start: '2027-03-10T10:00:00-07:00', end: '2027-03-10T11:00:00-07:00' },
  ],
  date: '2027-03-09',
};
const list = (sessions: DoorSessions, size: keyof typeof SIZES = 'desktop') =>
  sitePage({
    pattern: '/scheduling/process',
    address: '/scheduling/process',
    screen: <ProcessScreen />,
    answers: { 'GET /api/events/door': () => sessions },
    size,
  });

test('the sessions of today come first, each with its counts and its page', async () => {
  await list(SESSIONS);
  await expect
    .element(page.getByRole('link', { name: 'Sewing' }))
    .toHaveAttribute('href', '/scheduling/processinstance/8');
  const textOf = (name: string) => page.getByRole('region', { name }).element().textContent;
  expect(textOf('Today')).toMatch(/5 of 12 seats1 came2 expected1 waiting/);
  expect(textOf('Coming')).toMatch(/Welding.*March 10/);
});

test('a day without sessions says so', async () => {
  await list({ ...SESSIONS, today: [], coming: [] });
  await expect.element(page.getByText('No session is scheduled.')).toBeVisible();
});

describe.each(['desktop', 'phone'] as const)('on a %s', (size) => {
  test.each([
    ['the list of sessions', () => list(SESSIONS, size)],
    ['a session', () => open(door(), size)],
  ])('axe finds nothing in %s, in both themes, and nothing scrolls sideways', async (_, show) => {
    await show();
    await expect.element(page.getByRole('listitem').first()).toBeVisible();
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      const { violations } = await axe.run(document.body);
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
  });
});
