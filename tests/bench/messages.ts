import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { notify } from '../../server/features/messages/notify.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase, transaction, type Db } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { openTransport } from '../../server/platform/mail/transport.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import type { Services } from '../../server/services.ts';
import { openSession } from './data.ts';
import { compareRates } from './engine.ts';
import { latencies, quantile, startServer, stopServer, type Call, type StartedServer } from './load.ts';
import { report } from './report.ts';

const PEOPLE = 10_000;
const EACH = 100;
const LOGGED_IN = 500;
const MANY = 5_000;
const SENDING = 10;
const ROOT = join(import.meta.dirname, '..', '..');

/** The badge that every page requests, the list of threads, and the cost of notifying many, with a million messages. */
export async function benchMessages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-bench-'));
  const dataDir = join(folder, 'data');
  const secret = 'a secret of the benchmark, long enough';
  const postgres = await startEmbeddedPostgres(dataDir);
  const db = openDatabase(postgres.url, { max: 2, statementTimeout: 0 });
  const servers: StartedServer[] = [];
  try {
    await syncSchema(db, await loadModel(ROOT), { allowLoss: false });
    const cookie = await openSession(db, secret);
    await fillMessages(db);
    const cookies = await openSessions(db, secret);
    const engine = await startServer('The server', 'engine-server.ts', [postgres.url, secret, ROOT, dataDir]);
    const hand = await startServer('The hand-written server', 'hand-written.ts', [postgres.url, secret]);
    servers.push(engine, hand);
    await benchUnread(engine, hand, cookies);
    await benchThreads(db, engine, cookie);
    await benchNotify(postgres.url, dataDir);
  } finally {
    for (const server of servers) await stopServer(server);
    await db.destroy();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The first account is the one that asks. Every fifth message is unread. */
async function fillMessages(db: Db): Promise<void> {
  await sql`insert into "users" ("username", "displayName", "email", "roles", "active")
    select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', '[]', true
    from generate_series(2, ${PEOPLE}::int) as n`.execute(db);
  await addMessages(db, 'true', EACH);
  await sql`vacuum analyze "messages", "messageRecipients", "users"`.execute(db);
}

/** Messages of 250 characters, two for each record, for the accounts that match. */
async function addMessages(db: Db, where: string, each: number): Promise<void> {
  await sql`with made as (
      insert into "messages" ("event", "category", "kind", "subject", "html", "authorKind", "about", "aboutId", "aboutTitle", "createdById")
      select 'requestStatusChanged', 'requests', 'StatusUpdate', 'Poster #' || n, '<p>' || repeat('Your poster is ready. ', 11) || md5(n::text) || '</p>',
        'System', 'submissions', u."id" * 1000000 + n / 2, 'Poster #' || n / 2, u."id"
      from "users" u cross join generate_series(1, ${each}::int) as n where ${sql.raw(where)}
      returning "id", "createdById")
    insert into "messageRecipients" ("messageId", "userId", "readAt")
    select "id", "createdById", case when hashint8("id") % 5 <> 0 then atrium_now() end from made`.execute(db);
}

/** Sessions of many of them; the hand-written server answers administrators only. */
async function openSessions(db: Db, secret: string): Promise<string[]> {
  const tokens = Array.from({ length: LOGGED_IN }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHmac('sha256', secret).update(token).digest('base64url'));
  await sql`update "users" set "roles" = '["Administrator"]'`.execute(db);
  await sql`insert into "sessions" ("tokenHash", "userId", "expiresAt", "isKiosk")
    select hash, u."id", now() + interval '8 hours', false
    from unnest(${hashes}::text[]) with ordinality as t (hash, n) join "users" u on u."username" = 'person' || (10 * n)`.execute(
    db,
  );
  await sql`vacuum analyze "sessions", "users"`.execute(db);
  return tokens.map((token) => `atrium=${token}`);
}

async function benchUnread(engine: StartedServer, hand: StartedServer, cookies: readonly string[]): Promise<void> {
  const calls: Record<'engine' | 'hand', Call> = {
    engine: { method: 'GET', path: () => '/api/UserMessage/GetNumberUnreadMessages', cookies },
    hand: { method: 'GET', path: () => '/unread', cookies },
  };
  const { ratio, rate, text } = await compareRates({ engine, hand }, calls, '');
  report('unread messages of 1,000,000: ours / hand-written', ratio, 'x', { atLeast: 0.5 }, text);
  report('unread messages of 1,000,000', rate, '/s', { atLeast: 3_000 });
}

async function benchThreads(db: Db, engine: StartedServer, cookie: string): Promise<void> {
  const measure = async (count: string): Promise<void> => {
    for (const [what, query] of [
      ['threads', ''],
      ['unread threads', '?box=unread'],
      ['search of threads', `?q=${encodeURIComponent('poster #77')}`],
    ] as const) {
      const taken = await latencies(engine, () => `/api/messages/threads${query}`, cookie, 60);
      report(`${what} of a person with ${count}, p95`, quantile(taken, 0.95), 'ms', {
        atMost: query.startsWith('?q') ? 250 : 100,
      });
    }
  };
  await measure(`${EACH} messages`);
  await addMessages(db, `"username" = 'bench'`, MANY);
  await sql`analyze "messages", "messageRecipients"`.execute(db);
  await measure('5,000 messages');
}

/** One transaction that notifies all of them, like an announcement. */
async function benchNotify(url: string, dataDir: string): Promise<void> {
  const settings = readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, ROOT, FEATURE_SETTINGS);
  const { services, close } = await openServices(settings, await loadModel(ROOT), url);
  const recipients = (await services.db.selectFrom('users').select('id').execute()).map(({ id }) => id);
  const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster #1', path: '/requests/1' } };
  const notice = { event: 'requestStatusChanged', audience: 'customer', recipients, values };
  let peak = process.memoryUsage().rss;
  const before = peak;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const start = performance.now();
  await transaction(services.db, (tx) => notify(services, tx, notice));
  const taken = (performance.now() - start) / 1000;
  clearInterval(watch);
  await benchSending(services);
  await close();
  report('10,000 people are told in one transaction', taken, 's', { atMost: 5 });
  report('memory that it takes', Math.max(0, peak - before) / 1024 / 1024, 'MB', { atMost: 100 });
}

/** One after another to a server that takes everything, as a job does. */
async function benchSending(services: Services): Promise<void> {
  const sink = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
  });
  const listening = sink.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const smtp = { host: '127.0.0.1', port, isImplicitTls: false, needsTls: false, user: null, password: null, ca: null };
  const mailFrom = { name: 'Makeshop', address: 'makeshop@campus.example' };
  const transport = openTransport({ ...services.settings, smtp, mailFrom });
  if (transport === null) throw new Error('There is no transport');
  const sent = await sendDueMails(services, transport, AbortSignal.timeout(SENDING * 1000));
  report('emails sent, one after another', sent / SENDING, '/s', { atLeast: 50 });
  transport.close();
  await new Promise<void>((resolve) => sink.close(() => resolve()));
}
