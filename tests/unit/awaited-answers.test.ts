import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type FastifyInstance, fastify } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAwaitedConnections } from '../../server/platform/http/awaited-answers.ts';

const SILENCE_MS = 50;

let app: FastifyInstance;
let answer: PromiseWithResolvers<string>;
beforeEach(() => {
  answer = Promise.withResolvers();
  app = fastify({ connectionTimeout: SILENCE_MS });
});
afterEach(() => app.close());

async function open(): Promise<ReturnType<typeof connect>> {
  app.post('/', () => answer.promise);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

const HEAD = 'POST / HTTP/1.1\r\nhost: campus.example\r\nconnection: close\r\ncontent-type: text/plain\r\n';

test('an answer that takes longer than the limit for silence still arrives', async () => {
  keepAwaitedConnections(app);
  const socket = await open();
  const silent = once(app.server, 'timeout');
  socket.write(`${HEAD}content-length: 2\r\n\r\nhi`);
  await silent;
  answer.resolve('signed up');
  expect(await text(socket)).toContain('signed up');
});

test('a request whose body stops is closed without an answer', async () => {
  keepAwaitedConnections(app);
  const socket = await open();
  socket.write(`${HEAD}content-length: 2\r\n\r\nh`);
  expect(await text(socket)).toBe('');
});

test('a client that stops reading an answer is closed', async () => {
  keepAwaitedConnections(app);
  const socket = await open();
  socket.on('error', () => undefined);
  socket.write(`${HEAD}content-length: 2\r\n\r\nhi`);
  const closed = once(app.server, 'request').then(([request]) => once(request.socket, 'close'));
  answer.resolve('x'.repeat(50_000_000));
  await closed;
  expect(socket.bytesRead).toBeLessThan(50_000_000);
  socket.destroy();
});

test('without it, the connection is closed before the answer', async () => {
  const socket = await open();
  socket.write(`${HEAD}content-length: 2\r\n\r\nhi`);
  expect(await text(socket)).toBe('');
});
