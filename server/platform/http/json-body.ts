import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';

/** Deepest nesting that any declared body needs is far below this; 100,000 levels would overflow the stack of a validator. */
const MAX_DEPTH = 64;
/** No body that a visitor sends is longer (bytes); single calls have smaller limits. */
const VISITOR_MAX_BYTES = 16 * 1024;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
/** What a caller is told who sends anything else. */
export const JSON_WANTED = 'This address takes JSON: send the header Content-Type: application/json.';
/** A JSON object or list that is walked. */
type Branch = Record<string, unknown>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Texts of the body lose what PostgreSQL cannot store, instead of being refused: for reports of which nobody could send a better one. */
    mendsTexts?: boolean;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Makes JSON the only content type that is parsed. Other kinds of body get 415; a feature that takes raw bytes adds its
 * own parser in its own scope. What PostgreSQL cannot store (NUL, half surrogates, broken UTF-8), deep nesting and keys
 * that reach prototypes are refused with 400. What strangers send is parsed up to a few kilobytes only, whatever the address.
 */
export function parseJsonOnly(app: FastifyInstance, isVisitor: (request: FastifyRequest) => boolean): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (body.length > VISITOR_MAX_BYTES && isVisitor(request)) throw tooLarge(request);
    refuseCharset(request.headers['content-type'] ?? '');
    return readJson(body, { mend: request.routeOptions.config.mendsTexts === true });
  });
  // ra-data-simple-rest sends its bodyless DELETEs as text/plain.
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    refuseText(body),
  );
}

/**
 * The value in `body`, or undefined when it is empty. Throws a 400 problem that says what is wrong. With `mend`, texts may hold what
 * PostgreSQL cannot store: it is replaced by U+FFFD.
 */
export function readJson(body: Buffer, { mend = false } = {}): unknown {
  if (body.length === 0) return undefined;
  const root = { value: parse(decode(body)) };
  checkValue(root, mend ? mendText : checkText);
  return root.value;
}

/** JSON is UTF-8 (RFC 8259). A body that says that it is anything else would be read as what it is not. */
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

/** Walks without recursion: the depth is what the sender chose. Texts become what `readText` makes of them. */
function checkValue(root: Branch, readText: (text: string) => string): void {
  const open: { branch: Branch; depth: number }[] = [{ branch: root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { branch, depth } = next;
    if (depth > MAX_DEPTH) throw refusal('too-deep', `The request is nested more than ${MAX_DEPTH} levels deep.`);
    if (!Array.isArray(branch)) Object.keys(branch).forEach(checkKey);
    for (const [key, child] of Object.entries(branch)) {
      if (typeof child === 'string') branch[key] = readText(child);
      else if (typeof child === 'object' && child !== null) open.push({ branch: child as Branch, depth: depth + 1 });
    }
  }
}

function checkKey(key: string): void {
  if (FORBIDDEN_KEYS.has(key)) throw refusal('forbidden-key', `The name ${key} may not be used in a request.`);
  checkText(key);
}

function mendText(text: string): string {
  return text.replaceAll('\0', '\ufffd').replace(/\p{Surrogate}/gu, '\ufffd');
}

function checkText(text: string): string {
  if (text.includes('\0'))
    throw refusal('nul-character', 'The request contains a NUL character, which no field may hold.');
  if (/\p{Surrogate}/u.test(text)) throw refusal('broken-text', 'The request contains half of a Unicode character.');
  return text;
}

/** Whoever's session has just ended is told that, and not that the page he saves is too large. */
function tooLarge({ routeOptions }: FastifyRequest) {
  if (!routeOptions.config.public)
    return problem(401, 'account.login-needed', 'Not logged in', 'You need to be logged in to do this.');
  const detail = `Without an account at most ${VISITOR_MAX_BYTES / 1024} kB can be sent.`;
  return problem(413, 'http.too-large', 'Too large', detail);
}

function refusal(code: string, detail: string) {
  return problem(400, `http.${code}`, 'Bad request', detail);
}
