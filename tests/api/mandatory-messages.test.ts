import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OwnTicket } from '../../domain/calls/tickets.ts';
import type { Delivery } from '../../domain/messages/messages.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { sendDueMails } from '../../server/features/messages/outbox.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { sendDailyMails } from '../../server/features/messages/digest.ts';
import { transaction } from '../../server/platform/database.ts';
import type { MailTransport, OutgoingMail } from '../../server/platform/mail/transport.ts';
import { releaseHeld } from './held-support.ts';
import { callAs, HOUR, makeSession, MORNING, type GivenSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let staff: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(MORNING);
  staff = await t.createUser({ roles: ['EventProcessor'] });
});
afterEach(() => t.services.clock.moveTo(MORNING));
afterAll(() => t.close());

/** A person with this choice for "Your events", and quiet hours around the clock except for a quarter of an hour. */
async function person(delivery: Delivery): Promise<TestUser> {
  const user = await t.createUser({ roles: ['Student'] });
  const { db } = t.services;
  await db
    .updateTable('users')
    .set({ email: `${user.username}@example.edu` })
    .where('id', '=', user.id)
    .execute();
  await db.insertInto('messageChoices').values({ userId: user.id, category: 'events', delivery }).execute();
  await db
    .insertInto('quietHours')
    .values({ userId: user.id, fromHour: 7.25, toHour: 7, zone: 'America/Denver' })
    .execute();
  return user;
}

const call = (user: TestUser, url: string, payload?: object) => callAs(t, user, 'POST', `/api/events/${url}`, payload);
const signUp = async (user: TestUser, instanceId: number): Promise<OwnTicket> =>
  (await call(user, `instances/${instanceId}/tickets`)).json<OwnTicket>();

/** A session two days ahead with one seat. */
const session = ({ event, instance }: GivenSession = {}): Promise<number> =>
  makeSession(t, [48 * HOUR, 50 * HOUR], { event: { feeCents: 0, ...event }, instance: { capacity: 1, ...instance } });

const outbox = (user: TestUser) =>
  t.services.db.selectFrom('mails').selectAll().where('userId', '=', user.id).orderBy('id').execute();

const mandatory = async (user: TestUser) => (await outbox(user)).filter(({ isMandatory }) => isMandatory === true);

function expectDueNow(mails: Awaited<ReturnType<typeof outbox>>): void {
  for (const { state, dueAt } of mails) {
    expect(state).toBe('queued');
    expect(Date.parse(dueAt)).toBeLessThanOrEqual(t.services.clock.now());
  }
}

/** What a run of the outbox sends to the person. */
async function sentTo(user: TestUser): Promise<OutgoingMail[]> {
  const sent: OutgoingMail[] = [];
  const transport = {
    send: async (mail: OutgoingMail) => {
      sent.push(mail);
      return { outcome: 'sent', code: 250, answer: 'OK' };
    },
  } as unknown as MailTransport;
  await sendDueMails(t.services, transport, new AbortController().signal);
  return sent.filter(({ to }) => to === `${user.username}@example.edu`);
}

async function messagesOf(user: TestUser): Promise<string[]> {
  const rows = await t.services.db
    .selectFrom('messageRecipients as r')
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select('m.event')
    .where('r.userId', '=', user.id)
    .orderBy('m.id')
    .execute();
  return rows.map(({ event }) => event);
}

describe.for<Delivery>(['none', 'portal', 'digest'])('a student who chose "%s" for events', (delivery) => {
  test('is mailed an offered seat immediately', async () => {
    const [ada, ben] = [await person(delivery), await person(delivery)];
    const id = await session();
    const seat = await signUp(ada, id);
    await signUp(ben, id);
    await sentTo(ben);
    await call(ada, `tickets/${seat.id}/cancel`);
    expect(await outbox(ben)).toMatchObject([
      ...(delivery === 'digest' ? [{ event: 'ticketWaitlisted', state: 'cancelled' }] : []),
      { event: 'ticketOffered', state: 'queued', isMandatory: true },
    ]);
    expectDueNow(await mandatory(ben));
    expect(await messagesOf(ben)).toContain('ticketOffered');
    const [mail, ...others] = await sentTo(ben);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('A seat is available');
    expect(mail?.text).toMatch(new RegExp(`^Accept or decline the seat <http\\S+/signup/details/${id}>$`, 'm'));
    // What cannot be turned off offers no way to turn it off.
    expect(mail?.subscription).toBeUndefined();
    expect(mail?.text).toContain('regardless of your settings for: Your events');
  });

  test('is mailed a held seat, a moved session, a canceled session and a seat given by staff immediately', async () => {
    const [ada, ben] = [await person(delivery), await person(delivery)];
    const held = await session({ event: { feeCents: 300 } });
    await signUp(ada, held);
    const id = await session();
    await signUp(ada, id);
    const { startsAt, endsAt } = await t.services.engine.get(SYSTEM, 'instances', id);
    const later = (instant?: string | null): string => new Date(Date.parse(instant ?? '') + 6 * HOUR).toISOString();
    const moved = { startsAt: later(startsAt), endsAt: later(endsAt) };
    const { system: _, ...ordinaryActor } = SYSTEM;
    const actor = { ...ordinaryActor, id: staff.id };
    await t.services.engine.update(actor, 'instances', id, moved, { command: true });
    await releaseHeld(t.services);
    await t.services.engine.update(actor, 'instances', id, { status: 'cancelled' }, { command: true });
    await releaseHeld(t.services);
    const added = await call(staff, `door/${await session()}/tickets`, { userId: ben.id, to: 'confirmed' });
    expect(added.statusCode).toBe(200);
    expect((await mandatory(ada)).map(({ event }) => event)).toEqual(['ticketHeld', 'sessionMoved', 'ticketCancelled']);
    expect((await mandatory(ben)).map(({ event }) => event)).toEqual(['ticketConfirmed']);
    expectDueNow([...(await mandatory(ada)), ...(await mandatory(ben))]);
  });

  test('is not mailed what they did themselves', async () => {
    const ada = await person(delivery);
    await signUp(ada, await session());
    expect((await outbox(ada)).map(({ event, state }) => [event, state])).toEqual(
      delivery === 'digest' ? [['ticketConfirmed', 'digest']] : [],
    );
  });
});

test('an address that bounced gets no mandatory mail either, and the message is in the portal', async () => {
  const [ada, ben] = [await person('mail'), await person('none')];
  await t.services.db
    .insertInto('suppressedAddresses')
    .values({ address: `${ben.username}@example.edu`, reason: 'Gone.', source: 'bounce' })
    .execute();
  const id = await session();
  const seat = await signUp(ada, id);
  await signUp(ben, id);
  await call(ada, `tickets/${seat.id}/cancel`);
  expect(await sentTo(ben)).toEqual([]);
  expect((await outbox(ben)).map(({ state }) => state)).toEqual(['suppressed']);
  expect(await messagesOf(ben)).toEqual(['ticketOffered']);
});

test('a mandatory mail that waits to be tried again is not canceled by turning its kind off', async () => {
  const [ada, ben] = [await person('mail'), await person('mail')];
  const id = await session();
  const seat = await signUp(ada, id);
  await signUp(ben, id);
  await call(ada, `tickets/${seat.id}/cancel`);
  await t.services.db.updateTable('messageChoices').set({ delivery: 'none' }).where('userId', '=', ben.id).execute();
  expect((await sentTo(ben)).map(({ subject }) => subject)).toEqual([expect.stringContaining('A seat is available')]);
});

test('an optional message comes before the daily mail where that would be too late', async () => {
  const zone = t.services.model.site.timezone;
  expect(zone).toBe('America/Denver');
  const ada = await person('digest');
  const sendNotice = (neededBy: number) =>
    transaction(t.services.db, (tx) =>
      notify(t.services, tx, {
        ...{ event: 'ticketGivenUp', audience: 'attendee', recipients: [ada.id], values: {} },
        neededBy,
      }),
    );
  // The next daily mail goes out at 7 AM on the next day.
  const seven = MORNING + 21 * HOUR;
  await sendNotice(seven + HOUR / 2);
  await sendNotice(seven + HOUR / 2 - 1);
  expect((await outbox(ada)).map(({ state }) => state)).toEqual(['digest', 'queued']);
  t.services.clock.moveTo(seven + HOUR / 8);
  await sendDailyMails(t.services);
  const daily = (await outbox(ada)).find(({ event }) => event === 'digest');
  expect(daily?.state).toBe('queued');
  expect((await composedMail(t.services, daily!))?.subscription?.name).toBe('Daily digest');
});
