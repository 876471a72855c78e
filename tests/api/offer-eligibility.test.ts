import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnTicket } from '../../domain/calls/tickets.ts';
import { eventTerms } from '../../server/features/admission/terms.ts';
import { expireAndOfferIn } from '../../server/features/registration/booking/expire-and-offer-later.ts';
import { signUp as signUpByCommand } from '../../server/features/registration/booking/sign-up.ts';
import { callAs, DAY, HOUR, makeSession, type GivenSession } from './event-support.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let holder: TestUser;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  [holder, ada] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
  ben = await t.createUser({ roles: ['Student', 'Staff'] });
});
afterAll(() => t.close());

const call = (user: TestUser, url: string, payload?: object) => callAs(t, user, 'POST', `/api/events/${url}`, payload);
const signUp = async (user: TestUser, id: number): Promise<OwnTicket> =>
  (await call(user, `instances/${id}/tickets`)).json<OwnTicket>();
const statusOf = async ({ id }: Pick<OwnTicket, 'id'>) => (await t.services.engine.get(SYSTEM, 'tickets', id)).status;
const eventOf = async (id: number): Promise<number> =>
  Number((await t.services.engine.get(SYSTEM, 'instances', id)).eventId);
const changeEvent = async (id: number, values: object) =>
  t.services.engine.update(SYSTEM, 'events', await eventOf(id), values);

interface Waitlist {
  id: number;
  seat: OwnTicket;
  first: OwnTicket;
  second: OwnTicket;
}

/** A session whose only seat `holder` has; Ada waits, and Ben after her. */
async function waitlist(given: GivenSession = {}): Promise<Waitlist> {
  const id = await makeSession(t, [3 * DAY, 3 * DAY + HOUR], {
    event: { feeCents: 0, ...given.event },
    instance: { capacity: 1, ...given.instance },
  });
  const seat = await signUp(holder, id);
  return { id, seat, first: await signUp(ada, id), second: await signUp(ben, id) };
}

const giveUp = (seat: OwnTicket) => call(holder, `tickets/${seat.id}/cancel`);

test('a seat is offered to the person who has waited longest', async () => {
  const { seat, first, second } = await waitlist();
  await giveUp(seat);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['offered', 'waitlisted']);
});

test('people who are blocked since they signed up are passed over, until staff lift the block', async () => {
  const { id, seat, first, second } = await waitlist({ event: { noShowLimit: 1, blockDays: 30 } });
  const eventId = await eventOf(id);
  const earlier = await makeSession(t, [-2 * DAY, -2 * DAY + HOUR], { instance: { eventId } });
  await t.services.db
    .insertInto('tickets')
    .values({ instanceId: earlier, userId: ada.id, status: 'noShow', source: 'web', activeFor: `${earlier}:${ada.id}` })
    .execute();
  await giveUp(seat);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['waitlisted', 'offered']);
  await call(ben, `tickets/${second.id}/cancel`);
  expect(await statusOf(first)).toBe('waitlisted');
  const waiver = { userId: ada.id, eventId, kind: 'block' as const, reason: 'She was ill' };
  await t.services.engine.create(SYSTEM, 'waivers', waiver);
  await expireAndOfferIn(t.services, id);
  expect(await statusOf(first)).toBe('offered');
});

test('people without consent to the current terms are skipped until they agree', async () => {
  const { id, seat, first, second } = await waitlist();
  await changeEvent(id, { minimumAge: 18, liabilityText: 'I wear goggles.' });
  const eventId = await eventOf(id);
  const { version } = (await eventTerms(t.services.db, eventId))!;
  const agree = ({ id: userId }: TestUser) =>
    t.services.db.insertInto('agreements').values({ userId, eventId, termsVersion: version }).execute();
  await agree(ben);
  await giveUp(seat);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['waitlisted', 'offered']);
  await call(ben, `tickets/${second.id}/cancel`);
  await agree(ada);
  await expireAndOfferIn(t.services, id);
  expect(await statusOf(first)).toBe('offered');
});

test('people outside of the audience are passed over', async () => {
  const { id, seat, first, second } = await waitlist();
  await changeEvent(id, { visibleToRoles: ['Staff'] });
  await giveUp(seat);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['waitlisted', 'offered']);
});

test('people who signed up by a link to the session are offered a seat in it, although they do not see it', async () => {
  const id = await makeSession(t, [3 * DAY, 3 * DAY + HOUR], {
    event: { feeCents: 0, visibleToRoles: ['Staff'] },
    instance: { capacity: 1, isPrivate: true },
  });
  const join = ({ id: userId }: TestUser) =>
    signUpByCommand(
      t.services,
      { id: userId, username: null, roles: ['Student'], capabilities: [], groupIds: [], isKiosk: false, ip: null },
      id,
      { isInvited: true },
    );
  const seat = await join(holder);
  const waiting = await join(ada);
  await call(holder, `tickets/${seat.id}/cancel`);
  expect(await statusOf(waiting)).toBe('offered');
});

test('staff decide on the audience and blocks of people they add', async () => {
  const { id, seat, first, second } = await waitlist();
  await t.services.db
    .updateTable('tickets')
    .set({ source: 'staff', isInvited: null })
    .where('id', '=', first.id)
    .execute();
  await changeEvent(id, { visibleToRoles: ['Staff'], liabilityText: 'I wear goggles.' });
  await giveUp(seat);
  expect([await statusOf(first), await statusOf(second)]).toEqual(['offered', 'waitlisted']);
});
