import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadBuild } from '../../server/platform/http/build.ts';
import { serveFiles } from '../../server/platform/http/pages.ts';
import { answerProblems } from '../../server/platform/http/problems.ts';
import { serverOptions } from '../../server/platform/http/server-options.ts';
import { readSettings } from '../../server/platform/settings.ts';

const INLINE = "document.documentElement.dataset.theme = 'dark'";
const HTML = `<!doctype html><script>${INLINE}</script><script type="module" src="/assets/main-abc123.js"></script><div id="root"></div>`;
const SCRIPT =
  'import{a}from"./first-123.js";import(`./page-4.js`);export const answer = 42;\n//# sourceMappingURL=main-abc123.js.map';
const START =
  'import{a}from"/assets/first-123.js";import(`/assets/page-4.js`);export const answer = 42;\n//# sourceURL=/assets/main-abc123.js\n';

let root: string;
let app: FastifyInstance;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'atrium pages '));
  for (const [name, content] of [
    ['current', 'new\n'],
    ['new/complete', ''],
    ['new/render/render.js', 'export const renderDocument = () => null;'],
    ['new/browser/index.html', HTML],
    ['new/browser/favicon.svg', '<svg/>'],
    ['new/browser/assets/main-abc123.js', SCRIPT],
    ['new/browser/assets/main-abc123.js.br', brotliCompressSync(SCRIPT)],
    ['new/browser/assets/main-abc123.js.gz', gzipSync(SCRIPT)],
    ['new/browser/assets/main-abc123.js.map', '{}'],
    ['new/browser/assets/inter-abc.woff2', 'font'],
    ['new/browser/.vite/manifest.json', '{"index.html":{"file":"assets/main-abc123.js"}}'],
    ['new/browser/.vite/sources.json', '{}'],
    ['old/complete', ''],
    ['old/browser/index.html', 'old'],
    ['old/browser/favicon.svg', '<svg id="old"/>'],
    ['old/browser/assets/main-old456.js', 'old'],
    ['half/browser/assets/half-789.js', 'half'],
    ['../secret.txt', 'secret'],
  ] as const) {
    await mkdir(dirname(join(root, 'dist', name)), { recursive: true });
    await writeFile(join(root, 'dist', name), content);
  }
  const settings = readSettings({ LOG_LEVEL: 'silent' }, root);
  app = fastify(serverOptions(settings));
  answerProblems(app);
  await serveFiles(app, await loadBuild(settings));
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test('a build is the one that dist/current names, with its document, its manifest and the hashes of its inline scripts', async () => {
  const build = await loadBuild(readSettings({}, root));
  expect(build).toMatchObject({ html: HTML, manifest: { 'index.html': { file: 'assets/main-abc123.js' } } });
  expect(build?.start).toBe(START);
  expect(build?.scriptHashes).toEqual(
    [INLINE, START].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
  );
  expect(build?.render).toBeInstanceOf(Function);
});

test('without a build there is none', async () => {
  expect(await loadBuild(readSettings({}, join(root, 'nowhere')))).toBeNull();
});

test('a hashed file is cached for a year and sent compressed to clients that accept it', async () => {
  const plain = await get('/assets/main-abc123.js');
  const stored = {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  };
  expect(plain.headers).toMatchObject(stored);
  expect(plain.body).toBe(SCRIPT);
  const small = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', ...stored });
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(SCRIPT);
  const older = await get('/assets/main-abc123.js', { 'accept-encoding': 'gzip' });
  expect(older.headers).toMatchObject({ 'content-encoding': 'gzip', ...stored });
  expect(gunzipSync(older.rawPayload).toString()).toBe(SCRIPT);
});

test('a font is cached for a year as well, uncompressed', async () => {
  const answer = await get('/assets/inter-abc.woff2', { 'accept-encoding': 'gzip, br' });
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'font/woff2',
  });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('other files are revalidated', async () => {
  const answer = await get('/favicon.svg');
  expect([answer.body, answer.headers['cache-control']]).toEqual(['<svg/>', 'no-cache']);
});

test('tabs that were opened with an earlier build still find its files', async () => {
  expect((await get('/assets/main-old456.js')).body).toBe('old');
});

test.each([
  '/assets/gone-abc123.js',
  '/assets/',
  '/assets/main-abc123.js.map',
  '/assets/main-abc123.js.br',
  '/.vite/manifest.json',
  '/api/nothing',
  '/favicon.ico',
  '/assets/..%2f..%2fsecret.txt',
  '/assets/../../secret.txt',
  '/..%5csecret.txt',
  '/index.html',
  '/render/render.js',
  '/../render/render.js',
  '/assets/half-789.js',
  '/current',
])('%s is not found, as a problem', async (url) => {
  const answer = await get(url);
  expect(answer.statusCode).toBe(404);
  expect(answer.json().code).toBe('http.not-found');
  expect(answer.body).not.toContain('"secret"');
});
