import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { simpleParser } from 'mailparser';
import { describe, expect, test } from 'vitest';
import { mailSettings, type MailAddress } from '../../server/platform/mail/settings.ts';
import { mailSource, openTransport, type OutgoingMail } from '../../server/platform/mail/transport.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { verifiedDkim } from '../factories/mail/dkim.ts';
import { AUTHORITY, mailServer } from '../factories/mail/mail-server.ts';

const MAIL: OutgoingMail = {
  headerId: '<17.abc@portal.example.edu>',
  to: 'ada@example.edu',
  date: '2028-02-29T23:59:30.000Z',
  subject: 'Your request',
  html: '<p>It is ready.</p>',
  text: 'It is ready.',
};
const FROM = { name: 'Makeshop', address: 'makeshop@example.edu' };

async function written(change: Partial<OutgoingMail>, from: MailAddress = FROM, replyTo: MailAddress | null = null) {
  const source = await mailSource({ ...MAIL, ...change }, from, replyTo);
  return { lines: source.toString().split('\r\n'), mail: await simpleParser(source) };
}

/** Of the header and the lines that continue it. */
const headerLines = (lines: string[], name: string): string[] => {
  const at = lines.findIndex((line) => line.startsWith(`${name}:`));
  const more = lines.slice(at + 1).findIndex((line) => !/^[ \t]/.test(line));
  return lines.slice(at, at + 1 + more);
};

describe('a header', () => {
  test('Date is when the mail was written, at each attempt', async () => {
    const { lines } = await written({});
    expect(lines).toContain('Date: Tue, 29 Feb 2028 23:59:30 +0000');
    expect(lines).toContain('Message-ID: <17.abc@portal.example.edu>');
  });

  test('asks programs not to report an absence', async () => {
    const { lines } = await written({});
    for (const line of ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: OOF, AutoReply'])
      expect(lines).toContain(line);
  });

  test.for([
    ['words', 'A request of words '.repeat(11).slice(0, 200).trim()],
    ['accents and pictures', 'Größe 😀 '.repeat(25).slice(0, 200).trim()],
    ['Chinese', '漢字'.repeat(100)],
    ['one word', 'x'.repeat(200)],
    ['what looks encoded', '=?utf-8?Q?Bcc=3A_eve?= "quoted" <eve@example.edu>'],
  ] as const)('with a long subject is folded, and read as it was: %s', async ([, subject]) => {
    const { lines, mail } = await written({ subject });
    expect(mail.subject).toBe(subject);
    const folded = headerLines(lines, 'Subject');
    for (const line of folded) expect(line.length).toBeLessThanOrEqual(998);
    for (const word of folded.join(' ').match(/=\?utf-8\?[bq]\?[^?]*\?=/gi) ?? [])
      expect(word.length).toBeLessThanOrEqual(75);
    for (const line of lines) expect(line).toMatch(/^[\t\x20-\x7e]*$/);
  });

  test.for(['Müller, "Bo" <x>', 'O’Hara; Jr. (Makeshop)', 'A\r\nBcc: eve@example.edu', '漢字', 'a@b.example', '\\"'])(
    'with the name %j names one address',
    async (name) => {
      const { mail } = await written({}, { ...FROM, name }, { name, address: 'ada@example.edu' });
      expect(mail.from?.value).toHaveLength(1);
      expect(mail.from?.value[0]?.address).toBe('makeshop@example.edu');
      expect(mail.replyTo?.value.map(({ address }) => address)).toEqual(['ada@example.edu']);
      expect(mail.from?.value[0]?.name.replace(/\s+/g, ' ')).toBe(name.replace(/\s+/g, ' '));
      expect(mail.headers.has('bcc')).toBe(false);
    },
  );

  test.for([
    '"a b"@example.edu',
    "o'hara+x/y=z@example.edu",
    '"a@b"@example.edu',
    'a.very.long.name.'.repeat(8) + 'x@example.edu',
  ])('with the address %s has that one', async (to) => {
    const { mail } = await written({ to });
    const [recipient] = [mail.to].flat();
    expect(recipient?.value).toHaveLength(1);
    expect(recipient?.value[0]?.address).toBe(to);
  });

  test('of a subscription is whole on one line where programs need it so', async () => {
    const unsubscribe = `https://portal.example.edu/api/messages/unsubscribe/${'t'.repeat(120)}`;
    const { mail } = await written({
      subscription: { id: 'news.portal.example.edu', name: 'Größe, "News"', unsubscribe },
    });
    expect(mail.headers.get('list')).toMatchObject({
      unsubscribe: { url: unsubscribe },
      id: { id: 'news.portal.example.edu' },
    });
    expect(
      mail.headers.get('list-unsubscribe-post') ??
        mail.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line,
    ).toMatch(/List-Unsubscribe=One-Click/);
  });
});

test.for([
  ['one word', 'x'.repeat(3_000)],
  ['words', 'word '.repeat(600).trim()],
  ['dots and From', '.\r\nFrom here\r\n..\r\n-- \r\nend'],
  ['other letters', 'Größe 漢字 😀 '.repeat(200).trim()],
] as const)('the text arrives as it was written, in short lines: %s', async ([, text]) => {
  const { lines, mail } = await written({ text });
  expect(mail.text?.replace(/\r?\n/g, '\r\n').trimEnd()).toBe(text);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(78);
});

test('the signature is right by the public key, covers what a list needs, and no longer is when a word changes', async () => {
  const server = await mailServer();
  const env = {
    MAIL_FROM: 'Makeshop <makeshop@example.edu>',
    SMTP_URL: `smtp://localhost:${server.port}`,
    SMTP_CA_FILE: AUTHORITY,
    DKIM_DOMAIN: 'example.edu',
    DKIM_SELECTOR: 'portal',
    DKIM_KEY_FILE: AUTHORITY.replace('.crt', '.key'),
  };
  const transport = openTransport(readSettings(env, '/nowhere', [mailSettings]));
  const subscription = { id: 'news.portal.example.edu', name: 'News', unsubscribe: 'https://portal.example.edu/u/1' };
  const mail = {
    ...MAIL,
    subject: 'Größe '.repeat(30).trim(),
    text: '.\r\n\r\n  two  spaces \r\n\r\n\r\n',
    subscription,
  };
  await transport?.send(mail, new AbortController().signal);
  transport?.close();
  await server.close();
  const source = server.received[0]?.source ?? '';
  const { publicKey } = new X509Certificate(readFileSync(AUTHORITY));
  const { isRight, signed } = verifiedDkim(source, publicKey);
  expect(isRight).toBe(true);
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'date', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  for (const [what, other] of [
    ['One-Click', 'Two-Click'],
    ['29 Feb 2028', '28 Feb 2028'],
    ['spaces', 'places'],
  ] as const) {
    expect(source).toContain(what);
    expect(verifiedDkim(source.replace(what, other), publicKey).isRight, what).toBe(false);
  }
});
