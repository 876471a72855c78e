import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailSettings } from '../../server/platform/mail/settings.ts';
import { openTransport, type MailTransport, type OutgoingMail } from '../../server/platform/mail/transport.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { roughServer, type RoughServer, type Said, type Stage } from '../factories/mail/rough-server.ts';

const MAIL: OutgoingMail = {
  headerId: '<17.abc@portal.example.edu>',
  to: 'ada@example.edu',
  date: '2028-02-29T23:59:30.000Z',
  subject: 'Your request',
  html: '<p>It is ready.</p>',
  text: 'It is ready.',
};

type Script = Partial<Record<Stage, Said>>;

const cut = (socket: Socket): void => void socket.destroy();
const lines = (code: number, bytes: number): string =>
  `${`${code}-${'x'.repeat(900)}\r\n`.repeat(Math.ceil(bytes / 900))}${code} end\r\n`;
const announcing = (...words: string[]): string =>
  ['250-rough', ...words.map((word) => `250-${word}`), '250 OK', ''].join('\r\n');

let server: RoughServer;
const opened: MailTransport[] = [];
beforeEach(async () => {
  server = await roughServer();
});
afterEach(async () => {
  for (const transport of opened.splice(0)) transport.close();
  await server.close();
});

/** `patience`: milliseconds of the attempt. */
function send(script: Script, mail: Partial<OutgoingMail> = {}, { user = '', patience = 5_000 } = {}) {
  server.say(script);
  const env = { MAIL_FROM: 'makeshop@example.edu', SMTP_URL: `smtp://${user}localhost:${server.port}` };
  const transport = openTransport(readSettings(env, '/nowhere', [mailSettings]));
  if (transport === null) throw new Error('There is no transport');
  opened.push(transport);
  return transport.send({ ...MAIL, ...mail }, AbortSignal.timeout(patience));
}

describe('a server that takes no mail at all is no fault of the mail', () => {
  const CASES: [string, Script, number | null, RegExp][] = [
    ['says 554 first', { greeting: '554 No SMTP service here\r\n' }, 554, /No SMTP service/],
    ['says 421 first', { greeting: '421 Too busy\r\n' }, 421, /Too busy/],
    ['ends the line immediately', { greeting: cut }, null, /closed/],
    ['greets with something else', { greeting: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, null, /./],
    [
      'announces STARTTLS and has none',
      { EHLO: announcing('STARTTLS'), STARTTLS: '502 Not implemented\r\n' },
      502,
      /502/,
    ],
    ['announces STARTTLS and puts it off', { EHLO: announcing('STARTTLS') }, 454, /TLS not available/],
    ['ends the line at STARTTLS', { EHLO: announcing('STARTTLS'), STARTTLS: cut }, null, /closed/],
    ['speaks no TLS after STARTTLS', { EHLO: announcing('STARTTLS'), STARTTLS: '220 Go\r\nnonsense\r\n' }, null, /./],
    ['knows neither EHLO nor HELO', { EHLO: '502 No\r\n', RSET: '502 No\r\n' }, 502, /502/],
    ['refuses the sender', { MAIL: '550 5.7.1 Sender address rejected\r\n' }, 550, /Sender address/],
    ['wants a login', { MAIL: '530 5.7.0 Authentication required\r\n' }, 530, /Authentication/],
    // Postfix says at the recipient what it has against the sender and the client.
    [
      'refuses the sender at the recipient',
      { RCPT: '550 5.1.8 <makeshop@example.edu>: Sender address rejected: Domain not found\r\n' },
      550,
      /Sender address/,
    ],
    ['puts off the sender at the recipient', { RCPT: '450 4.1.8 Domain not found\r\n' }, 450, /Domain/],
    ['does not know the sender', { RCPT: '550 5.1.0 <m@example.edu>: Sender address rejected\r\n' }, 550, /Sender/],
    ['wants a login at the recipient', { RCPT: '530 5.7.0 Authentication required\r\n' }, 530, /Authentication/],
    ['knows not this machine', { RCPT: '554 5.7.1 <unknown[::1]>: Client host rejected\r\n' }, 554, /Client host/],
    ['lets the login not send as the sender', { mail: '554 5.2.252 SendAsDenied; a not as b\r\n' }, 554, /SendAs/],
    ['has no room', { MAIL: '452 4.3.1 Insufficient system storage\r\n' }, 452, /storage/],
    ['closes down', { MAIL: '421 4.3.2 Shutting down\r\n' }, 421, /Shutting down/],
  ];
  test.for(CASES)('%s', async ([, script, code, says]) => {
    expect(await send(script)).toMatchObject({ outcome: 'unavailable', code, answer: expect.stringMatching(says) });
    expect(server.taken()).toBe('mail' in script ? 1 : 0);
  });

  test.for([
    ['never', '535 5.7.8 Authentication credentials invalid\r\n', 535],
    ['later', '454 4.7.0 Temporary authentication failure\r\n', 454],
    ['with another password', '534 5.7.9 Application-specific password required\r\n', 534],
  ] as const)('lets it in %s', async ([, answer, code]) => {
    const result = await send({ EHLO: announcing('AUTH PLAIN'), AUTH: answer }, {}, { user: 'portal:wrong@' });
    expect(result).toMatchObject({ outcome: 'unavailable', code });
  });

  test.for([
    ['says nothing first', { greeting: null }],
    ['says it a byte at a time', { greeting: dripping('220 slow\r\n') }],
  ] as [string, Script][])('%s', async ([, script]) => {
    const result = await send(script, {}, { patience: 300 });
    expect(result).toEqual({ outcome: 'unavailable', code: null, answer: 'The mail server took too long.' });
  });
});

/** A byte now and then: never silent, and never done. */
function dripping(text: string): Said {
  return (socket) => {
    let at = 0;
    const drip = setInterval(() => {
      if (socket.destroyed || at === text.length) clearInterval(drip);
      else socket.write(text.charAt(at++));
    }, 100);
  };
}

describe('the responses to one email', () => {
  const CASES: [string, Script, object][] = [
    ['greylisting', { RCPT: '450 4.2.0 Greylisted\r\n' }, { outcome: 'deferred', code: 450 }],
    ['too many recipients', { RCPT: '452 4.5.3 Too many\r\n' }, { outcome: 'deferred', code: 452 }],
    ['a line cut at the recipient', { RCPT: cut }, { outcome: 'deferred', code: null }],
    ['no such mailbox', { RCPT: '550 5.1.1 No such user\r\n' }, { outcome: 'refused', code: 550, isAddress: true }],
    [
      'no such mailbox, in three lines',
      { RCPT: '550-5.1.1 The account\r\n550-5.1.1 that you try\r\n550 5.1.1 is none\r\n' },
      { outcome: 'refused', isAddress: true, answer: '550-5.1.1 The account 550-5.1.1 that you try 550 5.1.1 is none' },
    ],
    ['no such mailbox, by its status alone', { RCPT: '550 #5.1.1 Gone\r\n' }, { outcome: 'refused', isAddress: true }],
    [
      'a refusal that only speaks of such a status',
      { RCPT: '550 5.7.1 Blocked by rule 5.1.1\r\n' },
      { outcome: 'refused', isAddress: false },
    ],
    [
      'what another server has said of the sender',
      {
        RCPT: '550 5.1.1 <ada@example.edu>: Recipient address rejected: mx.example.edu said: Sender address rejected\r\n',
      },
      { outcome: 'refused', isAddress: true },
    ],
    [
      'no relaying, which may be about this domain alone',
      { RCPT: '554 5.7.1 <ada@example.edu>: Relay access denied\r\n' },
      { outcome: 'refused', isAddress: false },
    ],
    [
      'a refusal of the address’s letters',
      { RCPT: '553 5.6.7 Not ASCII\r\n' },
      { outcome: 'refused', isAddress: false },
    ],
    ['no DATA now', { DATA: '421 4.3.2 Busy\r\n' }, { outcome: 'deferred', code: 421 }],
    ['no DATA ever', { DATA: '554 No valid recipients\r\n' }, { outcome: 'refused', code: 554, isAddress: false }],
    ['a line cut at DATA', { DATA: cut }, { outcome: 'deferred', code: null }],
    [
      'too large, seen at the end',
      { mail: '552 5.3.4 Too large\r\n' },
      { outcome: 'refused', code: 552, isAddress: false },
    ],
    ['busy, seen at the end', { mail: '421 4.3.2 Busy\r\n' }, { outcome: 'deferred', code: 421 }],
    ['yes in 100 kB', { mail: lines(250, 100_000) }, { outcome: 'sent', code: 250 }],
    ['no in 100 kB', { mail: lines(554, 100_000) }, { outcome: 'refused', code: 554 }],
    [
      'yes in bytes of no charset',
      { mail: Buffer.from('250 \xe4\xf6\0\xff\r\n', 'latin1') },
      { outcome: 'sent', code: 250 },
    ],
    // None of these says whether it was taken.
    ['a line cut after the dot', { mail: cut }, { outcome: 'unknown', code: null }],
    ['a word that is no answer', { mail: 'hello\r\n' }, { outcome: 'unknown' }],
    ['a code that is none', { mail: '999 What\r\n' }, { outcome: 'unknown' }],
    ['go on, after the end', { mail: '354 Go on\r\n' }, { outcome: 'unknown' }],
    ['an answer without an end', { mail: lines(250, 5_000_000) }, { outcome: 'unknown' }],
  ];
  test.for(CASES)('%s', async ([, script, expected]) => {
    const result = await send(script);
    expect(result).toMatchObject(expected);
    expect(result.answer.length).toBeLessThanOrEqual(1000);
    expect(result.answer).not.toMatch(/\p{Cc}/u);
  });

  test.for([
    ['never', null],
    ['a byte at a time', dripping('250 Taken at last\r\n')],
  ] as [string, Said][])('an answer after the email that comes %s leaves it in doubt', async ([, mail]) => {
    // Enough to get as far as the email on a busy machine, and less than the answer takes.
    expect(await send({ mail }, {}, { patience: 1_500 })).toMatchObject({ outcome: 'unknown', code: null });
    expect(server.taken()).toBe(1);
  });

  test('a mail larger than the server announces is refused without its being sent', async () => {
    const script = { EHLO: announcing('SIZE 1000') };
    expect(await send(script, { text: 'x'.repeat(2_000) })).toMatchObject({ outcome: 'refused', isAddress: false });
    expect(server.heard.filter((line) => line.startsWith('DATA'))).toEqual([]);
  });
});

describe('addresses as they go over the line', () => {
  test.for([
    ['o’hara’s plus, written in ASCII', "o'hara+x/y=z@example.edu", "<o'hara+x/y=z@example.edu>"],
    ['a quoted local part', '"a b"@example.edu', '<"a b"@example.edu>'],
    ['a domain of other letters', 'ada@exämple.edu', '<ada@xn--exmple-cua.edu>'],
    ['a name of other letters', 'jörg@example.edu', `<${Buffer.from('jörg').toString('latin1')}@example.edu>`],
  ] as const)('%s', async ([, to, sent]) => {
    await send({ EHLO: announcing('SMTPUTF8', '8BITMIME') }, { to });
    expect(server.heard.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:${sent}`]);
    const needsUtf8 = to.startsWith('jörg');
    expect(server.heard.some((line) => line.endsWith('SMTPUTF8'))).toBe(needsUtf8);
  });

  test.for([
    'a@example.edu>\r\nRCPT TO:<eve@example.edu',
    'a@example.edu, eve@example.edu',
    '"a"b"@example.edu',
    'nobody',
  ])('what is none, or several, gets no mail: %j', async (to) => {
    expect(await send({}, { to })).toMatchObject({ outcome: 'refused', answer: 'This is not an email address.' });
    expect(server.heard).toEqual([]);
  });
});
