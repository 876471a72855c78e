import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CAPABILITIES, type Capability } from '../../domain/declarations/capabilities.ts';
import type { AddressConfirmation, AddressState } from '../../domain/calls/accounts.ts';
import type { MailContent } from '../../domain/calls/mails.ts';
import { addresses } from '../../server/features/addresses/feature.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { mailLink } from '../../server/features/messages/links.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { openedMail } from '../../server/features/messages/mail-routes.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { transaction } from '../../server/platform/database.ts';
import type { MailTransport, OutgoingMail } from '../../server/platform/mail/transport.ts';
import { SignedTokens } from '../../server/platform/signed-tokens.ts';
import { expectProblem } from './expect-problem.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  remoteAddress = `192.0.2.${(tests += 1)}`;
  await t.services.db.deleteFrom('suppressedAddresses').execute();
});

/** Each test opens links from an address of its own. */
let tests = 0;
let remoteAddress = '';
const BASE = '/api/account/address';
let made = 0;
const fresh = (): string => `new-${(made += 1)}@elsewhere.example`;
const old = ({ username }: TestUser): string => `${username}@campus.example`;

const call = (method: 'GET' | 'POST' | 'DELETE', path: string, user?: TestUser, payload?: object) =>
  t.app.inject({
    method,
    url: BASE + path,
    remoteAddress,
    headers: user ? { cookie: user.cookie } : {},
    ...(payload ? { payload } : {}),
  });
const ask = (user: TestUser, address: string, currentPassword = PASSWORD) =>
  call('POST', '', user, { address, currentPassword });
const state = async (user: TestUser): Promise<AddressState> => (await call('GET', '', user)).json();
const look = (link: string, user?: TestUser) => call('GET', `/confirmation?link=${link}`, user);
const confirm = (link: string, user?: TestUser) => call('POST', `/confirmation?link=${link}`, user);

const mailsOf = ({ id }: TestUser) =>
  t.services.db.selectFrom('mails').selectAll().where('userId', '=', id).orderBy('id').execute();
async function composed(user: TestUser, index = -1): Promise<OutgoingMail> {
  const mail = (await mailsOf(user)).at(index);
  const content = mail && (await composedMail(t.services, mail));
  if (!content) throw new Error('There is no such email');
  return content;
}
const linkIn = ({ text }: OutgoingMail): string => /confirmAddress\?link=(\S+)/.exec(text)?.[1] ?? '';

/** Asks for another address. Returns the link's token. */
async function requestAddress(user: TestUser, address = fresh()): Promise<string> {
  const answer = await ask(user, address);
  expect(answer.statusCode, answer.body).toBe(200);
  return linkIn(await composed(user));
}

async function emailOf({ id }: TestUser): Promise<string | null> {
  const { email } = await t.services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return email;
}

async function expectVoid(link: string): Promise<void> {
  for (const answer of [await look(link), await confirm(link)])
    expect(expectProblem(answer)).toMatchObject({ status: 410, code: 'address.link-void' });
}

/** Runs the mail jobs without a mail server. Returns the recipients. */
async function sent(outcome: 'sent' | 'refused' = 'sent'): Promise<string[]> {
  const to: string[] = [];
  const transport = {
    send: async (mail: OutgoingMail) => {
      to.push(mail.to);
      return { outcome, code: 250, answer: 'Noted', isAddress: outcome === 'refused' };
    },
  } as unknown as MailTransport;
  await sendDueMails(t.services, transport, new AbortController().signal);
  return to;
}

const suppress = (address: string, source: 'staff' | 'bounce') =>
  t.services.db.insertInto('suppressedAddresses').values({ address, reason: 'x', source }).execute();

describe('asking for another address', () => {
  test('sends a link to the new address only; nothing else changes, and the portal contains no message', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const answer = (await ask(ada, address)).json<AddressState>();
    expect(answer).toMatchObject({
      address: old(ada),
      fails: false,
      keeper: 'self',
      change: { address, hasEnded: false, mail: 'kept' },
    });
    expect((await mailsOf(ada)).map((mail) => [mail.address, mail.category, mail.event, mail.state])).toEqual([
      [address, 'account', 'addressConfirmation', 'queued'],
    ]);
    expect(await emailOf(ada)).toBe(old(ada));
    const { db } = t.services;
    const shown = await db.selectFrom('messageRecipients').select('id').where('userId', '=', ada.id).execute();
    expect(shown).toEqual([]);
  });

  test('gives who reads the new address the one link, and none by which they could choose for the person', async () => {
    const ada = await t.createUser();
    await ask(ada, fresh());
    const mail = await composed(ada);
    expect(mail.subscription).toBeUndefined();
    expect(mail.html).toContain('Confirm this address');
    expect(mail.html).not.toContain('communicationSettings');
    const link = linkIn(mail);
    const other = await t.app.inject({ url: `/api/messages/linked/choices?link=${link}` });
    expect(other.statusCode).toBe(404);
    const settings = await mailLink(t.services, { userId: ada.id, category: null }, t.services.clock.instant());
    expect((await confirm(settings)).statusCode).toBe(404);
  });

  test('takes the password of the account, which is limited as at the login', async () => {
    const ada = await t.createUser();
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(expectProblem(await ask(ada, fresh(), 'wrong'))).toMatchObject({
        status: 400,
        errors: { currentPassword: expect.any(String) as string },
      });
    expect((await ask(ada, fresh())).statusCode).toBe(429);
    expect(await mailsOf(ada)).toEqual([]);
    expect((await call('POST', '', ada, { address: fresh() })).statusCode).toBe(400);
    expect((await ask(ada, 'no address')).statusCode).toBe(400);
    expect((await call('POST', '', undefined, { address: fresh(), currentPassword: PASSWORD })).statusCode).toBe(401);
  });

  test('for the current address is refused, in any spelling', async () => {
    const ada = await t.createUser();
    expect(expectProblem(await ask(ada, old(ada).toUpperCase()))).toMatchObject({ status: 409, code: 'address.same' });
  });

  test('answers the same for addresses of others; the address’s reader is notified', async () => {
    const [ada, bob] = [await t.createUser(), await t.createUser()];
    const answers = [await ask(ada, old(bob)), await ask(bob, fresh())].map((answer) => {
      const { change, ...rest } = answer.json<AddressState>();
      return [answer.statusCode, Object.keys(rest), change?.mail];
    });
    expect(answers[0]).toEqual(answers[1]);
    expect((await composed(ada)).text).toContain('Another account already uses this address.');
    expect((await composed(bob)).text).not.toContain('Another account');
  });

  test('is only for people whose address is in no directory and who have a local password', async () => {
    const [led, linked] = [await t.createUser(), await t.createUser()];
    const identity = { provider: 'campus', issuer: 'ldap', userName: 'x', closedAccount: false };
    await t.services.db
      .insertInto('identities')
      .values([
        { ...identity, subject: led.username, userId: led.id, isLeading: true },
        { ...identity, subject: linked.username, userId: linked.id, isLeading: false },
      ])
      .execute();
    expect((await ask(linked, fresh())).statusCode).toBe(200);
    await t.services.db.deleteFrom('credentials').where('userId', '=', linked.id).execute();
    for (const [user, keeper] of [
      [led, 'directory'],
      [linked, 'staff'],
    ] as const) {
      expect(await state(user)).toMatchObject({ keeper });
      expect(expectProblem(await ask(user, fresh()))).toMatchObject({ status: 409, code: 'address.kept-elsewhere' });
    }
    expect((await call('POST', '/mail', linked)).statusCode).toBe(409);
    expect(await mailsOf(led)).toEqual([]);
  });

  test.each([
    ['ten emails a day for a person', 10, async () => Array.from({ length: 11 }, fresh), 1],
    [
      'five a day to an address, regardless of who asks',
      5,
      async () => Array.from({ length: 6 }, () => 'one@elsewhere.example'),
      6,
    ],
  ] as const)('sends %s at most, in the same words', async (_, most, addressesOf, people) => {
    const users = await Promise.all(Array.from({ length: people }, () => t.createUser()));
    const answers = [];
    for (const [index, address] of (await addressesOf()).entries())
      answers.push(await ask(users[index % people]!, address));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array<number>(most).fill(200), 429]);
    expect(expectProblem(answers.at(-1)!)).toMatchObject({
      code: 'address.too-many-mails',
      detail: 'You requested too many confirmation emails. Try again tomorrow.',
    });
  });
});

describe('the link', () => {
  test('changes nothing when it is opened, and the address when it is confirmed, without a session', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const link = await requestAddress(ada, address);
    const seen = await look(link);
    expect(seen.headers['cache-control']).toBe('private, no-store');
    expect(seen.json<AddressConfirmation>()).toEqual({
      address: 'n•••@elsewhere.example',
      name: ada.username,
      isConfirmed: false,
      session: 'none',
    });
    expect(await emailOf(ada)).toBe(old(ada));
    const answer = await confirm(link);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json<AddressConfirmation>()).toMatchObject({ isConfirmed: true });
    expect(await state(ada)).toEqual({ address, fails: false, keeper: 'self', change: null });
  });

  test('notifies the previous address, and the history records the author once', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const link = await requestAddress(ada, address);
    const answers = await Promise.all([confirm(link), confirm(link)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const notices = (await mailsOf(ada)).filter(({ event }) => event === 'addressChanged');
    expect(notices.map((mail) => [mail.address, mail.category])).toEqual([[old(ada), 'account']]);
    const text = (await composed(ada)).text;
    expect(text).toContain('Change your password right away');
    expect(text).not.toContain(address);
    const { db } = t.services;
    const notified = await db.selectFrom('messageRecipients').select('id').where('userId', '=', ada.id).execute();
    expect(notified).toHaveLength(1);
    const history = await db
      .selectFrom('auditEntries')
      .select(['actorId', 'after'])
      .where('resource', '=', 'users')
      .where('recordId', '=', String(ada.id))
      .where(sql<boolean>`"after"->>'email' = ${address}`)
      .execute();
    expect(history.map(({ actorId }) => actorId)).toEqual([ada.id]);
  });

  test('works for its person, regardless of the logged-in account', async () => {
    const [ada, bob] = [await t.createUser(), await t.createUser()];
    const address = fresh();
    const link = await requestAddress(ada, address);
    expect((await look(link, bob)).json()).toMatchObject({ session: 'other', address: 'n•••@elsewhere.example' });
    expect((await look(link, ada)).json()).toMatchObject({ session: 'own', address });
    await confirm(link, bob);
    expect([await emailOf(ada), await emailOf(bob)]).toEqual([address, old(bob)]);
  });

  test('is no longer valid after a newer one or after a withdrawal', async () => {
    const ada = await t.createUser();
    const [first, second] = [await requestAddress(ada), await requestAddress(ada)];
    await expectVoid(first);
    expect((await mailsOf(ada)).map((mail) => mail.state)).toEqual(['cancelled', 'queued']);
    const answer = await call('DELETE', '', ada);
    expect(answer.json<AddressState>().change).toBeNull();
    await expectVoid(second);
    expect(await emailOf(ada)).toBe(old(ada));
    expect((await mailsOf(ada)).map((mail) => mail.state)).toEqual(['cancelled', 'cancelled']);
  });

  test('of two concurrent requests, only the last link is valid', async () => {
    const ada = await t.createUser();
    await Promise.all([ask(ada, fresh()), ask(ada, fresh())]);
    const { change } = await state(ada);
    const links = await Promise.all([0, 1].map(async (index) => linkIn(await composed(ada, index))));
    const codes = await Promise.all(links.map(async (link) => (await confirm(link)).statusCode));
    expect(codes.toSorted()).toEqual([200, 410]);
    expect(await emailOf(ada)).toBe(change?.address);
  });

  test.each([
    [
      'the password is changed',
      (user: TestUser) =>
        t.app.inject({
          method: 'POST',
          url: '/api/account/password',
          headers: { cookie: user.cookie },
          payload: { currentPassword: PASSWORD, newPassword: 'another of mine' },
        }),
    ],
    [
      'staff set an address',
      ({ id }: TestUser) => t.services.engine.update(SYSTEM, 'users', id, { email: fresh() }, { command: true }),
    ],
    [
      'the account is closed',
      ({ id }: TestUser) => t.services.engine.update(SYSTEM, 'users', id, { active: false }, { command: true }),
    ],
  ] as const)('counts no more when %s', async (_, work) => {
    const ada = await t.createUser();
    const link = await requestAddress(ada);
    await work(ada);
    await expectVoid(link);
    const links = (await mailsOf(ada)).filter(({ event }) => event === 'addressConfirmation');
    expect(links.map((mail) => mail.state)).toEqual(['cancelled']);
  });

  test('that was used is no longer valid after staff set another address', async () => {
    const ada = await t.createUser();
    const link = await requestAddress(ada);
    await confirm(link);
    await t.services.engine.update(SYSTEM, 'users', ada.id, { email: fresh() }, { command: true });
    await expectVoid(link);
  });

  test('forged, cut off, or of another server: one answer', async () => {
    const ada = await t.createUser();
    const link = await requestAddress(ada);
    const secret = 'a secret of another server, 32 characters';
    const other = new SignedTokens(secret, 'address confirmation').sign([link.split('.')[0]!, 4_000_000_000]);
    const bodies = await Promise.all(
      [link.replace(/^\d+/, '1'), link.slice(0, -1), `${link}x`, other, 'x'].map(async (one) => {
        const answers = [await look(one), await confirm(one)];
        for (const answer of answers)
          expect(expectProblem(answer)).toMatchObject({ status: 404, code: 'address.no-link' });
        return answers[0]!.body;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(await emailOf(ada)).toBe(old(ada));
  });

  test('is limited by the address that opens it', async () => {
    const answers = [];
    for (let index = 0; index < 61; index += 1) answers.push((await look('x')).statusCode);
    expect(answers.filter((code) => code === 429)).toHaveLength(1);
    t.services.clock.moveTo(t.services.clock.now() + 61_000);
  });
});

describe('killed between its writes', () => {
  test('it has changed nothing, and the link works', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const link = await requestAddress(ada, address);
    const { databaseUrl, dataDir } = t.services.settings;
    const script = join(import.meta.dirname, '..', 'factories', 'mail', 'killed-while-confirming.ts');
    const child = fork(script, [databaseUrl ?? '', dataDir, link], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_ENV: 'test' },
    });
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await emailOf(ada)).toBe(old(ada));
    expect((await mailsOf(ada)).map(({ event }) => event)).toEqual(['addressConfirmation']);
    expect((await look(link)).json()).toMatchObject({ isConfirmed: false });
    expect((await confirm(link)).statusCode).toBe(200);
    expect(await emailOf(ada)).toBe(address);
  });
});

describe('mails', () => {
  test('that wait follow the person; what is about the account goes to the address before', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const link = await requestAddress(ada, address);
    const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } };
    await transaction(t.services.db, (tx) =>
      notify(t.services, tx, { event: 'requestStatusChanged', audience: 'customer', recipients: [ada.id], values }),
    );
    await confirm(link);
    expect((await mailsOf(ada)).map((mail) => [mail.event, mail.address])).toEqual([
      ['addressConfirmation', address],
      ['requestStatusChanged', address],
      ['addressChanged', old(ada)],
    ]);
  });

  test('sent before keep their links, which belong to the person', async () => {
    const ada = await t.createUser();
    const settings = await mailLink(t.services, { userId: ada.id, category: null }, t.services.clock.instant());
    await confirm(await requestAddress(ada));
    const answer = await t.app.inject({ url: `/api/messages/linked/choices?link=${settings}` });
    expect(answer.json()).toMatchObject({ address: 'n•••@elsewhere.example' });
  });

  test('that bounced go to the new address; the bounces do not affect it', async () => {
    const ada = await t.createUser();
    await suppress(old(ada), 'bounce');
    expect((await state(ada)).fails).toBe(true);
    await confirm(await requestAddress(ada));
    expect((await state(ada)).fails).toBe(false);
  });

  test('that bounced are sent again when the person confirms the address', async () => {
    const ada = await t.createUser();
    await sent();
    await suppress(old(ada), 'bounce');
    const link = await requestAddress(ada, old(ada));
    expect(await sent()).toEqual([old(ada)]);
    expect((await state(ada)).change?.mail).toBe('sent');
    await confirm(link);
    expect(await state(ada)).toMatchObject({ address: old(ada), fails: false, change: null });
    expect((await mailsOf(ada)).map(({ event }) => event)).toEqual(['addressConfirmation']);
  });

  test('to what staff have put on the list are not sent', async () => {
    const ada = await t.createUser();
    await sent();
    const address = fresh();
    await suppress(address, 'staff');
    const link = await requestAddress(ada, address);
    expect(await sent()).toEqual([]);
    expect((await state(ada)).change?.mail).toBe('failed');
    await confirm(link);
    expect((await state(ada)).fails).toBe(true);
  });

  test('with the link are shown to administrators alone, and with its token only where nothing is sent', async () => {
    const ada = await t.createUser();
    const link = await requestAddress(ada);
    const { id } = (await mailsOf(ada))[0]!;
    const { system: _, ...ordinaryActor } = SYSTEM;
    const seen = (
      services: TestApp['services'],
      capabilities: readonly Capability[] = CAPABILITIES,
    ): Promise<MailContent> => openedMail(services, { ...ordinaryActor, id: ada.id, capabilities }, id);
    expect((await seen(t.services)).text).toContain(link);
    const sending = { ...t.services, mail: {} as MailTransport };
    expect((await seen(sending)).text).toContain('confirmAddress?link=...');
    expect((await seen(sending)).text).not.toContain(link);
    await expect(seen(t.services, [])).rejects.toMatchObject({ problem: { status: 403 } });
  });
});

describe('a day later', () => {
  test('the link has ended; a new mail works until its own end, and the old one does not', async () => {
    const ada = await t.createUser();
    const address = fresh();
    const link = await requestAddress(ada, address);
    const { clock, db } = t.services;
    const begin = clock.now();
    clock.moveTo(begin + 23 * 3_600_000);
    ada.cookie = await t.loginAs(ada.username);
    expect((await call('POST', '/mail', ada)).statusCode).toBe(200);
    clock.moveTo(begin + 25 * 3_600_000);
    ada.cookie = await t.loginAs(ada.username);
    expect(expectProblem(await confirm(link))).toMatchObject({ status: 410, code: 'address.link-ended' });
    const second = linkIn(await composed(ada));
    expect((await look(second)).statusCode).toBe(200);
    clock.moveTo(begin + 48 * 3_600_000);
    ada.cookie = await t.loginAs(ada.username);
    expect(expectProblem(await look(second))).toMatchObject({ status: 410, code: 'address.link-ended' });
    expect((await state(ada)).change).toMatchObject({ address, hasEnded: true });
    expect(await emailOf(ada)).toBe(old(ada));
    clock.moveTo(begin + 10 * 86_400_000);
    await addresses.housekeeping?.(t.services);
    expect(await db.selectFrom('addressChanges').select('id').where('userId', '=', ada.id).execute()).toEqual([]);
    await expectVoid(second);
  });

  test('people over the limit can request an email again', async () => {
    const ada = await t.createUser();
    for (let count = 0; count < 10; count += 1) await ask(ada, fresh());
    expect((await ask(ada, fresh())).statusCode).toBe(429);
    t.services.clock.moveTo(t.services.clock.now() + 25 * 3_600_000);
    ada.cookie = await t.loginAs(ada.username);
    expect((await ask(ada, fresh())).statusCode).toBe(200);
  });
});
