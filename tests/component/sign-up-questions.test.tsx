import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import type { Asks, OwnSession, OwnTicket, SessionQuestions } from '../../domain/calls/tickets.ts';
import { NO_POLICY } from '../../domain/sessions/signup-policy.ts';
import type { RequestFormSchema } from '../../domain/requests/request-form.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import { Screen } from '../../src/portal/signup/DetailsScreen.tsx';
import { refusal, type Answers } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const MACHINE = 'Which machine do you know?';
const SCHEMA: RequestFormSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['machine'],
  'x-order': ['machine', 'size'],
  properties: {
    machine: { 'x-field': 'String', type: 'string', title: MACHINE, maxLength: 40 },
    size: { 'x-field': 'String', type: 'string', title: 'Size of glove' },
  },
};

const SESSION: SessionDetails = {
  id: 7,
  eventId: 7,
  title: 'Forging',
  summary: '',
  category: null,
  start: '2030-03-04T10:00:00-07:00',
  end: '2030-03-04T11:30:00-07:00',
  timezone: 'America/Denver',
  dates: [],
  place: 'Makeshop, ITLL 1B10',
  capacity: 8,
  seatsLeft: 3,
  waiting: 0,
  feeCents: 0,
  state: 'open',
  opensAt: '2030-02-20T10:00:00-07:00',
  closesAt: '2030-03-04T09:00:00-07:00',
  cancelUntil: '2030-03-03T10:00:00-07:00',
  hasPrerequisites: false,
  hasTerms: false,
  minimumAge: null,
  series: null,
  seriesSessions: [],
  calendarLinks: [],
  description: '',
  locationNote: '',
  locationId: 1,
  isOnline: false,
  instructors: [],
  offerHours: 24,
  waitlistOn: true,
  policy: NO_POLICY,
  bring: '<p>Closed shoes</p>',
  directions: 'Down the stairs by the lift.',
  plan: { file: 'plan-800x600.webp', alt: 'The forge is the second door on the left' },
  hasQuestions: true,
  prerequisites: [],
};
const TICKET: OwnTicket = { id: 70, instanceId: 7, status: 'confirmed', until: null, position: null, priceCents: null };
const ASKS: Asks = { formVersionId: 3, wishes: true, isMissing: false, canAnswer: false };
const own = (more: Partial<OwnSession> = {}): OwnSession => ({
  ticket: null,
  canCancel: false,
  joinUrl: null,
  missing: [],
  conflicts: [],
  dependsOn: [],
  otherSeats: [],
  asks: ASKS,
  outcome: { kind: 'seat' },
  ...more,
});
const HAS_SEAT = own({ ticket: TICKET, canCancel: true, outcome: null, asks: { ...ASKS, canAnswer: true } });
const questions = (more: Partial<SessionQuestions> = {}): SessionQuestions => ({
  version: { id: 3, schema: SCHEMA, validator: '/api/validators/none.js' },
  asksWishes: true,
  answers: {},
  files: [],
  wishes: '',
  ...more,
});

/** A session as the server keeps it; its calls change `state`. */
async function opened(
  given: { stands?: OwnSession; asked?: SessionQuestions; until?: Promise<void> } = {},
  more: Answers = {},
  size: SitePageOptions['size'] = 'desktop',
) {
  const state = { stands: given.stands ?? own(), asked: given.asked ?? questions() };
  const show = () =>
    sitePage({
      pattern: '/signup/details/:id',
      address: '/signup/details/7',
      screen: <Screen />,
      size,
      answers: {
        'GET /api/events/sessions/7': () => SESSION,
        'GET /api/events/sessions/7/own': () => state.stands,
        'GET /api/events/sessions/7/questions': () => state.asked,
        'POST /api/events/instances/7/tickets': async () => {
          await given.until;
          state.stands = HAS_SEAT;
          return TICKET;
        },
        ...more,
      },
    });
  return { state, show, calls: await show() };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByRole('textbox', { name });
const card = () => page.getByRole('region', { name: 'Questions of this event' });

beforeEach(() => localStorage.clear());

describe('the questions of an event', () => {
  test('open in place, are required, and are sent with the sign-up', async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    const { calls } = await opened({ until });
    expect(card().elements()).toEqual([]);
    await userEvent.click(button('Sign up'));
    await expect.element(card()).toHaveFocus();
    await expect.element(field(MACHINE)).toBeVisible();
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText('This field is required').first()).toBeVisible();
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.fill(field(MACHINE), 'The lathe');
    await userEvent.fill(field('Accessibility needs'), 'A chair');
    // The second click hits the button, not what takes its place.
    await userEvent.dblClick(button('Sign up'));
    answer();
    await expect.element(page.getByText('You have a seat. See you there.')).toBeVisible();
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ body }) => body)).toEqual([
      { formVersionId: 3, answers: { machine: 'The lathe' }, wishes: 'A chair' },
    ]);
    expect(card().elements()).toEqual([]);
    await expect.element(page.getByRole('region', { name: 'Sign-up' })).toHaveFocus();
    expect(localStorage.getItem('signup-answers:administrator:7')).toBeNull();
    await expect.element(button('Change my answers')).toBeVisible();
  });

  test('keep what is entered over a lost line and a reload', async () => {
    let isLost = true;
    const { show } = await opened(
      {},
      {
        'POST /api/events/instances/7/tickets': () => {
          if (isLost) throw new TypeError('Failed to fetch');
          return TICKET;
        },
      },
    );
    await userEvent.click(button('Sign up'));
    await userEvent.fill(field(MACHINE), 'The lathe');
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText(/The server could not be reached/)).toBeVisible();
    await expect.element(field(MACHINE)).toHaveValue('The lathe');
    await cleanup();
    await show();
    await expect.element(field(MACHINE)).toHaveValue('The lathe');
    isLost = false;
    await userEvent.click(button('Sign up'));
    await expect.poll(() => card().elements().length).toBe(0);
  });

  test('that changed in the meantime are reported, and keep the answers that still fit', async () => {
    const { state } = await opened(
      {},
      {
        'POST /api/events/instances/7/tickets': () => {
          state.asked = questions({
            version: {
              id: 4,
              validator: '/api/validators/none.js',
              schema: {
                ...SCHEMA,
                'x-order': ['machine', 'shoes'],
                properties: {
                  machine: SCHEMA.properties['machine']!,
                  shoes: { 'x-field': 'String', type: 'string', title: 'Size of shoe' },
                },
              },
            },
          });
          return refusal(409, 'events.questions-changed', 'The questions have changed.');
        },
      },
    );
    await userEvent.click(button('Sign up'));
    await userEvent.fill(field(MACHINE), 'The lathe');
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText('The questions changed since you started')).toBeVisible();
    await expect.element(field('Size of shoe')).toBeVisible();
    await expect.element(field(MACHINE)).toHaveValue('The lathe');
  });

  test('are answered again, with faults of the server at their fields', async () => {
    let isRefused = true;
    const { calls } = await opened(
      { stands: HAS_SEAT, asked: questions({ answers: { machine: 'Saw' }, wishes: 'A chair' }) },
      {
        'PUT /api/events/tickets/70/answers': () => {
          if (isRefused)
            return refusal(422, 'events.invalid-answers', 'One answer needs a change.', {
              errors: { machine: 'There is no such machine' },
            });
          return TICKET;
        },
      },
    );
    await userEvent.click(button('Change my answers'));
    await expect.element(field(MACHINE)).toHaveValue('Saw');
    await expect.element(field('Accessibility needs')).toHaveValue('A chair');
    await userEvent.click(button('Save'));
    await expect.element(page.getByText('There is no such machine').first()).toBeVisible();
    isRefused = false;
    await userEvent.fill(field(MACHINE), 'Press');
    await userEvent.click(button('Save'));
    await expect.element(page.getByText('Your answers are saved')).toBeVisible();
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toEqual({
      formVersionId: 3,
      answers: { machine: 'Press' },
      wishes: 'A chair',
    });
  });

  test('that are missing are requested', async () => {
    await opened({ stands: { ...HAS_SEAT, asks: { ...HAS_SEAT.asks, isMissing: true } } });
    await expect.element(page.getByText('Answers are missing')).toBeVisible();
    await userEvent.click(button('Answer the questions'));
    await expect.element(field(MACHINE)).toBeVisible();
  });
});

test('wishes can be entered without questions', async () => {
  const asks = { ...ASKS, formVersionId: null };
  const { calls } = await opened({ stands: own({ asks }), asked: questions({ version: null }) });
  await userEvent.click(button('Add accessibility needs'));
  await userEvent.fill(field('Accessibility needs'), 'A chair');
  await userEvent.click(button('Sign up'));
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toEqual({ wishes: 'A chair' });
});

test('the page says what to bring and how to get there, and describes the map', async () => {
  await opened();
  await expect.element(page.getByText('Closed shoes')).toBeVisible();
  await expect.element(page.getByText('Down the stairs by the lift.')).toBeVisible();
  await expect
    .element(page.getByRole('img', { name: 'The forge is the second door on the left' }))
    .toHaveAttribute('src', expect.stringContaining('plan-800x600.webp'));
});

describe.each(['light', 'dark'])('axe in the %s theme', (theme) => {
  test.each(['desktop', 'phone'] as const)('finds nothing in open questions on a %s', async (size) => {
    document.documentElement.dataset['theme'] = theme;
    await opened({}, {}, size);
    await userEvent.click(button('Sign up'));
    await userEvent.click(button('Sign up'));
    await expect.element(page.getByText('This field is required').first()).toBeVisible();
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });
});
