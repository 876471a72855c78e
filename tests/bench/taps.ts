import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { loadModel } from '../../server/declarations/load-model.ts';
import { DeviceStore } from '../../server/features/accounts/device-store.ts';
import { cardHash } from '../../server/features/checkin/cards.ts';
import { sealCard } from '../../server/features/checkin/offline-scans.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import { openDatabase, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { readSettings, type Settings } from '../../server/platform/settings.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { quantile, startServer, stopServer, type StartedServer } from './load.ts';
import { report } from './report.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SECRET = 'a secret of the benchmark, long enough';
const RATE = 50;
/** Seconds that are not counted: servers that have just started compile what they run. */
const WARM_UP = 10;
const SECONDS = 20;
/** A reader's own limit is above what people can tap. */
const STATIONS = 20;
const MACHINES = 12;

interface Door {
  centerId: number;
  cards: string[];
  /** Of its tap stations. */
  cookies: string[];
}

/**
 * People who tap at one center at a fixed rate, whatever the answers take, by two servers. The center has a capacity, so that arrivals wait
 * for one another, a required waiver and machines with credentials.
 */
export async function benchTaps(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    const variables = { DATABASE_URL: postgres.url, SESSION_SECRET: SECRET, DATA_DIR: dataDir };
    const door = await addDoor(db, readSettings(variables, ROOT, FEATURE_SETTINGS));
    for (const name of ['One server', 'Another'])
      servers.push(await startServer(name, 'engine-server.ts', [postgres.url, SECRET, ROOT, dataDir]));
    const times = await tapAll(servers, door);
    const counted = times.slice(WARM_UP * RATE).toSorted((a, b) => a - b);
    const details = `median ${quantile(counted, 0.5).toFixed(0)} ms, longest ${quantile(counted, 1).toFixed(0)} ms`;
    report(
      `${RATE} taps per second at one center, by two servers: p95`,
      quantile(counted, 0.95),
      'ms',
      { atMost: 150 },
      details,
    );
    await expectVisits(db, door.cards.length);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function addDoor(db: Db, settings: Settings): Promise<Door> {
  const count = RATE * (WARM_UP + SECONDS);
  const cards = Array.from({ length: count }, (_, index) => `60012345${String(index).padStart(8, '0')}`);
  const hashes = await Promise.all(cards.map((card) => cardHash({ settings }, card)));
  const sealed = await Promise.all(cards.map((card) => sealCard({ settings }, card)));
  const devices = Array.from({ length: STATIONS }, () => new DeviceStore(db, SECRET).newToken());
  const tokens = devices.map(({ tokenHash }) => tokenHash);
  const { rows } = await sql<{ id: number }>`with people as (
      insert into "users" ("username", "displayName", "email", "active", "cardHash", "cardSealed")
      select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', true, hash, seal
      from unnest(${hashes}::text[], ${sealed}::text[]) with ordinality as t (hash, seal, n) returning "id"),
    waiver as (insert into "waiverTexts" ("title", "html", "edition", "active") values ('Safety', '<p>Wear goggles.</p>', 1, true) returning "id"),
    credential as (insert into "eventCredentials" ("name") values ('Laser training') returning "id"),
    center as (insert into "centers" ("name", "active", "capacity", "waiverTextIds")
      select 'Makeshop', true, 100000, jsonb_build_array("id") from waiver returning "id"),
    signed as (insert into "signedWaivers" ("waiverTextId", "edition", "text", "signerName", "userId", "signedAt")
      select waiver."id", 1, 'Wear goggles.', 'Person', people."id", now() from waiver, people),
    earned as (insert into "earnedCredentials" ("userId", "credentialId", "earnedAt") select people."id", credential."id", now() from people, credential),
    machines as (insert into "machines" ("name", "centerId", "state", "credentialIds", "active")
      select 'Machine ' || n, center."id", 'available', jsonb_build_array(credential."id"), true
      from center, credential, generate_series(1, ${MACHINES}::int) as n),
    devices as (insert into "devices" ("name", "kind", "centerId", "tokenHash", "pairedAt")
      select 'Door', 'tapStation', center."id", hash, now() from center, unnest(${tokens}::text[]) as hash)
    select "id" from center`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return { centerId: rows[0]?.id ?? 0, cards, cookies: devices.map(({ token }) => `atrium-kiosk=${token}`) };
}

/** The milliseconds of each answer, in the order of the taps. */
async function tapAll(servers: readonly StartedServer[], { centerId, cards, cookies }: Door): Promise<number[]> {
  // As readers do, connections stay open.
  const agent = new Agent({ keepAlive: true, maxSockets: STATIONS });
  return Promise.all(
    cards.map(async (card, index) => {
      await sleep((index * 1_000) / RATE);
      const origin = `http://127.0.0.1:${servers[index % servers.length]?.port}`;
      const sent = performance.now();
      const cookie = cookies[index % cookies.length] ?? '';
      const outcome = await postTap(agent, `${origin}/api/centers/${centerId}/taps`, cookie, {
        key: randomUUID(),
        text: card,
      });
      if (outcome !== 'arrived') throw new Error(`Tap ${index}: ${outcome}`);
      return performance.now() - sent;
    }),
  );
}

async function postTap(agent: Agent, url: string, cookie: string, body: object): Promise<string | undefined> {
  const headers = { 'content-type': 'application/json', cookie, origin: new URL(url).origin };
  const call = request(url, { agent, method: 'POST', headers });
  call.end(JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  return (JSON.parse(await text(answer)) as { outcome?: string }).outcome;
}

async function expectVisits(db: Db, count: number): Promise<void> {
  const { rows } = await sql<{
    visits: number;
  }>`select count(*) as "visits" from "visits" where "departedAt" is null`.execute(db);
  if (Number(rows[0]?.visits) !== count) throw new Error(`${rows[0]?.visits} visits of ${count} people`);
}
