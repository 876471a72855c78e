import { LONGEST_READ, MOST_READS, READ_ALONE, readBatchLine, type BatchAnswer } from '../../../domain/values/batch.ts';
import { send, type ApiRequest } from '../../app/api.ts';

interface PendingRead {
  path: string;
  request: ApiRequest;
  resolve: (response: Response | Promise<Response>) => void;
  reject: (reason: unknown) => void;
}

/** Milliseconds during which reads are collected while a batch is being answered: its answers cause further reads, one after the other. */
const COLLECTED_FOR = 100;
/** Statuses whose responses have no body. */
const WITHOUT_BODY = new Set([204, 304]);

let pending: PendingRead[] = [];
let openBatches = 0;

/** As `send` for GET: reads of the same task become one request (POST /api/batch), each with its own response, error and signal. */
export function readInBatch(address: string, request: ApiRequest = {}): Promise<Response> {
  const { pathname, search } = new URL(address, window.location.origin);
  const path = pathname + search;
  const { signal } = request;
  if (path.length > LONGEST_READ || signal?.aborted === true || isPreloaded(path)) return send(address, request);
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    if (pending.length === 0) setTimeout(sendPending, openBatches > 0 ? COLLECTED_FOR : 0);
    pending.push({ path, request, resolve, reject });
  });
}

function sendPending(): void {
  const reads = pending.filter((read) => !isAborted(read));
  pending = [];
  if (reads.length === 1) reads.forEach(sendAlone);
  else
    for (let start = 0; start < reads.length; start += MOST_READS)
      void sendBatch(reads.slice(start, start + MOST_READS));
}

function sendAlone({ path, request, resolve }: PendingRead): void {
  resolve(send(path, request));
}

async function sendBatch(reads: readonly PendingRead[]): Promise<void> {
  openBatches += 1;
  try {
    const response = await send('/api/batch', {
      method: 'POST',
      json: { reads: reads.map(({ path }) => path) },
      signal: signalOfAll(reads),
    });
    if (!response.ok || response.body === null) {
      for (const { resolve } of reads) resolve(response.clone());
      return;
    }
    let index = 0;
    for await (const line of linesOf(response.body)) {
      const read = reads[index++];
      if (read) answer(read, readBatchLine(line));
    }
    if (index < reads.length) throw new Error('Not all reads of a batch were answered');
  } catch (error) {
    // Those that have been answered stay so.
    for (const { reject } of reads) reject(error);
  } finally {
    openBatches -= 1;
  }
}

function answer(read: PendingRead, { status, headers, body }: BatchAnswer): void {
  if (READ_ALONE.includes(status)) sendAlone(read);
  else read.resolve(new Response(WITHOUT_BODY.has(status) ? null : JSON.stringify(body), { status, headers }));
}

/** Aborted when all of them are. */
function signalOfAll(reads: readonly PendingRead[]): AbortSignal {
  const controller = new AbortController();
  for (const { request } of reads)
    request.signal?.addEventListener('abort', () => reads.every(isAborted) && controller.abort(), { once: true });
  return controller.signal;
}

/** The document has requested it already (src/pagePreloads.ts). */
function isPreloaded(path: string): boolean {
  return document.querySelector(`link[rel="preload"][as="fetch"][href="${CSS.escape(path)}"]`) !== null;
}

function isAborted({ request }: PendingRead): boolean {
  return request.signal?.aborted === true;
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
