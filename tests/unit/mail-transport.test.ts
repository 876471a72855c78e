import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { mailSettings } from '../../server/platform/mail/settings.ts';
import { openTransport, type MailTransport, type OutgoingMail } from '../../server/platform/mail/transport.ts';
import { readSettings, SettingsError } from '../../server/platform/settings.ts';
import { AUTHORITY, mailServer, type Behavior, type MailServer } from '../factories/mail/mail-server.ts';

const MAIL: OutgoingMail = {
  headerId: '<17.abc@portal.example.edu>',
  to: 'ada@example.edu',
  date: '2028-02-29T23:59:30.000Z',
  subject: 'Your request',
  html: '<p>It is <b>ready</b>.</p>',
  text: 'It is ready.',
};

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function server(options?: Parameters<typeof mailServer>[0]): Promise<MailServer> {
  const started = await mailServer(options);
  opened.push(started);
  return started;
}

function transportTo(env: Record<string, string>): MailTransport {
  const settings = readSettings({ MAIL_FROM: 'Makeshop <makeshop@example.edu>', ...env }, '/nowhere', [mailSettings]);
  const transport = openTransport(settings);
  if (transport === null) throw new Error('There is no transport');
  opened.unshift(transport);
  return transport;
}

const send = (transport: MailTransport, mail: OutgoingMail = MAIL, signal = new AbortController().signal) =>
  transport.send(mail, signal);

describe('a mail', () => {
  test('arrives with its parts, its own Message-ID, and one recipient', async () => {
    const { port, received } = await server();
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    expect(await send(transport)).toMatchObject({ outcome: 'sent', code: 250 });
    const [mail] = received;
    expect(mail).toMatchObject({
      messageId: MAIL.headerId,
      subject: 'Your request',
      recipients: ['ada@example.edu'],
      isEncrypted: true,
    });
    expect(mail?.from?.text).toBe('"Makeshop" <makeshop@example.edu>');
    expect(mail?.text?.trim()).toBe('It is ready.');
    expect(mail?.html).toContain('<b>ready</b>');
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail?.headers.get('precedence')).toBe('bulk');
    expect([...(mail?.headers.keys() ?? [])].filter((name) => name.startsWith('list'))).toEqual([]);
  });

  test('gets no header out of its subject or its recipient', async () => {
    const { port, received } = await server();
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    await send(transport, { ...MAIL, subject: 'One\r\nBcc: eve@example.edu\r\n\r\nTwo' });
    expect(received[0]?.recipients).toEqual(['ada@example.edu']);
    expect(received[0]?.headers.has('bcc')).toBe(false);
    expect(received[0]?.text?.trim()).toBe('It is ready.');
  });

  test('says how to unsubscribe by one click, and the signature covers that', async () => {
    const { port, received } = await server();
    const transport = transportTo({
      SMTP_URL: `smtp://localhost:${port}`,
      SMTP_CA_FILE: AUTHORITY,
      DKIM_DOMAIN: 'example.edu',
      DKIM_SELECTOR: 'portal',
      DKIM_KEY_FILE: AUTHORITY.replace('.crt', '.key'),
    });
    await send(transport, {
      ...MAIL,
      subscription: {
        id: 'requests.portal.example.edu',
        name: 'Your "requests"\r\nBcc: eve@example.edu',
        unsubscribe: 'https://portal.example.edu/unsubscribe/token',
      },
    });
    const source = received[0]?.source.replace(/\r\n[ \t]+/g, ' ') ?? '';
    expect(source).toContain('List-Unsubscribe: <https://portal.example.edu/unsubscribe/token>');
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(source).toContain('<requests.portal.example.edu>');
    expect(received[0]?.headers.has('bcc')).toBe(false);
    expect(/^DKIM-Signature:.*\bh=([^;]*);/im.exec(source)?.[1]?.toLowerCase().split(/:\s*/)).toEqual(
      expect.arrayContaining([
        ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'auto-submitted', 'precedence'],
        ...['from', 'to', 'subject', 'date', 'message-id'],
      ]),
    );
  });
});

describe('what the server answers', () => {
  const CASES: [string, Behavior, object][] = [
    [
      'no such mailbox',
      { at: 'recipient', code: 550, text: '5.1.1 No such user' },
      { outcome: 'refused', code: 550, isAddress: true },
    ],
    [
      'a policy',
      { at: 'mail', code: 554, text: '5.7.1 Rejected as spam' },
      { outcome: 'refused', code: 554, isAddress: false },
    ],
    ['a full mailbox', { at: 'recipient', code: 452, text: '4.2.2 Mailbox full' }, { outcome: 'deferred', code: 452 }],
    ['a busy server', { at: 'mail', code: 421, text: '4.3.2 Try later' }, { outcome: 'deferred', code: 421 }],
    ['a line lost after the email', { at: 'mail', drops: true }, { outcome: 'unknown', code: null }],
  ];
  test.for(CASES)('%s', async ([, behavior, expected]) => {
    const { port, behave, received } = await server();
    behave(behavior);
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    expect(await send(transport)).toMatchObject(expected);
    expect(received).toEqual([]);
    // The next one is not held up by it.
    expect(await send(transport)).toMatchObject({ outcome: 'sent' });
  });

  test('silence is ended from outside, and the mail is in doubt', async () => {
    const { port, behave } = await server();
    behave({ at: 'mail', hangs: true });
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    expect(await send(transport, MAIL, AbortSignal.timeout(500))).toMatchObject({ outcome: 'unknown' });
  });

  test('a line that the server ends between two mails holds up none of them', async () => {
    const { port, behave, received } = await server();
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    expect(await send(transport)).toMatchObject({ outcome: 'sent' });
    behave({ at: 'recipient', code: 421, text: '4.3.2 Too many emails over this line' });
    expect(await send(transport, { ...MAIL, headerId: '<18.abc@portal.example.edu>' })).toMatchObject({
      outcome: 'sent',
    });
    expect(received.map(({ messageId }) => messageId)).toEqual([MAIL.headerId, '<18.abc@portal.example.edu>']);
  });

  test('no one listens', async () => {
    const closedServer = await mailServer();
    await closedServer.close();
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${closedServer.port}` });
    expect(await send(transport)).toMatchObject({ outcome: 'unavailable', code: null });
    await expect(transport.check()).rejects.toThrow(/ECONNREFUSED/);
  });

  test('a certificate of an unknown authority: nothing is sent', async () => {
    const { port, received } = await server();
    const transport = transportTo({ SMTP_URL: `smtp://localhost:${port}` });
    expect(await send(transport)).toMatchObject({ outcome: 'unavailable' });
    expect(received).toEqual([]);
  });

  test('a login that is refused is no fault of the mail', async () => {
    const { port } = await server({
      authOptional: false,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    });
    const transport = transportTo({ SMTP_URL: `smtp://portal:wrong@localhost:${port}`, SMTP_CA_FILE: AUTHORITY });
    expect(await send(transport)).toMatchObject({ outcome: 'unavailable', code: 535 });
  });
});

describe('the settings', () => {
  const faultsOf = (env: Record<string, string>): string[] => {
    try {
      readSettings(env, '/nowhere', [mailSettings]);
      return [];
    } catch (error) {
      return error instanceof SettingsError ? error.faults : [String(error)];
    }
  };

  test('a sender is needed, a half signature is refused, and no password is repeated', () => {
    expect(faultsOf({ SMTP_URL: 'smtp://localhost' }).join()).toContain('MAIL_FROM');
    expect(faultsOf({ DKIM_DOMAIN: 'example.edu' }).join()).toContain('DKIM_SELECTOR and DKIM_KEY_FILE');
    expect(faultsOf({ SMTP_URL: 'http://user:secret@localhost' }).join()).not.toContain('secret');
    expect(faultsOf({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'nobody' }).join()).toContain('MAIL_FROM');
  });

  test('a password that is not written as an address has it, and files that are no certificate or key, prevent the start', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-mail-settings-'));
    opened.push({ close: () => rm(folder, { recursive: true }) });
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const other = generateKeyPairSync('ed25519').privateKey.export(pem).toString();
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem).toString();
    const [none, ed25519, key] = [await file('none', 'x'), await file('ed', other), await file('rsa', rsa)];
    const smtp = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.edu' };
    const dkim = { DKIM_DOMAIN: 'example.edu', DKIM_SELECTOR: 'portal' };
    const bounces = { BOUNCE_DOMAIN: 'bounces.example.edu', BOUNCE_CERT_FILE: AUTHORITY };
    expect(faultsOf({ ...smtp, SMTP_URL: 'smtp://portal:50%off@localhost' })).toEqual([
      'SMTP_URL must be written with %25 for each % of its user and password, but is "smtp://***@localhost".',
    ]);
    expect(faultsOf({ ...smtp, SMTP_CA_FILE: none }).join()).toContain('SMTP_CA_FILE');
    expect(faultsOf({ ...smtp, SMTP_CA_FILE: AUTHORITY })).toEqual([]);
    // With another key than RSA mails would leave unsigned.
    for (const wrong of [none, ed25519])
      expect(faultsOf({ ...dkim, DKIM_KEY_FILE: wrong }).join()).toContain('DKIM_KEY_FILE must be an RSA key');
    expect(faultsOf({ ...dkim, DKIM_KEY_FILE: key })).toEqual([]);
    for (const wrong of [none, key])
      expect(faultsOf({ ...bounces, BOUNCE_KEY_FILE: wrong }).join()).toContain('BOUNCE_KEY_FILE');
    expect(faultsOf({ ...bounces, BOUNCE_KEY_FILE: AUTHORITY.replace(/crt$/, 'key') })).toEqual([]);
  });

  test('only a server on this machine is spoken to without TLS', () => {
    const smtpOf = (url: string) =>
      readSettings({ SMTP_URL: url, MAIL_FROM: 'a@example.edu' }, '/nowhere', [mailSettings]).smtp;
    expect(smtpOf('smtp://smtp.example.edu')).toMatchObject({ needsTls: true, port: 587 });
    expect(smtpOf('smtps://a%40b:p%3Aw@smtp.example.edu')).toMatchObject({
      isImplicitTls: true,
      port: 465,
      user: 'a@b',
      password: 'p:w',
    });
    expect(smtpOf('smtp://127.0.0.1:25')).toMatchObject({ needsTls: false, port: 25 });
  });
});
