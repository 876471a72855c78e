import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Certificate, OwnCertificate, OwnTickets } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { setTicketStatus } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
let staff: TestUser;
let lathe: number;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben, staff] = await Promise.all([
    t.createUser({ roles: ['Student'] }),
    t.createUser({ roles: ['Student'] }),
    t.createUser({ roles: ['EventProcessor'] }),
  ]);
  lathe = Number((await makeRow(t.services, 'eventCredentials', { name: 'Lathe safety', validDays: 365 })).id);
});
afterAll(() => t.close());

const iso = (at: number): string => new Date(at).toISOString();

/** A session that began within the last minute, or begins so much later, with a ticket of the person. */
async function ticketOf(user: TestUser, given: { event?: Row; instance?: Row; ahead?: number; status?: string } = {}) {
  const event = await makeRow(t.services, 'events', { active: true, feeCents: 0, credentialId: lathe, ...given.event });
  const startsAt = Math.floor(t.services.clock.now() / 60_000) * 60_000 + (given.ahead ?? 0);
  const instance = await makeRow(t.services, 'instances', {
    eventId: event.id ?? null,
    status: 'published',
    capacity: 5,
    confirmed: 1,
    startsAt: iso(startsAt),
    endsAt: iso(startsAt + 1.5 * HOUR),
    signupOpensAt: null,
    signupClosesAt: null,
    instructorIds: [],
    ...given.instance,
  });
  const ticket = await makeRow(t.services, 'tickets', {
    instanceId: instance.id ?? null,
    userId: user.id,
    status: given.status ?? 'confirmed',
  });
  return {
    id: Number(ticket.id),
    instanceId: Number(instance.id),
    eventId: Number(event.id),
    title: event.title,
    startsAt,
  };
}

async function call(user: TestUser | null, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { 'sec-fetch-site': 'same-origin', ...(user === null ? {} : { cookie: user.cookie }) };
  return t.app.inject({ method, url: `/api/events/${url}`, headers, ...(payload ? { payload } : {}) });
}

async function mark(id: number, from: string, to: string): Promise<number> {
  return (await setTicketStatus(t, staff, id, { from, to })).statusCode;
}

const earned = (ticketId: number) =>
  t.services.db.selectFrom('earnedCredentials').selectAll().where('ticketId', '=', ticketId).execute();

describe('a credential', () => {
  test('is given with the mark, valid from the session on, and revoked when the mark is undone', async () => {
    const { id, startsAt } = await ticketOf(ada);
    expect(await mark(id, 'confirmed', 'attended')).toBe(200);
    const [row] = await earned(id);
    expect(row).toMatchObject({ userId: ada.id, credentialId: lathe, earnedAt: iso(startsAt), revokedAt: null });
    expect(Math.abs(Date.parse(row?.expiresAt ?? '') - startsAt - 365 * DAY)).toBeLessThanOrEqual(HOUR);
    // Late is there as well.
    await mark(id, 'attended', 'late');
    expect(await earned(id)).toMatchObject([{ id: row?.id, revokedAt: null }]);
    await mark(id, 'late', 'confirmed');
    expect(await earned(id)).toMatchObject([{ id: row?.id, revokedAt: expect.any(String) as string }]);
    await mark(id, 'confirmed', 'attended');
    expect(await earned(id)).toMatchObject([{ id: row?.id, revokedAt: null, expiresAt: row?.expiresAt }]);
  });

  test('is of anyone who comes without having signed up, too', async () => {
    const { instanceId } = await ticketOf(ada);
    const added = await call(staff, 'POST', `door/${instanceId}/tickets`, { userId: ben.id, to: 'attended' });
    expect(added.statusCode).toBeLessThan(300);
    const rows = await t.services.db
      .selectFrom('earnedCredentials as g')
      .innerJoin('tickets as t', 't.id', 'g.ticketId')
      .select('g.userId')
      .where('t.instanceId', '=', instanceId)
      .execute();
    expect(rows).toEqual([{ userId: ben.id }]);
  });

  test('is not given by an event without one, nor to absent attendees', async () => {
    const without = await ticketOf(ada, { event: { credentialId: null } });
    await mark(without.id, 'confirmed', 'attended');
    const absent = await ticketOf(ada);
    await mark(absent.id, 'confirmed', 'noShow');
    expect([...(await earned(without.id)), ...(await earned(absent.id))]).toEqual([]);
  });

  test('satisfies a prerequisite while it is valid; who lacks it is shown where to get it', async () => {
    const cleo = await t.createUser({ roles: ['Student'] });
    const short = Number((await makeRow(t.services, 'eventCredentials', { name: 'Saw safety', validDays: 10 })).id);
    const wanted = await ticketOf(ben, { event: { signupOpensDays: 365, signupClosesHours: 0 }, ahead: 5 * DAY });
    await makeRow(t.services, 'prerequisites', {
      eventId: wanted.eventId,
      kind: 'credential',
      credentialId: short,
      alternative: null,
      validDays: null,
    });
    const giving = await ticketOf(ben, { event: { title: 'Saw training', credentialId: short }, ahead: 2 * DAY });
    const url = `sessions/${wanted.instanceId}/own`;
    const lacking = (await call(cleo, 'GET', url)).json<{
      missing: { anyOf: string[]; sessions: { id: number }[] }[];
    }>();
    expect(lacking.missing).toMatchObject([{ anyOf: ['Saw safety'], sessions: [{ id: giving.instanceId }] }]);
    const join = `instances/${wanted.instanceId}/tickets`;
    expect((await call(cleo, 'POST', join)).json()).toMatchObject({ code: 'events.prerequisites' });
    const { id, startsAt } = await ticketOf(cleo, { event: { credentialId: short } });
    await mark(id, 'confirmed', 'attended');
    expect((await call(cleo, 'GET', url)).json()).toMatchObject({ missing: [] });
    await t.services.db
      .updateTable('earnedCredentials')
      .set({ expiresAt: iso(startsAt - 1) })
      .where('ticketId', '=', id)
      .execute();
    expect((await call(cleo, 'GET', url)).json()).toMatchObject({ missing: [{ anyOf: ['Saw safety'] }] });
  });

  test('is listed in my events with the attendance that gave it', async () => {
    const dan = await t.createUser({ roles: ['Student'] });
    const { id } = await ticketOf(dan);
    await mark(id, 'confirmed', 'attended');
    const { tickets } = (await call(dan, 'GET', 'tickets?when=upcoming')).json<OwnTickets>();
    expect(tickets).toMatchObject([{ ticket: { id }, credential: { name: 'Lathe safety', isExpired: false } }]);
  });
});

describe('a certificate', () => {
  const own = (user: TestUser, id: number) => call(user, 'GET', `tickets/${id}/certificate`);
  const linked = (path: string) => call(null, 'GET', `certificates/${path.replace('/certificate/', '')}`);

  test('says the hours of all dates of a session', async () => {
    const eve = await t.createUser({ roles: ['Student'] });
    const now = t.services.clock.now();
    const dates = [0, 24].map((ahead) => ({
      startsAt: iso(now + ahead * HOUR),
      endsAt: iso(now + (ahead + 2) * HOUR),
    }));
    const whole = { startsAt: iso(now), endsAt: iso(now + 26 * HOUR) };
    const { id } = await ticketOf(eve, { instance: { ...whole, dates } });
    await mark(id, 'confirmed', 'attended');
    expect((await own(eve, id)).json()).toMatchObject({ minutes: 240 });
  });

  test('says the same to its holder and to strangers with its link, and nothing else of them', async () => {
    const { id, title } = await ticketOf(ada);
    await mark(id, 'confirmed', 'attended');
    const { path, ...says } = (await own(ada, id)).json<OwnCertificate>();
    expect(says).toMatchObject({ title, minutes: 90, credential: { name: 'Lathe safety' } });
    const answer = await linked(path);
    expect(answer.json<Certificate>()).toEqual(says);
    expect(Object.keys(says).toSorted()).toEqual(
      ['credential', 'end', 'instructors', 'minutes', 'name', 'program', 'start', 'timezone', 'title'].toSorted(),
    );
    expect(path).not.toContain(ada.username);
  });

  test('is not for absent attendees, nor for others without the link', async () => {
    const { id } = await ticketOf(ada);
    expect((await own(ada, id)).statusCode).toBe(404);
    await mark(id, 'confirmed', 'attended');
    expect((await own(ben, id)).statusCode).toBe(404);
    expect((await call(ben, 'DELETE', `tickets/${id}/certificate`)).statusCode).toBe(404);
    const { path } = (await own(ada, id)).json<OwnCertificate>();
    const [first = '', ...rest] = path.replace('/certificate/', '').split('.');
    for (const forged of [`${Number(first) + 1}.${rest.join('.')}`, `${first}.1.${rest[1]}`, path.slice(0, -1), 'x'])
      expect((await linked(forged)).statusCode, forged).toBe(404);
  });

  test('is withdrawn together with the attendance', async () => {
    const { id } = await ticketOf(ada);
    await mark(id, 'confirmed', 'attended');
    const before = (await own(ada, id)).json<OwnCertificate>();
    expect((await call(ada, 'DELETE', `tickets/${id}/certificate`)).statusCode).toBe(204);
    expect((await linked(before.path)).statusCode).toBe(404);
    const after = (await own(ada, id)).json<OwnCertificate>();
    expect((await linked(after.path)).statusCode).toBe(200);
    await mark(id, 'attended', 'confirmed');
    expect((await linked(after.path)).statusCode).toBe(404);
  });
});
