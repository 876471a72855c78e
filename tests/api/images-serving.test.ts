import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageUrl } from '../../domain/values/images.ts';
import { quarters } from '../factories/pictures.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let file: string;
beforeAll(async () => {
  t = await startTestApp();
  const { cookie } = await t.createUser({ roles: ['ContentAdmin'] });
  const payload = await quarters(700, 400).webp().toBuffer();
  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/content/images',
    payload,
    headers: { cookie, 'content-type': 'image/webp', 'x-file-name': 'photo.webp' },
  });
  file = answer.json<{ file: string }>().file;
});
afterAll(() => t.close());

test('a stored picture is served to everyone, immutable, with no content type but its own', async () => {
  const answer = await t.app.inject({ url: imageUrl(file) });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(answer.rawPayload.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'content-disposition': `inline; filename="${file}"`,
    etag: `"${file}"`,
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('a client with a current copy gets 304 without a body', async () => {
  for (const known of [`"${file}"`, `W/"x", "${file}"`, `W/"${file}"`, '*']) {
    const answer = await t.app.inject({ url: imageUrl(file), headers: { 'if-none-match': known } });
    expect([answer.statusCode, answer.rawPayload.length, answer.headers.etag]).toEqual([304, 0, `"${file}"`]);
  }
  expect((await t.app.inject({ url: imageUrl(file), headers: { 'if-none-match': '"another"' } })).statusCode).toBe(200);
});

test('HEAD returns the size', async () => {
  const whole = await t.app.inject({ url: imageUrl(file) });
  const answer = await t.app.inject({ method: 'HEAD', url: imageUrl(file) });
  expect([answer.statusCode, answer.rawPayload.length, answer.headers['content-length']]).toEqual([
    200,
    0,
    whole.headers['content-length'],
  ]);
});

test('only stored widths are found', async () => {
  for (const width of [160, 320, 480, 640])
    expect((await t.app.inject({ url: imageUrl(file, width) })).statusCode, String(width)).toBe(200);
  for (const width of [0, 1, 161, 700, 960, 99999])
    expect((await t.app.inject({ url: imageUrl(file, width) })).statusCode, String(width)).toBe(404);
});

test('other names are not found', async () => {
  const forms = [
    '',
    'x',
    '..',
    '../../package.json',
    '%2e%2e%2fpackage.json',
    '..%5c..%5cpackage.json',
    `${file}%00`,
    `${file}.bak`,
    `.${file}`,
    file.toUpperCase(),
    file.replace('.webp', '.png'),
    `${file.slice(0, 2)}%2f${file}`,
    `${file}%20`,
    `arriving%2f${file}`,
    `%2e/${file}/..`,
    `${'0'.repeat(20)}-1x1.webp`,
  ];
  for (const form of forms) {
    const answer = await t.app.inject({ url: `/api/Content/${form}` });
    expect([400, 404], form).toContain(answer.statusCode);
    expectProblem(answer);
    expect(answer.headers['cache-control'], form).toBe('no-store');
  }
});
