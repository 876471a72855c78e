import axe from 'axe-core';
import { afterEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import type { Asks, OtherSeat, OwnSession, OwnTicket, OwnTickets } from '../../domain/calls/tickets.ts';
import { NO_POLICY } from '../../domain/sessions/signup-policy.ts';
import type { PublicSession, SessionChoices, SessionDetails, UpcomingSessions } from '../../domain/calls/sessions.ts';
import { setLoggedOut } from '../../src/app/sessionStore.ts';
import { Screen as Details } from '../../src/portal/signup/DetailsScreen.tsx';
import { Screen as MyEvents } from '../../src/portal/signup/MyEventsScreen.tsx';
import { Screen as Upcoming } from '../../src/portal/signup/UpcomingScreen.tsx';
import { refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

type Size = SitePageOptions['size'];

const session = (id: number, more: Partial<PublicSession> = {}): PublicSession => ({
  id,
  eventId: id,
  title: `Session ${id}`,
  summary: 'Make your first circuit.',
  category: { id: 3, name: 'Electronics', color: '#1a7f37' },
  start: '2030-03-04T10:00:00-07:00',
  end: '2030-03-04T11:30:00-07:00',
  timezone: 'America/Denver',
  dates: [],
  place: 'Makeshop, ITLL 1B10',
  isOnline: false,
  capacity: 8,
  seatsLeft: 3,
  waiting: 0,
  feeCents: 0,
  state: 'open',
  opensAt: '2030-02-20T10:00:00-07:00',
  closesAt: '2030-03-04T09:00:00-07:00',
  cancelUntil: '2030-03-03T10:00:00-07:00',
  hasPrerequisites: false,
  hasQuestions: false,
  hasTerms: false,
  minimumAge: null,
  series: null,
  ...more,
});

const upcoming = (sessions: PublicSession[], total = sessions.length): UpcomingSessions => ({
  sessions,
  total,
  today: '2030-03-03',
});

const choices: SessionChoices = {
  events: [
    { id: 1, title: 'Soldering', categoryId: 3 },
    { id: 2, title: 'Sewing', categoryId: 4 },
  ],
  categories: [
    { id: 3, name: 'Electronics' },
    { id: 4, name: 'Textiles' },
  ],
  places: [{ id: 1, name: 'Makeshop, ITLL 1B10' }],
};

const details = (more: Partial<SessionDetails> = {}): SessionDetails => ({
  ...session(7),
  description: '<p>Bring closed shoes.</p>',
  locationNote: 'Behind the lathe',
  locationId: 1,
  instructors: ['Noor Haddad'],
  offerHours: 24,
  waitlistOn: true,
  bring: '',
  directions: '',
  plan: null,
  hasQuestions: false,
  policy: NO_POLICY,
  prerequisites: [],
  seriesSessions: [],
  calendarLinks: [],
  ...more,
});

const ticket = (more: Partial<OwnTicket> = {}): OwnTicket => ({
  id: 70,
  instanceId: 7,
  status: 'confirmed',
  until: null,
  position: null,
  priceCents: null,
  ...more,
});

/** It depends on no other seat. */
const ALONE = { dependsOn: [], otherSeats: [] };

const RESIN = { sessionId: 31, title: 'Resin printing', start: '2030-03-09T10:00:00-07:00' };
const OTHER_SEAT: OtherSeat = {
  ticketId: 50,
  sessionId: 5,
  title: 'Session 7',
  start: '2030-03-02T10:00:00-07:00',
  status: 'confirmed',
  canMove: true,
  releases: [],
  isLate: false,
};

const ASKS_NOTHING: Asks = { formVersionId: null, wishes: false, isMissing: false, canAnswer: false };

const own = (more: Partial<OwnSession> = {}): OwnSession => ({
  ticket: null,
  canCancel: false,
  joinUrl: null,
  missing: [],
  conflicts: [],
  dependsOn: [],
  otherSeats: [],
  asks: ASKS_NOTHING,
  outcome: { kind: 'seat' },
  ...more,
});

const openList = (
  answer: (call: ApiCall) => unknown,
  query = '',
  size: Size = 'desktop',
  tickets: OwnTickets['tickets'] = [],
) =>
  sitePage({
    pattern: '/signup/upcomingworkshops',
    address: `/signup/upcomingworkshops${query}`,
    screen: <Upcoming />,
    answers: {
      'GET /api/events/sessions': answer,
      'GET /api/events/sessions/choices': () => choices,
      'GET /api/events/tickets': () => ({ tickets, total: tickets.length }),
    },
    size,
  });

const openDetails = (answers: Answers, size: Size = 'desktop') =>
  sitePage({ pattern: '/signup/details/:id', address: '/signup/details/7', screen: <Details />, answers, size });

/** A session and the reader's registration, as the server stores them; calls change `state`. */
function served(seen: SessionDetails, registration: OwnSession) {
  const state = { seen, stands: registration };
  const answers = {
    'GET /api/events/sessions/7': () => state.seen,
    'GET /api/events/sessions/7/own': () => state.stands,
  };
  return { state, answers };
}

const openTickets = (tickets: OwnTickets['tickets'], more: Answers = {}, size: Size = 'desktop') =>
  sitePage({
    pattern: '/signup/myevents',
    address: '/signup/myevents',
    screen: <MyEvents />,
    answers: {
      'GET /api/events/tickets': () => ({ tickets, total: tickets.length }),
      'POST /api/events/codes': () => [],
      ...more,
    },
    size,
  });

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const faults = async () =>
  (await axe.run(document.body)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

const OF_ALL_STATES = [
  session(1),
  session(2, { state: 'waitlist', seatsLeft: 0, waiting: 4 }),
  session(3, { state: 'full', seatsLeft: 0, hasPrerequisites: true, feeCents: 300 }),
  session(4, { state: 'early', start: '2030-03-05T10:00:00-07:00' }),
  session(5, { state: 'closed', start: '2030-03-05T12:00:00-07:00', category: null, place: '' }),
  session(6, {
    ...{ start: '2030-03-05T13:00:00-07:00', hasQuestions: true, hasTerms: true, minimumAge: 18 },
    audience: ['Staff', 'Robotics club'],
  }),
];

describe('upcoming events', () => {
  test('are listed by day, and say what is full, waits, or needs something', async () => {
    await openList(() => upcoming(OF_ALL_STATES));
    await expect.element(page.getByRole('heading', { name: 'Tomorrow, Monday, March 4' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Tuesday, March 5' })).toBeVisible();
    const rows = page
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent ?? '');
    const texts = [
      /3 seats left/,
      /Waitlist4 waiting/,
      /\$3\.00.*FullPrerequisites/,
      /Opens February 20/,
      /Sign-up closed/,
      /Age 18 or overTerms to acceptSign-up questions.*Only for Staff, Robotics club/,
    ];
    for (const [index, words] of texts.entries()) expect(rows[index]).toMatch(words);
    await expect.element(page.getByRole('link', { name: 'Session 1' })).toHaveAttribute('href', '/signup/details/1');
  });

  test('mark what their reader has signed up for, while they are logged in', async () => {
    const waits = { ticket: ticket({ instanceId: 2, status: 'waitlisted', position: 3 }), session: session(2) };
    const rest = { canCancel: true, ...ALONE, asks: ASKS_NOTHING, reason: null };
    const calls = await openList(() => upcoming(OF_ALL_STATES), '', 'desktop', [
      { ticket: ticket({ instanceId: 1 }), session: session(1), ...rest },
      { ...waits, ...rest },
    ]);
    const row = (nth: number) => page.getByRole('listitem').nth(nth);
    await expect.element(row(0).getByText('You have a seat')).toBeVisible();
    await expect.element(row(1).getByText('Waiting, number 3')).toBeVisible();
    expect(row(2).element().textContent).not.toContain('You have');
    expect(calls.filter(({ path }) => path === '/api/events/tickets')).toHaveLength(1);
    expect(await faults()).toEqual([]);
    setLoggedOut();
    await expect.poll(() => row(0).element().textContent).not.toContain('You have a seat');
  });

  test('are filtered by the address, whose filter can be cleared where nothing matches', async () => {
    const requested: string[] = [];
    await openList(({ query }) => {
      requested.push(query.toString());
      return upcoming(query.has('categoryId') ? [] : [session(1)]);
    }, '?categoryId=4');
    await expect.element(page.getByRole('heading', { name: 'No upcoming event matches' })).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Show all events' }));
    await expect.element(page.getByRole('link', { name: 'Session 1' })).toBeVisible();
    expect(window.location.search).toBe('');
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Event' }), 'Sewing');
    await expect.poll(() => window.location.search).toBe('?eventId=2');
    await expect.poll(() => requested.at(-1)).toBe('eventId=2&page=1');
    expect(requested).toContain('categoryId=4&page=1');
  });

  test('are also a calendar, whose view and date are in the address', async () => {
    await openList(({ query }) => upcoming(query.has('from') ? [session(1)] : OF_ALL_STATES));
    await userEvent.click(page.getByRole('radio', { name: 'Calendar' }));
    await expect.element(page.getByText('Session 1').first()).toBeVisible();
    expect(window.location.search).toBe('?view=month');
    await userEvent.click(page.getByRole('radio', { name: 'List' }));
    await expect.element(page.getByRole('heading', { name: 'Tuesday, March 5' })).toBeVisible();
    expect(window.location.search).toBe('');
  });

  test.each([
    ['calendar', true],
    ['week', true],
    ['list', false],
    ['years', false],
    ['Calendar<', false],
  ])('by the view %s of the address are a calendar: %s', async (view, isCalendar) => {
    await openList(() => upcoming([session(1)]), `?view=${encodeURIComponent(view)}`);
    const calendar = page.getByRole('region', { name: 'Calendar of upcoming events' });
    const heading = page.getByRole('heading', { name: 'Tomorrow, Monday, March 4' });
    await expect.element(isCalendar ? calendar : heading).toBeVisible();
    expect((isCalendar ? heading : calendar).elements()).toEqual([]);
    await expect.element(page.getByRole('radio', { name: isCalendar ? 'Calendar' : 'List' })).toBeChecked();
  });

  test('say when there are none, and when they could not be loaded', async () => {
    let fails = true;
    await openList(() => (fails ? refusal(400, 'events.bad', 'Not today.') : upcoming([])));
    await expect.element(page.getByText('The events could not be loaded')).toBeVisible();
    fails = false;
    await userEvent.click(button('Retry'));
    await expect.element(page.getByText('No events are scheduled')).toBeVisible();
  });
});

describe('a session', () => {
  test('gives a seat, once, which can be undone', async () => {
    const { state, answers } = served(details(), own());
    const calls = await openDetails({
      ...answers,
      'POST /api/events/instances/7/tickets': () => {
        state.stands = own({ ticket: ticket(), canCancel: true, outcome: null });
        return ticket();
      },
      'POST /api/events/tickets/70/cancel': () => {
        state.stands = own({ ticket: ticket({ status: 'cancelled' }) });
        return ticket({ status: 'cancelled' });
      },
    });
    await userEvent.dblClick(button('Sign up'));
    await expect.element(page.getByText('You have a seat. See you there.')).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/7/tickets'))).toHaveLength(1);
    await userEvent.click(button('Undo'));
    await expect.element(button('Sign up')).toBeVisible();
  });

  test('keeps the keyboard focus during sign-up, cancellation and another sign-up', async () => {
    const { state, answers } = served(details(), own());
    const release: (() => void)[] = [];
    await openDetails({
      ...answers,
      'POST /api/events/instances/7/tickets': () => {
        state.stands = own({ ticket: ticket(), canCancel: true, outcome: null });
        return ticket();
      },
      'POST /api/events/tickets/70/cancel': async () => {
        // Once the question has closed, or while it closes.
        if (release.length === 0) await new Promise<void>((resolve) => void release.push(resolve));
        state.stands = own({ ticket: ticket({ status: 'cancelled' }) });
        return ticket({ status: 'cancelled' });
      },
    });
    const panel = page.getByRole('region', { name: 'Sign-up' });
    const press = async (name: string, within: Pick<typeof page, 'getByRole'> = panel) => {
      const pressed = within.getByRole('button', { name, exact: true });
      await expect.element(pressed).toBeVisible();
      pressed.element().focus();
      await userEvent.keyboard('{Enter}');
    };
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    for (const isSlow of [true, false]) {
      await press('Sign up');
      await expect.element(page.getByText('You have a seat. See you there.')).toBeVisible();
      await expect.element(panel).toHaveFocus();
      await press('Cancel my seat');
      await press('Cancel my seat', dialog);
      if (isSlow) {
        await expect.poll(() => dialog.elements().length).toBe(0);
        await expect.element(button('Canceling')).toHaveFocus();
        release[0]?.();
      }
      await expect.element(button('Sign up')).toBeVisible();
      await expect.element(panel).toHaveFocus();
    }
    await expect.element(page.getByRole('status').getByText('Your seat is canceled').last()).toBeVisible();
  });

  test('is put into a calendar by a file, or date by date by links', async () => {
    const date = { start: '2030-03-04T10:00:00-07:00', end: '2030-03-04T11:30:00-07:00', timezone: 'America/Denver' };
    const dates = ['04', '11'].map((day) => ({ ...date, start: `2030-03-${day}T10:00:00-07:00`, place: '', note: '' }));
    const calendarLinks = [1, 2].map((nth) => ({
      google: `https://calendar.google.com/calendar/render?text=${nth}`,
      outlook: `https://outlook.office.com/calendar/deeplink/compose?subject=${nth}`,
    }));
    const { answers } = served(details({ dates, calendarLinks }), own());
    await openDetails(answers);
    const file = page.getByRole('link', { name: 'Add to calendar' });
    await expect.element(file).toHaveAttribute('href', '/api/events/sessions/7/session.ics');
    const second = page.getByText('March 11:');
    const outlook = second.getByRole('link', { name: 'Outlook' });
    await expect.element(outlook).toHaveAttribute('href', calendarLinks[1]!.outlook);
    await expect.element(outlook).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('asks for its terms before anything else', async () => {
    const terms = { minimumAge: 18, text: '', version: 'one' };
    const asks: Asks = { formVersionId: null, wishes: true, isMissing: false, canAnswer: false };
    const { state, answers } = served(details({ terms, minimumAge: 18 }), own({ agreedAt: null, asks }));
    await openDetails({
      ...answers,
      'POST /api/events/instances/7/agreement': () => {
        state.stands = own({ agreedAt: '2030-03-01T10:00:00Z', asks });
        return null;
      },
    });
    const wishes = button('Add accessibility needs');
    await userEvent.click(page.getByRole('checkbox', { name: 'I am at least 18 years old' }));
    await expect.element(wishes).not.toBeInTheDocument();
    await userEvent.click(button('Confirm'));
    await expect.element(wishes).toBeVisible();
    await expect.element(button('Sign up')).toBeVisible();
  });

  test('asks for no age where a guardian consents', async () => {
    const terms = { minimumAge: 18, text: 'Wear goggles.', version: 'one' };
    const { answers } = served(details({ terms, minimumAge: 18 }), own({ agreedAt: null, isAgeWaived: true }));
    await openDetails(answers);
    await expect.element(page.getByText('Your guardian’s consent is on record.')).toBeVisible();
    expect(page.getByRole('checkbox').elements()).toHaveLength(1);
  });

  test('has date and place before the button, and several dates as short lines', async () => {
    const at = (day: number) => ({ start: `2030-03-0${day}T10:00:00-07:00`, end: `2030-03-0${day}T12:00:00-07:00` });
    const part = { timezone: 'America/Denver', place: 'Makeshop, ITLL 1B10', note: '' };
    const dates = [
      { ...part, ...at(4) },
      { ...part, ...at(6), note: 'Gluing' },
    ];
    const { answers } = served({ ...details(), dates }, own());
    await openDetails(answers, 'phone');
    await expect.element(button('Sign up')).toBeVisible();
    const lines = page.getByRole('list', { name: 'Dates' }).getByRole('listitem').elements();
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Mon, Mar 4, 10 AM – 12 PM',
      'Wed, Mar 6, 10 AM – 12 PM, Gluing',
    ]);
    const top = (element: Element) => element.getBoundingClientRect().top;
    expect(top(page.getByText('Makeshop, ITLL 1B10').first().element())).toBeLessThan(top(button('Sign up').element()));
    expect(await faults()).toEqual([]);
  });

  test('says under its title that it is canceled, and offers the next dates', async () => {
    const seen: SessionDetails = { ...details(), state: 'cancelled' };
    const { answers } = served(seen, own({ outcome: null }));
    await openDetails({ ...answers, 'GET /api/events/sessions': () => upcoming([session(8)]) });
    await expect.element(page.getByText('This session is canceled', { exact: true })).toBeVisible();
    const next = page.getByRole('link', { name: /Tomorrow, Monday, March 4/ });
    await expect.element(next).toHaveAttribute('href', '/signup/details/8');
    await expect.element(page.getByText('seats left').nth(1)).not.toBeInTheDocument();
    expect(await faults()).toEqual([]);
  });

  test('asks before a seat is canceled, and says what becomes of it', async () => {
    const { state, answers } = served(
      details(),
      own({ ticket: ticket(), canCancel: true, outcome: null, joinUrl: 'https://meet.example/room' }),
    );
    const calls = await openDetails({
      ...answers,
      'POST /api/events/tickets/70/cancel': () => {
        state.stands = own({ outcome: { kind: 'waitlisted', position: 3 } });
        return ticket({ status: 'cancelled' });
      },
    });
    await expect
      .element(page.getByRole('link', { name: /^Join online/ }))
      .toHaveAttribute('href', 'https://meet.example/room');
    await expect.element(button('Cancel my seat')).toBeVisible();
    state.seen = details({ waiting: 2 });
    await userEvent.click(button('Cancel my seat'));
    await expect.element(page.getByText(/offered to the next person on the waitlist/)).toBeVisible();
    await userEvent.click(button('Keep it'));
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(button('Cancel my seat'));
    await userEvent.click(
      page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Cancel my seat' }),
    );
    await expect.element(page.getByText(/You would be number 3/)).toBeVisible();
    await expect.element(button('Join the waitlist')).toBeVisible();
  });

  test('shows the current status after another tab was first, with the refusal', async () => {
    const { state, answers } = served(details(), own());
    await openDetails({
      ...answers,
      'POST /api/events/instances/7/tickets': () => {
        state.seen = details({ state: 'full', seatsLeft: 0 });
        state.stands = own({ outcome: { kind: 'refused', words: 'All seats of this session are taken.' } });
        return refusal(409, 'events.full', 'Meanwhile the last seat was taken.');
      },
    });
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText('Meanwhile the last seat was taken.')).toBeVisible();
    await expect.element(page.getByText('All seats of this session are taken.')).toBeVisible();
    expect(button('Sign up').elements()).toEqual([]);
  });

  test('keeps the button when the connection is lost, and continues with the same press', async () => {
    const { state, answers } = served(details(), own());
    let isLost = true;
    await openDetails({
      ...answers,
      'POST /api/events/instances/7/tickets': () => {
        if (isLost) throw new TypeError('Failed to fetch');
        state.stands = own({ ticket: ticket(), canCancel: true, outcome: null });
        return ticket();
      },
    });
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText(/The server could not be reached/)).toBeVisible();
    isLost = false;
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText('You have a seat. See you there.')).toBeVisible();
  });

  test('names what is missing, with the next sessions that give it', async () => {
    const { answers } = served(
      details({ prerequisites: [['Basics'], ['the role Staff', 'the role Student']] }),
      own({
        missing: [{ anyOf: ['Basics'], sessions: [session(21, { title: 'Basics' })] }],
        outcome: { kind: 'refused', words: 'You need Basics first.' },
      }),
    );
    await openDetails(answers);
    await expect.element(page.getByText('Missing: Basics')).toBeVisible();
    await expect.element(page.getByText('You have it: the role Staff or the role Student')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Basics' })).toHaveAttribute('href', '/signup/details/21');
    expect(button('Sign up').elements()).toEqual([]);
  });

  test('warns of another at the same time, and lets both be', async () => {
    const conflict = { id: 9, title: 'Sewing', start: '2030-03-04T10:00:00-07:00', end: '2030-03-04T12:00:00-07:00' };
    const { answers } = served(details(), own({ conflicts: [conflict] }));
    await openDetails(answers);
    await expect.element(page.getByText(/You are signed up for Sewing, Monday, March 4, 10 AM – 12 PM/)).toBeVisible();
    await expect.element(button('Sign up anyway')).toBeVisible();
  });

  test('asks before a second ticket: moves the first, or does nothing', async () => {
    const { state, answers } = served(
      details(),
      own({ otherSeats: [{ ...OTHER_SEAT, isLate: true, releases: [RESIN] }] }),
    );
    const calls = await openDetails({
      ...answers,
      'POST /api/events/instances/7/tickets': () => {
        state.stands = own({ ticket: ticket(), canCancel: true, outcome: null });
        return ticket();
      },
      'POST /api/events/instances/5/tickets': () => ticket({ id: 50, instanceId: 5 }),
    });
    const posted = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
    await expect.element(page.getByRole('link', { name: 'Saturday, March 2, 10 AM' })).toBeVisible();
    await userEvent.click(button('Sign up'));
    const dialog = page.getByRole('dialog', { name: 'Sign up for a second session?' });
    await expect.element(dialog.getByText('You already have a seat on Saturday, March 2, 10 AM.')).toBeVisible();
    await expect.element(dialog.getByText(/moving it counts as a late cancellation/)).toBeVisible();
    await expect.element(dialog.getByText(/Your seat in Resin printing depends on this/)).toBeVisible();
    expect((await axe.run(dialog.element())).violations).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(posted()).toEqual([]);
    await userEvent.click(button('Sign up'));
    await userEvent.click(dialog.getByRole('button', { name: 'Move my seat' }));
    await expect.element(page.getByText('Your seat is moved to Monday, March 4, 10 AM')).toBeVisible();
    expect(posted()).toEqual([{ moveFrom: 50 }]);
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(posted).toEqual([{ moveFrom: 50 }, { moveFrom: 70 }]);
  });

  test('adds a second ticket on request', async () => {
    const { answers } = served(details(), own({ otherSeats: [OTHER_SEAT] }));
    const calls = await openDetails({ ...answers, 'POST /api/events/instances/7/tickets': () => ticket() });
    await userEvent.click(button('Sign up'));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Sign up for both' }));
    await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toEqual({ inAddition: true });
  });

  test('offers nothing but a move where the event allows one seat per person', async () => {
    const { answers } = served(details(), own({ otherSeats: [OTHER_SEAT], isOneSeat: true }));
    await openDetails(answers);
    const dialog = page.getByRole('dialog');
    await expect.element(page.getByText('You can move it here.', { exact: false })).toBeVisible();
    expect(page.getByText('Your seat is confirmed right away.').elements()).toEqual([]);
    await userEvent.click(button('Sign up'));
    await expect.element(dialog.getByText('This event allows one seat per person.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Move my seat' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Sign up for both' }).elements()).toEqual([]);
  });

  test('offers the waitlist of a full session, and keeps the seat', async () => {
    const outcome = { kind: 'waitlisted', position: 1 } as const;
    const { answers } = served(details(), own({ otherSeats: [OTHER_SEAT], isOneSeat: true, outcome }));
    await openDetails(answers);
    const dialog = page.getByRole('dialog');
    await userEvent.click(button('Join the waitlist'));
    await expect.element(dialog.getByText(/Accepting the offer gives up your current seat/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Move my seat' }).elements()).toEqual([]);
  });

  test('says what a seat depends on, and before canceling, which seats depend on it', async () => {
    const basics = { sessionId: 21, title: 'Basics', start: '2030-03-02T10:00:00-07:00' };
    const { answers } = served(
      details({ prerequisites: [['Basics']] }),
      own({
        ...{ ticket: ticket(), canCancel: true, outcome: null },
        dependsOn: [{ ...basics, anyOf: ['Basics'] }],
      }),
    );
    const sentences = [
      '$7.00 goes back to your balance Personal.',
      'Your seat in Resin printing depends on this and is released.',
    ];
    const effect = { 'GET /api/payment/ticket/70/cancel-effect': () => ({ refundCents: 700, sentences }) };
    await openDetails({ ...answers, ...effect });
    await expect
      .element(page.getByText(/This seat depends on Basics on Saturday, March 2, 10 AM\. If you miss/))
      .toBeVisible();
    await expect.element(page.getByText('Booked: Basics')).toBeVisible();
    await userEvent.click(button('Cancel my seat'));
    await expect
      .element(page.getByText(/\$7\.00 goes back to .* Your seat in Resin printing depends on this and is released\./))
      .toBeVisible();
    await userEvent.click(button('Keep it'));
    await expect.poll(() => page.getByRole('alertdialog').elements().length).toBe(0);
  });

  test('leads visitors to the login and back, and reveals no attendees', async () => {
    const { answers } = served(details({ isOnline: true }), own());
    const calls = await openDetails({
      'GET /api/events/sessions/7': answers['GET /api/events/sessions/7'],
      'GET /api/events/sessions/7/own': () => own(),
    });
    setLoggedOut();
    await expect
      .element(page.getByRole('link', { name: 'Log in to sign up' }))
      .toHaveAttribute('href', '/login?redirectFrom=%2Fsignup%2Fdetails%2F7');
    await expect.element(page.getByText('Shown once you have a seat')).toBeVisible();
    expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('a missing session is reported', async () => {
    await openDetails({ 'GET /api/events/sessions/7': () => refusal(404, 'events.not-found', 'There is none.') });
    await expect.element(page.getByRole('heading', { name: 'Session not found' })).toBeVisible();
  });
});

const TICKETS: OwnTickets['tickets'] = [
  { ticket: ticket({ id: 1 }), session: session(1), canCancel: true, ...ALONE, asks: ASKS_NOTHING, reason: null },
  {
    ticket: ticket({ id: 2, status: 'waitlisted', position: 3 }),
    session: session(2),
    canCancel: true,
    ...ALONE,
    asks: ASKS_NOTHING,
    reason: null,
  },
  {
    ticket: ticket({ id: 3, status: 'offered', until: '2030-03-02T17:00:00.000Z' }),
    session: session(3),
    canCancel: true,
    ...ALONE,
    asks: ASKS_NOTHING,
    reason: null,
  },
  {
    ticket: ticket({ id: 4, status: 'cancelled' }),
    session: session(4, { state: 'cancelled' }),
    canCancel: false,
    ...ALONE,
    asks: ASKS_NOTHING,
    reason: 'The session is canceled.',
  },
];

describe('my events', () => {
  test('shows the status of each; an offer is accepted in place', async () => {
    let tickets = TICKETS;
    await sitePage({
      pattern: '/signup/myevents',
      address: '/signup/myevents',
      screen: <MyEvents />,
      answers: {
        'GET /api/events/tickets': () => ({ tickets, total: tickets.length }),
        'POST /api/events/codes': () => [],
        'POST /api/events/tickets/3/accept': () => {
          tickets = TICKETS.map((one) => (one.ticket.id === 3 ? { ...one, ticket: ticket({ id: 3 }) } : one));
          return ticket({ id: 3 });
        },
      },
    });
    await expect.element(page.getByText('Waiting, number 3')).toBeVisible();
    await expect.element(page.getByText('Accept by Saturday, March 2, 10 AM.')).toBeVisible();
    await expect.element(page.getByText('The session is canceled.')).toBeVisible();
    await userEvent.click(button(/^Accept the seat/));
    await expect.poll(() => page.getByText('You have a seat', { exact: true }).elements().length).toBe(2);
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Session 3' })).toHaveFocus();
  });

  test('keep the keyboard in the list when one of them is canceled', async () => {
    let tickets = TICKETS;
    await openTickets([], {
      'GET /api/events/tickets': () => ({ tickets, total: tickets.length }),
      'GET /api/events/sessions/1': () => details(),
      'POST /api/events/tickets/1/cancel': () => {
        tickets = TICKETS.slice(1);
        return ticket({ id: 1, status: 'cancelled' });
      },
    });
    const cancel = button(/^Cancel my seat.*Session 1$/);
    await expect.element(cancel).toBeVisible();
    cancel.element().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button('Cancel my seat'));
    await expect.element(page.getByRole('link', { name: 'Session 1' })).not.toBeInTheDocument();
    await expect.element(page.getByRole('region', { name: 'Upcoming' })).toHaveFocus();
  });

  test('say that a session was moved, until that is dismissed', async () => {
    let moved = { ...ticket({ id: 3 }), movedFrom: 'Friday, March 1, 2024, 10 AM – 11 AM MST, Wood shop' };
    await sitePage({
      pattern: '/signup/myevents',
      address: '/signup/myevents',
      screen: <MyEvents />,
      answers: {
        'GET /api/events/tickets': () => ({ tickets: [{ ...TICKETS[0], ticket: moved }], total: 1 }),
        'POST /api/events/codes': () => [],
        'POST /api/events/tickets/3/seen': () => {
          const { movedFrom: _seen, ...rest } = moved;
          moved = rest as typeof moved;
          return moved;
        },
      },
    });
    await expect.element(page.getByText('Before: Friday, March 1, 2024')).toBeVisible();
    expect(await faults()).toEqual([]);
    await userEvent.click(button('Dismiss'));
    await expect.element(page.getByText('This session has been moved')).not.toBeInTheDocument();
  });

  test('say when there are none', async () => {
    await openTickets([]);
    await expect.element(page.getByRole('heading', { name: 'Nothing coming up' })).toBeVisible();
  });
});

describe.each(['light', 'dark'])('axe in the %s theme', (theme) => {
  test.each(['desktop', 'phone'] as const)('finds nothing on a %s', async (size) => {
    document.documentElement.dataset['theme'] = theme;
    await openList(() => upcoming(OF_ALL_STATES), '', size);
    await expect.element(page.getByRole('link', { name: 'Session 1' })).toBeVisible();
    expect(await faults()).toEqual([]);
  });

  test.each(['desktop', 'phone'] as const)('finds nothing about a session on a %s', async (size) => {
    document.documentElement.dataset['theme'] = theme;
    const conflict = { id: 9, title: 'Sewing', start: '2030-03-04T10:00:00-07:00', end: '2030-03-04T12:00:00-07:00' };
    const missing = [{ anyOf: ['Basics'], sessions: [session(21, { title: 'Basics' })] }];
    const { answers } = served(details({ prerequisites: [['Basics']] }), own({ conflicts: [conflict], missing }));
    await openDetails(answers, size);
    await expect.element(page.getByText('Missing: Basics')).toBeVisible();
    expect(await faults()).toEqual([]);
  });

  test.each(['desktop', 'phone'] as const)('finds nothing in my events on a %s', async (size) => {
    document.documentElement.dataset['theme'] = theme;
    await openTickets(TICKETS, {}, size);
    await expect.element(page.getByText('Waiting, number 3')).toBeVisible();
    expect(await faults()).toEqual([]);
  });
});

describe('readers elsewhere', () => {
  afterEach(() => commands.emulate({ zone: '' }));

  const note = () => page.getByText('Times are in Mountain Time (Denver).');
  const seat = { ticket: ticket(), session: session(7), canCancel: true, ...ALONE, asks: ASKS_NOTHING, reason: null };

  test.each([
    ['upcoming events', () => openList(() => upcoming(OF_ALL_STATES))],
    ['a session', () => openDetails(served(details(), own()).answers)],
    ['my events', () => openTickets([seat])],
  ])('of %s read the zone of the times once', async (_, open) => {
    await commands.emulate({ zone: 'Asia/Tokyo' });
    await open();
    await expect.element(note()).toBeVisible();
  });

  test('those of the same clock read none', async () => {
    await commands.emulate({ zone: 'America/Boise' });
    await openTickets([seat]);
    await expect.element(page.getByText('Session 7').first()).toBeVisible();
    await expect.element(note()).not.toBeInTheDocument();
  });
});
