import axe from 'axe-core';
import { encodeQR } from 'qr';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AddAtDoor, DoorScan, DoorSession, DoorSessions, SendDoorMarks } from '../../domain/calls/door.ts';
import { Screen as ProcessScreen } from '../../src/portal/door/ProcessScreen.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { SIZES, sitePage } from './site-page.tsx';

import {
  SESSION,
  ticket,
  door,
  planned,
  open,
  marked,
  row,
  button,
  chooseFrom,
  overLine,
  CODE,
  hashOf,
  result,
  scans,
  reader,
} from './door-page.tsx';

beforeEach(() => localStorage.clear());

test('a name, arrow down and Enter mark someone, and the search is ready for the next', async () => {
  const calls = await open();
  const search = page.getByRole('searchbox', { name: 'Scan or find a name' });
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

test('sign-up answers are at the names, and counted', async () => {
  const at = door();
  const { list } = at;
  Object.assign(list.tickets[0]!, { answers: 'Size of glove: Large', wishes: 'A chair with a back' });
  Object.assign(list.tickets[1]!, { answersMissing: true });
  await open(at);
  await expect
    .element(page.getByText('1 person has accessibility needs. 1 person has not answered the questions.'))
    .toBeVisible();
  await expect.element(row('Ada Byron').getByText('A chair with a back')).toBeVisible();
  await expect.element(row('Bénédicte Okafor-Wintergreen').getByText('Answers missing')).toBeVisible();
  expect(page.getByText('Answers missing').elements()).toHaveLength(1);
  await userEvent.click(page.getByText('Answers of Ada Byron'));
  await expect.element(page.getByText('Size of glove: Large')).toBeVisible();
});

test('a mark is undone from its row and from the message', async () => {
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

test('a payment is asked about, and canceling asks for the reason', async () => {
  const at = door();
  const calls = await open(at);
  const [ada, dan] = ['Ada Byron', 'Dan Held'].map((name) => at.list.tickets.find((one) => one.name === name)!.id);
  await userEvent.click(button('Paid: Dan Held'));
  await expect.element(page.getByRole('heading', { name: 'Has Dan Held paid $5.00?' })).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText('Received as')).toBeVisible();
  await userEvent.click(button('Paid'));
  await expect.element(page.getByText('Dan Held: done')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await chooseFrom('More: Ada Byron', 'Cancel sign-up');
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Asked for it');
  await userEvent.click(button('Cancel the sign-up'));
  await expect.element(row('Ada Byron').getByText('Canceled')).toBeVisible();
  expect(marked(calls)).toEqual([
    { action: 'paid', ids: [dan], seen: { [dan!]: 'held' }, inputs: { method: 'cash' } },
    { action: 'cancel', ids: [ada], seen: { [ada!]: 'confirmed' }, inputs: { reason: 'Asked for it' } },
  ]);
});

test('marks by others appear automatically; a conflicting mark shows a notice and the current status', async () => {
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
      page.getByText(/Ada Byron was not marked\. Someone else changed this ticket in the meantime\. .* is now: Late\./),
    )
    .toBeVisible();
});

test('without a line marks wait on the device and are sent once in their order; what does not hold is listed', async () => {
  const at = overLine();
  const calls = await open(at);
  at.line.isCut = true;
  await userEvent.click(button('Attended: Ada Byron'));
  await expect.element(row('Ada Byron').getByText('not sent yet')).toBeVisible();
  await userEvent.click(button('Late: Ada Byron'));
  await userEvent.click(button('No-show: Bénédicte Okafor-Wintergreen'));
  await expect.element(page.getByText('3 marks not sent yet')).toBeVisible();
  expect(localStorage.getItem('door-marks:administrator:7')).toContain('Ada Byron');
  at.set('Bénédicte Okafor-Wintergreen', 'late');
  at.line.isCut = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByRole('heading', { name: 'Refused marks to resolve' })).toBeVisible();
  await expect.element(page.getByText(/No-show, .* Someone else changed this ticket in the meantime\./)).toBeVisible();
  await expect.element(row('Ada Byron').getByText('Late', { exact: true }).first()).toBeVisible();
  expect(marked(calls)).toEqual([
    { from: 'confirmed', to: 'attended' },
    { from: 'attended', to: 'late' },
    { from: 'confirmed', to: 'noShow' },
  ]);
  await expect.element(button('Resolved: Bénédicte Okafor-Wintergreen')).toHaveTextContent('Resolved');
  await userEvent.click(button('Resolved: Bénédicte Okafor-Wintergreen'));
  await expect.element(page.getByRole('heading', { name: 'Refused marks to resolve' })).not.toBeInTheDocument();
  expect(localStorage.getItem('door-marks:administrator:7')).toBeNull();
});

test('a mark whose answer is lost is sent again with the same key', async () => {
  const at = door();
  let isLost = true;
  const keys: string[] = [];
  await open(at, 'desktop', {
    'POST /api/events/door/7/marks': (call: ApiCall) => {
      keys.push(...(call.body as SendDoorMarks).marks.map(({ key }) => key));
      const answer = at.carryOut(call);
      if (!isLost) return answer;
      isLost = false;
      throw new TypeError('Failed to fetch');
    },
  });
  await userEvent.click(button('Attended: Ada Byron'));
  await expect.poll(() => keys.length, { timeout: 10_000 }).toBe(2);
  expect(new Set(keys).size).toBe(1);
  await expect.element(button('Undo: Ada Byron')).toBeVisible();
});

test('marks that a page has left behind are sent by the next one', async () => {
  const at = door();
  const ada = at.list.tickets[0]!.id;
  const mark = {
    key: 'a'.repeat(32),
    ticketId: ada,
    from: 'confirmed',
    to: 'attended',
    at: '2027-03-09T17:00:00.000Z',
  };
  localStorage.setItem(
    'door-marks:administrator:7',
    JSON.stringify({ pending: [{ ...mark, name: 'Ada Byron' }], refused: [] }),
  );
  const calls = await open(at);
  await expect.element(button('Undo: Ada Byron')).toBeVisible();
  await expect.poll(() => calls.find(({ path }) => path.endsWith('/marks'))?.body).toEqual({ marks: [mark] });
  await expect.poll(() => localStorage.getItem('door-marks:administrator:7')).toBeNull();
});

test('all who are still expected become no-shows, after a question, and back', async () => {
  const calls = await open();
  await chooseFrom('More', 'Mark the rest as no-show');
  await expect.element(page.getByRole('heading', { name: 'Mark 2 people as no-show?' })).toBeVisible();
  await userEvent.click(button('Mark as no-show'));
  await expect.element(page.getByText('2 people: no-show')).toBeVisible();
  await userEvent.click(button('Undo').last());
  await expect.element(row('Ada Byron').getByText('Expected')).toBeVisible();
  expect(marked(calls)).toEqual([
    { from: 'confirmed', to: 'noShow' },
    { from: 'confirmed', to: 'noShow' },
    { from: 'noShow', to: 'confirmed' },
    { from: 'noShow', to: 'confirmed' },
  ]);
});

test('the picture of a code checks in, without a line too; the second time says when', async () => {
  const at = overLine();
  Object.assign(at.list.tickets[0]!, { codes: [await hashOf(CODE)] });
  await open(at, 'desktop', scans({ kind: 'unknown', words: 'Not asked', canLink: false }));
  const modules = encodeQR(`ATRIUM:T:${CODE}`, 'raw', { border: 4 });
  const canvas = new OffscreenCanvas(modules.length * 6, modules.length * 6);
  const context = canvas.getContext('2d')!;
  for (const [y, line] of modules.entries())
    for (const [x, isDark] of line.entries()) {
      context.fillStyle = isDark ? 'black' : 'white';
      context.fillRect(x * 6, y * 6, 6, 6);
    }
  const file = new File([await canvas.convertToBlob({ type: 'image/png' })], 'ticket.png', { type: 'image/png' });
  const input = page.getByLabelText('Picture of a code').element() as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
  at.line.isCut = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(result(/Ada Byron.*Checked in\./)).toBeVisible();
  await expect.element(row('Ada Byron').getByText('not sent yet')).toBeVisible();
  at.line.isCut = false;
  window.dispatchEvent(new Event('online'));
  await expect.element(row('Ada Byron').getByText('not sent yet')).not.toBeInTheDocument();
});

test('a scanner that types is heard while no field is chosen, and a person who types is not', async () => {
  const at = door();
  const calls = await open(at, 'desktop', scans({ kind: 'here', ticketId: at.list.tickets[2]!.id }));
  reader(';0012345678901234?');
  await expect.element(result(/Cleo Marsh.*Already checked in at 9:30 AM\./)).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/scan')).map(({ body }) => body)).toEqual([
    { text: ';0012345678901234?' },
  ]);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), '001234567');
  reader('x');
  expect(calls.filter(({ path }) => path.endsWith('/scan'))).toHaveLength(1);
});

test('what a scanner types into the search for a name checks in, too; a name does not', async () => {
  const at = door();
  const calls = await open(at, 'desktop', scans({ kind: 'here', ticketId: at.list.tickets[2]!.id }));
  const search = page.getByRole('searchbox', { name: 'Scan or find a name' });
  const scanned = () => calls.filter(({ path }) => path.endsWith('/scan')).map(({ body }) => body);
  await userEvent.fill(search, 'zoe');
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toHaveValue('zoe');
  expect(scanned()).toEqual([]);
  await userEvent.fill(search, '001234567');
  await userEvent.keyboard('{Enter}');
  await expect.element(result(/Cleo Marsh.*Already checked in/)).toBeVisible();
  await expect.element(search).toHaveValue('');
  expect(scanned()).toEqual([{ text: '001234567' }]);
});

test('an invalid ticket is explained, with what to do', async () => {
  const at = door();
  const session = { id: 9, title: 'Sewing', start: '2027-03-10T14:00:00-07:00' };
  let answer: DoorScan = {
    kind: 'elsewhere',
    ticketId: 99,
    status: 'confirmed',
    name: 'Gus New',
    session,
    canMove: true,
  };
  const moved = ticket('Gus New', 'confirmed');
  const calls = await open(at, 'desktop', {
    'POST /api/events/door/7/scan': () => answer,
    'POST /api/tickets/actions/move': () => {
      at.list.tickets.push(moved);
      return { ids: [99], done: null, changes: [], result: [moved.id] };
    },
  });
  const type = async (text: string): Promise<void> => {
    await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), text);
    await userEvent.keyboard('{Enter}');
  };
  await type('000000001');
  await expect.element(result(/Gus New.*another session: Sewing, .*2 PM \(expected\)\./)).toBeVisible();
  await userEvent.click(button('Move to this session and check in'));
  await expect.element(result(/Gus New.*Checked in\./)).toBeVisible();
  expect(marked(calls)).toContainEqual({ action: 'move', ids: [99], inputs: { toInstanceId: 7 } });
  for (const [name, words] of [
    ['Dan Held', /Not paid yet: \$5\.00 to pay\./],
    ['Eve Waits', /On the waitlist, number 1\./],
    ['Fay Gone', /This ticket is canceled\./],
  ] as const) {
    answer = { kind: 'here', ticketId: at.list.tickets.find((one) => one.name === name)!.id };
    await type(`id-${name.length}${name[0]}`);
    await expect.element(result(words)).toBeVisible();
  }
  answer = { kind: 'elsewhere', ticketId: 98, status: 'confirmed', name: 'Ida Late', session, canMove: false };
  Object.assign(at.list.session, { taken: 12 });
  await vi.waitFor(() => expect(document.body.textContent).toContain('12 of 12'), { timeout: 10_000 });
  await type('000000002');
  await expect.element(result(/Ida Late.*another session.* No seat is left here\./)).toBeVisible();
  answer = { kind: 'unknown', words: 'No account has this card yet.', canLink: true };
  await type('0012345678901234');
  await expect.element(result(/No account has this card yet\./)).toBeVisible();
  await expect.element(button('Link this card to a person')).toBeVisible();
});

test('someone is added by name', async () => {
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
  await expect.element(button('Undo')).toBeVisible();
  expect(marked(calls)).toEqual([{ userId: 50, to: 'attended' }]);
});

test('a waitlisted person gets a seat by name, which is no addition to undo', async () => {
  const at = door();
  const eve = at.list.tickets.find(({ name }) => name === 'Eve Waits')!;
  at.list.adds = ['confirmed'];
  await open(at, 'desktop', {
    'GET /api/events/door/people': () => ({
      people: [{ id: eve.userId, name: eve.name, username: eve.username, email: null }],
      hasMore: false,
    }),
    'POST /api/events/door/7/tickets': () => ({ ticketId: eve.id, status: 'confirmed', isNew: true }),
  });
  await userEvent.click(button('Add a person'));
  await userEvent.fill(page.getByRole('searchbox', { name: 'Name, username or email' }), 'eve');
  await userEvent.click(button('Add: Eve Waits'));
  await expect.element(page.getByText('Eve Waits has a seat')).toBeVisible();
  await expect.element(button('Undo')).not.toBeInTheDocument();
});

test('a seat before other waitlisted people requires a reason', async () => {
  const at = door();
  const eve = at.list.tickets.find(({ name }) => name === 'Eve Waits')!;
  Object.assign(eve, { position: 2, nextStatuses: ['confirmed', 'cancelled'] });
  const words = 'One person has waited longer than Eve Waits.';
  const calls = await open(at, 'desktop', {
    'POST /api/tickets/actions/seat/plan': planned('Give the seat to Eve Waits?', 'Give the seat', false, [words]),
    'POST /api/tickets/actions/seat': () => ({
      ids: [eve.id],
      done: 'Eve Waits has a seat',
      changes: [],
      result: null,
    }),
  });
  await userEvent.click(button('Give the seat: Eve Waits'));
  await expect.element(page.getByText(words)).toBeVisible();
  await userEvent.fill(page.getByLabelText('Reason'), 'Came by train');
  await userEvent.click(button('Give the seat'));
  await expect.element(page.getByText('Eve Waits has a seat')).toBeVisible();
  expect(marked(calls)).toEqual([
    { action: 'seat', ids: [eve.id], seen: { [eve.id]: 'waitlisted' }, inputs: { reason: 'Came by train' } },
  ]);
});

test('moving a person to a session with a waitlist requires a reason', async () => {
  const at = door();
  const ada = at.list.tickets.find(({ name }) => name === 'Ada Byron')!;
  const there: DoorSession = {
    ...SESSION,
    ...{ id: 8, taken: 5 },
    start: '2027-03-10T10:00:00-07:00',
    end: '2027-03-10T12:00:00-07:00',
  };
  const words = 'One person has waited longer than Ada Byron.';
  const calls = await open(at, 'desktop', {
    [`GET /api/events/door/events/${SESSION.eventId}`]: () => ({
      ...{ id: SESSION.eventId, title: SESSION.title, sessions: [SESSION, there] },
    }),
    'POST /api/tickets/actions/move': ({ body }: ApiCall) =>
      (body as { inputs: { reason?: string } }).inputs.reason === undefined
        ? refusal(409, 'events.reason-needed', words)
        : { ids: [ada.id], done: null, changes: [], result: [900] },
  });
  await chooseFrom('More: Ada Byron', 'Move to another session');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Move to / }));
  await expect.element(page.getByText(words)).toBeVisible();
  await userEvent.fill(page.getByLabelText('Reason'), 'The laser is broken');
  await userEvent.click(button('Move Ada Byron anyway'));
  await expect.element(page.getByText(/^Ada Byron is moved to /)).toBeVisible();
  const move = { action: 'move', ids: [ada.id] };
  expect(marked(calls)).toEqual([
    { ...move, inputs: { toInstanceId: 8 } },
    { ...move, inputs: { toInstanceId: 8, reason: 'The laser is broken' } },
  ]);
});

test('a no-show that refunds other seats asks first, also among the rest', async () => {
  const at = door();
  const asked = at.list.tickets.slice(0, 1);
  const notes = [
    '1 seat in a session that requires a missed one is released.',
    '$7.00 goes back to the balance Purse.',
  ];
  const calls = await open(at, 'desktop', {
    'POST /api/events/door/7/marks': (call: ApiCall) => {
      const { marks } = call.body as SendDoorMarks;
      const isAsked = (id: number) => asked.some((one) => one.id === id);
      const { results } = at.carryOut({ ...call, body: { marks: marks.filter(({ ticketId }) => !isAsked(ticketId)) } });
      const refused = marks.filter(({ ticketId }) => isAsked(ticketId));
      const words = 'Paid seats would be refunded.';
      return {
        results: [...results, ...refused.map(({ key }) => ({ key, isDone: false, words, needsQuestion: true }))],
      };
    },
    'POST /api/tickets/actions/noShow/plan': (call: ApiCall) => ({
      ...planned('Mark as no-show?', 'Mark as no-show', undefined, notes)(call),
      effect: '700',
    }),
    'POST /api/tickets/actions/noShow': () => {
      at.set('Ada Byron', 'noShow');
      return { ids: [asked[0]!.id], done: 'Ada Byron: no-show', changes: [], result: null };
    },
  });
  const question = page.getByRole('alertdialog', { name: 'Mark as no-show?' });
  await userEvent.click(button('No-show: Ada Byron'));
  for (const note of notes) await expect.element(question.getByText(note)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await expect.element(row('Ada Byron').getByText('Expected')).toBeVisible();
  await chooseFrom('More', 'Mark the rest as no-show');
  await userEvent.click(button('Mark as no-show'));
  await expect.element(question.getByText(notes[0]!)).toBeVisible();
  await expect.element(page.getByText('1 person: no-show')).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Mark as no-show' }));
  await expect.element(row('Ada Byron').getByText('No-show', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Paid seats would be refunded.')).not.toBeInTheDocument();
  const { id } = asked[0]!;
  expect(marked(calls).at(-1)).toEqual({ action: 'noShow', ids: [id], seen: { [id]: 'confirmed' }, effect: '700' });
});

test('a move that releases other seats shows what is refunded first', async () => {
  const at = door();
  const ada = at.list.tickets.find(({ name }) => name === 'Ada Byron')!;
  const notes = [
    '2 seats in sessions that require the previous one are released.',
    '$18.00 goes back to the balance Purse.',
  ];
  const calls = await open(at, 'desktop', {
    [`GET /api/events/door/events/${SESSION.eventId}`]: () => ({
      ...{ id: SESSION.eventId, title: SESSION.title, sessions: [SESSION, { ...SESSION, id: 8 }] },
    }),
    'POST /api/tickets/actions/move/plan': (call: ApiCall) => ({
      ...planned('Move to which session?', 'Move', undefined, notes)(call),
      effect: '1800',
    }),
    'POST /api/tickets/actions/move': () => ({ ids: [ada.id], done: null, changes: [], result: [900] }),
  });
  await chooseFrom('More: Ada Byron', 'Move to another session');
  const start = async () => {
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Move to / }));
    const question = page.getByRole('alertdialog', { name: 'Move Ada Byron?' });
    await expect.element(question.getByText(notes.join(' '))).toBeVisible();
    return question;
  };
  await userEvent.click((await start()).getByRole('button', { name: 'Back' }));
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(marked(calls)).toEqual([]);
  await userEvent.click((await start()).getByRole('button', { name: 'Move' }));
  await expect.element(page.getByText(/^Ada Byron is moved to /)).toBeVisible();
  expect(marked(calls)).toEqual([{ action: 'move', ids: [ada.id], inputs: { toInstanceId: 8 }, effect: '1800' }]);
});

test('a seat that depends on a booking says on which', async () => {
  const at = door();
  Object.assign(at.list.tickets[0]!, {
    dependsOn: [{ sessionId: 9, title: 'Basics', start: '2030-03-02T10:00:00-07:00' }],
  });
  await open(at, 'phone');
  await expect.element(page.getByText('Depends on Basics, March 2, 10 AM')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth);
});

test('people without consent to the terms agree at the door, or take part without it, for a reason', async () => {
  const at = door();
  Object.assign(at.list.tickets[0]!, { termsMissing: true });
  const ada = at.list.tickets[0]!.id;
  const calls = await open(at, 'phone', {
    'GET /api/events/door/7/terms': () => ({ minimumAge: 16, text: 'I wear goggles.', version: 'v1' }),
    [`POST /api/events/door/tickets/${ada}/agreement`]: () => {
      Object.assign(at.list.tickets[0]!, { termsMissing: false });
    },
    'GET /api/events/door/people': () => ({
      people: [{ id: 50, name: 'Gus New', username: 'gus', email: null }],
      hasMore: false,
    }),
    'POST /api/events/door/7/tickets': ({ body }: ApiCall) => {
      const { reason, withoutTerms } = body as AddAtDoor;
      if (withoutTerms !== true) return refusal(409, 'events.terms', 'Gus New has not agreed.');
      if (reason === undefined) return refusal(409, 'events.reason-needed', 'Gus New has not agreed. Give a reason.');
      return { ticketId: 90, status: 'attended', isNew: true };
    },
  });
  await userEvent.click(button('Record agreement: Ada Byron'));
  await expect.element(page.getByRole('textbox', { name: 'Terms of this event' })).toHaveValue('I wear goggles.');
  await expect.element(page.getByText('at least 16 years old')).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await userEvent.click(button('Ada Byron agrees'));
  await expect.element(page.getByText('Has not agreed to the terms')).not.toBeInTheDocument();
  await userEvent.click(button('Add a person'));
  await userEvent.fill(page.getByRole('searchbox', { name: 'Name, username or email' }), 'gus');
  await userEvent.click(button('Add: Gus New'));
  await userEvent.click(button('Continue without'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Watches only');
  await userEvent.click(button('Add Gus New anyway'));
  await expect.element(page.getByText('Gus New is added: attended')).toBeVisible();
  const to = { userId: 50, to: 'attended' };
  expect(marked(calls)).toEqual([
    { version: 'v1' },
    to,
    { ...to, withoutTerms: true },
    { ...to, withoutTerms: true, reason: 'Watches only' },
  ]);
});

test('who comes without having agreed to the terms is asked first; a scan says so and leads there', async () => {
  const at = door();
  const codeHash = await hashOf(CODE);
  Object.assign(at.list.tickets[0]!, { termsMissing: true });
  Object.assign(at.list.tickets[1]!, { termsMissing: true, codes: [codeHash] });
  const calls = await open(at, 'phone', {
    'GET /api/events/door/7/terms': () => ({ minimumAge: null, text: 'I wear goggles.', version: 'v1' }),
  });
  const sent = (): unknown[] =>
    calls
      .filter(({ path }) => path.endsWith('/marks'))
      .flatMap(({ body }) => (body as SendDoorMarks).marks.map(({ key: _, at: __, ticketId: ___, ...mark }) => mark));
  const mark = { from: 'confirmed', to: 'attended' };
  await userEvent.click(button('Attended: Ada Byron'));
  await expect.element(page.getByRole('heading', { name: 'Terms for Ada Byron' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(sent()).toEqual([]);
  await userEvent.click(button('Attended: Ada Byron'));
  await userEvent.click(button('Continue without'));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Watches only');
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  await userEvent.click(button('Mark Ada Byron anyway'));
  await expect.element(button('Undo: Ada Byron')).toBeVisible();

  await userEvent.fill(page.getByRole('searchbox', { name: 'Scan or find a name' }), CODE);
  await userEvent.keyboard('{Enter}');
  await expect.element(result(/Bénédicte.*Not checked in yet: has not agreed to the terms/)).toBeVisible();
  await userEvent.click(button('Show the terms'));
  await userEvent.click(button('Bénédicte Okafor-Wintergreen agrees'));
  await expect.element(result(/Bénédicte.*Checked in\./)).toBeVisible();
  expect(sent()).toEqual([
    { ...mark, withoutTerms: true, reason: 'Watches only' },
    { ...mark, agreedTo: 'v1', codeHash },
  ]);
});

const SESSIONS: DoorSessions = {
  today: [SESSION, { ...SESSION, id: 8, title: 'Sewing', phase: 'ahead' }],
  coming: [
    { ...SESSION, id: 9, title: 'Welding', start: '2027-03-10T10:00:00-07:00', end: '2027-03-10T11:00:00-07:00' },
  ],
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
  expect(textOf('Today')).toMatch(/5 of 12 seats1 attended2 expected1 waiting/);
  expect(textOf('Upcoming')).toMatch(/Welding.*March 10/);
});

test('the counts of sessions are in columns', async () => {
  const many = { attended: 12, expected: 88, noShow: 0, waiting: 0 };
  const today = [SESSION, { ...SESSION, id: 8, title: 'Sewing', capacity: 120, taken: 100, counts: many }];
  await list({ ...SESSIONS, today });
  await expect.element(page.getByText('100 of 120 seats')).toBeVisible();
  for (const words of [/^\d+ of \d+ seats$/, /^\d+ attended$/, /^\d+ expected$/]) {
    const ends = page
      .getByText(words)
      .elements()
      .map((count) => count.getBoundingClientRect().right);
    expect(ends).toEqual([ends[0], ends[0], ends[0]]);
  }
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
