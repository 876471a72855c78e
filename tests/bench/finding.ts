import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { openSession } from './data.ts';
import { latencies, median, quantile, startServer, stopServer, throughput, type StartedServer } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const INSTANCES = 50_000;
const EVENTS = 200;
/** The first pages, which people look at. */
const PAGES = 5;
const PEOPLE = 100_000;
const SEARCHES = 200;
const SECONDS = 3;
const ROUNDS = 5;

const GIVEN = [
  'Ada',
  'Ben',
  'Chidi',
  'Daria',
  'Emil',
  'Farah',
  'Gus',
  'Hana',
  'Iris',
  'Jonas',
  'Kofi',
  'Lena',
  'Mira',
  'Noor',
];
const FAMILY = [
  'Adler',
  'Brandt',
  'Castillo',
  'Dupont',
  'Eriksson',
  'Fischer',
  'Garcia',
  'Haddad',
  'Ito',
  'Jansen',
  'Kowalski',
];

/** Pages of upcoming sessions among many, made again for a session, against a hand-written route; and the search for people at the door. */
export async function benchFinding(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    await fillSessions(db);
    await fillPeople(db);
    const cookie = await openSession(db, secret);
    const ours = await startServer('The server', 'engine-server.ts', [postgres.url, secret, ROOT, dataDir]);
    servers.push(ours);
    const hand = await startServer('The hand-written server', 'hand-written.ts', [postgres.url, secret]);
    servers.push(hand);
    await benchList({ ours, hand }, cookie);
    await benchSearch(ours, cookie);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function benchList(servers: Record<'ours' | 'hand', StartedServer>, cookie: string): Promise<void> {
  const rates = { ours: [] as number[], hand: [] as number[] };
  const call = (name: 'ours' | 'hand') => {
    let queries = 0;
    const path = name === 'ours' ? '/api/events/sessions' : '/upcoming';
    return { method: 'GET', path: () => `${path}?page=${1 + (queries++ % PAGES)}` } as const;
  };
  for (const name of ['ours', 'hand'] as const) await throughput(servers[name], call(name), cookie, 1);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of round % 2 === 0 ? (['ours', 'hand'] as const) : (['hand', 'ours'] as const))
      rates[name].push(await throughput(servers[name], call(name), cookie, SECONDS));
  const ratio = median(rates.ours.map((rate, index) => rate / (rates.hand[index] ?? Number.NaN)));
  const perSecond = `${median(rates.ours).toFixed(0)} and ${median(rates.hand).toFixed(0)} per second`;
  report(`upcoming sessions of 50,000: ours / hand-written`, ratio, 'x', { atLeast: 0.6 }, perSecond);
}

/** A name as it is typed: its first letters, a whole one, both, a part of a user name. */
async function benchSearch(server: StartedServer, cookie: string): Promise<void> {
  let queries = 0;
  const path = (): string => {
    queries += 1;
    const [given = '', family = ''] = [GIVEN[queries % GIVEN.length], FAMILY[queries % FAMILY.length]];
    const q =
      [given.slice(0, 3), given, `${given} ${family.slice(0, 3)}`, `person${(queries * 7919) % PEOPLE}`][queries % 4] ??
      '';
    return `/api/events/door/people?q=${encodeURIComponent(q)}`;
  };
  await latencies(server, path, cookie, 20);
  const taken = await latencies(server, path, cookie, SEARCHES);
  const more = `median ${quantile(taken, 0.5).toFixed(1)} ms`;
  report('search of 100,000 people at the door, p95', quantile(taken, 0.95), 'ms', { atMost: 50 }, more);
}

/** Half of them are in the past. */
async function fillSessions(db: Db): Promise<void> {
  await sql`insert into "categories" ("name", "active") select 'Category ' || n, true from generate_series(1, 10) as n`.execute(
    db,
  );
  await sql`insert into "locations" ("displayName", "buildingCode", "room", "timezone", "isPublic", "active")
    select 'Room ' || n, 'ITLL', n::text, 'America/Denver', true, true from generate_series(1, 10) as n`.execute(db);
  await sql`insert into "events" ("title", "categoryId", "summary", "description", "defaultMinutes", "defaultCapacity", "active")
    select 'Workshop ' || n, (select "id" from "categories" order by "id" offset n % 10 limit 1), 'Bring a project.', '<p>Come early.</p>', 60, 12, true
    from generate_series(1, ${EVENTS}::int) as n`.execute(db);
  await sql`insert into "prerequisites" ("eventId", "kind", "role")
    select "id", 'role', 'Student' from "events" where "id" % 3 = 0`.execute(db);
  await sql`insert into "instances" ("eventId", "status", "startsAt", "endsAt", "locationId", "capacity", "confirmed", "waiting")
    select (select min("id") from "events") + n % ${EVENTS}::int, 'published', s."at", s."at" + interval '1 hour',
      (select min("id") from "locations") + n % 10, 12, n % 13, 0
    from generate_series(1, ${INSTANCES}::int) as n
    cross join lateral (select now() + make_interval(mins => (n - ${INSTANCES / 2}::int) * 10) as "at") s`.execute(db);
  await sql`vacuum analyze "instances", "events", "categories", "locations", "prerequisites"`.execute(db);
}

async function fillPeople(db: Db): Promise<void> {
  await sql`insert into "users" ("username", "displayName", "email", "roles", "active")
    select 'person' || n, (${GIVEN}::text[])[1 + n % ${GIVEN.length}::int] || ' ' || (${FAMILY}::text[])[1 + (n / 14) % ${FAMILY.length}::int] || ' ' || n,
      'person' || n || '@campus.example', '["Student"]', true
    from generate_series(1, ${PEOPLE}::int) as n`.execute(db);
  await sql`vacuum analyze "users"`.execute(db);
}
