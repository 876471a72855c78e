import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShellModel } from '../../domain/declarations/client-model.ts';
import type { SettingKey } from '../../domain/generated/settings.ts';
import type { UserCookieData } from '../../domain/calls/accounts.ts';
import type { StoredFile } from '../../domain/calls/files.ts';
import { makeRow } from '../factories/any-row.ts';
import { makeSession, callAs, setTicketStatus, HOUR } from './event-support.ts';
import { expectProblem } from './expect-problem.ts';
import {
  caller,
  fileField,
  formOf,
  PDF,
  publishForm,
  startRequestsApp,
  textField,
  type RequestCaller,
} from './request-calls.ts';
import { PASSWORD, SYSTEM, type TestApp } from './support.ts';

type Limit = Extract<SettingKey, `limits.${string}`>;

let t: TestApp;
let student: RequestCaller;
let admin: RequestCaller;
let administrator: string;
beforeAll(async () => {
  ({ app: t, student, admin } = await startRequestsApp());
  administrator = await t.loginAs('administrator');
});
afterAll(() => t.close());

const ofLimit = (key: Limit) => t.services.db.selectFrom('systemSettings').selectAll().where('key', '=', key);

/** As an administrator sets it; null: the default holds again. */
async function limit(key: Limit, value: number | null): Promise<void> {
  const row = await ofLimit(key).executeTakeFirst();
  const changes = [{ key, value, version: row?.version ?? null }];
  const answer = await t.app.inject({
    method: 'PUT',
    url: '/api/systemSettings/declared',
    headers: { cookie: administrator },
    payload: { changes },
  });
  expect(answer.statusCode, answer.body).toBe(200);
}

const logIn = (username: string, password: string, ip: string) =>
  t.app.inject({ method: 'POST', url: '/api/Login', payload: { username, password }, remoteAddress: ip });

test('hours logged in: a login from then on lasts as long, others as they were', async () => {
  const { username } = await t.createUser();
  const hours = async () => {
    const { expirationTime } = (await logIn(username, PASSWORD, '192.0.2.1')).json<UserCookieData>();
    return (Date.parse(expirationTime) - t.services.clock.now()) / 3_600_000;
  };
  expect(await hours()).toBeCloseTo(8, 1);
  await limit('limits.sessionHours', 2);
  expect(await hours()).toBeCloseTo(2, 1);
  await limit('limits.sessionHours', 24);
  expect(await hours()).toBeCloseTo(24, 1);
});

test('failed logins: one more has to wait, as long as the limit is that', async () => {
  const { username } = await t.createUser();
  await limit('limits.loginTries', 3);
  for (let tries = 0; tries < 3; tries++) expect((await logIn(username, 'wrong', '192.0.2.2')).statusCode).toBe(401);
  expect((await logIn(username, PASSWORD, '192.0.2.2')).statusCode).toBe(429);
  await limit('limits.loginTries', 4);
  expect((await logIn(username, PASSWORD, '192.0.2.2')).statusCode).toBe(200);
});

test('largest file: of fields without a limit; pages know it; existing uploads can be submitted', async () => {
  const twoMegabytes = Buffer.concat([PDF, Buffer.alloc(2 * 1024 * 1024)]);
  const fields = { any: fileField(), large: fileField({ 'x-max-bytes': 3 * 1024 * 1024 }) };
  const form = (await publishForm(admin, formOf(fields))).name;
  const { version } = await student.open(form);
  const file = (await student.upload(version.id, 'any', 'a.pdf', twoMegabytes)).json<StoredFile>();
  await limit('limits.uploadMegabytes', 1);
  expect((await t.app.inject({ url: '/api/model/shell' })).json<ShellModel>().site.uploadMegabytes).toBe(1);
  const refused = await student.upload(version.id, 'any', 'b.pdf', twoMegabytes);
  expect(expectProblem(refused)).toMatchObject({
    status: 413,
    detail: expect.stringContaining('the limit is 1 MB') as string,
  });
  expect((await student.upload(version.id, 'large', 'b.pdf', twoMegabytes)).statusCode).toBe(201);
  await student.file(form, { any: [file.id] });
  await limit('limits.uploadMegabytes', null);
  expect((await student.upload(version.id, 'any', 'b.pdf', twoMegabytes)).statusCode).toBe(201);
});

test('messages about a request: its customer sends no more in an hour', async () => {
  const form = (await publishForm(admin, formOf({ note: textField() }))).name;
  const { id } = await student.file(form, { note: 'Please' });
  const say = () =>
    student.call(
      'POST',
      `/api/requests/submissions/${id}/messages`,
      { kind: 'Default', text: 'When?' },
      { 'idempotency-key': randomUUID() },
    );
  await limit('limits.messagesPerHour', 1);
  expect((await say()).statusCode).toBe(201);
  expect(expectProblem(await say())).toMatchObject({
    status: 429,
    detail: expect.stringContaining('sent 1 message about') as string,
  });
  await limit('limits.messagesPerHour', 2);
  expect((await say()).statusCode).toBe(201);
});

test('new requests: one person submits no more in an hour; a repeated call is answered as before', async () => {
  const form = (await publishForm(admin, formOf({ note: textField() }))).name;
  const key = { 'idempotency-key': randomUUID() };
  const hasty = await caller(t, 'Student');
  await limit('limits.requestsPerHour', 2);
  const first = await hasty.trySubmit(form, { note: 'One' }, key);
  await hasty.file(form, { note: 'Two' });
  expect(expectProblem(await hasty.trySubmit(form, { note: 'Three' }))).toMatchObject({
    status: 429,
    code: 'requests.too-many',
    detail: expect.stringContaining('submitted 2 requests within an hour') as string,
  });
  expect((await hasty.trySubmit(form, { note: 'One' }, key)).json<{ id: number }>().id).toBe(
    first.json<{ id: number }>().id,
  );
  await (await caller(t, 'Student')).file(form, { note: 'Someone else' });
  await limit('limits.requestsPerHour', null);
  await hasty.file(form, { note: 'Three' });
});

describe('uploads of one person', () => {
  const twoMegabytes = Buffer.concat([PDF, Buffer.alloc(2 * 1024 * 1024)]);
  let form = '';
  let versionId = 0;
  beforeAll(async () => {
    form = (await publishForm(admin, formOf({ any: fileField() }))).name;
    versionId = (await student.open(form)).version.id;
  });
  const upload = (person: RequestCaller) => person.upload(versionId, 'any', 'a.pdf', twoMegabytes);

  test('have a limit for a day, which attached files count towards', async () => {
    const person = await caller(t, 'Student');
    await limit('limits.uploadMegabytesPerDay', 5);
    await person.file(form, { any: [(await upload(person)).json<StoredFile>().id] });
    expect((await upload(person)).statusCode).toBe(201);
    expect(expectProblem(await upload(person))).toMatchObject({ status: 429, code: 'files.too-much-today' });
    const other = await caller(t, 'Student');
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(other)));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(2);
    await limit('limits.uploadMegabytesPerDay', null);
    expect((await upload(person)).statusCode).toBe(201);
  });

  test('have a limit in total', async () => {
    const person = await caller(t, 'Student');
    await limit('limits.uploadMegabytesTotal', 3);
    expect((await upload(person)).statusCode).toBe(201);
    expect(expectProblem(await upload(person))).toMatchObject({ status: 409, code: 'files.too-much' });
    await limit('limits.uploadMegabytesTotal', null);
  });

  test('are refused while too little disk space is left', async () => {
    const person = await caller(t, 'Student');
    await limit('limits.freeDiskMegabytes', 1_000_000_000);
    expect(expectProblem(await upload(person))).toMatchObject({
      status: 507,
      code: 'files.no-space',
      detail: expect.stringContaining('too little disk space') as string,
    });
    await limit('limits.freeDiskMegabytes', null);
    expect((await upload(person)).statusCode).toBe(201);
  });
});

test('sign-ups and cancellations: one person makes no more in an hour, refused ones and those by staff do not count', async () => {
  const person = await t.createUser({ roles: ['Student'] });
  const staff = await t.createUser({ roles: ['EventProcessor'] });
  const id = await makeSession(t, [48 * HOUR, 50 * HOUR]);
  const draft = await makeSession(t, [52 * HOUR, 54 * HOUR], { instance: { status: 'draft' } });
  const signUp = (instance = id) => callAs(t, person, 'POST', `/api/events/instances/${instance}/tickets`);
  const ticketOf = async () => (await signUp()).json<{ id: number }>().id;
  await limit('limits.ticketChangesPerHour', 3);
  expect((await callAs(t, person, 'POST', `/api/events/tickets/${await ticketOf()}/cancel`)).statusCode).toBe(200);
  for (let tries = 0; tries < 5; tries += 1) expect([404, 409]).toContain((await signUp(draft)).statusCode);
  const ticket = await ticketOf();
  const cancel = () => callAs(t, person, 'POST', `/api/events/tickets/${ticket}/cancel`);
  for (const answer of [await cancel(), await signUp()])
    expect(expectProblem(answer)).toMatchObject({ status: 429, code: 'events.too-many-changes' });
  const byStaff = { from: 'confirmed', to: 'cancelled' };
  expect((await setTicketStatus(t, staff, Number(ticket), byStaff)).statusCode).toBe(200);
  await limit('limits.ticketChangesPerHour', null);
  expect((await signUp()).statusCode).toBe(200);
});

test('announcements and their people: what is more is not sent', async () => {
  const sender = await t.createUser({ roles: ['RequestsAdmin'] });
  const word = `W${randomUUID().slice(0, 8)}`;
  for (const index of [1, 2]) await makeRow(t.services, 'users', { displayName: `${word} ${index}`, active: true });
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: '/api/announcements/send',
      headers: { cookie: sender.cookie },
      payload: { source: 'users', filter: { q: word }, subject: 'Closed', html: '<p>On Monday.</p>' },
    });
  await limit('limits.announcementPeople', 1);
  expect(expectProblem(await send())).toMatchObject({
    status: 409,
    detail: expect.stringContaining('would reach 2 people; the limit is 1') as string,
  });
  await limit('limits.announcementPeople', 2);
  expect((await send()).statusCode).toBe(201);
  await t.services.db.updateTable('announcements').set({ state: 'sent' }).execute();
  await limit('limits.announcementsPerHour', 1);
  expect(expectProblem(await send())).toMatchObject({ status: 429 });
  await limit('limits.announcementsPerHour', 2);
  expect((await send()).statusCode).toBe(201);
});

test('searches: one more of an address is refused until the limit is higher', async () => {
  const search = () => t.app.inject({ url: '/api/documentation/search?query=laser', remoteAddress: '192.0.2.3' });
  const statuses = async (count: number) =>
    new Set((await Promise.all(Array.from({ length: count }, search))).map(({ statusCode }) => statusCode));
  await limit('limits.searchesPerMinute', 60);
  expect(await statuses(60)).toEqual(new Set([200]));
  expect(await statuses(1)).toEqual(new Set([429]));
  await limit('limits.searchesPerMinute', null);
  expect(await statuses(1)).toEqual(new Set([200]));
});

test('error reports of other sites: one more is dropped', async () => {
  const origin = 'https://limits.example.edu';
  const rights = { active: true, canReport: true, canCallApi: false, canEmbed: false };
  await t.services.engine.create(SYSTEM, 'registeredSites', { name: 'Limits', url: origin, ...rights });
  const report = () =>
    t.app.inject({
      method: 'POST',
      url: '/api/EventLog/LogError',
      headers: { origin, 'sec-fetch-site': 'cross-site' },
      payload: { message: 'It broke', exception: 'No stack', location: 'Page' },
    });
  await limit('limits.siteReportsPerMinute', 1);
  expect((await report()).statusCode).toBe(204);
  expect((await report()).statusCode).toBe(429);
  await limit('limits.siteReportsPerMinute', null);
  expect((await report()).statusCode).toBe(204);
});
