import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { traversalPaths } from '../factories/traversal-paths.ts';
import { startTestApp, type TestApp } from './support.ts';

const SECRET = 'no one outside may read this line';
const PICTURE = '0123456789abcdef0123-640x480.webp';
const PASSWD = /root:.*:0:0:/;

let t: TestApp;
let port: number;
let folder: string;
beforeAll(async () => {
  t = await startTestApp();
  await t.app.listen({ host: '127.0.0.1', port: 0 });
  port = (t.app.server.address() as AddressInfo).port;
  const { uploadDir } = t.services.settings;
  folder = join(uploadDir, 'images');
  await mkdir(join(folder, 'sub'), { recursive: true });
  for (const place of [uploadDir, folder, join(folder, 'sub'), join(uploadDir, '..')]) {
    for (const name of ['secret.txt', 'SECRET.TXT', 'secret.webp']) await writeFile(join(place, name), SECRET);
  }
});
afterAll(() => t.close());

/** Sends the target verbatim: no client normalizes it. */
async function raw(target: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

function outside(): string[] {
  const { uploadDir } = t.services.settings;
  const targets = ['secret.txt', 'secret.webp', 'images/secret.txt', 'images/sub/secret.webp'];
  return [...new Set(targets.flatMap((target) => traversalPaths(target, join(uploadDir, target))))];
}

test('only pictures are served, with any path', async () => {
  const paths = outside();
  expect(paths.length).toBeGreaterThanOrEqual(100);
  for (const path of paths) {
    const answer = await raw(`/api/Content/${path}`);
    // A target with blanks or line ends is not a request; one that cannot be decoded is not an address.
    expect(answer.slice(0, 12), path).toMatch(/^HTTP\/1\.1 (4\d\d|200)/);
    expect(answer, path).not.toContain(SECRET);
    expect(answer, path).not.toMatch(PASSWD);
    // A path that leaves /api/Content altogether is a different address, and may be a page.
    if (answer.startsWith('HTTP/1.1 200'))
      expect(answer, path).toMatch(/content-type: (text\/html|application\/json)/i);
  }
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
});

test('other spellings of the address lead to no other file', async () => {
  const bases = [
    '/api/content/',
    '/API/CONTENT/',
    '//api/Content/',
    '/api//Content/',
    '/api/Content//',
    '/./api/Content/',
    '/x/../api/Content/',
    '/api/%43ontent/',
    '/api%2fContent%2f',
    `http://127.0.0.1:${port}/api/Content/`,
  ];
  const paths = [
    '../secret.txt',
    '..%2fsecret.txt',
    '..%5csecret.txt',
    'secret.txt',
    'secret.webp',
    '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
  ];
  for (const base of bases) {
    for (const path of paths) {
      const answer = await raw(`${base}${path}`);
      expect(answer, `${base}${path}`).not.toContain(SECRET);
      expect(answer, `${base}${path}`).not.toMatch(PASSWD);
    }
  }
});

test('a file in the folder that the library did not create is not found', async () => {
  await mkdir(join(folder, '01'), { recursive: true });
  const names = [
    'plain.webp',
    '0123456789abcdef0123.webp',
    '0123456789abcdef0123-640x480.txt',
    '0123456789abcdef0123-640x480.webp.txt',
  ];
  for (const name of names) await writeFile(join(folder, '01', name), SECRET);
  await writeFile(join(folder, '01', PICTURE), 'a picture');
  expect(await raw(`/api/Content/${PICTURE}`)).toMatch(/^HTTP\/1\.1 200[^]*a picture$/);
  const inFolder = names.flatMap((name) => [name, `01/${name}`, `01%2f${name}`]);
  for (const name of [...inFolder, 'secret.webp', 'sub/secret.webp', 'sub', '01']) {
    const answer = await raw(`/api/Content/${name}`);
    expect(answer, name).toMatch(/^HTTP\/1\.1 404/);
    expect(answer, name).not.toContain(SECRET);
  }
});
