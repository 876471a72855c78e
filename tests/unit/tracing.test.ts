import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Clock } from '../../server/platform/clock.ts';
import { tracedTransport } from '../../server/platform/mail/traced-transport.ts';
import type { MailTransport, OutgoingMail } from '../../server/platform/mail/transport.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { tracingSettings } from '../../server/platform/tracing/settings.ts';
import { MOST_WAITING } from '../../server/platform/tracing/span-queue.ts';
import { statementName, Tracing, withoutLiterals } from '../../server/platform/tracing/tracing.ts';
import { readTraceparent, traceparentOf } from '../../server/platform/tracing/tracing.ts';
import { startCollector, type Collector } from '../factories/collector.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';

describe('a traceparent', () => {
  test.each([
    [`00-${TRACE}-${PARENT}-01`, 1],
    [`00-${TRACE}-${PARENT}-00`, 0],
    [`00-${TRACE}-${PARENT}-ff`, 1],
    [`cc-${TRACE}-${PARENT}-01-what-the-future-brings`, 1],
  ])('%s is read', (header, traceFlags) => {
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: PARENT, traceFlags, isRemote: true });
  });

  test.each([
    undefined,
    '',
    ['00', TRACE],
    `00-${TRACE}-${PARENT}`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${TRACE}-${PARENT}-1`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${'0'.repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    ` 00-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`,
    `cc-${TRACE}-${PARENT}-01-${'x'.repeat(9_000)}`,
    `00-${TRACE}-${PARENT}-01\n`,
    `00-'; drop table users; --aaaaaaaa-${PARENT}-01`,
  ])('%j counts as absent', (header) => {
    expect(readTraceparent(header)).toBeNull();
  });

  test('is written as it is read', () => {
    const header = `00-${TRACE}-${PARENT}-01`;
    expect(traceparentOf(readTraceparent(header)!)).toBe(header);
  });
});

test.each([
  ['select "id" from "users" where "id" = $1', 'SELECT users'],
  ['/* prepared */ select 1', 'SELECT'],
  ['insert into "auditEntries" ("a") values ($1)', 'INSERT auditEntries'],
  ['update "users" set "name" = $1', 'UPDATE users'],
  ['begin', 'BEGIN'],
  ['', 'STATEMENT'],
])('the statement %j is named %s', (text, name) => {
  expect(statementName(text)).toBe(name);
});

test('values in a statement are not recorded', () => {
  expect(withoutLiterals(`/* prepared */ select 'Ada''s secret', $1 from "users" where "name" = 'Ada'`)).toBe(
    `select '?', $1 from "users" where "name" = '?'`,
  );
  expect(withoutLiterals('x'.repeat(5_000))).toHaveLength(2_004);
});

describe('the settings', () => {
  const read = (env: Record<string, string>) => readSettings(env, '/project', [tracingSettings]);
  const ENDPOINT = 'https://collector.example.edu:4318/otlp/';

  test('turn traces on by the endpoint alone; headers are shown nowhere', () => {
    expect(read({ OTEL_SERVICE_NAME: 'makeshop' }).tracing).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT }).tracing).toEqual({
      url: 'https://collector.example.edu:4318/otlp/v1/traces',
      headers: {},
      serviceName: 'atrium',
      share: 1,
    });
    const { tracing, environment } = read({
      OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2, x-tenant=makeshop',
      OTEL_SERVICE_NAME: 'makeshop',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    });
    expect(tracing).toMatchObject({
      headers: { authorization: 'Bearer hunter2', 'x-tenant': 'makeshop' },
      serviceName: 'makeshop',
      share: 0.25,
    });
    expect(JSON.stringify(environment)).not.toContain('hunter2');
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://collector'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://me:hunter2@collector.example.edu'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector.example.edu?token=hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'bad name=hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hunter2%0d%0ax: y'],
    ['OTEL_SERVICE_NAME', 'x'.repeat(101)],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('%s=%s prevents the start, without its secrets in the message', (name, value) => {
    const start = () => read({ OTEL_EXPORTER_OTLP_ENDPOINT: ENDPOINT, [name]: value });
    expect(start).toThrow(name);
    expect(start).not.toThrow('hunter2');
  });
});

describe('spans', () => {
  let collector: Collector;
  let tracing: Tracing;
  const open = (share = 1): Tracing =>
    new Tracing(
      { url: `${collector.url}/v1/traces`, headers: { authorization: 'Bearer abc' }, serviceName: 'makeshop', share },
      new Clock(),
      { 'process.pid': 42 },
    );
  const span = (name: string, parent?: unknown): void => tracing.begin(name, { kind: 'server', parent }).end();
  beforeEach(async () => {
    collector = await startCollector();
    tracing = open();
  });
  afterEach(async () => {
    await collector.close();
    await tracing.close();
  });

  test('are sent with the name of the service and the headers of the setting', async () => {
    span('one');
    await tracing.flush();
    expect(collector.spans).toMatchObject([
      { name: 'one', parentSpanId: null, resource: { 'service.name': 'makeshop', 'process.pid': 42 } },
    ]);
    expect(collector.headers[0]).toMatchObject({ authorization: 'Bearer abc', 'content-type': 'application/json' });
    expect(tracing.figures()).toMatchObject({ sent: 1, waiting: 0, dropped: 0, fault: null });
  });

  test('are sent automatically once many wait', async () => {
    const requested = collector.asked();
    for (let at = 0; at < 256; at += 1) span('many');
    await requested;
    await expect.poll(() => collector.spans.length).toBe(256);
  });

  test('that follow a full batch wait for more of them', async () => {
    for (let at = 0; at < 300; at += 1) span('many');
    await expect.poll(() => tracing.figures()).toMatchObject({ sent: 256, waiting: 44 });
    expect(collector.bodies).toHaveLength(1);
  });

  test('belong to what runs around them, also later, and to nothing else', async () => {
    await tracing.inSpan('outer', { kind: 'consumer' }, async () => {
      await Promise.resolve();
      tracing.observe('select 1')();
      await tracing.inSpan('inner', { kind: 'client' }, async () => tracing.observe('select 2')());
    });
    // Outside of a span: left out.
    tracing.observe('select 3')();
    await tracing.flush();
    const parentOf = (name: string, text?: string): string | undefined => {
      const found = collector.spans.find(
        (each) => each.name === name && (!text || each.attributes['db.query.text'] === text),
      );
      return collector.spans.find(({ spanId }) => spanId === found?.parentSpanId)?.name;
    };
    expect(collector.spans).toHaveLength(4);
    expect([parentOf('inner'), parentOf('SELECT', 'select 1'), parentOf('SELECT', 'select 2')]).toEqual([
      'outer',
      'outer',
      'inner',
    ]);
  });

  test('of failed work have the kind of the error, and not its message', async () => {
    const failed = Object.assign(new Error('Ada is no member'), { code: '23505' });
    await expect(tracing.inSpan('work', { kind: 'consumer' }, () => Promise.reject(failed))).rejects.toBe(failed);
    await tracing.flush();
    expect(collector.spans).toMatchObject([{ status: 2, attributes: { 'error.type': '23505' } }]);
    expect(collector.bodies.join()).not.toContain('Ada');
  });

  test('join the trace of the caller, unless it is not recorded', async () => {
    span('joined', `00-${TRACE}-${PARENT}-01`);
    span('left out', `00-${TRACE}-${PARENT}-00`);
    span('alone', '00-nonsense');
    await tracing.flush();
    expect(collector.spans).toMatchObject([
      { name: 'joined', traceId: TRACE, parentSpanId: PARENT },
      { name: 'alone', parentSpanId: null },
    ]);
  });

  test('are recorded by the share, regardless of callers, and whole traces together', async () => {
    tracing = open(0);
    span('none');
    span('asked for', `00-${TRACE}-${PARENT}-01`);
    await tracing.flush();
    expect(collector.spans).toEqual([]);
    tracing = open(0.5);
    for (let at = 0; at < 400; at += 1)
      await tracing.inSpan('root', { kind: 'consumer' }, async () => tracing.observe('select 1')());
    await tracing.flush();
    const roots = collector.spans.filter(({ name }) => name === 'root');
    // 400 coins: beyond ten standard deviations is no chance.
    expect(Math.abs(roots.length - 200)).toBeLessThan(100);
    expect(collector.spans).toHaveLength(2 * roots.length);
  });

  test('wait while the collector is down or busy, and are sent when it is back', async () => {
    collector.answers(503);
    span('early');
    await tracing.flush();
    expect(tracing.figures()).toMatchObject({ sent: 0, waiting: 1, dropped: 0, fault: 'It answered 503' });
    collector.answers(200);
    await tracing.flush();
    expect(collector.spans).toMatchObject([{ name: 'early' }]);
    expect(tracing.figures()).toMatchObject({ sent: 1, waiting: 0, fault: null });
  });

  test('that the collector refuses for good are dropped', async () => {
    collector.answers(400);
    span('refused');
    await tracing.flush();
    expect(tracing.figures()).toMatchObject({ sent: 0, waiting: 0, dropped: 1, fault: 'It answered 400' });
    collector.answers(200, { partialSuccess: { rejectedSpans: '1' } });
    span('taken');
    span('rejected');
    await tracing.flush();
    expect(tracing.figures()).toMatchObject({ sent: 1, dropped: 2, fault: 'It took only a part of a batch' });
  });

  test('that do not fit are dropped while the collector hangs; no one waits, and the end comes all the same', async () => {
    collector.answers('nothing');
    const requested = collector.asked();
    for (let at = 0; at < MOST_WAITING + 100; at += 1) span('many');
    await requested;
    expect(tracing.figures()).toMatchObject({ sent: 0, waiting: MOST_WAITING, dropped: 100 });
    await tracing.close(20);
    expect(tracing.figures()).toMatchObject({ sent: 0, waiting: 0, dropped: MOST_WAITING + 100 });
    span('after the end');
    expect(tracing.figures().waiting).toBe(0);
  });

  test('that wait are sent at the end', async () => {
    span('last');
    await tracing.close();
    expect(collector.spans).toMatchObject([{ name: 'last' }]);
  });

  test('of emails have the server and the outcome, and nothing of the email', async () => {
    const mail: OutgoingMail = {
      headerId: '<ada@campus.example>',
      date: '2026-11-23T14:00:00.000Z',
      to: 'ada@campus.example',
      subject: 'Ada, your key',
      html: '<p>Ada</p>',
      text: 'Ada',
    };
    const transport: MailTransport = {
      send: async () => ({ outcome: 'refused', code: 550, answer: 'No ada@campus.example here', isAddress: true }),
      check: async () => undefined,
      close: () => undefined,
    };
    const smtp = {
      host: 'smtp.example.edu',
      port: 587,
      isImplicitTls: false,
      needsTls: true,
      user: null,
      password: null,
      ca: null,
    };
    const sent = await tracedTransport(transport, tracing, smtp).send(mail, new AbortController().signal);
    expect(sent.outcome).toBe('refused');
    await tracing.flush();
    expect(collector.spans).toMatchObject([
      {
        name: 'mail send',
        status: 2,
        attributes: {
          'server.address': 'smtp.example.edu',
          'smtp.response.status_code': 550,
          'error.type': 'refused',
        },
      },
    ]);
    // A word of its own: numbers of spans can have these letters.
    expect(collector.bodies.join()).not.toMatch(/\bada\b/i);
  });
});
