import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadIndexPage, servePages } from '../../server/platform/http/pages.ts';
import { answerProblems } from '../../server/platform/http/problems.ts';
import { addSecurityHeaders } from '../../server/platform/http/security-headers.ts';
import { serverOptions } from '../../server/platform/http/server-options.ts';
import { readSettings } from '../../server/platform/settings.ts';

const INLINE = "document.documentElement.dataset.theme = 'dark'";
const HTML = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/main-abc123.js"></script><div id="root"></div>`;
const SCRIPT = 'export const answer = 42;';

let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium pages '));
  await mkdir(join(root, 'dist', 'assets'), { recursive: true });
  await mkdir(join(root, 'dist', '.vite'));
  for (const [name, content] of [
    ['index.html', HTML], ['robots.txt', 'User-agent: *'], ['assets/main-abc123.js', SCRIPT], ['assets/main-abc123.js.br', brotliCompressSync(SCRIPT)],
    ['assets/main-abc123.js.map', '{}'], ['.vite/manifest.json', '{}'], ['../secret.txt', 'secret'],
  ] as const) await writeFile(join(root, 'dist', name), content);
  const settings = readSettings({ LOG_LEVEL: 'silent' }, root);
  const page = await loadIndexPage(settings);
  app = fastify(serverOptions(settings));
  answerProblems(app);
  await addSecurityHeaders(app, settings, page?.scriptHashes ?? []);
  await servePages(app, settings, page);
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test.each(['/', '/login', '/requests/viewsubmission/12/staff', '/requests/view/plate-1.25', '/requests/view/a%20b?x=1'])('%s is the app’s document, revalidated', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(HTML);
  expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache', etag: expect.stringMatching(/^".+"$/) });
  const again = await get(url, { 'if-none-match': String(answer.headers.etag) });
  expect(again.statusCode).toBe(304);
  expect(again.body).toBe('');
});

test('the policy admits the document’s own inline script by its hash, and no other', async () => {
  const hash = `'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`;
  const { headers } = await get('/');
  expect(String(headers['content-security-policy'])).toContain(`script-src 'self' ${hash};`);
});

test('a hashed file is kept for a year and sent compressed to who takes that', async () => {
  const plain = await get('/assets/main-abc123.js');
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-type': expect.stringContaining('javascript') });
  expect(plain.body).toBe(SCRIPT);
  const small = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable', 'content-type': expect.stringContaining('javascript') });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
});

test('other files are revalidated', async () => {
  expect((await get('/robots.txt')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/assets/gone-abc123.js', '/assets/', '/assets/main-abc123.js.map', '/assets/main-abc123.js.br', '/.vite/manifest.json', '/api/nothing', '/api', '/favicon.ico',
  '/assets/..%2f..%2fsecret.txt', '/assets/../../secret.txt', '/..%5csecret.txt',
])('%s is not found, as a problem', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).toBe('http.not-found');
  expect(answer.body).not.toContain('"secret"');
});

test('only reading gives the document', async () => {
  expect((await app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200);
  for (const method of ['POST', 'PUT', 'DELETE'] as const) expect((await app.inject({ method, url: '/login' })).statusCode).toBe(404);
});

test('without a built bundle there is no document', async () => {
  expect(await loadIndexPage(readSettings({}, join(root, 'nowhere')))).toBeNull();
});
