import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CenterHere } from '../../domain/calls/centers.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { closeForgottenVisits } from '../../server/features/centers/auto-close.ts';
import { endBlocks } from '../../server/features/centers/blocks.ts';
import { openKeyOf } from '../../server/features/centers/visits.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, SYSTEM, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let desk: TestUser;
let admin: TestUser;
let student: TestUser;
let location: number;
let center: number;

const HOURS = { weekends: true, openTimes: Array(7).fill(9), closeTimes: Array(7).fill(20) };
/** A Tuesday, 10 AM in Denver. */
const TUESDAY = Date.parse('2030-01-15T10:00:00-07:00');

beforeAll(async () => {
  t = await startTestApp();
  t.services.clock.moveTo(TUESDAY);
  desk = await t.createUser({ roles: ['EventProcessor'] });
  admin = await t.createUser({ roles: ['Administrator'] });
  student = await t.createUser({ roles: ['Student'] });
  location = await make('locations', { hours: HOURS, timezone: 'America/Denver', isPublic: true, active: true });
});
afterAll(() => t.close());
beforeEach(async () => {
  t.services.clock.moveTo(TUESDAY);
  await t.services.db.updateTable('centers').set({ active: false }).execute();
  center = await make('centers', { locationId: location, active: true });
});

async function make(resource: string, values: Row): Promise<number> {
  return Number((await makeRow(t.services, resource, values)).id);
}

function call(
  user: TestUser,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
): Promise<LightMyRequestResponse> {
  return t.app.inject({ method, url, headers: { cookie: user.cookie }, ...(payload ? { payload } : {}) });
}

function signIn(user: TestUser, inputs: object, id = center): Promise<LightMyRequestResponse> {
  return call(user, 'POST', '/api/centers/actions/signIn', { ids: [id], inputs });
}

function depart(user: TestUser, ids: number[]): Promise<LightMyRequestResponse> {
  return call(user, 'POST', '/api/visits/actions/depart', { ids, inputs: {} });
}

async function visits(): Promise<Row[]> {
  const { rows } = await t.services.engine.list(SYSTEM, 'visits', {
    filter: { centerId: center },
    sort: ['id', 'ASC'],
    range: [0, 99],
  });
  return rows as unknown as Row[];
}

async function here(user: TestUser): Promise<CenterHere | undefined> {
  const { centers } = (await call(user, 'GET', '/api/centerVisits/here')).json<{ centers: CenterHere[] }>();
  return centers.find(({ id }) => id === center);
}

describe('the front desk', () => {
  test('signs people in and out, once at a time', async () => {
    expect((await signIn(desk, { userId: student.id })).statusCode).toBe(200);
    expect(expectProblem(await signIn(desk, { userId: student.id }))).toMatchObject({
      status: 409,
      code: 'centers.not-signed-in',
    });
    const [visit] = await visits();
    expect(visit).toMatchObject({ userId: student.id, method: 'staff', departedAt: null });
    expect((await depart(desk, [Number(visit?.id)])).statusCode).toBe(200);
    expect((await visits())[0]?.['departedAt']).not.toBeNull();
    expect((await signIn(desk, { userId: student.id })).statusCode).toBe(200);
    expect(await visits()).toHaveLength(2);
  });

  test('signs in visitors with their host, or no one', async () => {
    expect((await signIn(desk, { visitorName: 'Ada Byron', hostName: 'Mia', purpose: 'Tour' })).statusCode).toBe(200);
    expect((await here(desk))?.people).toMatchObject([{ name: 'Ada Byron', isVisitor: true, hostName: 'Mia' }]);
    expect(expectProblem(await signIn(desk, {}))).toMatchObject({ status: 422, code: 'centers.no-person' });
    expect(expectProblem(await signIn(desk, { userId: student.id, visitorName: 'Ada Byron' }))).toMatchObject({
      status: 422,
      code: 'centers.no-person',
    });
    await t.services.db.updateTable('centers').set({ active: false }).where('id', '=', center).execute();
    expect((await signIn(desk, { userId: student.id })).statusCode).toBe(409);
  });

  test('does not sign in blocked people until the block has ended', async () => {
    const values = { centerId: center, userId: student.id, status: 'blocked', blockReason: 'No goggles' };
    const id = await make('centerUsers', { ...values, blockedUntil: '2030-01-15' });
    const refused = await signIn(desk, { userId: student.id });
    expect(expectProblem(refused)).toMatchObject({ status: 409, code: 'centers.not-signed-in' });
    expect(refused.json()).toMatchObject({ detail: 'This person is blocked at this center: No goggles.' });
    t.services.clock.moveTo(TUESDAY + 86_400_000);
    await endBlocks(t.services);
    // The session of yesterday is over.
    const later = { ...desk, cookie: await t.loginAs(desk.username) };
    expect(await t.services.engine.get(SYSTEM, 'centerUsers', id)).toMatchObject({
      status: 'active',
      blockReason: null,
    });
    expect((await signIn(later, { userId: student.id })).statusCode).toBe(200);
  });

  test.each([
    ['Pacific/Kiritimati', '2030-01-15', 200],
    ['Pacific/Kiritimati', '2030-01-16', 409],
    ['Pacific/Pago_Pago', '2030-01-14', 409],
    ['Pacific/Pago_Pago', '2030-01-13', 200],
  ])('counts the last day of a block by the clock of the center: %s, %s', async (timezone, blockedUntil, status) => {
    // The 15th in Denver, still the 14th in Pago Pago, and already the 16th on Kiritimati.
    t.services.clock.moveTo(Date.parse('2030-01-15T03:30:00-07:00'));
    const early = { ...desk, cookie: await t.loginAs(desk.username) };
    const locationId = await make('locations', { timezone, active: true });
    const id = await make('centers', { locationId, active: true });
    const values = { centerId: id, userId: student.id, status: 'blocked', blockReason: 'No goggles', blockedUntil };
    const block = await make('centerUsers', values);
    expect((await signIn(early, { userId: student.id }, id)).statusCode).toBe(status);
    await endBlocks(t.services);
    expect(await t.services.engine.get(SYSTEM, 'centerUsers', block)).toMatchObject({
      status: status === 200 ? 'active' : 'blocked',
    });
  });

  test('undoes a departure unless the person has come again', async () => {
    await signIn(desk, { userId: student.id });
    const undo = async (answer: LightMyRequestResponse) =>
      call(desk, 'POST', '/api/undo', { changes: answer.json<{ changes: unknown[] }>().changes });
    const [visit] = await visits();
    const first = await depart(desk, [Number(visit?.id)]);
    expect((await undo(first)).statusCode).toBe(200);
    expect(await visits()).toMatchObject([{ departedAt: null }]);
    expect(expectProblem(await signIn(desk, { userId: student.id }))).toMatchObject({
      status: 409,
      code: 'centers.not-signed-in',
    });
    const second = await depart(desk, [Number(visit?.id)]);
    await signIn(desk, { userId: student.id });
    expect((await undo(second)).statusCode).toBeGreaterThanOrEqual(400);
    expect((await visits()).filter(({ departedAt }) => departedAt === null)).toHaveLength(1);
  });

  test('is only staff', async () => {
    expect((await signIn(student, { userId: student.id })).statusCode).toBe(403);
    await signIn(desk, { userId: student.id });
    await signIn(desk, { visitorName: 'Ada Byron' });
    expect((await here(desk))?.people).toHaveLength(2);
    const [own] = await visits();
    expect((await depart(student, [Number(own?.id)])).statusCode).toBe(403);
    // People see their own visit.
    expect((await here(student))?.people.map(({ name }) => name)).toEqual([student.username]);
    expect((await t.app.inject('/api/centerVisits/here')).statusCode).toBe(401);
    expect((await call(student, 'GET', '/api/visits')).json<Row[]>().map(({ userId }) => userId)).toContain(student.id);
  });
});

describe('a block', () => {
  test('needs a reason, and notifies the person', async () => {
    const id = await make('centerUsers', { centerId: center, userId: student.id, status: 'active' });
    const block = (inputs: object) => call(admin, 'POST', '/api/centerUsers/actions/block', { ids: [id], inputs });
    expect((await block({})).statusCode).toBe(400);
    expect((await block({ blockReason: 'No goggles', blockedUntil: '2030-02-01' })).statusCode).toBe(200);
    const messages = await t.services.db
      .selectFrom('messages as m')
      .innerJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select(['m.html', 'm.event'])
      .where('r.userId', '=', student.id)
      .where('m.event', '=', 'centerBlocked')
      .execute();
    expect(messages.map(({ html }) => html).join()).toMatch(/until Friday, February 1, 2030.*No goggles/);
    const unblock = await call(admin, 'POST', '/api/centerUsers/actions/unblock', { ids: [id], inputs: {} });
    expect(unblock.statusCode).toBe(200);
    expect(await t.services.engine.get(SYSTEM, 'centerUsers', id)).toMatchObject({
      ...{ status: 'active', blockReason: null, blockedUntil: null },
    });
  });
});

describe('a forgotten departure', () => {
  const arrive = (arrivedAt: number, userId: number | null = student.id) =>
    make('visits', {
      ...{ centerId: center, userId, method: 'card', arrivedAt: new Date(arrivedAt).toISOString() },
      ...(userId === null ? { visitorName: 'Ada' } : { openKey: openKeyOf(center, userId) }),
    });

  test('is recorded at the closing time, half an hour later', async () => {
    await arrive(TUESDAY);
    await arrive(TUESDAY, null);
    t.services.clock.moveTo(Date.parse('2030-01-15T20:29:00-07:00'));
    await closeForgottenVisits(t.services);
    expect(await visits()).toMatchObject([{ departedAt: null }, { departedAt: null }]);
    t.services.clock.moveTo(Date.parse('2030-01-15T20:31:00-07:00'));
    await closeForgottenVisits(t.services);
    const closed = { departedAt: '2030-01-16T03:00:00.000Z', isAutoClosed: true };
    expect((await visits()).map((row) => ({ ...row, departedAt: instant(row) }))).toMatchObject([closed, closed]);
    // They can come again.
    await arrive(TUESDAY + 86_400_000);
  });

  test('follows special hours, and leaves visits that are over as they are', async () => {
    await make('hoursExceptions', {
      ...{ locationId: location, startsOn: '2030-01-15', endsOn: '2030-01-15', reason: 'Inventory' },
      ...{ closed: false, opensAt: 9, closesAt: 12 },
    });
    const id = await arrive(TUESDAY);
    await depart(desk, [id]);
    await arrive(TUESDAY);
    t.services.clock.moveTo(Date.parse('2030-01-15T13:00:00-07:00'));
    await closeForgottenVisits(t.services);
    expect((await visits()).map((row) => [instant(row).slice(0, 16), row['isAutoClosed']])).toEqual([
      ['2030-01-15T17:00', false],
      ['2030-01-15T19:00', true],
    ]);
  });

  test('of a center without hours is recorded after twelve hours', async () => {
    await t.services.db.updateTable('centers').set({ locationId: null }).where('id', '=', center).execute();
    await arrive(TUESDAY);
    t.services.clock.moveTo(TUESDAY + 12 * 3_600_000 + 1_700_000);
    await closeForgottenVisits(t.services);
    expect(await visits()).toMatchObject([{ departedAt: null }]);
    t.services.clock.moveTo(TUESDAY + 12 * 3_600_000 + 1_900_000);
    await closeForgottenVisits(t.services);
    expect((await visits()).map(instant)).toEqual(['2030-01-16T05:00:00.000Z']);
  });

  function instant({ departedAt }: Row): string {
    return new Date(String(departedAt)).toISOString();
  }
});
