import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PairingCode, Pickup } from '../../domain/calls/kiosk.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { makeRow } from '../factories/any-row.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishForm, startRequestsApp, textField, type RequestCaller } from './request-calls.ts';
import { SYSTEM, type TestApp } from './support.ts';

const CARD = '0012345678901234';
const ID = '001234567';

let app: TestApp;
let student: RequestCaller;
let other: RequestCaller;
let admin: RequestCaller;
let administrator: string;
let kiosk: string;
let codes = 0;

beforeAll(async () => {
  ({ app, student, other, admin } = await startRequestsApp());
  administrator = await app.loginAs('administrator');
  await app.services.engine.update(SYSTEM, 'users', student.user.id, { studentId: ID });
  const url = `/api/events/door/people/${student.user.id}/card`;
  await app.app.inject({ method: 'PUT', url, headers: { cookie: administrator }, payload: { text: CARD } });
  kiosk = await pair();
});
afterAll(() => app.close());

async function post(url: string, cookie: string, payload: object) {
  const answer = await app.app.inject({ method: 'POST', url, headers: { cookie }, payload });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer;
}
const cookiesIn = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** The cookie of a paired display. */
async function pair(): Promise<string> {
  const place = { displayName: 'Print shop', buildingCode: 'P', room: '1', active: true };
  const locationId = (await app.services.engine.create(SYSTEM, 'locations', place)).id;
  const center = { name: 'Makeshop of the test', locationId, active: true };
  const centerId = (await app.services.engine.create(SYSTEM, 'centers', center)).id;
  const answer = await post('/api/kiosk/pairings', '', { kind: 'kiosk' });
  const inputs = { code: answer.json<PairingCode>().code, name: 'Front display' };
  await post('/api/centers/actions/pair', administrator, { ids: [centerId], inputs });
  return cookiesIn(answer);
}

async function identify(body: object): Promise<string> {
  return `${kiosk}; ${cookiesIn(await post('/api/LoginKiosk', kiosk, body))}`;
}

const pickups = async (cookie: string) =>
  (await app.app.inject({ method: 'GET', url: '/api/kiosk/pickups', headers: { cookie } })).json<Pickup[]>();
const pickUp = (cookie: string, kind: 'requests' | 'orders', id: number) =>
  app.app.inject({ method: 'POST', url: `/api/kiosk/pickups/${kind}/${id}`, headers: { cookie } });

/** A request that staff have put on the shelf. */
async function readyRequest(who = student): Promise<number> {
  const more = { pickupNote: 'At the counter' };
  const form = await publishForm(admin, formOf({ note: textField() }), { costType: 'Free', ...more });
  const { id } = await who.file(form.name, { note: 'Please' });
  await admin.act('override', [id], { inputs: { to: 'ReadyForPickup', reason: 'On the shelf' } });
  const shelved = await admin.act('setShelf', [id], { inputs: { shelf: ' B3 ' } });
  expect(shelved.statusCode, shelved.body).toBe(200);
  return id;
}

async function orderOf(userId: number, state: string): Promise<number> {
  const given: Row = {
    userId,
    state,
    shelf: 'C2',
    summary: '2 × Plywood',
    totalCents: 400,
    pickupCode: `P-${state}-${++codes}`,
  };
  const order = Number((await makeRow(app.services, 'orders', { ...given, openFor: null }))['id']);
  const line = { orderId: order, quantity: 2, unitCents: 200, reserved: 0, collected: 0, returned: 0, canceled: 0 };
  await makeRow(app.services, 'orderLines', line);
  return order;
}

describe('at a kiosk', () => {
  test('people see their own requests and orders that are ready, with the shelf, and take them', async () => {
    const [request, order] = [await readyRequest(), await orderOf(student.user.id, 'ready')];
    await readyRequest(other);
    await orderOf(other.user.id, 'ready');
    await orderOf(student.user.id, 'placed');
    const cookie = await identify({ buffCard: CARD });
    expect(await pickups(cookie)).toEqual([
      {
        ...{ kind: 'request', id: request, title: expect.stringContaining(`#${request}`), shelf: 'B3' },
        ...{ place: 'At the counter', dueCents: 0, canPickUp: true },
      },
      {
        ...{ kind: 'order', id: order, title: '2 × Plywood', shelf: 'C2' },
        ...{ place: expect.stringContaining('P-ready'), dueCents: 0, canPickUp: true },
      },
    ]);
    for (const [kind, id] of [
      ['requests', request],
      ['orders', order],
    ] as const) {
      expect((await pickUp(cookie, kind, id)).statusCode).toBe(204);
      expect((await pickUp(cookie, kind, id)).statusCode).toBe(204);
    }
    expect(await pickups(cookie)).toEqual([]);
    expect((await student.see(request)).status).toBe('Completed');
    const { state } = await app.services.db
      .selectFrom('orders')
      .select('state')
      .where('id', '=', order)
      .executeTakeFirstOrThrow();
    expect(state).toBe('collected');
  });

  test('a typed ID shows what is ready, and takes nothing', async () => {
    const request = await readyRequest();
    const cookie = await identify({ studentId: ID });
    expect((await pickups(cookie)).map(({ id }) => id)).toContain(request);
    expect(expectProblem(await pickUp(cookie, 'requests', request)).status).toBe(403);
    expect((await student.see(request)).status).toBe('ReadyForPickup');
  });

  test('no one takes what belongs to someone else, is not ready, or is not paid', async () => {
    const [theirs, order] = [await readyRequest(other), await orderOf(other.user.id, 'ready')];
    const form = await publishForm(admin, formOf({ note: textField() }), { costType: 'AssignedGranular' });
    const { id } = await student.file(form.name, { note: 'Please' });
    const placed = await orderOf(student.user.id, 'placed');
    const cookie = await identify({ buffCard: CARD });
    expect((await pickUp(cookie, 'requests', theirs)).statusCode).toBe(404);
    expect((await pickUp(cookie, 'orders', order)).statusCode).toBe(404);
    expect((await pickUp(cookie, 'requests', id)).statusCode).toBe(409);
    expect((await pickUp(cookie, 'orders', placed)).statusCode).toBe(409);
    await admin.act('override', [id], { inputs: { to: 'ReadyForPickup', reason: 'On the shelf' } });
    await app.services.db.updateTable('submissions').set({ costCents: 500 }).where('id', '=', id).execute();
    expect((await pickups(cookie)).find((one) => one.id === id)).toMatchObject({ dueCents: 500, canPickUp: false });
    expect((await pickUp(cookie, 'requests', id)).statusCode).toBe(409);
  });

  test('visitors see nothing', async () => {
    expect(
      (await app.app.inject({ method: 'GET', url: '/api/kiosk/pickups', headers: { cookie: kiosk } })).statusCode,
    ).toBe(401);
  });
});
