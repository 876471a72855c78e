import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseTicketCode } from '../../domain/sessions/ticket-code.ts';
import type { IssuedCode, KnownCode } from '../../domain/calls/tickets.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { ticketOfCode } from '../../server/features/checkin/ticket-codes.ts';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

const HOUR = 3_600_000;

let t: TestApp;
let ada: TestUser;
let ben: TestUser;
beforeAll(async () => {
  t = await startTestApp();
  [ada, ben] = await Promise.all([t.createUser({ roles: ['Student'] }), t.createUser({ roles: ['Student'] })]);
});
afterAll(() => t.close());

const iso = (ahead: number): string => new Date(t.services.clock.now() + ahead).toISOString();

async function ticketOf(user: TestUser, given: Row = {}, instance: Row = {}): Promise<number> {
  const { id } = await makeRow(t.services, 'instances', {
    eventId: (await makeRow(t.services, 'events', { active: true })).id ?? null,
    status: 'published',
    capacity: 5,
    confirmed: 1,
    startsAt: iso(24 * HOUR),
    endsAt: iso(26 * HOUR),
    ...instance,
  });
  const ticket = await makeRow(t.services, 'tickets', {
    instanceId: id ?? null,
    userId: user.id,
    status: 'confirmed',
    ...given,
  });
  return Number(ticket.id);
}

async function call(user: TestUser, method: 'POST' | 'DELETE', url: string, payload?: object) {
  const headers = { cookie: user.cookie, 'sec-fetch-site': 'same-origin' };
  return t.app.inject({ method, url: `/api/events/${url}`, headers, ...(payload ? { payload } : {}) });
}

async function codes(user: TestUser, ...known: KnownCode[]): Promise<IssuedCode[]> {
  return (await call(user, 'POST', 'codes', known)).json<IssuedCode[]>();
}

async function codeOf(user: TestUser, id: number): Promise<string> {
  return (await codes(user, { id }))[0]?.code ?? '';
}

const found = (code: string) => ticketOfCode(t.services.db, code);

test('a code names its ticket, and is nowhere in the database', async () => {
  const id = await ticketOf(ada);
  const code = await codeOf(ada, id);
  expect(parseTicketCode(code)).toBe(code);
  expect(await found(code)).toMatchObject({ ticketId: id, userId: ada.id, status: 'confirmed' });
  const rows = await t.services.db.selectFrom('ticketCodes').selectAll().where('ticketId', '=', id).execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(await found(`${code.slice(0, 25)}${code.endsWith('0') ? '1' : '0'}`)).toBeNull();
});

test('a device keeps its code while it works, and gets a new one otherwise', async () => {
  const [one, other] = [await ticketOf(ada), await ticketOf(ada)];
  const code = await codeOf(ada, one);
  expect(await codes(ada, { id: one, code })).toEqual([{ id: one, code }]);
  // A second device has one of its own; both work.
  const second = await codeOf(ada, one);
  expect(second).not.toBe(code);
  expect((await found(code))?.ticketId).toBe((await found(second))?.ticketId);
  // The code of another ticket is not this one's.
  const [{ code: fresh } = { code: '' }] = await codes(ada, { id: other, code });
  expect(fresh).not.toBe(code);
  expect((await found(fresh))?.ticketId).toBe(other);
});

test('the newest twenty codes of a ticket work', async () => {
  const id = await ticketOf(ada);
  const all: string[] = [];
  for (let made = 0; made < 21; made += 1) all.push(await codeOf(ada, id));
  expect(await found(all[0] ?? '')).toBeNull();
  for (const code of all.slice(1)) expect((await found(code))?.ticketId).toBe(id);
});

test('revoked, no code of the ticket works; the next one does', async () => {
  const [id, other] = [await ticketOf(ada), await ticketOf(ada)];
  const [code, second, third] = [await codeOf(ada, id), await codeOf(ada, id), await codeOf(ada, other)];
  expect((await call(ada, 'DELETE', `tickets/${id}/codes`)).statusCode).toBe(204);
  expect([await found(code), await found(second)]).toEqual([null, null]);
  expect((await found(third))?.ticketId).toBe(other);
  const [{ code: fresh } = { code: '' }] = await codes(ada, { id, code });
  expect((await found(fresh))?.ticketId).toBe(id);
});

test('no one gets or revokes a code of someone else’s ticket', async () => {
  const id = await ticketOf(ada);
  const code = await codeOf(ada, id);
  expect(await codes(ben, { id }, { id, code })).toEqual([]);
  expect((await call(ben, 'DELETE', `tickets/${id}/codes`)).statusCode).toBe(404);
  expect((await found(code))?.ticketId).toBe(id);
});

test('there is none without a seat, and for a past or canceled session', async () => {
  for (const status of ['held', 'waitlisted', 'offered', 'cancelled', 'noShow'])
    expect(await codes(ada, { id: await ticketOf(ada, { status }) }), status).toEqual([]);
  const past = await ticketOf(ada, {}, { startsAt: iso(-2 * HOUR), endsAt: iso(-HOUR) });
  const off = await ticketOf(ada, {}, { status: 'cancelled' });
  expect(await codes(ada, { id: past }, { id: off })).toEqual([]);
});

test('the code of a ticket that is canceled says so, and confirms nothing', async () => {
  const id = await ticketOf(ada);
  const code = await codeOf(ada, id);
  expect((await call(ada, 'POST', `tickets/${id}/cancel`)).statusCode).toBe(200);
  expect(await found(code)).toMatchObject({ status: 'cancelled' });
  expect(await codes(ada, { id, code })).toEqual([]);
});
