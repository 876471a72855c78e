import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AddedAtDoor, DoorList, DoorMarksAnswer } from '../../domain/calls/door.ts';
import { makeRow } from '../factories/any-row.ts';
import { PROJECT, startServer, type ServerProcess } from '../factories/server-process.ts';
import { PASSWORD, startTestApp, SYSTEM, type TestApp } from './support.ts';

const HOUR = 3_600_000;
let t: TestApp;
let folder: string;
const servers: ServerProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-doors-'));
  t = await startTestApp();
  const env = {
    DATABASE_URL: t.services.settings.databaseUrl ?? '',
    DATA_DIR: folder,
    NODE_ENV: 'test',
    TEST_CLOCK_OFFSET: String(t.services.clock.offset),
  };
  servers.push(await startServer(PROJECT, env), await startServer(PROJECT, env));
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.signal('SIGTERM');
  await t.close();
  await rm(folder, { recursive: true, force: true });
});

/** A door: a browser that is logged in at one of the servers. */
async function door(server: ServerProcess, username: string) {
  const login = await fetch(`${server.url}/api/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const call = async <Answer>(path: string, json?: object): Promise<Answer> => {
    const answer = await fetch(`${server.url}/api/events/door/${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Answer;
  };
  return { call };
}

test('two doors at two processes see each other’s marks with the next look; a mark whose server died is carried out once', async () => {
  const [one, two] = [
    await t.createUser({ roles: ['EventProcessor'] }),
    await t.createUser({ roles: ['EventProcessor'] }),
  ];
  const people = [await t.createUser(), await t.createUser()];
  const now = Math.floor(t.services.clock.now() / 60_000) * 60_000;
  const event = await makeRow(t.services, 'events', { active: true, feeCents: 0 });
  const instance = await makeRow(t.services, 'instances', {
    eventId: event['id'] ?? null,
    status: 'published',
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + HOUR).toISOString(),
    capacity: 5,
    walkInsAllowed: true,
    locationId: null,
  });
  const id = Number(instance['id']);
  const left = await door(servers[0]!, one.username);
  const right = await door(servers[1]!, two.username);
  const [first, second] = [
    await left.call<AddedAtDoor>(`${id}/tickets`, { userId: people[0]!.id, to: 'attended' }),
    await right.call<AddedAtDoor>(`${id}/tickets`, { userId: people[1]!.id, to: 'attended' }),
  ];
  const statuses = async (at: typeof left): Promise<string[]> =>
    (await at.call<DoorList>(String(id))).tickets.toSorted((a, b) => a.id - b.id).map(({ status }) => status);
  expect(await statuses(left)).toEqual(['attended', 'attended']);
  const mark = {
    key: randomUUID(),
    ticketId: first.ticketId,
    from: 'attended',
    to: 'late',
    at: new Date(now).toISOString(),
  };
  await left.call<DoorMarksAnswer>(`${id}/marks`, { marks: [mark] });
  expect(await statuses(right)).toEqual(['late', 'attended']);
  const other = { ...mark, key: randomUUID(), ticketId: second.ticketId };
  await right.call<DoorMarksAnswer>(`${id}/marks`, { marks: [other] });
  expect(await statuses(left)).toEqual(['late', 'late']);

  // The first server carries a mark out and dies; the device sends it again to the other one.
  const back = { ...mark, key: randomUUID(), from: 'late', to: 'confirmed' };
  await left.call<DoorMarksAnswer>(`${id}/marks`, { marks: [back] });
  await servers[0]!.signal('SIGKILL');
  const again = await door(servers[1]!, one.username);
  const here = { ...back, key: randomUUID(), from: 'confirmed', to: 'attended' };
  await right.call<DoorMarksAnswer>(`${id}/marks`, { marks: [here] });
  const { results } = await again.call<DoorMarksAnswer>(`${id}/marks`, { marks: [back] });
  expect(results).toEqual([{ key: back.key, isDone: true, words: null }]);
  expect(await statuses(again)).toEqual(['attended', 'late']);
  expect(await t.services.engine.get(SYSTEM, 'instances', id)).toMatchObject({ confirmed: 2 });
});
