import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runOffLoop } from '../off-loop.ts';
import { problem, ProblemError } from '../problem.ts';

/** Far above the nesting of any declared body; 100,000 levels would overflow a validator's stack. */
const MAX_DEPTH = 64;
/** Upper limit of visitors' bodies in bytes; individual calls have lower ones. */
const VISITOR_MAX_BYTES = 16 * 1024;
/** Bodies from this size on are read in another thread. */
const LARGE = 256 * 1024;
/** Values of a body, nested ones included: more than any declared body has. */
const MOST_VALUES = 50_000;
const READER = { module: import.meta.url, name: 'readJsonOrRefusal' };
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** The message for any other content type. */
export const JSON_WANTED = 'This address takes JSON: send the header Content-Type: application/json.';
/** A JSON object or list to be traversed. */
type Branch = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Characters that PostgreSQL cannot store are replaced instead of refused: for automatic reports, whose sender could not correct
     * them.
     */
    sanitizesText?: boolean;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Accepts JSON bodies only; others get 415. Features that take raw bytes register a parser in their own scope. What PostgreSQL cannot
 * store (NUL, lone surrogates, invalid UTF-8), deep nesting and prototype keys are refused with 400. Visitors' bodies are limited to a
 * few kilobytes on every route.
 */
export function parseJsonOnly(app: FastifyInstance, isVisitor: (request: FastifyRequest) => boolean): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > VISITOR_MAX_BYTES && isVisitor(request)) throw tooLarge(request);
    refuseCharset(request.headers['content-type'] ?? '');
    if (body.length > LARGE) return readLargeJson(body);
    return readJson(body, { mend: request.routeOptions.config.sanitizesText === true });
  });
  // ra-data-simple-rest sends its bodyless DELETEs as text/plain.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    refuseText(body),
  );
}

/**
 * Parses the body; undefined when it is empty. Throws a 400 problem that names the fault. With `mend`, characters that PostgreSQL
 * cannot store are replaced by U+FFFD.
 */
export function readJson(body: Buffer, { mend = false } = {}): unknown {
  if (body.length === 0) return undefined;
  const root = { value: parse(decode(body)) };
  checkValue(root, mend ? mendText : checkText);
  return root.value;
}

async function readLargeJson(body: Buffer): Promise<unknown> {
  const answer = (await runOffLoop(READER, [body])) as ReturnType<typeof readJsonOrRefusal>;
  if ('refused' in answer) throw refusal(...answer.refused);
  return answer.value;
}

/** As `readJson`, for another thread, from which only plain values come back. */
export function readJsonOrRefusal(body: Uint8Array): { value: unknown } | { refused: [code: string, detail: string] } {
  try {
    return { value: readJson(Buffer.from(body.buffer, body.byteOffset, body.byteLength)) };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return { refused: [error.problem.code.replace('http.', ''), error.problem.detail] };
  }
}

/** JSON is UTF-8 (RFC 8259); a body in any other charset would be misread. */
function refuseCharset(contentType: string): void {
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*("[^"]*"|[^;]*)/gi)].map(([, value = '']) =>
    value.replaceAll('"', '').trim().toLowerCase(),
  );
  if (charsets.every((charset) => charset === 'utf-8' || charset === 'utf8')) return;
  throw problem(
    415,
    'http.unsupported-charset',
    'Unsupported media type',
    'JSON is sent in UTF-8: leave the charset out.',
  );
}

function refuseText(body: Buffer): undefined {
  if (body.length > 0) throw problem(415, 'http.unsupported-media-type', 'Unsupported media type', JSON_WANTED);
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw refusal('not-utf8', 'The request is not valid UTF-8 text.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('malformed-json', 'The request is not valid JSON.');
  }
}

function checkValue(root: Branch, readText: (text: string) => string): void {
  const open: { branch: Branch; depth: number }[] = [{ branch: root, depth: 0 }];
  let left = MOST_VALUES;
  for (let next = open.pop(); next; next = open.pop()) {
    const { branch, depth } = next;
    const keys: (string | number)[] = Array.isArray(branch) ? [...branch.keys()] : Object.keys(branch);
    left -= keys.length;
    if (left < 0) throw refusal('too-many-values', `The request has more than ${MOST_VALUES} values.`);
    if (depth > MAX_DEPTH) throw refusal('too-deep', `The request is nested more than ${MAX_DEPTH} levels deep.`);
    for (const key of keys) {
      if (typeof key === 'string') checkKey(key);
      const child = branch[key];
      if (typeof child === 'string') branch[key] = readText(child);
      else if (typeof child === 'object' && child !== null) open.push({ branch: child as Branch, depth: depth + 1 });
    }
  }
}

function checkKey(key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw refusal('forbidden-key', `The name ${key} cannot be used in a request.`);
  checkText(key);
}

function mendText(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');
}

function checkText(text: string): string {
  if (text.includes('\0'))
    throw refusal('nul-character', 'The request contains a NUL character, which no field may hold.');
  if (!text.isWellFormed()) throw refusal('broken-text', 'The request contains half of a Unicode character.');
  return text;
}

/** After an expired session the caller must log in, whatever the size of the body. */
function tooLarge({ routeOptions }: FastifyRequest) {
  if (!routeOptions.config.public)
    return problem(401, 'account.login-needed', 'Not logged in', 'You need to be logged in to do this.');
  const detail = `Without an account, at most ${VISITOR_MAX_BYTES / 1024} kB can be sent.`;
  return problem(413, 'http.too-large', 'Too large', detail);
}

function refusal(code: string, detail: string) {
  return problem(400, `http.${code}`, 'Bad request', detail);
}
