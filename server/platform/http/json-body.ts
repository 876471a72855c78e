import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';

/** Deepest nesting that any declared body needs is far below this; 100,000 levels would overflow the stack of a validator. */
const MAX_DEPTH = 64;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** What a caller is told who sends anything else. */
export const JSON_WANTED = 'This address takes JSON: send the header Content-Type: application/json.';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes JSON the only content type that is parsed. Other kinds of body get 415; a feature that takes raw bytes adds its
 * own parser in its own scope. What PostgreSQL cannot store (NUL, half surrogates, broken UTF-8), deep nesting and keys
 * that reach prototypes are refused with 400.
 */
export function parseJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => readJson(body));
  // ra-data-simple-rest sends its bodyless DELETEs as text/plain.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => refuseText(body));
}

/** The value in `body`, or undefined when it is empty. Throws a 400 problem that says what is wrong. */
export function readJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const value = parse(decode(body));
  checkValue(value);
  return value;
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

/** Walks without recursion: the depth is what the sender chose. */
function checkValue(root: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH) throw refusal('too-deep', `The request is nested more than ${MAX_DEPTH} levels deep.`);
    if (!Array.isArray(value)) Object.keys(value).forEach(checkKey);
    for (const child of Object.values(value)) open.push({ value: child, depth: depth + 1 });
  }
}

function checkKey(key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw refusal('forbidden-key', `The name ${key} may not be used in a request.`);
  checkText(key);
}

function checkText(text: string): void {
  if (text.includes('\0')) throw refusal('nul-character', 'The request contains a NUL character, which no field may hold.');
  if (/\p{Surrogate}/u.test(text)) throw refusal('broken-text', 'The request contains half of a Unicode character.');
}

function refusal(code: string, detail: string) {
  return problem(400, `http.${code}`, 'Bad request', detail);
}
