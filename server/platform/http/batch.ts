import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { batchCalls } from '../../../domain/calls/several.ts';
import { batchLine, type BatchAnswer } from '../../../domain/values/batch.ts';
import { ACCURACY_HEADER } from '../../../domain/declarations/list-total.ts';
import { problem, ProblemError } from '../problem.ts';
import { addCalls } from './add-calls.ts';

/** Reads of one batch that run together: fewer than a browser's own connections. */
const MOST_TOGETHER = 4;
/** Bytes of one answer. A batch holds at most MOST_TOGETHER of them in memory. */
const LARGEST_ANSWER = 4 * 1024 * 1024;
const JSON_TYPE = /^application\/(?:problem\+)?json\b/;
const ANSWERED_HEADERS = ['content-range', ACCURACY_HEADER.toLowerCase(), 'etag', 'retry-after'];
/** What identifies the caller to each route. `Origin` is missing: no read of a site's own page has it. */
const CALLER_HEADERS = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

const NOT_JSON = problem(406, 'batch.not-json', 'Not acceptable', 'The answer is not JSON: request it by itself.');
const TOO_LARGE = problem(413, 'batch.too-large', 'Too large', 'The answer is too large: request it by itself.');
const FAILED = problem(
  500,
  'server.error',
  'Internal Server Error',
  'Something went wrong on our end. Please try again.',
);

/** Several reads in one request. Each passes all hooks of its route, as if it had been sent by itself. */
export function addBatchRoute(app: FastifyInstance): void {
  addCalls(app, batchCalls, {
    'POST /api/batch': ({ body: { reads }, request, reply }) => {
      for (const read of reads) refuseUnsafe(read);
      const lines = answerInOrder(reads, (read) => answerTo(app, request, read));
      return reply.type('application/json; charset=utf-8').send(Readable.from(lines));
    },
  });
}

function refuseUnsafe(read: string): void {
  const url = URL.parse(read, 'http://own.invalid');
  const isOwn = url?.origin === 'http://own.invalid' && `${url.pathname}${url.search}` === read;
  if (isOwn && url.pathname.startsWith('/api/') && url.pathname !== '/api/batch') return;
  throw problem(
    400,
    'batch.bad-address',
    'Bad request',
    'A batch takes normalized addresses below /api/, and no other batch.',
  );
}

/** Starts the next read when the first of those that run has been sent, and none after the client has left. */
async function* answerInOrder(
  reads: readonly string[],
  answer: (read: string) => Promise<BatchAnswer>,
): AsyncGenerator<string> {
  const running: Promise<BatchAnswer>[] = [];
  const waiting = [...reads];
  for (let index = 0; index < reads.length; index += 1) {
    running.push(...waiting.splice(0, MOST_TOGETHER - running.length).map(answer));
    const first = await running.shift();
    if (first !== undefined) yield batchLine(first, index, reads.length);
  }
}

/** Never rejects. */
async function answerTo(app: FastifyInstance, request: FastifyRequest, url: string): Promise<BatchAnswer> {
  try {
    const response = await app.inject({
      method: 'GET',
      url,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: { accept: 'application/json', ...pickHeaders(request.headers, CALLER_HEADERS) },
      payloadAsStream: true,
    });
    const { statusCode: status, headers } = response;
    const body = await readBatchBody(response);
    return { status, headers: pickHeaders(headers, ANSWERED_HEADERS), body };
  } catch (error) {
    if (!(error instanceof ProblemError)) request.log.error({ err: error, reqId: request.id }, 'batch.failed');
    const refusal = error instanceof ProblemError ? error : FAILED;
    return { status: refusal.problem.status, headers: {}, body: refusal.problem };
  }
}

/** Throws what cannot be part of a batch. */
async function readBatchBody({ statusCode, headers, raw, stream }: LightMyRequestResponse): Promise<unknown> {
  // Otherwise an export would wait for its reader, with its connection to the database.
  const refuse = (refusal: ProblemError): never => {
    raw.res.destroy();
    throw refusal;
  };
  if (statusCode !== 204 && !JSON_TYPE.test(String(headers['content-type'] ?? ''))) refuse(NOT_JSON);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream() as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LARGEST_ANSWER) refuse(TOO_LARGE);
    parts.push(part);
  }
  return size === 0 ? null : (JSON.parse(Buffer.concat(parts).toString()) as unknown);
}

function pickHeaders(headers: IncomingHttpHeaders | OutgoingHttpHeaders, names: string[]): Record<string, string> {
  const given = names.map((name) => [name, headers[name]] as const).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
