import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { ClientModel, ClientResource } from '../../domain/client-model.ts';
import type { Row } from '../../domain/model.ts';
import { createPath, editPath, listPath, showPath } from '../../src/console/engine/paths.ts';
import { callApi, expectNoAxeViolations, expectNoSidewaysScroll, newPage, type PageOptions } from './support.ts';

const FOLDER = 'config/resources';
const RESOURCES = readdirSync(FOLDER)
  .filter((file) => !(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as { internal?: boolean }).internal)
  .map((file) => file.replace(/\.json$/, ''));

/** What is read, or what is written; a record's pages where there is a record, the demonstration's before those of other tests. */
async function pathsOf(page: Page, resource: ClientResource, pages: 'reading' | 'writing'): Promise<string[]> {
  const [row] = await callApi<Row[]>(page, 'GET', `/api/${resource.name}?range=[0,0]&sort=["id","ASC"]`);
  const id = row?.['id'];
  const record = (path: typeof showPath) =>
    typeof id === 'number' || typeof id === 'string' ? [path(resource, id)] : [];
  if (pages === 'reading') return [listPath(resource), ...record(showPath)];
  return [...(resource.can.create ? [createPath(resource)] : []), ...(resource.can.update ? record(editPath) : [])];
}

/** As high as the page, so that no bar that stays in view lies half over a button. */
async function showWhole(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
}

/** Each resource's own pages, with records where there are some: they are accessible, and nothing is wider than the window. */
export function testPages(pages: 'reading' | 'writing', options: PageOptions): void {
  test(`every resource's pages for ${pages} are accessible and fit`, async () => {
    const page = await newPage({ ...options, as: 'administrator' });
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    const { resources } = await callApi<ClientModel>(page, 'GET', '/api/model');
    for (const name of RESOURCES) {
      const resource = resources.find((one) => one.name === name);
      if (!resource) throw new Error(`The model has no ${name}`);
      for (const path of await pathsOf(page, resource, pages)) {
        await page.setViewportSize(size);
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
        await showWhole(page);
        await expectNoAxeViolations(page);
        await expectNoSidewaysScroll(page);
      }
    }
  }, 600_000);
}
