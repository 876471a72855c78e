import { afterEach, expect } from 'vitest';
import type { SiteDisplaySettings } from '../../domain/calls/content.ts';
import { quarters } from '../factories/pictures.ts';
import { serverUrl } from './own-server.ts';
import { PASSWORD } from './support.ts';

let cookie: Promise<string> | null = null;
let before: Partial<SiteDisplaySettings> | null = null;

/** Call once at the top of a test file that changes the site's settings: they are after each test what they were before it. */
export function restoreSiteSettings(): void {
  afterEach(async () => {
    if (before === null) return;
    const settings = before;
    before = null;
    await write(settings);
  });
}

export async function setSiteSettings(changes: Partial<SiteDisplaySettings>): Promise<void> {
  before ??= (await (await send('GET', '/api/content/siteDisplaySettings')).json()) as SiteDisplaySettings;
  await write(changes);
}

/** Stores a picture of this size and answers its file. */
export async function uploadPicture(width: number, height: number): Promise<string> {
  const answer = await send('POST', '/api/content/images?use=icon', await quarters(width, height).png().toBuffer(), {
    'content-type': 'application/octet-stream',
    'x-file-name': `${width}x${height}.png`,
  });
  return ((await answer.json()) as { file: string }).file;
}

async function write(settings: Partial<SiteDisplaySettings>): Promise<void> {
  const [row] = (await (await send('GET', '/api/siteSettings')).json()) as { id: number }[];
  await send('PUT', `/api/siteSettings/${row?.id}`, JSON.stringify(settings), { 'content-type': 'application/json' });
}

async function send(
  method: string,
  path: string,
  body?: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const origin = serverUrl;
  cookie ??= logIn(origin);
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { origin, cookie: await cookie, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return response;
}

async function logIn(origin: string): Promise<string> {
  const response = await fetch(`${origin}/api/Login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'administrator', password: PASSWORD }),
    headers: {
      origin,
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`administrator:${PASSWORD}`).toString('base64')}`,
    },
  });
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}
