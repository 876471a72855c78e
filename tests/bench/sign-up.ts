import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { openSessions } from './data.ts';
import { median, postAll, startServer, stopServer, type StartedServer } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PEOPLE = 1_000;
const AT_ONCE = 64;
/** Rounds that are not counted: servers that have just started compile what they run. */
const WARM_UP = 2;
const ROUNDS = 3;

/** People who sign up for one session at the same time, by two servers, against a hand-written route with the same rows and the same lock. */
export async function benchSignUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    const cookies = await openSessions(db, secret, PEOPLE);
    const start = async (name: string, file: string, args: string[]): Promise<StartedServer> => {
      const server = await startServer(name, file, args);
      servers.push(server);
      return server;
    };
    const ours = ['engine-server.ts', [postgres.url, secret, ROOT, dataDir]] as const;
    const hand = ['hand-written.ts', [postgres.url, secret]] as const;
    const pairs = {
      engine: [await start('One server', ours[0], [...ours[1]]), await start('Another', ours[0], [...ours[1]])],
      hand: [await start('A hand-written one', hand[0], [...hand[1]]), await start('Another', hand[0], [...hand[1]])],
    };
    const rates = { engine: [] as number[], hand: [] as number[] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1)
      for (const side of ['engine', 'hand'] as const) {
        const id = await addSession(db);
        const path = side === 'engine' ? `/api/events/instances/${id}/tickets` : `/sign-up/${id}`;
        const calls = cookies.map((cookie) => ({ path, cookie }));
        const rate = await postAll(pairs[side], calls, AT_ONCE);
        if (round >= 0) rates[side].push(rate);
      }
    const [rate, other] = [median(rates.engine), median(rates.hand)];
    report('sign-ups for one session, by two servers', rate, '/s', { atLeast: 800 });
    const ratio = median(rates.engine.map((one, index) => one / (rates.hand[index] ?? Number.NaN)));
    report('the same: ours / hand-written', ratio, 'x', { atLeast: 2 }, `${rate.toFixed(0)} and ${other.toFixed(0)}`);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

let sessions = 0;

async function addSession(db: Db): Promise<number> {
  sessions += 1;
  const { rows } = await sql<{ id: number }>`with category as (
      insert into "categories" ("name", "active") values (${`Category ${sessions}`}, true) returning "id"),
    event as (
      insert into "events" ("title", "categoryId", "defaultMinutes", "defaultCapacity", "active")
      select 'Laser cutter training', "id", 60, 12, true from category returning "id")
    insert into "instances" ("eventId", "status", "startsAt", "endsAt", "capacity")
    select "id", 'published', now() + interval '2 days', now() + interval '2 days 1 hour', ${PEOPLE} from event
    returning "id"`.execute(db);
  return rows[0]?.id ?? 0;
}
