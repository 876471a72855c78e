import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const fetched = vi.fn<(path: string, init: { body: string }) => Promise<Response>>();
const logged = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('window', { location: { href: 'http://localhost/calendar/3' } });
  vi.stubGlobal('fetch', fetched.mockReset().mockResolvedValue(new Response(null, { status: 204 })));
  vi.spyOn(console, 'error').mockImplementation(logged.mockReset());
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function sent(
  error: unknown,
  place = { component: 'Calendar', routePath: '/calendar/:id' },
): Promise<{ message: string; exception: string; location: string }> {
  const { reportError } = await import('../../src/app/errors/reportError.ts');
  reportError(error, 'render', place);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
  const [path, { body } = { body: '' }] = fetched.mock.lastCall ?? [];
  expect(path).toBe('/api/EventLog/LogError');
  return JSON.parse(body) as Awaited<ReturnType<typeof sent>>;
}

test('a report has the error and its context, its stack, and where it happened, joined with dashes', async () => {
  const error = Object.assign(new TypeError('x is undefined'), { stack: 'TypeError: x is undefined\n    at a.js:1:2' });
  expect(await sent(error)).toEqual({
    message: 'x is undefined [render]',
    exception: 'TypeError: x is undefined\n    at a.js:1:2',
    location: 'Calendar - /calendar/:id - {} - {} - http://localhost/calendar/3',
  });
});

test.each([
  ['text', 'text [render]'],
  [undefined, 'undefined [render]'],
  [new RangeError(''), 'RangeError [render]'],
])('an error that is %o is reported as “%s”', async (error, message) => {
  const report = await sent(error);
  expect(report.message).toBe(message);
  if (!(error instanceof Error)) expect(report.exception).toBe('No stack trace');
});

const circular = { self: {} };
circular.self = circular;

test.each([
  [{ a: 1 }, '{"a":1} [render]'],
  [[1, 'two'], '[1,"two"] [render]'],
  [{ message: 'refused', status: 4 }, 'refused [render]'],
  [{ message: 7 }, '{"message":7} [render]'],
  [{ message: '' }, '{"message":""} [render]'],
  [null, 'null [render]'],
  [{ toJSON: () => undefined }, '[object Object] [render]'],
  [circular, '[object Object] [render]'],
])('a thrown value, %o, is reported as “%s”', async (reason, message) => {
  expect(await sent(reason)).toMatchObject({ message, exception: 'No stack trace' });
});

test('the message of a thrown value that is no error is cut to the limit of a report', async () => {
  expect((await sent({ rows: 'r'.repeat(100_000) })).message).toMatch(/^\{"rows":"r{1900,} \[render\]$/);
});

test('a report is never too large to be accepted, and keeps its context', async () => {
  const error = Object.assign(new Error('m'.repeat(100_000)), { stack: `${'s'.repeat(7_999)}${'😀'.repeat(100_000)}` });
  const report = await sent(error, { component: 'c'.repeat(100_000), routePath: '/' });
  expect(report.message).toMatch(/^m{1900,} \[render\]$/);
  expect(JSON.stringify(report).length).toBeLessThan(16_000);
});

test('a refused report is only logged to the console', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 429 }));
  await sent(new Error('one'));
  await vi.waitFor(() => expect(logged).toHaveBeenCalledWith('The error could not be reported', expect.anything()));
  expect(fetched).toHaveBeenCalledTimes(1);
});
