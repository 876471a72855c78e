import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DoorList } from '../../domain/calls/door.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { OwnSession, OwnTicket, OwnTickets, SessionQuestions } from '../../domain/calls/tickets.ts';
import type { GivenAnswers } from '../../domain/calls/sign-up.ts';
import type { SessionDetails } from '../../domain/calls/sessions.ts';
import type { RequestField } from '../../domain/requests/request-form.ts';
import { addDays } from '../../domain/hours/hours.ts';
import { localDate } from '../../server/platform/zone-years.ts';
import { runHousekeeping } from '../../server/feature.ts';
import { registration } from '../../server/features/registration/feature.ts';
import { cleanUp } from '../../server/features/files/feature.ts';
import { Storage } from '../../server/features/files/storage.ts';
import { makeRow } from '../factories/any-row.ts';
import { HOUR, makeSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

const ROOM: RequestField = { 'x-field': 'String', type: 'string', title: 'Which machine do you know?', maxLength: 40 };
const SIZE: RequestField = {
  'x-field': 'Select',
  type: 'string',
  title: 'Size of glove',
  enum: ['s', 'l'],
  'x-labels': ['Small', 'Large'],
};
const MADE = 'The student makes lamps';

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let admin: TestUser;
let door: TestUser;
let number = 0;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
  [admin, door] = await Promise.all([
    t.createUser({ roles: ['Administrator'] }),
    t.createUser({ roles: ['EventProcessor'] }),
  ]);
});
afterAll(() => t.close());

async function call<Answer = unknown>(
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Answer & { code?: string; errors?: Record<string, string> } }> {
  const answer = await t.app.inject({
    method,
    url,
    headers: { cookie: user.cookie, 'sec-fetch-site': 'same-origin', ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() } as never;
}

interface MadeForm {
  id: number;
  version: number;
  versionId: number;
}

async function draft(properties: Record<string, RequestField>, required: string[]): Promise<Row> {
  return {
    type: 'object',
    additionalProperties: false,
    properties: properties as unknown as Row,
    required,
    'x-order': Object.keys(properties),
  };
}

async function form(
  properties: Record<string, RequestField> = { machine: ROOM, size: SIZE },
  required = ['machine'],
  forEvents = true,
): Promise<MadeForm> {
  const made = await call<{ id: number; version: number }>(admin, 'POST', '/api/forms', {
    name: `questions-${(number += 1)}`,
    title: 'Questions',
    costType: 'Free',
    active: true,
    forEvents,
    draftSchema: await draft(properties, required),
  });
  return publish(made.body.id, made.body.version);
}

async function publish(id: number, version: number): Promise<MadeForm> {
  const { status, body } = await call<{ result: [{ formVersionId: number; version: number }] }>(
    admin,
    'POST',
    '/api/forms/actions/publish',
    { ids: [id], seen: { [id]: version }, inputs: {} },
  );
  expect(status).toBe(200);
  const [published] = body.result;
  return { id, version: published.version, versionId: published.formVersionId };
}

function session(event: Row, instance: Row = {}): Promise<number> {
  const begins = (48 + 3 * (number += 1)) * HOUR;
  return makeSession(t, [begins, begins + 2 * HOUR], { event, instance: { capacity: 4, ...instance } });
}

const join = (user: TestUser, id: number, given?: GivenAnswers) =>
  call<OwnTicket>(user, 'POST', `/api/events/instances/${id}/tickets`, given);
const answerAgain = (user: TestUser, ticketId: number, given: GivenAnswers) =>
  call<OwnTicket>(user, 'PUT', `/api/events/tickets/${ticketId}/answers`, given);
const questions = async (user: TestUser, id: number) =>
  (await call<SessionQuestions>(user, 'GET', `/api/events/sessions/${id}/questions`)).body;
const registrationOf = async (user: TestUser, id: number) =>
  (await call<OwnSession>(user, 'GET', `/api/events/sessions/${id}/own`)).body;
const ticketRow = (id: number) => t.services.engine.get(SYSTEM, 'tickets', id);

describe('the questions of an event', () => {
  test('are answered at sign-up, and stored as text and with their version', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id });
    const shown = await questions(ada, id);
    expect(shown).toMatchObject({ version: { id: questionForm.versionId }, asksWishes: true, answers: {}, wishes: '' });
    expect((await t.app.inject(shown.version?.validator ?? '')).statusCode).toBe(200);
    const given = {
      formVersionId: questionForm.versionId,
      answers: { machine: 'The lathe', size: 'l' },
      wishes: ' A seat ',
    };
    const { status, body } = await join(ada, id, given);
    expect([status, body.status]).toEqual([200, 'confirmed']);
    expect(await ticketRow(body.id)).toMatchObject({
      formVersionId: questionForm.versionId,
      answers: 'Which machine do you know? The lathe\nSize of glove: Large',
      wishes: 'A seat',
    });
    expect((await registrationOf(ada, id)).asks).toEqual({
      formVersionId: questionForm.versionId,
      wishes: true,
      isMissing: false,
      canAnswer: true,
    });
    expect(await questions(ada, id)).toMatchObject({ answers: given.answers, wishes: 'A seat' });
    // Other people begin with nothing.
    expect(await questions(ben, id)).toMatchObject({ answers: {}, wishes: '' });
  });

  test('refuse what is missing or faulty by field, on the waitlist as well, and make no ticket', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id }, { capacity: 1 });
    for (const given of [undefined, {}, { wishes: 'x' }, { formVersionId: questionForm.versionId, answers: {} }]) {
      const { status, body } = await join(ada, id, given);
      expect([status, body.code, body.errors]).toEqual([
        422,
        'events.invalid-answers',
        { machine: 'This field is required' },
      ]);
    }
    const many = await join(ada, id, {
      formVersionId: questionForm.versionId,
      answers: { machine: 'x'.repeat(41), size: 'xl', other: 1 },
    });
    expect(Object.keys(many.body.errors ?? {}).sort()).toEqual(['machine', 'other', 'size']);
    expect((await registrationOf(ada, id)).ticket).toBeNull();
    const sound = { formVersionId: questionForm.versionId, answers: { machine: 'Saw' } };
    await join(ada, id, sound);
    expect((await join(ben, id)).status).toBe(422);
    expect((await join(ben, id, sound)).body.status).toBe('waitlisted');
  });

  test('are not asked again when a waitlisted person takes the seat', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id }, { capacity: 1 });
    const given = { formVersionId: questionForm.versionId, answers: { machine: 'Saw' } };
    const first = await join(ada, id, given);
    const second = await join(ben, id, given);
    await call(ada, 'POST', `/api/events/tickets/${first.body.id}/cancel`);
    const accepted = await call<OwnTicket>(ben, 'POST', `/api/events/tickets/${second.body.id}/accept`);
    expect(accepted.body.status).toBe('confirmed');
    // Returning people find their earlier answers.
    expect((await questions(ada, id)).answers).toEqual({ machine: 'Saw' });
  });

  test('survive nonsense of any size', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id });
    const url = `/api/events/instances/${id}/tickets`;
    const { versionId: formVersionId } = questionForm;
    const long = 'x'.repeat(200_000);
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, index]));
    const refusals: [object, number][] = [
      [{ formVersionId, answers: { machine: long } }, 422],
      [{ formVersionId, answers: { machine: { deep: [long] } } }, 422],
      [{ formVersionId, answers: { machine: 'a\u0000b' } }, 400],
      [{ formVersionId, answers: { machine: 'Saw' }, wishes: 'a\ud800b' }, 400],
      [{ formVersionId, answers: many }, 400],
      [{ formVersionId, answers: { machine: 'Saw' }, wishes: long }, 400],
      [{ formVersionId, answers: { machine: long + long } }, 413],
      [{ formVersionId, answers: [long] }, 400],
      [{ answers: { machine: 'Saw' } }, 400],
      [{ formVersionId }, 400],
      [{ formVersionId, answers: { machine: 'Saw' }, status: 'attended' }, 400],
      [{ formVersionId: 999_999, answers: { machine: 'Saw' } }, 409],
    ];
    for (const [index, [payload, expected]] of refusals.entries())
      expect([index, (await call(ada, 'POST', url, payload)).status]).toEqual([index, expected]);
    expect((await registrationOf(ada, id)).ticket).toBeNull();
  });

  test('that changed in the meantime are refused with a reason; the answers still fit the new ones', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id });
    const given = { formVersionId: questionForm.versionId, answers: { machine: 'Saw', size: 's' } };
    const { body: ticket } = await join(ben, id, given);
    await call(
      admin,
      'PUT',
      `/api/forms/${questionForm.id}`,
      { draftSchema: await draft({ machine: ROOM }, ['machine']) },
      {
        'if-match': `"${questionForm.version}"`,
      },
    );
    const next = await publish(questionForm.id, questionForm.version + 1);
    for (const refused of [await join(ada, id, given), await answerAgain(ben, ticket.id, given)])
      expect([refused.status, refused.body.code]).toEqual([409, 'events.questions-changed']);
    expect(await questions(ben, id)).toMatchObject({ version: { id: next.versionId }, answers: { machine: 'Saw' } });
    expect((await registrationOf(ben, id)).asks.isMissing).toBe(false);
    expect((await join(ada, id, { formVersionId: next.versionId, answers: { machine: 'Saw' } })).status).toBe(200);
    // An event that asks another form by now.
    const other = await form();
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', id);
    await t.services.engine.update(SYSTEM, 'events', Number(eventId), { formId: other.id });
    expect(
      (await answerAgain(ben, ticket.id, { formVersionId: next.versionId, answers: { machine: 'x' } })).status,
    ).toBe(409);
    expect((await registrationOf(ben, id)).asks.isMissing).toBe(true);
  });

  test('are answered again by their person until it begins, and by no one else', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id });
    const give = (machine: string) => ({ formVersionId: questionForm.versionId, answers: { machine }, wishes: 'Lift' });
    const { body: ticket } = await join(ada, id, give('Saw'));
    expect((await answerAgain(ben, ticket.id, give('Drill'))).status).toBe(404);
    expect((await answerAgain(ada, ticket.id, give('Drill'))).status).toBe(200);
    expect(await ticketRow(ticket.id)).toMatchObject({ answers: 'Which machine do you know? Drill', wishes: 'Lift' });
    expect((await answerAgain(ada, ticket.id, { wishes: '' })).status).toBe(200);
    expect(await ticketRow(ticket.id)).toMatchObject({ answers: 'Which machine do you know? Drill', wishes: null });
    // Signing up twice keeps what was said last, and the same answers write nothing.
    await join(ada, id, give('Press'));
    const { version } = await ticketRow(ticket.id);
    await join(ada, id, give('Press'));
    expect(await ticketRow(ticket.id)).toMatchObject({ answers: 'Which machine do you know? Press', version });
    const list = await call<OwnTickets>(ada, 'GET', '/api/events/tickets?when=upcoming');
    expect(list.body.tickets.find(({ session: { id: of } }) => of === id)?.asks.canAnswer).toBe(true);
    const now = new Date(t.services.clock.now()).toISOString();
    await t.services.db.updateTable('instances').set({ startsAt: now }).where('id', '=', id).execute();
    expect((await answerAgain(ada, ticket.id, give('Late'))).body.code).toBe('events.not-possible');
    expect((await registrationOf(ada, id)).asks.canAnswer).toBe(false);
  });

  test('can be left for later by staff, which is marked until they are answered', async () => {
    const questionForm = await form();
    const id = await session({ formId: questionForm.id });
    const added = await call<{ ticketId: number }>(door, 'POST', `/api/events/door/${id}/tickets`, {
      userId: ada.id,
      to: 'confirmed',
    });
    expect(added.status).toBe(200);
    const atDoor = async () => (await call<DoorList>(door, 'GET', `/api/events/door/${id}`)).body.tickets[0];
    expect(await atDoor()).toMatchObject({ answersMissing: true, answers: null, wishes: null });
    expect((await registrationOf(ada, id)).asks).toMatchObject({ isMissing: true, canAnswer: true });
    // Missing ones can be given until it ends.
    const now = new Date(t.services.clock.now()).toISOString();
    await t.services.db.updateTable('instances').set({ startsAt: now }).where('id', '=', id).execute();
    const given = { formVersionId: questionForm.versionId, answers: { machine: 'Saw' }, wishes: MADE };
    expect((await answerAgain(ada, added.body.ticketId, given)).status).toBe(200);
    expect(await atDoor()).toMatchObject({
      answersMissing: false,
      answers: 'Which machine do you know? Saw',
      wishes: MADE,
    });
    expect((await call(ben, 'GET', `/api/events/door/${id}`)).status).toBe(403);
  });
});

test('a date that has passed since stays as long as it does not change', async () => {
  const day = {
    'x-field': 'Date',
    type: 'string',
    format: 'date',
    title: 'Day',
    'x-earliest': { from: '$today' },
  } as const;
  const questionForm = await form({ day, machine: ROOM }, []);
  const id = await session({ formId: questionForm.id });
  const today = localDate(t.services.clock.now(), t.services.model.site.timezone);
  const [past, earlier] = [addDays(today, -3), addDays(today, -2)];
  const give = (answer: string, machine: string) => ({
    formVersionId: questionForm.versionId,
    answers: { day: answer, machine },
  });
  const { body: ticket } = await join(ada, id, give(today, 'Saw'));
  // As if it had been given some days ago.
  const answerValues = JSON.stringify({ day: past, machine: 'Saw' });
  await t.services.db.updateTable('tickets').set({ answerValues }).where('id', '=', ticket.id).execute();
  const changed = await answerAgain(ada, ticket.id, give(earlier, 'Drill'));
  expect([changed.status, Object.keys(changed.body.errors ?? {})]).toEqual([422, ['day']]);
  expect((await answerAgain(ada, ticket.id, give(past, 'Drill'))).status).toBe(200);
  expect((await ticketRow(ticket.id)).answers).toContain('Drill');
  expect((await answerAgain(ben, ticket.id, give(past, 'Drill'))).status).toBe(404);
});

test('attendees moved to another session keep their answers', async () => {
  const questionForm = await form();
  const from = await session({ formId: questionForm.id });
  const instance = await t.services.engine.get(SYSTEM, 'instances', from);
  const to = await makeRow(t.services, 'instances', {
    eventId: instance.eventId ?? null,
    status: 'published',
    startsAt: instance.startsAt ?? null,
    endsAt: instance.endsAt ?? null,
    capacity: 4,
  });
  const given = { formVersionId: questionForm.versionId, answers: { machine: 'Saw' }, wishes: MADE };
  const { body } = await join(ada, from, given);
  const moved = await call<{ result: [number] }>(door, 'POST', '/api/tickets/actions/move', {
    ids: [body.id],
    inputs: { toInstanceId: to['id'] ?? null },
  });
  expect(moved.status).toBe(200);
  expect(await ticketRow(moved.body.result[0])).toMatchObject({
    answers: 'Which machine do you know? Saw',
    wishes: MADE,
    formVersionId: questionForm.versionId,
  });
});

describe('accessibility needs', () => {
  test('are read by processors and by the person, and by no one else', async () => {
    const id = await session({});
    const { body: ticket } = await join(ada, id, { wishes: MADE });
    for (const [reader, expected] of [
      [ada, MADE],
      [door, MADE],
    ] as const)
      expect((await call<Row>(reader, 'GET', `/api/tickets/${ticket.id}`)).body['wishes']).toBe(expected);
    expect((await call(ben, 'GET', `/api/tickets/${ticket.id}`)).status).toBe(404);
    const csv = async ({ cookie }: TestUser) =>
      (await t.app.inject({ url: '/api/tickets/export?format=csv', headers: { cookie } })).body;
    expect(await csv(door)).toContain(MADE);
    expect(await csv(ben)).not.toContain(MADE);
    const seen = await call(ben, 'GET', `/api/events/sessions/${id}`);
    expect(JSON.stringify(seen.body)).not.toContain(MADE);
  });

  test('are not asked where the event does not want them', async () => {
    const id = await session({ asksWishes: false });
    expect((await join(ada, id, { wishes: MADE })).body.code).toBe('events.questions-changed');
    const { body } = await join(ada, id);
    expect(body.status).toBe('confirmed');
    expect((await registrationOf(ada, id)).asks).toMatchObject({ wishes: false, canAnswer: false });
  });

  test('are deleted with the answers some days after the session, also from the history; attendance stays', async () => {
    const questionForm = await form();
    const [over, ahead] = [await session({ formId: questionForm.id }), await session({})];
    const given = { formVersionId: questionForm.versionId, answers: { machine: 'Saw' }, wishes: MADE };
    const first = await join(ada, over, given);
    const second = await join(ada, ahead, { wishes: MADE });
    const days = (count: number) => new Date(t.services.clock.now() - count * 24 * HOUR).toISOString();
    await t.services.db
      .updateTable('instances')
      .set({ startsAt: days(182), endsAt: days(181) })
      .where('id', '=', over)
      .execute();
    await runHousekeeping([registration], t.services);
    expect(await ticketRow(first.body.id)).toMatchObject({ answers: null, answerValues: null, wishes: null });
    expect(await ticketRow(second.body.id)).toMatchObject({ wishes: MADE });
    const history = async (id: number) =>
      JSON.stringify(
        await t.services.db
          .selectFrom('auditEntries')
          .select(['before', 'after'])
          .where('resource', '=', 'tickets')
          .where('recordId', '=', String(id))
          .execute(),
      );
    expect(await history(second.body.id)).toContain(MADE);
    expect(await history(first.body.id)).not.toMatch(/makes lamps|Saw/);
    expect(await history(first.body.id)).toContain('confirmed');
  });
});

describe('forms for sign-up', () => {
  test('are no requests, take no files, and are the only ones that events ask', async () => {
    const questionForm = await form();
    const event = await session({ formId: questionForm.id });
    const { eventId } = await t.services.engine.get(SYSTEM, 'instances', event);
    const ofRequests = await form({ machine: ROOM }, [], false);
    const wrong = await call(
      admin,
      'PUT',
      `/api/events/${String(eventId)}`,
      { formId: ofRequests.id },
      { 'if-match': '"1"' },
    );
    expect([wrong.status, Object.keys(wrong.body.errors ?? {})]).toEqual([400, ['formId']]);
    const opened = await call<{ closed: string | null }>(admin, 'GET', '/api/requests/form?form=questions-none');
    expect(opened.status).toBe(404);
    const filed = await call(admin, 'POST', '/api/requests/submissions', {
      formVersionId: questionForm.versionId,
      data: { machine: 'Saw' },
    });
    expect([filed.status, filed.body.code]).toEqual([409, 'requests.form-closed']);
    const names = (await call<Row[]>(ada, 'GET', '/api/forms')).body.map(({ id }) => id);
    expect(names).toContain(ofRequests.id);
    expect(names).not.toContain(questionForm.id);
    const back = await call(
      admin,
      'PUT',
      `/api/forms/${questionForm.id}`,
      { forEvents: false },
      {
        'if-match': `"${questionForm.version}"`,
      },
    );
    expect([back.status, Object.keys(back.body.errors ?? {})]).toEqual([400, ['forEvents']]);
  });
});

describe('files among the answers', () => {
  const DRAWING: RequestField = {
    'x-field': 'FileUpload',
    type: 'array',
    title: 'Drawing',
    items: { type: 'string', format: 'uuid' },
    maxItems: 1,
    'x-accept': ['.txt'],
    'x-max-bytes': 1000,
  };
  const upload = async (user: TestUser, formVersionId: number, name = 'plan.txt', size = 20, field = 'drawing') => {
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api/files?formVersionId=${formVersionId}&field=${field}`,
      headers: {
        ...{ cookie: user.cookie, 'sec-fetch-site': 'same-origin', 'x-file-name': name },
        'content-type': 'application/octet-stream',
      },
      payload: Buffer.from('a'.repeat(size)),
    });
    return { status: answer.statusCode, ...answer.json<{ id: string; url: string }>() };
  };
  const join = (user: TestUser, id: number, versionId: number, drawing: string[]) =>
    call<OwnTicket>(user, 'POST', `/api/events/instances/${id}/tickets`, {
      formVersionId: versionId,
      answers: { drawing },
    });
  const read = async (user: TestUser, url: string) => (await call(user, 'GET', url).catch(() => null))?.status ?? 200;

  test('are uploaded beforehand, belong to the ticket, are read with its answers, and are deleted with them', async () => {
    const questionForm = await form({ drawing: DRAWING }, ['drawing']);
    const id = await session({ formId: questionForm.id });
    const file = await upload(ada, questionForm.versionId);
    expect([file.status, await read(door, file.url), await read(ben, file.url)]).toEqual([201, 404, 404]);
    expect((await join(ben, id, questionForm.versionId, [file.id])).body.errors).toEqual({
      drawing: 'A file is no longer there. Add it again.',
    });
    expect((await join(ada, id, questionForm.versionId, [file.id])).body).toMatchObject({ status: 'confirmed' });
    expect([await read(ada, file.url), await read(door, file.url), await read(ben, file.url)]).toEqual([200, 200, 404]);
    const { tickets } = (await call<DoorList>(door, 'GET', `/api/events/door/${id}`)).body;
    expect(tickets[0]).toMatchObject({ answers: 'Drawing: plan.txt', files: [{ id: file.id, name: 'plan.txt' }] });
    const { files } = (await call<SessionQuestions>(ada, 'GET', `/api/events/sessions/${id}/questions`)).body;
    expect(files.map((one) => one.id)).toEqual([file.id]);

    const storage = new Storage(t.services.settings.uploadDir, t.services.clock);
    const names = async () =>
      (await t.services.db.selectFrom('files').select('name').where('id', '=', file.id).execute()).length;
    const now = t.services.clock.now();
    t.services.clock.moveTo(now + 30 * 24 * HOUR);
    await cleanUp(t.services, storage);
    expect(await names()).toBe(1);
    t.services.clock.moveTo(now + 400 * 24 * HOUR);
    await runHousekeeping([registration], t.services);
    await cleanUp(t.services, storage);
    expect(await names()).toBe(0);
    t.services.clock.moveTo(now);
  });

  test('are not held by a ticket that only writes their ids into a text', async () => {
    const questionForm = await form({ drawing: DRAWING, machine: { ...ROOM, maxLength: 400 } }, []);
    const id = await session({ formId: questionForm.id });
    const [named, written] = [await upload(ada, questionForm.versionId), await upload(ada, questionForm.versionId)];
    const answers = { drawing: [named.id], machine: `${written.id} "${written.id}"` };
    const joined = await call(ada, 'POST', `/api/events/instances/${id}/tickets`, {
      formVersionId: questionForm.versionId,
      answers,
    });
    expect(joined.status).toBe(200);
    expect([await read(door, named.url), await read(door, written.url)]).toEqual([200, 404]);
    const now = t.services.clock.now();
    t.services.clock.moveTo(now + 30 * 24 * HOUR);
    await cleanUp(t.services, new Storage(t.services.settings.uploadDir, t.services.clock));
    const left = await t.services.db
      .selectFrom('files')
      .select('id')
      .where('id', 'in', [named.id, written.id])
      .execute();
    expect(left).toEqual([{ id: named.id }]);
    t.services.clock.moveTo(now);
  });

  test('keep to the kinds and the size of their field, and to forms that are asked', async () => {
    const questionForm = await form({ drawing: DRAWING }, []);
    expect((await upload(ada, questionForm.versionId)).status).toBe(404);
    await session({ formId: questionForm.id });
    expect((await upload(ada, questionForm.versionId, 'plan.pdf')).status).toBe(422);
    expect((await upload(ada, questionForm.versionId, 'plan.txt', 1001)).status).toBe(413);
    expect((await upload(ada, questionForm.versionId, 'plan.txt', 20, 'other')).status).toBe(404);
  });
});

test('a session says what to bring, how to get there, and shows the map with words', async () => {
  const place = await makeRow(t.services, 'locations', {
    displayName: 'Cellar',
    directions: 'Down the stairs by the lift.',
    active: true,
    isPublic: true,
    planImage: null,
  });
  const id = await session({ bring: '<p>Closed shoes</p>' }, { locationId: place['id'] ?? null });
  const { body } = await call<SessionDetails>(ada, 'GET', `/api/events/sessions/${id}`);
  expect(body).toMatchObject({
    bring: '<p>Closed shoes</p>',
    directions: 'Down the stairs by the lift.',
    plan: null,
    hasQuestions: false,
  });
  await t.services.engine.update(SYSTEM, 'locations', Number(place['id']), { isPublic: false });
  const hidden = await call<SessionDetails>(ada, 'GET', `/api/events/sessions/${id}`);
  expect(hidden.body).toMatchObject({ directions: '', plan: null });
});
