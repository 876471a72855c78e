import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CheckAnswer, DebugReport, Fact } from '../../domain/calls/debug.ts';
import { startCollector, type Collector, type ReceivedSpan } from '../factories/collector.ts';
import { startTestApp, type TestApp } from './support.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const SECRET = 'a token that only the collector knows';

let t: TestApp;
let collector: Collector;
let cookie: string;
beforeAll(async () => {
  collector = await startCollector();
  t = await startTestApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-token=${encodeURIComponent(SECRET)}`,
      OTEL_SERVICE_NAME: 'makeshop',
    },
  });
  cookie = await t.loginAs('administrator');
});
afterAll(async () => {
  await t.close();
  await collector.close();
});
beforeEach(async () => {
  collector.answers(200);
  await t.services.tracing?.flush();
  for (const list of [collector.spans, collector.bodies]) list.length = 0;
});

async function received(): Promise<ReceivedSpan[]> {
  await t.services.tracing?.flush();
  return collector.spans;
}

const rootOf = (spans: ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`No span "${name}" among ${spans.map((span) => span.name).join(', ')}`);
  return found;
};

test('a request is one tree: its route, and below it every statement, without anything that is personal or secret', async () => {
  const person = {
    username: 'ada.lovelace',
    displayName: 'Ada Lovelace',
    email: 'ada@engine.example',
    roles: [],
    groupIds: [],
    active: true,
  };
  const created = await t.app.inject({
    method: 'POST',
    url: '/api/users?hint=a-private-query',
    headers: { cookie, 'user-agent': 'a-private-agent', 'x-forwarded-for': '203.0.113.77' },
    payload: person,
  });
  expect(created.statusCode).toBe(201);
  const read = await t.app.inject({ url: `/api/users/${created.json<{ id: number }>().id}`, headers: { cookie } });
  expect(read.statusCode).toBe(200);
  const spans = await received();
  for (const [name, status] of [
    ['POST /api/users', 201],
    ['GET /api/users/:id', 200],
  ] as const) {
    const root = rootOf(spans, name);
    expect(root).toMatchObject({
      kind: 2,
      parentSpanId: null,
      status: 0,
      attributes: { 'http.route': name.split(' ')[1], 'http.response.status_code': status },
      resource: { 'service.name': 'makeshop', 'service.instance.id': t.services.watch.id },
    });
    const own = spans.filter(({ traceId }) => traceId === root.traceId);
    const statements = own.filter((span) => span !== root);
    expect(statements.length).toBeGreaterThan(1);
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root.spanId]));
    for (const { start, kind, attributes } of statements) {
      expect(kind).toBe(3);
      expect(attributes['db.query.text']).not.toBe('');
      expect(start >= root.start).toBe(true);
    }
  }
  const insert = rootOf(spans, 'INSERT users');
  expect(insert.traceId).toBe(rootOf(spans, 'POST /api/users').traceId);
  expect(insert.attributes['db.query.text']).toContain('$1');
  // The token of the session is not stored as such: neither it nor its row may be in there.
  const [, session = ''] = cookie.split('=');
  const payload = collector.bodies.join('\n');
  for (const word of [
    ...Object.values(person).filter((value) => typeof value === 'string'),
    'Lovelace',
    'engine.example',
  ])
    expect(payload).not.toContain(word);
  for (const word of [session, SECRET, 'a-private-query', 'a-private-agent', '203.0.113.77', 'administrator'])
    expect(payload).not.toContain(word);
});

test('an unknown address and a login are recorded without their contents', async () => {
  await t.app.inject({ url: '/api/there-is-no/such-address?token=hunter2' });
  await t.app.inject({
    method: 'POST',
    url: '/api/Login',
    headers: { authorization: `Basic ${Buffer.from('nobody.knows:hunter2').toString('base64')}` },
    payload: {},
  });
  const spans = await received();
  expect(rootOf(spans, 'POST /api/Login').attributes['http.response.status_code']).toBe(401);
  const payload = collector.bodies.join('\n');
  for (const word of ['such-address', 'hunter2', 'nobody.knows']) expect(payload).not.toContain(word);
});

test('a caller joins its trace, hides what it does not record, and breaks nothing by nonsense', async () => {
  const ask = (traceparent: string) =>
    t.app.inject({ url: '/api/users?range=[0,0]', headers: { cookie, traceparent } });
  const statuses: number[] = [];
  for (const traceparent of [
    `00-${TRACE}-${PARENT}-01`,
    `00-${'1'.repeat(32)}-${PARENT}-00`,
    `00-${TRACE}-${PARENT}-01-${'x'.repeat(8_000)}`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    '"; drop table users; --',
  ])
    statuses.push((await ask(traceparent)).statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  const roots = (await received()).filter(({ name }) => name === 'GET /api/users');
  expect(roots).toHaveLength(4);
  expect(roots[0]).toMatchObject({ traceId: TRACE, parentSpanId: PARENT });
  expect(roots.slice(1).map(({ parentSpanId }) => parentSpanId)).toEqual([null, null, null]);
  expect(roots.slice(1).map(({ traceId }) => traceId)).not.toContain(TRACE);
  expect(collector.spans.map(({ traceId }) => traceId)).not.toContain('1'.repeat(32));
});

test('requests at the same time have each their own statements', async () => {
  await Promise.all(
    [0, 1, 2, 3].map((at) => t.app.inject({ url: `/api/users?range=[${at},${at}]`, headers: { cookie } })),
  );
  const spans = await received();
  const roots = spans.filter(({ name }) => name === 'GET /api/users');
  expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(4);
  for (const { traceId, spanId } of roots) {
    const lists = spans.filter((span) => span.traceId === traceId && span.name === 'SELECT users');
    expect(lists.map(({ parentSpanId }) => parentSpanId)).toContain(spanId);
  }
});

test('what programs ask every few seconds, and statements that belong to nothing, are left out', async () => {
  for (const url of ['/healthz', '/readyz']) await t.app.inject(url);
  await sql`select 'heartbeat'`.execute(t.services.db);
  expect(await received()).toEqual([]);
});

test('a job is a span of its own, linked with what enqueued it; its handler does not see the link', async () => {
  const { jobs, db, tracing } = t.services;
  const given: unknown[] = [];
  await jobs.work(
    'traced',
    async (data) => {
      given.push(data);
      await sql`select ${'private'}::text as traced`.execute(db);
    },
    { every: 0.5 },
  );
  await tracing!.inSpan('change', { kind: 'server' }, () => jobs.enqueue(db, 'traced', { file: 'private.webp' }));
  await expect.poll(() => given).toEqual([{ file: 'private.webp' }]);
  await expect.poll(async () => (await received()).some(({ name }) => name === 'job traced')).toBe(true);
  const spans = await received();
  const [change, job] = [rootOf(spans, 'change'), rootOf(spans, 'job traced')];
  expect(job).toMatchObject({
    kind: 5,
    parentSpanId: null,
    links: [{ traceId: change.traceId, spanId: change.spanId }],
  });
  expect(job.traceId).not.toBe(change.traceId);
  const statement = spans.find(({ attributes }) => attributes['db.query.text'] === 'select $1::text as traced');
  expect(statement?.parentSpanId).toBe(job.spanId);
  expect(collector.bodies.join()).not.toContain('private');
});

test('an aborted request is recorded as such', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = t.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/users HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nsec-fetch-site: same-origin\r\n` +
      'content-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );
  await expect.poll(() => t.services.watch.pool().idle).toBeGreaterThan(0);
  socket.destroy();
  await expect
    .poll(async () => (await received()).find(({ name }) => name === 'POST /api/users'))
    .toMatchObject({ status: 2, attributes: { 'error.type': 'aborted' } });
});

async function traces(): Promise<readonly Fact[]> {
  const answer = await t.app.inject({ url: '/api/debug/report', headers: { cookie } });
  expect(answer.body).not.toContain(SECRET);
  const { sections } = answer.json<DebugReport>();
  return sections.find(({ key }) => key === 'traces')?.facts?.facts ?? [];
}

async function check(): Promise<CheckAnswer> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/debug/checks/traces/collector',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  });
  return answer.json<CheckAnswer>();
}

test('the debug page shows the collector and its results; a hanging collector delays no one', async () => {
  expect(await traces()).toEqual(
    expect.arrayContaining([
      { label: 'Traces', value: 'on', state: 'good' },
      { label: 'Collector', value: `${collector.url}/v1/traces`, kind: 'code' },
      { label: 'Spans dropped', value: 0, kind: 'number' },
    ]),
  );
  expect(await check()).toMatchObject({ outcome: 'passed' });
  collector.answers(500);
  expect(await check()).toMatchObject({ outcome: 'failed', says: 'It answered 500.' });
  await received();
  expect(await traces()).toContainEqual(expect.objectContaining({ label: 'Last failure', value: 'It answered 500' }));
  collector.answers('nothing');
  const arrivals = collector.asked();
  const sending = t.services.tracing?.flush();
  await arrivals;
  // While the batch hangs.
  expect((await t.app.inject({ url: '/api/users', headers: { cookie } })).statusCode).toBe(200);
  expect(Number(t.services.tracing?.figures().waiting)).toBeGreaterThan(0);
  await sending;
  expect(t.services.tracing?.figures()).toMatchObject({ fault: 'It did not answer within 5 seconds' });
});

test('what waits is sent when the server ends', async () => {
  const other = await startTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  await other.app.inject('/api/there-is-nothing');
  await other.close();
  expect(collector.spans.map(({ resource }) => resource['service.instance.id'])).toContain(other.services.watch.id);
});

test('without the setting nothing is traced', async () => {
  const other = await startTestApp();
  expect(other.services.tracing).toBeNull();
  await other.close();
});
