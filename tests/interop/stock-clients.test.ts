import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import type { ClientModel, ClientResource } from '../../domain/declarations/client-model.ts';
import { isView } from '../../domain/declarations/fields.ts';
import type { Row } from '../../domain/declarations/model.ts';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import { pruneHidden, visibleFields, type Answers } from '../../domain/requests/request-form.ts';
import { makeRow, newData } from '../factories/any-row.ts';
import { ROOT, startTestApp, type TestApp } from '../api/support.ts';
import { validAnswers, wrongAnswer } from './answers.ts';
import type { StockOutcome, StockWindow } from './stock-window.ts';
import { serveStockPages, type StockServer } from './serve.ts';

let t: TestApp;
let server: StockServer;
let browser: Browser;
let page: Page;
let resources: ClientResource[];

beforeAll(async () => {
  t = await startTestApp();
  server = await serveStockPages(inject('stockPages'), await t.app.listen({ port: 0, host: '127.0.0.1' }));
  browser = await chromium.connect(inject('stockBrowserUrl'));
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = (await t.loginAs('administrator')).split('=');
  await context.addCookies([{ name, value, url: server.origin }]);
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  resources = ((await (await context.request.get('/api/model')).json()) as ClientModel).resources;
});
/** What the page shows where a test has failed: the cause is often written there. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${page.url()}\n${await page.locator('body').innerText()}`);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await t.close();
});

const inPage = (name: string): ClientResource => {
  const found = resources.find((one) => one.name === name);
  if (!found) throw new Error(`The model has no ${name}.`);
  return found;
};

/** Calls the page's own data provider: its result, or the status and message of its rejection. */
function provider(method: string, resource: string, params: object): Promise<Called> {
  return page.evaluate(
    async ([name, of, given]) => {
      const stock = (window as StockWindow).dataProvider;
      if (!stock) throw new Error('The page has no data provider.');
      try {
        const call = stock[name] as (resource: string, params: object) => Promise<{ data: Row }>;
        return { status: 200, data: (await call(of, given)).data };
      } catch (error) {
        const { status, message } = error as { status?: number; message: string };
        return { status: status ?? 0, data: { message } };
      }
    },
    [method, resource, params] as const,
  );
}

interface Called {
  status: number;
  data: Row;
}

/** Loads react-admin and waits for its menu; until then, it redirects. */
async function start(): Promise<void> {
  await page.goto('/#/groups');
  await page.getByRole('menuitem', { name: 'Groups', exact: true }).waitFor();
}

/** Navigates without reloading the page. */
async function open(address: string): Promise<void> {
  await page.goto(`/#${address}`);
}

test('react-admin lists every resource, finds a row of it and shows the form for a new one', async () => {
  await start();
  expect(resources.length).toBeGreaterThan(20);
  for (const { name, can } of resources) {
    expect(can.list, name).toBe(true);
    if (isViewName(name)) continue;
    const row = await makeRow(t.services, name);
    await open(`/${name}?filter=${encodeURIComponent(JSON.stringify({ id: row.id }))}`);
    const rows = page.locator('tbody tr');
    await rows.filter({ hasText: String(row.id) }).waitFor();
    expect(await rows.count(), name).toBe(1);
    if (!can.create) continue;
    await open(`/${name}/create`);
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    for (const field of Object.keys(inPage(name).formSchema.create.properties))
      expect(
        await page.locator(`[id^="root_${field}"], [for^="root_${field}"]`).count(),
        `${name}.${field}`,
      ).toBeGreaterThan(0);
  }
});

test('its data provider makes, changes and deletes rows of every resource, or is refused where commands do it', async () => {
  await start();
  for (const { name, can } of resources.filter((resource) => !isViewName(resource.name))) {
    const created = await provider('create', name, { data: await newRowOf(name, can.create) });
    expect([name, created.status]).toEqual([name, can.create ? 200 : REFUSED]);
    const row = can.create ? created.data : await makeRow(t.services, name);
    const id = row.id ?? null;
    const read = await provider('getOne', name, { id });
    expect([name, read.status, read.data.id]).toEqual([name, 200, id]);
    const changes = await changesOf(name);
    const data = { ...read.data, ...changes };
    const updated = await provider('update', name, { id, data, previousData: read.data });
    expect([name, updated.status, updated.data]).toMatchObject([name, can.update ? 200 : REFUSED, {}]);
    const isChanged = Object.keys(changes).some((field) => !isDeepStrictEqual(changes[field], read.data[field]));
    if (can.update && isChanged) expect(Number(updated.data.version), name).toBeGreaterThan(Number(read.data.version));
    const deleted = await provider('delete', name, { id, previousData: read.data });
    expect([name, deleted.status]).toEqual([name, can.delete ? 200 : REFUSED]);
    expect([name, (await provider('getOne', name, { id })).status]).toEqual([name, can.delete ? 404 : 200]);
  }
});

test('its data provider lists views, and cannot write to them', async () => {
  await start();
  const views = resources.filter((resource) => isViewName(resource.name));
  expect(views.length).toBeGreaterThan(3);
  for (const { name, can } of views) {
    expect(can, name).toMatchObject({ create: false, update: false, delete: false });
    const list = { filter: {}, pagination: { page: 1, perPage: 5 }, sort: { field: 'id', order: 'ASC' } };
    expect([name, (await provider('getList', name, list)).status]).toEqual([name, 200]);
    expect([name, (await provider('create', name, { data: {} })).status]).toEqual([name, 404]);
  }
});

const REFUSED = 403;

function isViewName(name: string): boolean {
  return isView(t.services.model.resources.get(name)!);
}

/** The fields that a stock create page can write; all of them where the server refuses each of them anyway. */
async function newRowOf(name: string, canCreate: boolean): Promise<Row> {
  const row = await newData(t.services, name);
  const { properties } = inPage(name).formSchema.create;
  return canCreate ? Object.fromEntries(Object.entries(row).filter(([field]) => field in properties)) : row;
}

const FIXED: Record<string, string[]> = { systemSettings: ['key'], balances: ['userId', 'kind'] };

/** A new value for each field that a stock edit page may write. */
async function changesOf(name: string): Promise<Row> {
  const { formSchema } = inPage(name);
  const fresh = await newData(t.services, name);
  // A setting is known by its key, and a balance stays with its owner.
  for (const field of FIXED[name] ?? []) delete fresh[field];
  return Object.fromEntries(Object.entries(fresh).filter(([field]) => field in formSchema.update.properties));
}

/** The list adds what an earlier test has filtered by, in a second navigation. */
const listAddress = (name: string): RegExp => new RegExp(`#/${name}(\\?|$)`);

test('a row is made, changed and deleted by clicks', async () => {
  await start();
  for (const name of ['groups', 'categories']) {
    await open(`/${name}/create`);
    await page.locator('#root_name').fill(`made-${name}`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.waitForURL(new RegExp(`#/${name}/\\d+$`));
    const id = Number(page.url().split('/').at(-1));
    const input = page.locator('input[name="name"]');
    await input.fill(`changed-${name}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL(listAddress(name));
    const { data } = await provider('getOne', name, { id });
    expect(data.name).toBe(`changed-${name}`);
    await open(`/${name}/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(listAddress(name));
    expect((await provider('getOne', name, { id })).status).toBe(404);
  }
});

/** Renders the form with these answers, presses Submit, and returns the outcome. */
async function pressSubmit(answers: Answers): Promise<StockOutcome> {
  await page.evaluate((given) => (window as StockWindow).draw?.(given), answers);
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  const outcome = await page.waitForFunction(() => (window as StockWindow).outcome);
  return (await outcome.jsonValue()) as StockOutcome;
}

/** The fields that our own API refuses for the same answers. */
async function refusedByApi(formVersionId: number, data: object): Promise<{ status: number; refused: string[] }> {
  const answer = await page.request.post('/api/requests/submissions', {
    headers: { origin: server.origin },
    data: { formVersionId, data },
  });
  const { errors = {} } = (await answer.json()) as { errors?: Record<string, string> };
  return { status: answer.status(), refused: Object.keys(errors).toSorted() };
}

test('a stock form draws every starter form of requests, and takes and refuses the answers that ours does', async () => {
  const files = await readdir(join(ROOT, 'config', 'forms'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = await readFile(join(ROOT, 'config', 'forms', file), 'utf8');
    const { name, forEvents = false } = JSON.parse(text) as { name: string; forEvents?: boolean };
    // Its answers are given with a ticket, and not by this call.
    if (forEvents) continue;
    await page.goto(`/form.html?form=${name}`);
    await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
    const opened = (await (await page.request.get(`/api/requests/form?form=${name}`)).json()) as OpenForm;
    const { id, schema } = opened.version;
    const upload = async (field: string): Promise<string> => {
      const accepted = schema.properties[field]?.['x-accept'] ?? ['.pdf'];
      const ending = accepted.find((one) => one in CONTENTS) ?? '';
      const answer = await page.request.post(`/api/files?formVersionId=${id}&field=${field}`, {
        headers: {
          origin: server.origin,
          'content-type': 'application/octet-stream',
          'x-file-name': `drawing${ending}`,
        },
        data: CONTENTS[ending],
      });
      expect(answer.ok(), await answer.text()).toBe(true);
      return ((await answer.json()) as { id: string }).id;
    };

    // It renders nothing for display-only text.
    const requested = [...visibleFields(schema, {})].filter(
      (field) => schema.properties[field]?.['x-field'] !== 'DisplayOnly',
    );
    for (const field of requested)
      expect(await page.locator(`[id^="root_${field}"]`).count(), `${name}: ${field}`).toBeGreaterThan(0);

    const valid = await validAnswers(schema, upload);
    const wrong: Answers = Object.fromEntries(
      Object.keys(valid).map((field) => [field, wrongAnswer(schema.properties[field]!)]),
    );
    for (const answers of [{}, wrong, ...Object.keys(valid).map((field) => ({ ...valid, [field]: wrong[field]! }))]) {
      const stock = await pressSubmit(answers);
      if (!('refused' in stock)) throw new Error(`${name} took ${JSON.stringify(answers)}`);
      // An unticked checkbox means no, so both sides check the data as the form holds it.
      const ours = await refusedByApi(id, pruneHidden(schema, stock.data));
      expect([name, answers, stock.refused, ours.status]).toEqual([name, answers, ours.refused, 422]);
    }
    expect([name, await pressSubmit(valid)]).toMatchObject([name, { status: 201, body: { data: valid } }]);
  }
});

/** Minimal contents that match each file extension. */
const CONTENTS: Record<string, Buffer> = {
  '.pdf': Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n%%EOF\n'),
  '.step': Buffer.from('ISO-10303-21;\nHEADER;\nENDSEC;\nEND-ISO-10303-21;\n'),
};
