import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import type { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bounceAddress } from '../../server/features/messages/bounce-address.ts';
import { openBounceServer } from '../../server/features/messages/bounces.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { openTransport } from '../../server/platform/mail/transport.ts';
import { deliveryReport } from '../factories/mail/delivery-report.ts';
import { AUTHORITY, mailServer } from '../factories/mail/mail-server.ts';
import { startTestApp, type TestApp } from './support.ts';

const DOMAIN = 'bounces.example.edu';
const TLS = { cert: readFileSync(AUTHORITY, 'utf8'), key: readFileSync(AUTHORITY.replace('.crt', '.key'), 'utf8') };

let t: TestApp;
let listener: SMTPServer;

beforeAll(async () => {
  t = await startTestApp({ env: { BOUNCE_DOMAIN: DOMAIN } });
  listener = await openBounceServer(t.services, { tls: null }, '127.0.0.1', 0);
});
afterAll(async () => {
  await new Promise<void>((resolve) => listener.close(() => resolve()));
  await t.close();
});
beforeEach(async () => {
  await t.services.db.deleteFrom('mails').execute();
  await t.services.db.deleteFrom('suppressedAddresses').execute();
});

let made = 0;
/** An email sent a minute ago, and its return address. */
async function sentMail(change: object = {}): Promise<{ id: number; path: string }> {
  made += 1;
  const { id } = await t.services.db
    .insertInto('mails')
    .values({
      address: 'ada@example.edu',
      category: 'requests',
      event: 'requestStatusChanged',
      subject: 'Your request',
      dueAt: t.services.clock.instant(),
      headerId: `<${made}@portal.example.edu>`,
      state: 'sent',
      attempts: 1,
      lastTriedAt: t.services.clock.instant(),
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, path: (await bounceAddress(t.services.settings, id)) ?? '' };
}

const row = (id: number) =>
  t.services.db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const suppressed = () => t.services.db.selectFrom('suppressedAddresses').select(['address', 'source']).execute();

const portOf = (server: SMTPServer): number => {
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** A conversation line by line, as a mail server on the way has it. */
class Client {
  readonly #socket: Socket;
  #heard = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('latin1').on('data', (text: string) => (this.#heard += text));
    socket.on('error', () => undefined);
  }

  static async to(port: number): Promise<Client> {
    const client = new Client(connect(port, '127.0.0.1'));
    expect(await client.answer()).toBe(220);
    return client;
  }

  /** The code of the next answer; 0 where the line is cut. */
  async answer(): Promise<number> {
    for (;;) {
      const line = /^(\d{3}) .*\r\n/m.exec(this.#heard);
      if (line) {
        this.#heard = this.#heard.slice(line.index + line[0].length);
        return Number(line[1]);
      }
      if (this.#socket.destroyed) return 0;
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]).catch(() => undefined);
    }
  }

  write(text: string): void {
    if (!this.#socket.destroyed) this.#socket.write(text, 'latin1');
  }

  async say(text: string): Promise<number> {
    this.write(text);
    return this.answer();
  }

  async bounce(path: string, source: string, from = ''): Promise<number[]> {
    const codes = [await this.say('EHLO mx.example.edu\r\n'), await this.say(`MAIL FROM:<${from}>\r\n`)];
    codes.push(await this.say(`RCPT TO:<${path}>\r\n`));
    if (codes.at(-1) !== 250) return codes;
    codes.push(await this.say('DATA\r\n'));
    codes.push(await this.say(`${source.replace(/^\./gm, '..')}\r\n.\r\n`));
    return codes;
  }

  end(): void {
    this.#socket.destroy();
  }
}

async function bounce(path: string, source: string, from = ''): Promise<number | undefined> {
  const client = await Client.to(portOf(listener));
  const codes = await client.bounce(path, source, from);
  client.end();
  return codes.at(-1);
}

describe('a bounced email', () => {
  test('has its own return address', async () => {
    const server = await mailServer();
    const env = { smtp: { host: '127.0.0.1', port: server.port, isImplicitTls: false, needsTls: false } };
    const transport = openTransport({
      ...t.services.settings,
      smtp: { ...env.smtp, user: null, password: null, ca: TLS.cert },
      mailFrom: { name: 'Makeshop', address: 'makeshop@example.edu' },
    });
    const user = await t.createUser();
    const { id: messageId } = await t.services.db
      .insertInto('messages')
      .values({
        event: 'x',
        category: 'requests',
        kind: 'Default',
        subject: 'S',
        html: '<p>H</p>',
        authorKind: 'System',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id, path } = await sentMail({ state: 'queued', messageId, userId: user.id });
    expect(await sendDueMails(t.services, transport!, new AbortController().signal)).toBe(1);
    expect(server.received[0]?.sender).toBe(path);
    expect(server.received[0]?.from?.text).toBe('"Makeshop" <makeshop@example.edu>');
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect(await row(id)).toMatchObject({
      state: 'refused',
      lastAnswer: 'It bounced: 550 5.1.1 No such user',
      tries: [{ outcome: 'sent' }, { outcome: 'bounced', answer: '550 5.1.1 No such user' }],
    });
    expect(await suppressed()).toEqual([{ address: 'ada@example.edu', source: 'bounce' }]);
    transport?.close();
    await server.close();
  });

  test.for([
    ['a full mailbox', { status: '5.2.2' }, 'refused'],
    ['a policy', { status: '5.7.1' }, 'refused'],
    ['a delay', { action: 'delayed', status: '4.4.1' }, 'sent'],
    ['a delivery', { action: 'delivered', status: '2.0.0' }, 'sent'],
  ] as const)('for %s silences no one', async ([, report, state]) => {
    const { id, path } = await sentMail();
    expect(await bounce(path, deliveryReport(report))).toBe(250);
    expect(await row(id)).toMatchObject({ state });
    expect(await suppressed()).toEqual([]);
  });

  test('is recognized by its address in any spelling', async () => {
    const { id, path } = await sentMail();
    expect(await bounce(path.toUpperCase(), deliveryReport())).toBe(250);
    expect(await row(id)).toMatchObject({ state: 'refused' });
  });

  test('suppresses no one again after staff confirmed the address', async () => {
    const { path } = await sentMail();
    await bounce(path, deliveryReport());
    await t.services.db.deleteFrom('suppressedAddresses').execute();
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect(await suppressed()).toEqual([]);
  });

  test.for([
    ['was never sent', { state: 'queued', attempts: 0, lastTriedAt: null }],
    ['was sent long ago', { lastTriedAt: '2020-01-01T00:00:00.000Z' }],
  ])('is passed over where it %s', async ([, change]) => {
    const { id, path } = await sentMail(change as object);
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect((await row(id)).state).not.toBe('refused');
    expect(await suppressed()).toEqual([]);
  });

  test('is ignored when the email is deleted', async () => {
    const path = (await bounceAddress(t.services.settings, 999_999)) ?? '';
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect(await suppressed()).toEqual([]);
  });
});

describe('what else comes is refused', () => {
  test('at every other address, a forged one included', async () => {
    const [{ id, path }, other] = [await sentMail(), await sentMail()];
    const forged = [
      path.replace(`bounce-${id}-`, `bounce-${other.id}-`),
      path.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`),
      path.replace(DOMAIN, 'elsewhere.example'),
      path.replace(`@${DOMAIN}`, ''),
      `postmaster@${DOMAIN}`,
      `bounce-${id}@${DOMAIN}`,
      `${'a'.repeat(3_000)}@${DOMAIN}`,
    ];
    for (const address of forged) expect(await bounce(address, deliveryReport()), address).toBeGreaterThanOrEqual(500);
    expect(await suppressed()).toEqual([]);
  });

  test('from every sender, as reports come from no one: nothing can loop', async () => {
    const { path } = await sentMail();
    expect(await bounce(path, deliveryReport(), 'postmaster@example.edu')).toBe(550);
  });

  test('to a second recipient', async () => {
    const [{ path }, other] = [await sentMail(), await sentMail()];
    const client = await Client.to(portOf(listener));
    await client.say('EHLO mx\r\n');
    await client.say('MAIL FROM:<>\r\n');
    expect(await client.say(`RCPT TO:<${path}>\r\n`)).toBe(250);
    expect(await client.say(`RCPT TO:<${other.path}>\r\n`)).toBe(452);
    client.end();
  });

  test('a login', async () => {
    const client = await Client.to(portOf(listener));
    await client.say('EHLO mx\r\n');
    expect(await client.say('AUTH PLAIN AGEAYg==\r\n')).toBeGreaterThanOrEqual(500);
    expect(await client.say('STARTTLS\r\n')).toBeGreaterThanOrEqual(500);
    client.end();
  });
});

describe('hostile input', () => {
  const HOSTILE: [string, string][] = [
    ['a line of 200 kB', 'x'.repeat(200_000)],
    ['null bytes', '\0'.repeat(50_000)],
    ['no MIME', 'Subject: Out of office\r\n\r\nAction: failed\r\nStatus: 5.1.1'],
    [
      '10,000 parts',
      `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\nContent-Type: text/plain\r\n\r\n\r\n'.repeat(10_000)}`,
    ],
    ['an empty mail', ''],
  ];
  test.for(HOSTILE)('%s is taken and passed over', async ([, source]) => {
    const { id, path } = await sentMail();
    expect(await bounce(path, source)).toBe(250);
    expect(await row(id)).toMatchObject({ state: 'sent' });
    // The listener continues.
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect(await row(id)).toMatchObject({ state: 'refused' });
  });

  test('null bytes within a report are removed', async () => {
    const { id, path } = await sentMail();
    expect(await bounce(path, deliveryReport({ diagnostic: 'smtp; 550 5.1.1 No\0 such\0 user' }))).toBe(250);
    expect(await row(id)).toMatchObject({ state: 'refused', lastAnswer: 'It bounced: 550 5.1.1 No such user' });
  });

  test('6 MB are refused', async () => {
    const { id, path } = await sentMail();
    expect(await bounce(path, `${deliveryReport()}${'x'.repeat(990)}\r\n`.repeat(6_000))).toBe(552);
    expect(await row(id)).toMatchObject({ state: 'sent' });
  });

  test('a command without an end, and a line that is cut within a mail, harm no one', async () => {
    const { id, path } = await sentMail();
    const endless = await Client.to(portOf(listener));
    expect(await endless.say('A'.repeat(200_000))).toBeOneOf([0, 421, 500]);
    endless.end();
    const cut = await Client.to(portOf(listener));
    await cut.say('EHLO mx\r\n');
    await cut.say('MAIL FROM:<>\r\n');
    await cut.say(`RCPT TO:<${path}>\r\n`);
    expect(await cut.say('DATA\r\n')).toBe(354);
    cut.end();
    expect(await bounce(path, deliveryReport())).toBe(250);
    expect(await row(id)).toMatchObject({ state: 'refused' });
  });

  test('a slow client is cut off, though it is never silent', async () => {
    const slow = await openBounceServer(t.services, { tls: null, longest: 300 }, '127.0.0.1', 0);
    const client = await Client.to(portOf(slow));
    const drip = setInterval(() => client.write('N'), 20);
    expect(await client.answer()).toBe(0);
    clearInterval(drip);
    await new Promise<void>((resolve) => slow.close(() => resolve()));
  });
});

test('idle connections of one address keep no report of another one out, and more than a few are refused', async () => {
  const own = await openBounceServer(t.services, { tls: null }, '127.0.0.1', 0);
  const idle = await Promise.all(Array.from({ length: 4 }, () => Client.to(portOf(own))));
  const refused = connect(portOf(own), '127.0.0.1');
  const [answer] = (await once(refused, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^421 /);
  const elsewhere = connect({ port: portOf(own), host: '127.0.0.1', localAddress: '127.0.0.2' });
  const [greeting] = (await once(elsewhere, 'data')) as [Buffer];
  expect(greeting.toString()).toMatch(/^220 /);
  for (const client of idle) client.end();
  refused.destroy();
  elsewhere.destroy();
  await new Promise<void>((resolve) => own.close(() => resolve()));
});

test('with a certificate the line is encrypted', async () => {
  const { id, path } = await sentMail();
  const encrypted = await openBounceServer(t.services, { tls: TLS }, '127.0.0.1', 0);
  const sender = createTransport({
    host: 'localhost',
    port: portOf(encrypted),
    requireTLS: true,
    tls: { ca: TLS.cert },
  });
  await sender.sendMail({ envelope: { from: '', to: [path] }, raw: deliveryReport() });
  expect(await row(id)).toMatchObject({ state: 'refused' });
  sender.close();
  await new Promise<void>((resolve) => encrypted.close(() => resolve()));
});
