import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyProject, startServer, type ServerProcess } from '../factories/server-process.ts';
import type {} from './own-server.ts';
import { PASSWORD } from './support.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
const MANUAL = { type: 'string', format: 'file', title: 'Manual', 'x-accept': ['.pdf'], 'x-max-bytes': 100_000 };

let copy: Awaited<ReturnType<typeof copyProject>>;
let dataDir: string;
let server: ServerProcess;
let browser: Browser;
let page: Page;

/** An installation that declares instruments with a manual. */
beforeAll(async () => {
  copy = await copyProject();
  dataDir = await mkdtemp(join(tmpdir(), 'atrium-e2e-'));
  const schema = {
    title: 'Machine',
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: { name: { type: 'string', title: 'Name', maxLength: 40 }, manual: MANUAL },
  };
  await writeFile(join(copy.root, 'schemas/resources/instruments.json'), JSON.stringify(schema));
  await writeFile(join(copy.root, 'config/resources/instruments.json'), JSON.stringify({ label: 'Instruments' }));
  server = await startServer(copy.root, { DATA_DIR: dataDir });
  browser = await chromium.connect(inject('browserUrl'));
  const context = await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' });
  const authorization = `Basic ${Buffer.from(`administrator:${PASSWORD}`).toString('base64')}`;
  const headers = { authorization, origin: server.url };
  expect((await context.request.post('/api/Login', { headers, data: {} })).status()).toBe(200);
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
});
afterAll(async () => {
  await browser.close();
  await server.signal('SIGTERM');
  await copy.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function choose(name: string, buffer = PDF): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
}

async function save(): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
}

test('a declared file is uploaded, seen, downloaded, replaced and removed', async () => {
  await page.goto('/admin/instruments/create');
  await page.getByLabel('Name').fill('Lathe');
  await choose('Lie.pdf', Buffer.from('\u0089PNG\r\n\u001a\n0000000000000', 'latin1'));
  await page.getByText('Lie.pdf is not a').waitFor();
  await page.getByRole('button', { name: 'Dismiss Lie.pdf' }).click();
  await choose('First.pdf');
  await page.getByRole('link', { name: 'First.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Create machine' }).click();
  await page.getByText('69 bytes').waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'First.pdf' }).click();
  expect((await downloading).suggestedFilename()).toBe('First.pdf');

  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Choose file' }).waitFor();
  expect(await page.getByText('First.pdf').count()).toBe(0);

  await page.goto('/admin/instruments/1');
  await page.getByRole('button', { name: 'Remove First.pdf' }).click();
  await choose('Second.pdf');
  await page.getByRole('link', { name: 'Second.pdf' }).waitFor();
  await save();
  await page.goto('/admin/instruments');
  await page.getByRole('link', { name: 'Second.pdf' }).waitFor();

  await page.goto('/admin/instruments/1');
  await page.getByRole('button', { name: 'Remove Second.pdf' }).click();
  await save();
  await page.goto('/admin/instruments');
  await page.getByRole('link', { name: 'Lathe' }).waitFor();
  expect(await page.getByRole('link', { name: /\.pdf/ }).count()).toBe(0);
});
