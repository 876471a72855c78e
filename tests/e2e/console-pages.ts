import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import type { ClientModel, ClientResource } from '../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../domain/declarations/model.ts';
import { createPath, editPath, listPath, showPath } from '../../src/console/engine/paths.ts';
import { SPECIAL_PAGES } from '../../src/console/resources/pages.ts';
import { expectReadable, SOME_LOOKS } from './large-text.ts';
import { callApi, expectNoAxeViolations, expectNoSidewaysScroll, newPage, type PageOptions } from './support.ts';

const FOLDER = 'config/resources';
const RESOURCES = readdirSync(FOLDER)
  .filter((file) => !(JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as { internal?: boolean }).internal)
  .map((file) => file.replace(/\.json$/, ''));

/** Whether a page of these fields shows a kind of field that none before it has shown; from then on it has. */
function newKinds(seen: Set<string>): (fields: readonly Field[]) => boolean {
  return (fields) => {
    const before = seen.size;
    for (const { kind } of fields) seen.add(kind);
    return seen.size > before;
  };
}

/**
 * Each resource's list, or its form: the one to change its first record where it has one, else the one for a new record. The same code
 * makes every record's page, and both forms: of those, the ones that show another kind of field, and those that a resource has its own.
 */
export async function pathsOf(page: Page, pages: 'reading' | 'writing'): Promise<string[]> {
  const { resources } = await callApi<ClientModel>(page, 'GET', '/api/model');
  const [isNewShow, isNewCreate] = [newKinds(new Set()), newKinds(new Set())];
  const paths: string[] = [];
  for (const name of RESOURCES) {
    const resource = resources.find((one) => one.name === name);
    if (!resource) throw new Error(`The model has no ${name}`);
    const { can, fields } = resource;
    const [row] = await callApi<Row[]>(page, 'GET', `/api/${name}?range=[0,0]&sort=["id","ASC"]`);
    const id = row?.['id'];
    const record = (path: (resource: ClientResource, id: string | number) => string): string[] =>
      typeof id === 'number' || typeof id === 'string' ? [path(resource, id)] : [];
    if (pages === 'reading') {
      paths.push(listPath(resource));
      if (id !== undefined && (SPECIAL_PAGES[name]?.show || isNewShow(fields))) paths.push(...record(showPath));
    } else {
      const edits = can.update ? record(editPath) : [];
      const written = fields.filter(({ readOnly }) => !readOnly);
      const isOwn = SPECIAL_PAGES[name]?.create !== undefined;
      paths.push(...edits);
      if (can.create && (edits.length === 0 || isOwn || isNewCreate(written))) paths.push(createPath(resource));
    }
  }
  return paths;
}

/** Navigates within the app, to a page with another heading. */
export async function goOn(page: Page, path: string): Promise<void> {
  const left = await page.evaluateHandle(() => {
    const heading = document.querySelector('main h1');
    return { heading, text: heading?.textContent };
  });
  await page.evaluate((to) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  // A new page has taken the focus when it is there; a control of the page that is left may take it, too.
  await page.waitForFunction(({ heading, text }) => {
    const shown = document.querySelector('main h1');
    const isNew = shown !== null && (shown !== heading || shown.textContent !== text);
    return isNew && document.activeElement !== document.body && document.querySelector('[aria-busy="true"]') === null;
  }, left);
  await left.dispose();
}

/** As high as the page, so that no bar that stays in view lies half over a button. */
async function showWhole(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
}

/** Each half of the pages has a limit of its own, for slow machines. */
const HALVES = ['first', 'second'] as const;

/** The generated pages, with records where there are some: they are accessible, and nothing is wider than the window. */
export function testPages(pages: 'reading' | 'writing', options: PageOptions): void {
  test.each(HALVES)(
    `every resource's pages for ${pages} are accessible and fit (%s half)`,
    async (half) => {
      const page = await newPage({ ...options, as: 'administrator' });
      const size = page.viewportSize() ?? { width: 0, height: 0 };
      await page.goto('/');
      const paths = await pathsOf(page, pages);
      const middle = Math.ceil(paths.length / 2);
      for (const path of half === 'first' ? paths.slice(0, middle) : paths.slice(middle)) {
        await page.setViewportSize(size);
        await goOn(page, path);
        await showWhole(page);
        await expectNoAxeViolations(page);
        await expectNoSidewaysScroll(page);
        await expectReadable(page, SOME_LOOKS);
      }
    },
    600_000,
  );
}
