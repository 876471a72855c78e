import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { MailOverview } from '../../domain/calls/mails.ts';
import { SEND_MAILS } from '../../server/features/messages/wake-outbox.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { transaction } from '../../server/platform/database.ts';
import { AUTHORITY, mailServer, type MailServer } from '../factories/mail/mail-server.ts';
import { PROJECT, startServer, type ServerProcess } from '../factories/server-process.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let mail: MailServer;
let folder: string;
let administrator: TestUser;
let people: number[];
const firstIsStuck = Promise.withResolvers<void>();
const started: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-mails-'));
  t = await startTestApp();
  await t.services.db.deleteFrom('mails').execute();
  mail = await mailServer({
    onAuth({ username = '' }, _session, done) {
      // Both processes run from the beginning, however long a start takes; the second can send when the first is stuck.
      void (username === 'second' ? firstIsStuck.promise : Promise.resolve()).then(() =>
        done(null, { user: username }),
      );
    },
  });
  administrator = await t.createUser({ roles: ['Administrator'] });
  people = [];
  for (let index = 0; index < 30; index += 1) people.push((await t.createUser()).id);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.signal('SIGTERM');
});
afterAll(async () => {
  await mail.close();
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server as users start it, which logs in to the mail server by this name. */
async function start(name: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer(PROJECT, {
    DATABASE_URL: t.services.settings.databaseUrl ?? '',
    DATA_DIR: folder,
    SMTP_URL: `smtp://${name}:secret@localhost:${mail.port}`,
    SMTP_CA_FILE: AUTHORITY,
    MAIL_FROM: 'makeshop@example.edu',
    ...env,
  });
  started.push(server);
  return server;
}

function sendNotice(): Promise<number | null> {
  const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } };
  return transaction(t.services.db, (tx) =>
    notify(t.services, tx, { event: 'requestStatusChanged', audience: 'customer', recipients: people, values }),
  );
}

async function activeJobs(): Promise<number> {
  const { rows } = await sql`select id from pgboss.job where name = ${SEND_MAILS} and state = 'active'`.execute(
    t.services.db,
  );
  return rows.length;
}

const sentBy = (name: string) => mail.received.filter(({ user }) => user === name).length;
const WAIT = { timeout: 60_000, interval: 50 };

async function counts(): Promise<MailOverview['counts']> {
  const { cookie } = administrator;
  return (await t.app.inject({ url: '/api/mails/overview', headers: { cookie } })).json<MailOverview>().counts;
}

test('of two processes one is killed after the server took its mail: one in doubt, none twice, none lost, and its port is taken over', async () => {
  const env = { BOUNCE_DOMAIN: 'bounces.example.edu', BOUNCE_LISTEN: `127.0.0.1:${await freePort()}` };
  const bouncePort = Number(env.BOUNCE_LISTEN.split(':')[1]);
  // The third mail is taken and never answered: its sender knows nothing.
  mail.behave({ at: 'mail', hangs: true, keeps: true, after: 2 });
  const first = await start('first', env);
  const second = await start('second', env);
  await sendNotice();
  await expect.poll(activeJobs, WAIT).toBeGreaterThan(0);
  // One process is busy, so the other one takes the next job.
  await sendNotice();
  await expect.poll(() => sentBy('first'), WAIT).toBe(3);
  firstIsStuck.resolve();
  await expect.poll(() => sentBy('second'), WAIT).toBeGreaterThan(0);
  await first.signal('SIGKILL');
  await expect.poll(counts, WAIT).toMatchObject({ queued: 0, deferred: 0, sending: 1, sent: 59 });
  expect(mail.received).toHaveLength(60);
  expect(new Set(mail.received.map(({ messageId }) => messageId)).size).toBe(60);
  await expect.poll(() => greeting(bouncePort), WAIT).toMatch(/^220 .*Delivery reports only/);
  await second.signal('SIGTERM');

  const later = String(t.services.clock.offset + 600_000);
  const third = await start('third', { NODE_ENV: 'test', TEST_CLOCK_OFFSET: later });
  await expect.poll(counts, WAIT).toMatchObject({ sending: 0, sent: 59, unknown: 1 });
  expect(mail.received).toHaveLength(60);

  // A process that is asked to stop leaves no email in doubt.
  await sendNotice();
  await expect.poll(() => mail.received.length, WAIT).toBeGreaterThan(60);
  expect(await third.signal('SIGTERM')).toBe(0);
  const { sent, queued, ...others } = await counts();
  expect({ ...others, all: sent + queued }).toMatchObject({ sending: 0, unknown: 1, deferred: 0, all: 89 });
  expect(mail.received).toHaveLength(sent + 1);
  // Three processes are started one after the other.
}, 300_000);

function freePort(): Promise<number> {
  return mailServer().then(async (server) => {
    await server.close();
    return server.port;
  });
}

/** What is said first at the port; empty where no one listens. */
function greeting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.once('data', (text: string) => {
      socket.destroy();
      resolve(text);
    });
    socket.once('error', () => resolve(''));
  });
}
