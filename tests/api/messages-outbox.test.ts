import ICAL from 'ical.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '../../server/platform/database.ts';
import { notify, type Notice } from '../../server/features/messages/notify.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import type { Services } from '../../server/services.ts';
import { AUTHORITY, mailServer, type MailServer } from '../factories/mail/mail-server.ts';
import { posterReady } from '../factories/mail/poster-ready.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let server: MailServer;
let started: TestApp;
let services: Services;
let ada: TestUser;

beforeAll(async () => {
  server = await mailServer();
  // Jobs of the running server do not send: the tests say when.
  started = await startTestApp();
  const { openTransport } = await import('../../server/platform/mail/transport.ts');
  const { readSettings } = await import('../../server/platform/settings.ts');
  const { mailSettings } = await import('../../server/platform/mail/settings.ts');
  const env = {
    SMTP_URL: `smtp://localhost:${server.port}`,
    SMTP_CA_FILE: AUTHORITY,
    MAIL_FROM: 'Makeshop <makeshop@example.edu>',
  };
  const mail = openTransport(readSettings(env, '/nowhere', [mailSettings]));
  services = { ...started.services, mail };
});

afterAll(async () => {
  services.mail?.close();
  await server.close();
  await started.close();
});

beforeEach(async () => {
  server.received.length = 0;
  await services.db.deleteFrom('mails').execute();
  await services.db.deleteFrom('messages').execute();
  await services.db.deleteFrom('suppressedAddresses').execute();
  ada = await withAddress('ada');
});

async function withAddress(name: string): Promise<TestUser> {
  const user = await started.createUser();
  await services.db
    .updateTable('users')
    .set({ email: `${name}-${user.id}@example.edu`, displayName: `Ada <b>${name}</b>` })
    .where('id', '=', user.id)
    .execute();
  return user;
}

function sendNotice(notice: Partial<Notice> = {}, fails = false): Promise<number | null> {
  return transaction(services.db, async (tx) => {
    const ready = posterReady('Room 1\n<script>alert(1)</script>');
    const id = await notify(services, tx, { ...ready, recipients: [ada.id], ...notice });
    if (fails) throw new Error('What has happened is taken back.');
    return id;
  });
}

const send = () => {
  if (services.mail === null) throw new Error('There is no mail server');
  return sendDueMails(services, services.mail, new AbortController().signal);
};
const outbox = () => services.db.selectFrom('mails').selectAll().orderBy('id').execute();

describe('notices', () => {
  test('puts a message into the portal and a mail into the outbox, and the mail arrives once', async () => {
    await sendNotice();
    expect(await outbox()).toMatchObject([{ state: 'queued', subject: 'Poster #12: Ready for pickup' }]);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const [mail] = server.received;
    expect(mail?.subject).toBe('Poster #12: Ready for pickup');
    expect(mail?.html).toMatch(/<a href="http:\/\/127\.0\.0\.1:3000\/requests\/12" style="[^"]+">Poster #12<\/a>/);
    expect(mail?.html).toContain('Room 1<br>&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.html).toContain('Hello Ada &lt;b&gt;ada&lt;/b&gt;,');
    expect(mail?.text).toContain('Poster #12 <http://127.0.0.1:3000/requests/12>');
    expect(Buffer.byteLength(mail?.source ?? '')).toBeLessThan(100_000);
    expect(await outbox()).toMatchObject([{ state: 'sent', attempts: 1, lastCode: 250, headerId: mail?.messageId }]);
  });

  test('are part of the transaction, and are rolled back with it', async () => {
    await expect(sendNotice({}, true)).rejects.toThrow('taken back');
    expect(await outbox()).toEqual([]);
    expect(await services.db.selectFrom('messages').selectAll().execute()).toEqual([]);
  });

  test('reach each person once, except the author and closed accounts', async () => {
    const [closed, author] = [await withAddress('gone'), await withAddress('author')];
    await services.db.updateTable('users').set({ active: false }).where('id', '=', closed.id).execute();
    await sendNotice({
      recipients: [ada.id, ada.id, closed.id, author.id],
      author: { kind: 'Staff', id: author.id, name: 'Author' },
    });
    const reached = await services.db.selectFrom('messageRecipients').select('userId').execute();
    expect(reached).toEqual([{ userId: ada.id }]);
  });

  test.for([
    ['mail', 1, ['queued']],
    ['digest', 1, ['digest']],
    ['portal', 1, []],
    ['none', 0, []],
  ] as const)('as chosen: %s', async ([delivery, messages, states]) => {
    await services.db.insertInto('messageChoices').values({ userId: ada.id, category: 'requests', delivery }).execute();
    await sendNotice();
    expect(await services.db.selectFrom('messageRecipients').select('id').execute()).toHaveLength(messages);
    expect((await outbox()).map(({ state }) => state)).toEqual(states);
  });

  test('without an address, in the portal alone', async () => {
    await services.db.updateTable('users').set({ email: null }).where('id', '=', ada.id).execute();
    await sendNotice();
    expect(await services.db.selectFrom('messageRecipients').select('id').execute()).toHaveLength(1);
    expect(await outbox()).toEqual([]);
  });
});

test('recipients take turns, and a recipient of many recent emails waits for the others', async () => {
  const ben = await withAddress('ben');
  for (let count = 0; count < 40; count += 1) await sendNotice();
  await sendNotice({ recipients: [ben.id] });
  await sendNotice({ recipients: [ben.id] });
  const urgent = services.model.messages.categories[0]!.key;
  await services.db.updateTable('mails').set({ category: urgent }).where('userId', '=', ada.id).execute();
  expect(await send()).toBe(42);
  const recipients = server.received.map(({ recipients: [to] }) => to?.startsWith(`ben-${ben.id}@`));
  expect(recipients.flatMap((isBen, index) => (isBen ? [index] : [])).every((index) => index <= 12)).toBe(true);
});

describe('a mail that waits', () => {
  const entry = {
    uid: 'session-7@portal.example.edu',
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T10:00:00.000Z',
    title: 'Joinery',
    place: 'Room 1',
    description: '',
    organizer: { name: 'Makeshop', address: 'makeshop@example.edu' },
  };
  const topic = 'session-7';
  const states = async () => (await outbox()).map(({ state }) => state);

  test('is replaced by a newer one about the same topic, for this person alone', async () => {
    const ben = await withAddress('ben');
    await sendNotice({ topic });
    await sendNotice({ topic, recipients: [ben.id] });
    await sendNotice({ topic: 'session-8' });
    await sendNotice();
    await sendNotice({ topic });
    expect(await states()).toEqual(['cancelled', 'queued', 'queued', 'queued', 'queued']);
    expect(await send()).toBe(4);
    await sendNotice({ topic });
    expect(await states()).toEqual(['cancelled', 'sent', 'sent', 'sent', 'sent', 'queued']);
  });

  test('stays when the newer one is withdrawn', async () => {
    await sendNotice({ topic });
    await expect(sendNotice({ topic }, true)).rejects.toThrow('taken back');
    expect(await states()).toEqual(['queued']);
  });

  test('leaves it to the newer one to take out of a calendar what an earlier mail put there', async () => {
    await sendNotice({ topic, calendar: [{ ...entry, method: 'REQUEST', sequence: 1 }] });
    await send();
    await sendNotice({ topic, calendar: [{ ...entry, method: 'CANCEL', sequence: 2 }] });
    await sendNotice({ topic });
    expect(await send()).toBe(1);
    expect(server.received.at(-1)?.source).toContain('method=CANCEL');
    await sendNotice({ topic, calendar: [{ ...entry, method: 'CANCEL', sequence: 3 }] });
    await sendNotice({ topic, calendar: [{ ...entry, method: 'REQUEST', sequence: 4 }] });
    expect(await send()).toBe(1);
    const { source = '' } = server.received.at(-1) ?? {};
    expect(source).toContain('method=REQUEST');
    expect(source).not.toContain('method=CANCEL');
  });
});

test('a mail puts an entry into the calendar of its reader, and takes it out again', async () => {
  const entry = {
    uid: 'appointment-12@portal.example.edu',
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T10:00:00.000Z',
    title: 'Pickup of Poster #12',
    place: 'Room 1',
    description: '',
    organizer: { name: 'Makeshop', address: 'makeshop@example.edu' },
  };
  await sendNotice({ calendar: [{ ...entry, method: 'REQUEST', sequence: 0 }] });
  await sendNotice({ calendar: [{ ...entry, method: 'CANCEL', sequence: 1 }] });
  expect(await send()).toBe(2);
  for (const [index, method] of ['REQUEST', 'CANCEL'].entries()) {
    const source = server.received[index]?.source.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(source).toMatch(new RegExp(`Content-Type: text/calendar; charset=utf-8; method=${method}`));
    const file = server.received[index]?.attachments.find(({ contentType }) => contentType.startsWith('text/calendar'));
    const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? '') as unknown[] as never);
    expect(calendar.getFirstPropertyValue('method')).toBe(method);
    const event = calendar.getFirstSubcomponent('vevent');
    expect(event?.getFirstPropertyValue('uid')).toBe(entry.uid);
    expect(event?.getFirstPropertyValue('sequence')).toBe(index);
    expect(String(event?.getFirstPropertyValue('attendee'))).toBe(`MAILTO:ada-${ada.id}@example.edu`);
    expect(event?.getFirstPropertyValue('dtstart')?.toString()).toBe('2026-12-01T09:00:00Z');
  }
});

test('a mail about very many dates stays below 100 kB', async () => {
  const dates = Array.from({ length: 120 }, (_, index) => ({
    uid: `session-12-${index}@portal.example.edu`,
    sequence: 1,
    method: 'REQUEST' as const,
    start: '2026-12-01T09:00:00.000Z',
    end: '2026-12-01T10:00:00.000Z',
    title: 'Übung in Holz',
    place: 'Room 1',
    description: `${'Жук '.repeat(900)}\n\nhttps://portal.example.edu/signup/details/12`,
    organizer: { name: 'Makeshop', address: 'makeshop@example.edu' },
  }));
  await sendNotice({ ...posterReady('Ж'.repeat(30_000)), calendar: dates });
  await sendNotice({ calendar: dates });
  expect(await send()).toBe(2);
  for (const { source, attachments } of server.received) {
    expect(Buffer.byteLength(source)).toBeLessThan(100_000);
    expect(attachments.length).toBeGreaterThan(0);
  }
});

describe('the outbox', () => {
  test('an address that does not exist gets no second mail', async () => {
    server.behave({ at: 'recipient', code: 550, text: '5.1.1 No such user' });
    await sendNotice();
    await send();
    await sendNotice();
    await send();
    expect(await outbox()).toMatchObject([
      { state: 'refused', lastCode: 550, lastAnswer: expect.stringContaining('No such user') },
      { state: 'suppressed' },
    ]);
    expect(server.received).toEqual([]);
  });

  test('what its reader turns off while it waits is canceled when it is due, and not if they turn it on again', async () => {
    const waitUntil = (dueAt: string) => services.db.updateTable('mails').set({ dueAt }).execute();
    const turnOff = () =>
      services.db
        .insertInto('messageChoices')
        .values({ userId: ada.id, category: 'requests', delivery: 'portal' })
        .execute();
    await sendNotice();
    await waitUntil(new Date(services.clock.now() + 3_600_000).toISOString());
    await turnOff();
    await send();
    expect(await outbox()).toMatchObject([{ state: 'queued' }]);
    await services.db.deleteFrom('messageChoices').where('userId', '=', ada.id).execute();
    await waitUntil(services.clock.instant());
    expect(await send()).toBe(1);
    await sendNotice();
    await sendNotice({ event: 'requestActionNeeded' });
    await turnOff();
    await services.db
      .insertInto('messageChoices')
      .values({ userId: ada.id, category: 'actionNeeded', delivery: 'none' })
      .execute();
    expect(await send()).toBe(1);
    expect((await outbox()).map(({ state }) => state)).toEqual(['sent', 'cancelled', 'sent']);
  });

  test('what the server puts off is sent later, under the same Message-ID', async () => {
    server.behave({ at: 'mail', code: 451, text: '4.3.2 Try later' });
    await sendNotice();
    expect(await send()).toBe(0);
    const [waiting] = await outbox();
    expect(waiting).toMatchObject({ state: 'deferred', lastCode: 451 });
    expect(await send()).toBe(0);
    await services.db.updateTable('mails').set({ dueAt: services.clock.instant() }).execute();
    expect(await send()).toBe(1);
    expect(server.received[0]?.messageId).toBe(waiting?.headerId);
  });

  test('fails after twelve attempts, with the last answer', async () => {
    await sendNotice();
    await services.db.updateTable('mails').set({ attempts: 12, state: 'deferred' }).execute();
    server.behave({ at: 'mail', code: 451, text: '4.3.2 Try later' });
    await send();
    expect(await outbox()).toMatchObject([{ state: 'refused', lastAnswer: expect.stringContaining('Try later') }]);
  });

  test('a line that is lost after the mail leaves it in doubt, and it is not sent again', async () => {
    server.behave({ at: 'mail', drops: true, keeps: true });
    await sendNotice();
    await send();
    await send();
    expect(await outbox()).toMatchObject([{ state: 'unknown' }]);
    expect(server.received).toHaveLength(1);
  });

  test('a server that dies between sending and noting leaves one in doubt, and the others go out', async () => {
    const bob = await withAddress('bob');
    await sendNotice({ recipients: [ada.id, bob.id] });
    const [first] = await outbox();
    const before = new Date(services.clock.now() - 300_000).toISOString();
    await services.db
      .updateTable('mails')
      .set({ state: 'sending', lastTriedAt: before, attempts: 1 })
      .where('id', '=', first?.id ?? 0)
      .execute();
    expect(await send()).toBe(1);
    expect((await outbox()).map(({ state }) => state)).toEqual(['unknown', 'sent']);
  });

  test('two that send at the same time send nothing twice', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, (_, index) => withAddress(`person${index}`)));
    await sendNotice({ recipients: people.map(({ id }) => id) });
    const sent = await Promise.all([send(), send(), send()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(new Set(server.received.flatMap(({ recipients }) => recipients)).size).toBe(12);
    expect(server.received).toHaveLength(12);
  });
});
