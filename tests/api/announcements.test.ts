import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import type { Delivery, People, AnnouncementPreview, Recipients, Selection } from '../../domain/calls/announcements.ts';
import { announcements } from '../../server/features/announcements/feature.ts';
import { announce, sendAnnouncement } from '../../server/features/announcements/send.ts';
import { GRACE } from '../../domain/messages/grace.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const TAKE_BACK = '/api/announcements/actions/takeBack';

let started: TestApp;
let sender: TestUser;
beforeAll(async () => {
  started = await startTestApp({ works: true });
});
afterAll(() => started.close());

const db = () => started.services.db;

/** People of one test, found by this word in their names. */
async function people(count: number, values: { email?: string | null; active?: boolean } = {}): Promise<string> {
  const word = `W${randomUUID().slice(0, 8)}`;
  await addPeople(word, count, values);
  return word;
}

async function addPeople(word: string, count: number, values: { email?: string | null; active?: boolean } = {}) {
  const rows = Array.from({ length: count }, (_, index) => {
    const username = `${word.toLowerCase()}-${randomUUID().slice(0, 8)}`;
    const email = values.email === undefined ? `${username}@example.edu` : values.email;
    return { username, displayName: `Person ${word} no${index}`, active: values.active ?? true, email };
  });
  return db().insertInto('users').values(rows).returning('id').execute();
}

const those = (word: string): Selection => ({ source: 'users', filter: { q: word } });

function call<Body extends object>(user: TestUser, url: string, payload?: Body, headers: Record<string, string> = {}) {
  return started.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { cookie: user.cookie, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

async function send(word: string, user: TestUser = sender, more: object = {}): Promise<number> {
  const answer = await call(user, '/api/announcements/send', {
    ...those(word),
    subject: 'The shop is closed',
    html: '<p>On <strong>Monday</strong>. {recipientName}</p>',
    ...more,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: number }>().id;
}

/** The services half a minute later. */
function later(): TestApp['services'] {
  const now = started.services.clock.now() + GRACE + 1000;
  const clock = { now: () => now, instant: () => new Date(now).toISOString(), offset: 0 };
  return { ...started.services, clock: clock as unknown as TestApp['services']['clock'] };
}

const messagesOf = (id: number) =>
  db()
    .selectFrom('messages')
    .select(['subject', 'html'])
    .where('about', '=', 'announcements')
    .where('aboutId', '=', id)
    .execute();

const deliveryOf = async (id: number, user: TestUser = sender) =>
  (await call(user, `/api/announcements/${id}/delivery`)).json<Delivery>();

async function newSender(): Promise<TestUser> {
  return started.createUser({ roles: ['RequestsAdmin'] });
}

describe('before it is sent', () => {
  beforeAll(async () => {
    sender = await newSender();
  });

  test('it is counted how many people it goes to, and by which ways', async () => {
    const word = await people(3);
    await addPeople(word, 2, { email: null });
    await addPeople(word, 4, { active: false });
    const [first, second] = await addPeople(word, 2);
    await db()
      .insertInto('messageChoices')
      .values([
        { userId: first?.id ?? 0, category: 'announcements', delivery: 'mail' },
        { userId: second?.id ?? 0, category: 'announcements', delivery: 'none' },
      ])
      .execute();
    expect((await call(sender, '/api/announcements/preview', those(word))).json<AnnouncementPreview>()).toEqual({
      people: 7,
      isImmediate: false,
      ways: { mail: 1, digest: 3, portal: 2, none: 1 },
      unaddressed: 2,
      failing: 0,
      inactive: 4,
    });
  });

  test('people whose address receives no emails are counted and listed for the portal', async () => {
    const word = await people(3);
    const [first] = await db()
      .selectFrom('users')
      .select(['id', 'email'])
      .where('displayName', 'like', `%${word}%`)
      .execute();
    await db()
      .updateTable('users')
      .set({ email: `Gone.${word}@example.edu` })
      .where('id', '=', first?.id ?? 0)
      .execute();
    await db()
      .insertInto('suppressedAddresses')
      .values({ address: `gone.${word.toLowerCase()}@example.edu`, reason: '550 no such user' })
      .execute();
    expect((await call(sender, '/api/announcements/preview', those(word))).json<AnnouncementPreview>()).toMatchObject({
      people: 3,
      ways: { mail: 0, digest: 2, portal: 1, none: 0 },
      unaddressed: 0,
      failing: 1,
    });
    const named = (await call(sender, '/api/announcements/people', { ...those(word), start: 0 })).json<People>();
    expect(named.people.filter(({ addressFails }) => addressFails).map(({ id, way }) => [id, way])).toEqual([
      [first?.id, 'portal'],
    ]);
  });

  test('names are listed in pages, and searched', async () => {
    const word = await people(60);
    const page = async (more: object) =>
      (await call(sender, '/api/announcements/people', { ...those(word), start: 0, ...more })).json<People>();
    expect([(await page({})).total, (await page({})).people.length]).toEqual([60, 50]);
    expect((await page({ start: 50 })).people).toHaveLength(10);
    expect((await page({ q: `${word} no59` })).people.map(({ name }) => name)).toEqual([`Person ${word} no59`]);
    expect((await page({ q: '%' })).people).toEqual([]);
  });

  test('everyone counts once, with any number of rows', async () => {
    const word = await people(2);
    const owners = await db().selectFrom('users').select('id').where('displayName', 'like', `%${word}%`).execute();
    const ids = owners.map(({ id }) => id);
    const answer = await call(sender, '/api/announcements/preview', {
      source: 'users',
      filter: { id: [...ids, ...ids] },
    });
    expect(answer.json<AnnouncementPreview>().people).toBe(2);
  });
});

describe('senders and recipients', () => {
  test.for([
    [[], 403],
    [['Student'], 403],
    [['RequestsProcessor'], 403],
    [['RequestsAdmin'], 200],
    [['EventAdmin'], 200],
    [['Administrator'], 200],
  ] as const)('%s: %i', async ([roles, status]) => {
    const word = await people(1);
    const user = await started.createUser({ roles: [...roles] });
    for (const [path, more] of [
      ['preview', {}],
      ['people', { start: 0 }],
    ] as const)
      expect((await call(user, `/api/announcements/${path}`, { ...those(word), ...more })).statusCode).toBe(status);
    const sent = await call(user, '/api/announcements/send', { ...those(word), subject: 'x', html: '<p>x</p>' });
    expect(sent.statusCode).toBe(status === 200 ? 201 : 403);
  });

  test('visitors have no permission', async () => {
    const answer = await started.app.inject({ method: 'POST', url: '/api/announcements/preview', payload: those('x') });
    expect(answer.statusCode).toBe(401);
  });

  test('no one is reached by rows that the sender cannot read', async () => {
    // Balances lead to people, but events staff read none of them, and of users no inner fields.
    const events = await started.createUser({ roles: ['EventAdmin'] });
    const bySubmissions = await call(events, '/api/announcements/preview', { source: 'submissions', filter: {} });
    // Their own requests are all that they see.
    expect(bySubmissions.json<AnnouncementPreview>().people).toBe(0);
    for (const filter of [{ notes: 'x' }, { roles: ['Administrator'] }, { 'id) or (1': 1 }]) {
      const answer = await call(events, '/api/announcements/preview', { source: 'users', filter });
      expect([filter, answer.statusCode]).toEqual([filter, 400]);
    }
    const hostile = { source: 'users', filter: { q: "') or 1=1 --", displayName_like: "' or '1'='1" } };
    expect((await call(events, '/api/announcements/preview', hostile)).json<AnnouncementPreview>().people).toBe(0);
  });

  test.for(['sessions', 'credentials', 'announcements', 'pages', 'nothing', 'users;drop'])(
    'no people are chosen from %s',
    async (source) => {
      const events = await started.createUser({ roles: ['EventAdmin'] });
      const answer = await call(events, '/api/announcements/preview', { source, filter: {} });
      expect([400, 403, 404]).toContain(answer.statusCode);
    },
  );

  test('others do not see an announcement, and anyone who only reads it does not take it back', async () => {
    const [ada, bob] = [await newSender(), await newSender()];
    const id = await send(await people(1), ada);
    for (const path of ['delivery', 'recipients'])
      expect((await call(bob, `/api/announcements/${id}/${path}`)).statusCode).toBe(404);
    expect((await call(bob, TAKE_BACK, { ids: [id] })).statusCode).toBe(404);
    const { engine, permissions } = started.services;
    const reading = { actions: ['read' as const], readFields: ['*'], writeFields: [], condition: null };
    const rule = { role: 'ContentAdmin', resource: 'announcements', ...reading };
    await engine.create(SYSTEM, 'permissions', rule, { command: true });
    await permissions.refresh();
    const reader = await started.createUser({ roles: ['ContentAdmin'] });
    expect((await deliveryOf(id, reader)).canTakeBack).toBe(false);
    expect((await call(reader, TAKE_BACK, { ids: [id] })).statusCode).toBe(403);
    expect(await deliveryOf(id, ada)).toMatchObject({ state: 'waiting', canTakeBack: true });
    const generic = await call(ada, '/api/announcements', { subject: 'x', html: 'x', people: 1 });
    expect([403, 404, 405]).toContain(generic.statusCode);
  });
});

describe('sending', () => {
  beforeAll(async () => {
    sender = await newSender();
  });

  test('waits half a minute, then reaches everyone by their own way, once', async () => {
    const word = await people(2);
    const [silent] = await addPeople(word, 1);
    const [former] = await addPeople(word, 1);
    await db()
      .insertInto('messageChoices')
      .values({ userId: silent?.id ?? 0, category: 'announcements', delivery: 'none' })
      .execute();
    const id = await send(word);
    expect((await deliveryOf(id)).undoFor).toBeGreaterThan(GRACE - 5000);
    // Joined afterwards: not among those who were counted.
    await addPeople(word, 1);
    await db()
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', former?.id ?? 0)
      .execute();
    await sendAnnouncement(started.services, id);
    expect((await deliveryOf(id)).state).toBe('waiting');
    await sendAnnouncement(later(), id);
    await sendAnnouncement(later(), id);
    const { state, people: total, outcomes, read } = await deliveryOf(id);
    expect({ state, total, read }).toEqual({ state: 'sent', total: 4, read: 0 });
    expect(outcomes).toMatchObject({ daily: 2, none: 1, left: 1, waiting: 0 });
    const messages = await messagesOf(id);
    expect(messages.map(({ subject, html }) => [subject, html])).toEqual([
      ['The shop is closed', expect.stringContaining('<strong>Monday</strong>')],
    ]);
    const { recipients } = (await call(sender, `/api/announcements/${id}/recipients?show=daily`)).json<Recipients>();
    expect(recipients).toHaveLength(2);
  });

  test('what has become of each is seen: read, sent, refused', async () => {
    const word = await people(3);
    const rows = await db().selectFrom('users').select('id').where('displayName', 'like', `%${word}%`).execute();
    await db()
      .insertInto('messageChoices')
      .values(rows.map(({ id }) => ({ userId: id, category: 'announcements', delivery: 'mail' as const })))
      .execute();
    const id = await send(word);
    await sendAnnouncement(later(), id);
    const [first, second, third] = rows.map((row) => row.id);
    const mails = () => db().updateTable('mails').where('event', '=', 'announcement');
    await mails()
      .set({ state: 'sent' })
      .where('userId', '=', first ?? 0)
      .execute();
    await mails()
      .set({ state: 'refused', lastAnswer: '550 no such user' })
      .where('userId', '=', second ?? 0)
      .execute();
    await db()
      .updateTable('messageRecipients')
      .set({ readAt: '2026-01-01T00:00:00Z' })
      .where('userId', '=', third ?? 0)
      .execute();
    const { outcomes, read } = await deliveryOf(id);
    expect([outcomes.mailed, outcomes.mailFailed, outcomes.mailWaiting, read]).toEqual([1, 1, 1, 1]);
    const shown = async (query: string) =>
      (await call(sender, `/api/announcements/${id}/recipients?${query}`)).json<Recipients>().recipients;
    expect(await shown('show=mailFailed')).toMatchObject([{ id: second, answer: '550 no such user' }]);
    expect((await shown('show=read')).map((one) => one.id)).toEqual([third]);
    expect(await shown('show=unread')).toHaveLength(2);
    expect(await shown(`q=${word}%20no2`)).toHaveLength(1);
  });

  test('a double click makes one; another one waits for its turn', async () => {
    const word = await people(1);
    const body = { ...those(word), subject: 'Once', html: '<p>x</p>' };
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => call(sender, '/api/announcements/send', body, key)));
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1);
    const next = await call(sender, '/api/announcements/send', body);
    expect(expectProblem(next).code).toBe('announcements.not-yet');
    await sendAnnouncement(later(), answers[0]?.json<{ id: number }>().id ?? 0);
    await send(word);
  });

  test('is refused beyond so many an hour, to no one, and without words', async () => {
    const busy = await newSender();
    const word = await people(1);
    const refusal = async (more: object, to = word) =>
      expectProblem(
        await call(busy, '/api/announcements/send', { ...those(to), subject: 'x', html: '<p>x</p>', ...more }),
      ).code;
    expect(await refusal({}, 'Wnobodyatall')).toBe('announcements.nobody');
    expect(await refusal({ html: '<p> </p>' })).toBe('announcements.empty');
    expect(await db().selectFrom('announcements').select('id').where('senderId', '=', busy.id).execute()).toEqual([]);
    await db()
      .insertInto('announcements')
      .values(
        Array.from({ length: 20 }, () => ({
          subject: 'x',
          html: 'x',
          state: 'sent' as const,
          people: 1,
          source: 'users',
          senderId: busy.id,
          dueAt: started.services.clock.instant(),
        })),
      )
      .execute();
    expect(await refusal({})).toBe('announcements.too-many');
  });
});

describe('taking back', () => {
  test('works until the job has begun, and not after; the text can be used again', async () => {
    const ada = await newSender();
    const word = await people(2);
    const first = await send(word, ada);
    expect((await call(ada, TAKE_BACK, { ids: [first] })).statusCode).toBe(200);
    expect(await deliveryOf(first, ada)).toMatchObject({ state: 'cancelled', undoFor: 0, filter: { q: word } });
    await sendAnnouncement(later(), first);
    expect((await deliveryOf(first, ada)).outcomes.waiting).toBe(2);
    expect(await messagesOf(first)).toEqual([]);
    const second = await send(word, ada);
    await sendAnnouncement(later(), second);
    expect(expectProblem(await call(ada, TAKE_BACK, { ids: [second] })).detail).toBe(
      'Too late: it is already being sent.',
    );
  });

  test('at the same instant as the job: one of the two, never both', async () => {
    const ada = await newSender();
    const actor = {
      id: ada.id,
      username: ada.username,
      roles: ['RequestsAdmin'],
      capabilities: ['processRequests', 'administerRequests'] as const,
      groupIds: [],
      isKiosk: false,
      ip: null,
    };
    const word = await people(1);
    for (let round = 0; round < 6; round += 1) {
      const id = await announce(started.services, actor, { ...those(word), subject: 'x', html: '<p>x</p>' }, undefined);
      const [undo] = await Promise.allSettled([
        started.services.engine.commands.run(actor, 'announcements', 'takeBack', { ids: [id] }),
        sendAnnouncement(later(), id),
      ]);
      const written = await messagesOf(id);
      const { state } = await deliveryOf(id, ada);
      expect([undo.status, state, written.length]).toEqual(
        undo.status === 'fulfilled' ? ['fulfilled', 'cancelled', 0] : ['rejected', 'sent', 1],
      );
    }
  });
});

test('an interrupted sending continues from its last recipient, also in two processes, and no one gets it twice', async () => {
  const ada = await newSender();
  const word = await people(3000);
  const id = await send(word, ada);
  const services = later();
  let batches = 0;
  const engine = new Proxy(services.engine, {
    get(target, name, receiver) {
      const own: unknown = Reflect.get(target, name, receiver);
      if (name !== 'transaction') return typeof own === 'function' ? own.bind(target) : own;
      return async (work: never) => {
        if (batches === 1) throw new Error('killed');
        batches += 1;
        return target.transaction(work);
      };
    },
  });
  await expect(sendAnnouncement({ ...services, engine }, id)).rejects.toThrow('killed');
  expect(await deliveryOf(id, ada)).toMatchObject({ state: 'sending', outcomes: { daily: 2000, waiting: 1000 } });
  await Promise.all([sendAnnouncement(services, id), sendAnnouncement(services, id)]);
  expect(await deliveryOf(id, ada)).toMatchObject({ state: 'sent', outcomes: { daily: 3000, waiting: 0 } });
  const [mails] = await db()
    .selectFrom('mails as m')
    .innerJoin('messages as t', 't.id', 'm.messageId')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('m.userId').distinct().as('people')])
    .where('t.about', '=', 'announcements')
    .where('t.aboutId', '=', id)
    .execute();
  expect(mails).toEqual({ all: 3000, people: 3000 });
});

test('a starting process immediately continues the work of a killed one', async () => {
  const ada = await newSender();
  const id = await send(await people(2), ada);
  // The queue considers its job as running for a quarter of an hour.
  await sql`update pgboss.job set state = 'active', started_on = pgboss.job_now()
    where name = 'announcements.send' and data->>'id' = ${String(id)}`.execute(db());
  await db()
    .updateTable('announcements')
    .set({ dueAt: new Date(started.services.clock.now() - 1000).toISOString() })
    .where('id', '=', id)
    .execute();
  await announcements.catchUp?.(started.services);
  await expect.poll(async () => (await deliveryOf(id, ada)).state, { timeout: 20_000 }).toBe('sent');
});
