import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../domain/values/problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let port: number;
beforeAll(async () => {
  t = await startTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as AddressInfo).port;
});
afterAll(() => t.close());

async function sendRaw(request: string): Promise<{ status: number; problem: Problem }> {
  const socket = connect(port, '127.0.0.1');
  socket.end(request);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/content-type: application\/problem\+json/i);
  expect(head).toMatch(/x-content-type-options: nosniff/i);
  expect(head).toMatch(/content-security-policy: default-src 'none'/i);
  return { status: Number(head.split(' ')[1]), problem: JSON.parse(body) };
}

test.each([
  ['not HTTP at all', 'HELLO\r\n\r\n', 400],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['headers over 16 kB', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST /api/Login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
  [
    'a length and chunks',
    'POST /api/Login HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['a negative length', 'POST /api/Login HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n', 400],
  ['a line feed in a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n', 400],
])('%s gets a problem, and the server lives on', async (_what, request, status) => {
  const answer = await sendRaw(request);
  expect(answer.status).toBe(status);
  expect(answer.problem).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('two hosts are refused where the cache has the answer, too', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/api/content/siteDisplaySettings`)).status).toBe(200);
  const answer = await sendRaw('GET /api/content/siteDisplaySettings HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n');
  expect(answer.status).toBe(400);
});

test('twenty megabytes are refused before they are read completely', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /api/Login HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 20000000\r\n\r\n{"username":"`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
});
