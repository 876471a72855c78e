import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import { seed } from '../../server/features/demo/seed.ts';
import { openServices } from '../../server/open-services.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { readSettings } from '../../server/platform/settings.ts';
import type { Services } from '../../server/services.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { PROJECT } from '../factories/server-process.ts';
import { openSession } from './data.ts';
import { latencies, median, quantile, startServer, stopServer, throughput, type StartedServer } from './load.ts';
import { report } from './report.ts';

const EVENTS = 10_000;
const SECONDS = 3;
const ROUNDS = 5;
const UNCACHED_READS = 15;

/** The calendar and the feed of a place with 10,000 events in a month: from memory as visitors get them, and made again for a session. */
export async function benchPlaceCalendar(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const postgres = await startEmbeddedPostgres(dataDir);
  const servers: StartedServer[] = [];
  try {
    const settings = readSettings(
      { DATABASE_URL: postgres.url, SESSION_SECRET: secret, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
      PROJECT,
      FEATURE_SETTINGS,
    );
    const model = await loadModel(PROJECT);
    const db = openDatabase(postgres.url, { max: 1, statementTimeout: 0 });
    await syncSchema(db, model, { allowLoss: false }).finally(() => db.destroy());
    const { services, close } = await openServices(settings, model, postgres.url);
    await seed(services, { demo: false });
    const paths = await fillPlace(services);
    const cookie = await openSession(services.db, secret);
    await close();
    const site = await startServer('The site', 'engine-server.ts', [postgres.url, secret, PROJECT, dataDir]);
    servers.push(site);
    const all = Object.values(paths);
    const memory = await startServer('The server that answers from memory', 'memory-server.ts', [
      `http://127.0.0.1:${site.port}`,
      ...all,
    ]);
    servers.push(memory);
    for (const [what, path] of Object.entries(paths)) {
      const rates = { site: [] as number[], memory: [] as number[] };
      const targets = { site, memory };
      const call = { method: 'GET', path: () => path } as const;
      for (const target of ['site', 'memory'] as const) await throughput(targets[target], call, '', 1);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const target of round % 2 === 0 ? (['site', 'memory'] as const) : (['memory', 'site'] as const))
          rates[target].push(await throughput(targets[target], call, '', SECONDS));
      }
      const ratio = median(rates.site.map((rate, index) => rate / (rates.memory[index] ?? Number.NaN)));
      const perSecond = `${median(rates.site).toFixed(0)} and ${median(rates.memory).toFixed(0)} per second`;
      report(`${what}: the site / the same bytes from memory`, ratio, 'x', { atLeast: 0.5 }, perSecond);
      const taken = await latencies(site, () => path, cookie, UNCACHED_READS);
      report(`${what}: made again, median`, quantile(taken, 0.5), 'ms', { atMost: 1000 });
    }
  } finally {
    for (const server of servers) await stopServer(server);
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the requested parts, by their names in the report. */
async function fillPlace({ db, clock }: Services): Promise<Record<string, string>> {
  const month = clock.date().toISOString().slice(0, 7);
  const { rows } = await sql<{
    id: number;
  }>`insert into "locations" ("displayName", "buildingCode", "room", "timezone", "isPublic", "active", "hours")
    values ('Makeshop', 'ITLL', '1B10', 'America/Denver', true, true,
      '{"weekends": true, "openTimes": [9,9,9,9,9,9,9], "closeTimes": [20,20,20,20,20,20,20]}') returning "id"`.execute(
    db,
  );
  const id = rows[0]?.id ?? 0;
  await sql`insert into "categories" ("name", "active") values ('Workshops', true)`.execute(db);
  await sql`insert into "events" ("title", "categoryId", "summary", "description", "defaultMinutes", "defaultCapacity", "active")
    select 'Workshop ' || n, (select min("id") from "categories"), 'Bring a project.', '<p>Cut and engrave wood and acrylic safely.</p><p>Come ten minutes early.</p>', 60, 12, true
    from generate_series(1, 40) as n`.execute(db);
  await sql`insert into "instances" ("eventId", "status", "startsAt", "endsAt", "locationId", "capacity")
    select e."id", 'published', s."at", s."at" + interval '1 hour', ${id}, 12
    from generate_series(0, ${EVENTS - 1}) as n
    cross join lateral (select ${`${month}-01T12:00:00Z`}::timestamptz + make_interval(secs => n * 240) as "at") s
    join "events" e on e."title" = 'Workshop ' || (1 + n % 40)`.execute(db);
  await sql`insert into "blocks" ("title", "publicTitle", "kind", "locationId", "startsAt", "endsAt", "rule")
    select 'Maintenance', 'Maintenance ' || n, 'maintenance', ${id}, '2024-01-01T15:00:00Z'::timestamptz + make_interval(days => n),
      '2024-01-01T16:00:00Z'::timestamptz + make_interval(days => n), 'FREQ=WEEKLY' from generate_series(0, 9) as n`.execute(
    db,
  );
  await sql`vacuum analyze "instances"`.execute(db);
  return {
    'GetCalendarFor, a month of 10,000': `/api/ViewScheduling/GetCalendarFor/${id}?from=${month}-01&to=${month}-28`,
    'A feed of 10,000': `/api/ViewScheduling/Feed/${id}.ics`,
  };
}
