import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notify } from '../../server/features/messages/notify.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { openTransport, type MailTransport } from '../../server/platform/mail/transport.ts';
import { transaction } from '../../server/platform/database.ts';
import type { SmtpSettings } from '../../server/platform/mail/settings.ts';
import { AUTHORITY, mailServer, type MailServer } from '../factories/mail/mail-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let server: MailServer;
let transport: MailTransport;
let people: TestUser[];

beforeAll(async () => {
  t = await startTestApp();
  server = await mailServer();
  transport = transportTo({ port: server.port });
  people = [await t.createUser(), await t.createUser(), await t.createUser()];
});
afterAll(async () => {
  transport.close();
  await server.close();
  await t.close();
});
beforeEach(async () => {
  server.received.length = 0;
  await t.services.db.deleteFrom('mails').execute();
  await t.services.db.deleteFrom('messages').execute();
});

function transportTo(change: Partial<SmtpSettings>): MailTransport {
  const smtp = {
    host: '127.0.0.1',
    port: 0,
    isImplicitTls: false,
    needsTls: false,
    user: null,
    password: null,
    ca: readFileSync(AUTHORITY, 'utf8'),
  };
  const mailFrom = { name: 'Makeshop', address: 'makeshop@example.edu' };
  const made = openTransport({ ...t.services.settings, smtp: { ...smtp, ...change }, mailFrom });
  if (made === null) throw new Error('There is no transport');
  return made;
}

function sendNotice(recipients = people.map(({ id }) => id)): Promise<number | null> {
  const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } };
  return transaction(t.services.db, (tx) =>
    notify(t.services, tx, { event: 'requestStatusChanged', audience: 'customer', recipients, values }),
  );
}

const send = (by: MailTransport = transport) => sendDueMails(t.services, by, new AbortController().signal);
const outbox = () => t.services.db.selectFrom('mails').selectAll().orderBy('id').execute();
const states = async () => (await outbox()).map(({ state }) => state);
const arrived = () => server.received.map(({ messageId }) => messageId);
/** As if this time had passed. */
function later(seconds: number): void {
  t.services.clock.moveTo(t.services.clock.now() + seconds * 1000);
}

/** Runs a script in a process of its own on the same database, which is killed when it says so. */
async function killed(script: string, ...args: string[]): Promise<void> {
  const child = fork(join(import.meta.dirname, '..', 'factories', 'mail', script), args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'test' },
  });
  await once(child, 'message');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const url = () => t.services.settings.databaseUrl ?? '';

describe('kill -9', () => {
  test('between a change and its mail leaves neither of them', async () => {
    await killed('killed-while-notifying.ts', url(), String(people[0]?.id));
    expect(await t.services.db.selectFrom('messages').select('id').execute()).toEqual([]);
    expect(await outbox()).toEqual([]);
  });

  test('between sending and noting leaves one in doubt, once arrived, and the others go out', async () => {
    await sendNotice();
    await killed('killed-while-sending.ts', url(), String(server.port), AUTHORITY);
    expect(server.received).toHaveLength(1);
    expect(await states()).toEqual(['sending', 'queued', 'queued']);
    expect(await send()).toBe(2);
    later(600);
    expect(await send()).toBe(0);
    expect((await states()).sort()).toEqual(['sent', 'sent', 'unknown']);
    expect(new Set(arrived()).size).toBe(3);
    expect(arrived()).toHaveLength(3);
  });
});

describe('a database that takes no more', () => {
  /** Refuses updates of mails for which this holds, as on a disk that is full. */
  async function whileFull(holds: string, work: () => Promise<void>): Promise<void> {
    const { db } = t.services;
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(db);
    await sql`create trigger full_disk before update on "mails" for each row when (${sql.raw(holds)})
      execute function full_disk()`.execute(db);
    await work().finally(() => sql`drop function full_disk cascade`.execute(db));
  }

  test('after an email was sent leaves that one in doubt, and does not send it again automatically', async () => {
    await sendNotice([people[0]?.id ?? 0]);
    await whileFull(`new."state" = 'sent'`, () => expect(send()).rejects.toThrow('No space left'));
    later(600);
    expect(await send()).toBe(0);
    expect(await outbox()).toMatchObject([
      { state: 'unknown', lastAnswer: expect.stringContaining('may have arrived') },
    ]);
    expect(server.received).toHaveLength(1);
  });

  test('before a mail was sent sends nothing, and all of it afterwards', async () => {
    await sendNotice();
    await whileFull('true', () => expect(send()).rejects.toThrow('No space left'));
    expect(server.received).toEqual([]);
    expect(await send()).toBe(3);
  });
});

describe('a clock that is set back', () => {
  test('holds up no mail that waits, and no attempt that was put off', async () => {
    await sendNotice([people[0]?.id ?? 0]);
    server.behave({ at: 'mail', code: 451, text: '4.3.2 Try later' });
    await sendNotice([people[1]?.id ?? 0]);
    later(-7 * 24 * 3600);
    await send();
    later(120);
    await send();
    expect((await states()).sort()).toEqual(['sent', 'sent']);
    expect(new Set(arrived()).size).toBe(2);
    expect(arrived()).toHaveLength(2);
  });

  test('does not leave what was interrupted as being sent', async () => {
    await sendNotice([people[0]?.id ?? 0]);
    const lastTriedAt = t.services.clock.instant();
    await t.services.db.updateTable('mails').set({ state: 'sending', attempts: 1, lastTriedAt }).execute();
    later(-24 * 3600);
    await send();
    expect(await states()).toEqual(['unknown']);
  });
});

describe('a server that misbehaves', () => {
  test('by greylisting gets the email again, with its Message-ID, and each attempt is stored', async () => {
    server.behave(
      { at: 'recipient', code: 450, text: '4.2.0 Greylisted' },
      { at: 'recipient', code: 451, text: '4.3.2 Busy' },
    );
    await sendNotice([people[0]?.id ?? 0]);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await send();
      later(61);
    }
    const [mail] = await outbox();
    expect(mail).toMatchObject({
      state: 'sent',
      attempts: 3,
      tries: [
        { outcome: 'deferred', code: 450, answer: expect.stringContaining('Greylisted') },
        { outcome: 'deferred', code: 451, answer: expect.stringContaining('Busy') },
        { outcome: 'sent', code: 250 },
      ],
    });
    expect(arrived()).toEqual([mail?.headerId]);
  });

  test('by a certificate that no one vouches for gets no mail, and the answer says why', async () => {
    await sendNotice([people[0]?.id ?? 0]);
    const wary = transportTo({ host: 'localhost', port: server.port, needsTls: true, ca: null });
    await send(wary);
    wary.close();
    expect(await outbox()).toMatchObject([
      { state: 'queued', attempts: 0, lastAnswer: expect.stringMatching(/certificate/i) },
    ]);
    expect(server.received).toEqual([]);
  });

  test('keeps no more than the newest twenty attempts', async () => {
    await sendNotice([people[0]?.id ?? 0]);
    const one = { at: '2026-01-01T00:00:00.000Z', outcome: 'deferred' as const, answer: 'Try later' };
    await t.services.db
      .updateTable('mails')
      .set({ tries: JSON.stringify(Array.from({ length: 20 }, () => one)) })
      .execute();
    await send();
    const [mail] = await outbox();
    expect(mail?.tries).toHaveLength(20);
    expect(mail?.tries?.at(-1)).toMatchObject({ outcome: 'sent' });
  });
});
