import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MailOverview } from '../../domain/calls/mails.ts';
import { aboutMail } from '../../server/features/messages/diagnostics.ts';
import { digestWindowAt } from '../../server/features/messages/digest-window.ts';
import { sendDailyMails } from '../../server/features/messages/digest.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { transaction } from '../../server/platform/database.ts';
import { openTransport, type MailTransport } from '../../server/platform/mail/transport.ts';
import type { Services } from '../../server/services.ts';
import { roughServer, type RoughServer } from '../factories/mail/rough-server.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let services: Services;
let server: RoughServer;
let transport: MailTransport;
let administrator: TestUser;
let people: TestUser[];

beforeAll(async () => {
  t = await startTestApp();
  server = await roughServer();
  const smtp = { host: '127.0.0.1', port: server.port, isImplicitTls: false, needsTls: false, ca: null };
  const made = openTransport({
    ...t.services.settings,
    smtp: { ...smtp, user: 'portal', password: 'secret' },
    mailFrom: { name: 'Makeshop', address: 'makeshop@example.edu' },
  });
  if (made === null) throw new Error('There is no transport');
  transport = made;
  services = { ...t.services, mail: transport };
  administrator = await t.createUser({ roles: ['Administrator'] });
  people = await Promise.all(Array.from({ length: 5 }, () => t.createUser()));
});
afterAll(async () => {
  transport.close();
  await server.close();
  await t.close();
});
beforeEach(async () => {
  server.say({});
  server.hangUp();
  server.heard.length = 0;
  await services.db.deleteFrom('mails').execute();
  await services.db.deleteFrom('messages').execute();
});

function sendNotice(recipients = people.map(({ id }) => id)): Promise<number | null> {
  const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } };
  return transaction(services.db, (tx) =>
    notify(services, tx, { event: 'requestStatusChanged', audience: 'customer', recipients, values }),
  );
}

const send = (options = {}) => sendDueMails(services, transport, new AbortController().signal, options);
const outbox = () => services.db.selectFrom('mails').selectAll().orderBy('id').execute();
const states = async () => (await outbox()).map(({ state }) => state);
const later = (seconds: number) => services.clock.moveTo(services.clock.now() + seconds * 1000);
const countConnections = (): number => server.heard.filter((line) => line.startsWith('EHLO')).length;

async function overview(): Promise<MailOverview> {
  // Sessions end after days.
  const cookie = await t.loginAs(administrator.username);
  const answer = await t.app.inject({ url: '/api/mails/overview', headers: { cookie } });
  return answer.json();
}

const AUTH = '250-rough\r\n250 AUTH PLAIN\r\n';

describe('a server that takes no mail', () => {
  test.for([
    ['for it refuses the login', { EHLO: AUTH, AUTH: '535 5.7.8 Bad credentials\r\n' }, /535 5\.7\.8/],
    ['for it greets with 554', { greeting: '554 Not you\r\n' }, /Not you/],
    ['for it refuses the sender', { MAIL: '550 5.7.1 Not your domain\r\n' }, /Not your domain/],
  ] as const)('%s, costs no mail an attempt, and is asked once, not once a mail', async ([, script, says]) => {
    await sendNotice();
    server.say(script);
    expect(await send()).toBe(0);
    expect(await send()).toBe(0);
    const mails = await outbox();
    expect(mails.map(({ state, attempts }) => [state, attempts])).toEqual(people.map(() => ['queued', 0]));
    expect(mails.flatMap(({ tries }) => tries ?? [])).toMatchObject([{ outcome: 'unavailable' }]);
    expect((await overview()).outage).toMatchObject({ answer: expect.stringMatching(says) });
    expect(countConnections()).toBeLessThanOrEqual(1);

    const { facts } = (await aboutMail.facts?.(services, new AbortController().signal)) ?? { facts: [] };
    expect(facts.find(({ label }) => label === 'Unavailable since')).toMatchObject({
      state: 'fault',
      note: expect.stringMatching(says),
    });

    server.say({ EHLO: AUTH });
    later(61);
    expect(await send()).toBe(5);
    expect(await overview()).toMatchObject({ outage: null, counts: { sent: 5, refused: 0 } });
    const tried = (await outbox()).find(({ tries }) => tries?.length === 2);
    expect(tried).toMatchObject({ attempts: 1, tries: [{ outcome: 'deferred' }, { outcome: 'sent' }] });
  });

  test('for a day, loses none, and is asked every five minutes at most', async () => {
    await sendNotice();
    server.say({ greeting: '421 Down\r\n' });
    const [since] = [services.clock.now()];
    for (let hour = 0; hour < 24; hour += 1) {
      for (let minute = 0; minute < 4; minute += 1) await send();
      later(3600);
    }
    const known = (await overview()).outage;
    expect(Date.parse(known?.since ?? '') - since).toBeLessThan(60_000);
    // One asks at a time: the others keep the pause.
    expect((await outbox()).flatMap(({ tries }) => tries ?? [])).toHaveLength(5);
    server.say({});
    expect(await send()).toBe(5);
    expect(new Set(await states())).toEqual(new Set(['sent']));
  });

  test('is tried immediately by a starting process, because its settings can be new', async () => {
    await sendNotice();
    server.say({ MAIL: '530 5.7.0 Log in\r\n' });
    await send();
    server.say({});
    expect(await send()).toBe(0);
    expect(await send({ isFirst: true })).toBe(5);
  });

  test('for three days: notices fail, daily emails with their contents, and can be sent again', async () => {
    const [first = administrator] = people;
    const choice = { userId: first.id, category: 'requests', delivery: 'digest' as const };
    await services.db.insertInto('messageChoices').values(choice).execute();
    await sendNotice();
    await services.db.deleteFrom('messageChoices').execute();
    services.clock.moveTo(digestWindowAt(services.clock.now(), services.model.site.timezone).tomorrow);
    await sendDailyMails(services);
    server.say({ MAIL: '530 5.7.0 Log in\r\n' });
    for (let hour = 0; hour < 80; hour += 1) {
      await send();
      later(3600);
    }
    expect(new Set(await states())).toEqual(new Set(['refused']));
    const mails = await outbox();
    expect(mails.every(({ tries }) => tries === null || tries.at(-1)?.outcome === 'refused')).toBe(true);
    expect(mails[0]?.lastAnswer).toContain('Not sent within 72 hours');

    server.say({});
    const ids = mails.filter(({ digestId }) => digestId === null).map(({ id }) => id);
    const cookie = await t.loginAs(administrator.username);
    await t.app.inject({ method: 'POST', url: '/api/mails/actions/sendAgain', headers: { cookie }, payload: { ids } });
    expect(await send()).toBe(5);
    expect(new Set(await states())).toEqual(new Set(['sent']));
  });

  test('when the clock is set back, is asked again all the same', async () => {
    await sendNotice();
    server.say({ MAIL: '451 4.3.0 Not now\r\n' });
    await send();
    server.say({});
    later(-24 * 3600);
    expect(await send()).toBe(5);
  });
});

test('lines that are lost after each mail leave one in doubt, then a pause that doubles, and the rest waits', async () => {
  await sendNotice();
  const before = server.taken();
  server.say({ mail: (socket) => socket.destroy() });
  const doubtful = async () => (await states()).filter((state) => state === 'unknown').length;
  await send();
  await send();
  expect(await doubtful()).toBe(1);
  later(61);
  await send();
  later(61);
  await send();
  expect(await doubtful()).toBe(2);
  server.say({});
  later(61);
  expect(await send()).toBe(3);
  expect(server.taken() - before).toBe(5);
});

test('the answer to the last attempt is stored up to the length of its column', async () => {
  await sendNotice([people[0]?.id ?? 0]);
  await services.db.updateTable('mails').set({ attempts: 12, state: 'deferred' }).execute();
  server.say({ mail: `${'451-Try later, as this says at length, again and again\r\n'.repeat(50)}451 later\r\n` });
  await send();
  const [mail] = await outbox();
  expect(mail).toMatchObject({
    state: 'refused',
    lastAnswer: expect.stringMatching(/^Failed after 13 attempts\. 451/),
  });
  expect(mail?.lastAnswer).toHaveLength(1000);
});

describe('the order', () => {
  test('is that of the categories: what comes late goes before an announcement that is on its way', async () => {
    await sendNotice();
    await services.db.updateTable('mails').set({ category: 'announcements' }).execute();
    const [stored] = await outbox();
    const values = Array.from({ length: 40 }, (_, index) => ({
      address: `reader${index}@example.edu`,
      messageId: stored?.messageId ?? 0,
      category: 'announcements',
      event: 'announcement',
      state: 'queued' as const,
      subject: 'News',
      dueAt: stored?.dueAt ?? '',
      headerId: `<news-${index}@portal.example.edu>`,
    }));
    await services.db.insertInto('mails').values(values).execute();
    let taken = 0;
    server.say({
      mail: (socket) => {
        taken += 1;
        if (taken !== 3) return void socket.write('250 Taken\r\n');
        void sendNotice([people[0]?.id ?? 0]).then(() => socket.write('250 Taken\r\n'));
      },
    });
    expect(await send()).toBe(46);
    const order = (await outbox()).sort((one, other) => (one.sentAt ?? '').localeCompare(other.sentAt ?? ''));
    const place = order.findIndex(({ category }) => category === 'requests');
    expect(place).toBeGreaterThanOrEqual(3);
    expect(place).toBeLessThan(12);
  });

  test('begins with another one after a refusal of all mails, in case it was about one alone', async () => {
    await sendNotice();
    const [first] = await outbox();
    await services.db.updateTable('mails').set({ category: 'announcements' }).execute();
    await services.db
      .updateTable('mails')
      .set({ category: 'account' })
      .where('id', '=', first?.id ?? 0)
      .execute();
    server.say({ MAIL: '550 5.7.1 Not this one\r\n' });
    await send();
    server.say({});
    later(61);
    expect(await send()).toBe(5);
    const countConnections = server.heard.filter((line) => line.startsWith('RCPT'));
    expect(countConnections.findIndex((line) => line.includes(first?.address ?? ''))).toBe(4);
  });

  test('stops between two emails when the process stops, and the sent one is recorded', async () => {
    await sendNotice();
    const stop = new AbortController();
    server.say({
      mail: (socket) => {
        stop.abort();
        socket.write('250 Taken\r\n');
      },
    });
    expect(await sendDueMails(services, transport, stop.signal)).toBe(1);
    expect((await states()).sort()).toEqual(['queued', 'queued', 'queued', 'queued', 'sent']);
    server.say({});
    expect(await send()).toBe(4);
  });
});
