import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { copyProject, PROJECT, startServer, type ServerProcess } from '../factories/server-process.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
const SEATS = 30;
const PEOPLE = 500;
/** Sign-ups before the server is killed, and while it is. */
const ANSWERED = 60;
const CAUGHT = 20;
const SECRET = 'a secret of more than thirty-two characters';

let t: TestApp;
let env: Record<string, string>;
let servers: ServerProcess[];
let folder: string;
let cookies: string[];
beforeAll(async () => {
  t = await startTestApp({ env: { SESSION_SECRET: SECRET } });
  folder = await mkdtemp(join(tmpdir(), 'race-'));
  env = { DATABASE_URL: t.services.settings.databaseUrl ?? '', SESSION_SECRET: SECRET, DATA_DIR: folder };
  servers = await Promise.all([startServer(PROJECT, env), startServer(PROJECT, env)]);
  cookies = await logInMany(PEOPLE);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.signal('SIGTERM')));
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

/** Accounts with sessions, made at the same time: logging in is not what is measured. */
async function logInMany(count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHmac('sha256', SECRET).update(token).digest('base64url'));
  await sql`with made as (
      insert into "users" ("username", "displayName", "email", "roles", "active")
      select 'racer' || n, 'Racer ' || n, 'racer' || n || '@campus.example', '["Student"]', true from generate_series(1, ${count}::int) n
      returning "id"),
    numbered as (select "id", row_number() over (order by "id") as n from made)
    insert into "sessions" ("tokenHash", "userId", "expiresAt", "isKiosk")
    select h.hash, numbered."id", atrium_now() + interval '8 hours', false
    from unnest(${hashes}::text[]) with ordinality as h(hash, n) join numbered using (n)`.execute(t.services.db);
  return tokens.map((token) => `atrium=${token}`);
}

async function session(waitlistOn: boolean): Promise<number> {
  const { clock } = t.services;
  const event = await makeRow(t.services, 'events', { active: true, waitlistOn });
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(clock.now() + 48 * HOUR).toISOString(),
    endsAt: new Date(clock.now() + 49 * HOUR).toISOString(),
    capacity: SEATS,
  });
  return Number(instance['id']);
}

/** Alternately to both servers. */
async function post(
  index: number,
  path: string,
  among: readonly ServerProcess[] = servers,
): Promise<{ status: number; body: { id?: number; code?: string } }> {
  const { url } = among[index % among.length]!;
  // A server closes connections that were idle, perhaps while a call is sent over one of them.
  const headers = { cookie: cookies[index] ?? '', origin: url, connection: 'close' };
  const answer = await fetch(`${url}/api/events/${path}`, { method: 'POST', headers });
  return { status: answer.status, body: (await answer.json()) as { id?: number; code?: string } };
}

async function seats(id: number): Promise<{ counted: number; tickets: number }> {
  const { confirmed } = await t.services.engine.get(SYSTEM, 'instances', id);
  const { count } = await t.services.db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('instanceId', '=', id)
    .where('status', 'in', t.services.model.tickets.seated)
    .executeTakeFirstOrThrow();
  return { counted: confirmed ?? 0, tickets: Number(count) };
}

/** Everyone at the same time, without a waitlist: how many got which answer, and the seats afterwards. */
async function race(among: readonly ServerProcess[]) {
  const id = await session(false);
  const answers = await Promise.all(cookies.map((_, index) => post(index, `instances/${id}/tickets`, among)));
  const outcomes: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = `${status} ${body.code ?? ''}`.trim();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { outcomes, ...(await seats(id)) };
}

test('of 500 people at the same time on two servers, 30 get the 30 seats and 470 are refused with a reason', async () => {
  const outcomes = { '200': SEATS, '409 events.full': PEOPLE - SEATS };
  expect(await race(servers)).toEqual({ outcomes, counted: SEATS, tickets: SEATS });
});

test('without the lock the same 500 would be given more than the 30 seats', async () => {
  const { root, remove } = await copyProject();
  const file = join(root, 'server/features/sessions/instance.ts');
  const source = await readFile(file, 'utf8');
  // Reading takes a second, so that both have read before one of them writes.
  const unlocked = source.replace(
    /for update`\.execute\(tx\);(\n.*)\n {2}return (readInstance\(.*\));/,
    '`.execute(tx);$1\n  const read = await $2;\n  await sql`select pg_sleep(1)`.execute(tx);\n  return read;',
  );
  expect(unlocked).not.toBe(source);
  await writeFile(file, unlocked);
  const both = await Promise.all([startServer(root, env), startServer(root, env)]);
  try {
    const { outcomes, tickets } = await race(both);
    expect(outcomes['200']).toBeGreaterThan(SEATS);
    expect(tickets).toBeGreaterThan(SEATS);
  } finally {
    await Promise.all(both.map((server) => server.signal('SIGTERM')));
    await remove();
  }
});

test('sign-ups and cancellations mixed never exceed the seats, and the count is that of the tickets', async () => {
  const id = await session(true);
  const most: number[] = [];
  let isOver = false;
  const watch = (async () => {
    while (!isOver) most.push((await seats(id)).tickets);
  })();
  const all = Promise.all(
    cookies.map(async (_, index) => {
      const { status, body } = await post(index, `instances/${id}/tickets`);
      expect(status).toBe(200);
      if (index % 2 === 0) expect((await post(index, `tickets/${body.id}/cancel`)).status).toBe(200);
    }),
  );
  await all.finally(() => (isOver = true));
  await watch;
  expect(Math.max(...most)).toBeLessThanOrEqual(SEATS);
  // Anyone who waited longest has the seats, or is offered them.
  expect(await seats(id)).toEqual({ counted: SEATS, tickets: SEATS });
  const { waiting } = await t.services.engine.get(SYSTEM, 'instances', id);
  expect(waiting).toBe(PEOPLE / 2 - SEATS);
});

// The last one: one of the servers is down after it.
/** Holds all sign-ups for the session within their servers. Returns what lets them go on. */
async function lockSession(id: number): Promise<() => Promise<void>> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = t.services.db.transaction().execute(async (tx) => {
    await sql`select 1 from "instances" where "id" = ${id} for update`.execute(tx);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, holding]);
  return () => {
    released.resolve();
    return holding;
  };
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.services.db);
  return rows.length;
}

test('a server that is killed in the middle loses no ticket that it has answered, and leaves nothing half done', async () => {
  const id = await session(true);
  const [killed] = servers;
  const answered: number[] = [];
  let lost = 0;
  const signUp = async (index: number): Promise<void> => {
    try {
      const { status, body } = await post(index, `instances/${id}/tickets`);
      expect(status).toBe(200);
      answered.push(body.id ?? 0);
    } catch (error) {
      // Only the killed one does not answer.
      if (!(error instanceof TypeError) || index % servers.length !== 0) throw error;
      lost += 1;
    }
  };
  const everyone = cookies.map((_, index) => index);
  await Promise.all(everyone.slice(0, ANSWERED).map(signUp));
  const unlock = await lockSession(id);
  const caught = Promise.all(everyone.slice(ANSWERED, ANSWERED + CAUGHT).map(signUp));
  await expect.poll(waitingForLocks, { timeout: 60_000 }).toBeGreaterThan(0);
  await killed?.signal('SIGKILL');
  await unlock();
  await caught;
  expect(lost).toBe(CAUGHT / servers.length);
  await Promise.all(everyone.slice(ANSWERED + CAUGHT).map(signUp));
  const rows = await t.services.db.selectFrom('tickets').select('id').where('instanceId', '=', id).execute();
  const storedIds = rows.map((row) => row.id);
  expect(answered.filter((ticketId) => !storedIds.includes(ticketId))).toEqual([]);
  const { seated } = t.services.model.tickets;
  const { waiting } = await t.services.engine.get(SYSTEM, 'instances', id);
  expect(await seats(id)).toEqual({ counted: SEATS, tickets: SEATS });
  expect(waiting).toBe(storedIds.length - SEATS);
  // Each ticket has its message. People without an answer try the other server: one ticket, however far the first attempt got.
  const notified = await t.services.db
    .selectFrom('messages')
    .select('aboutId')
    .where('about', '=', 'tickets')
    .where('aboutId', 'in', storedIds)
    .execute();
  expect(notified.map(({ aboutId }) => aboutId).toSorted()).toEqual(storedIds.toSorted());
  servers.shift();
  for (let index = 0; index < PEOPLE; index += 50)
    expect((await post(index, `instances/${id}/tickets`)).status).toBe(200);
  const active = await t.services.db
    .selectFrom('tickets')
    .select(['userId', 'status'])
    .where('instanceId', '=', id)
    .execute();
  expect(new Set(active.map(({ userId }) => userId)).size).toBe(active.length);
  expect(active.filter(({ status }) => seated.includes(status))).toHaveLength(SEATS);
});
