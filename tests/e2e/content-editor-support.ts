import { randomUUID } from 'node:crypto';
import type { Locator, Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { DraftVersion, PageContent, PageEditor, PageInfo } from '../../domain/calls/page-editor.ts';
import { callApi } from './support.ts';

/** A page of its own that no one else edits, not published, with these cards in its draft. */
export async function makePage(
  admin: Page,
  cards: Partial<PageContent['cards'][number]>[] = [],
  more: Partial<PageContent> = {},
): Promise<PageInfo> {
  const title = more.title ?? `Page ${randomUUID().slice(0, 8)}`;
  const page = await callApi<PageInfo>(admin, 'POST', '/api/content/pages', { title, type: more.type ?? 'Card' });
  if (cards.length === 0 && Object.keys(more).length === 0) return page;
  const { live, version } = await callApi<PageEditor>(admin, 'GET', `/api/content/pages/${page.id}/editor`);
  const made = cards.map((card, index) => ({
    key: `new-${index}`,
    type: 'StandardCard' as const,
    title: `Card ${index + 1}`,
    data: {},
    ...card,
  }));
  await saveDraft(admin, page.id, { ...live, ...more, title, cards: made }, version);
  return page;
}

export async function saveDraft(admin: Page, id: number, content: PageContent, version: DraftVersion): Promise<void> {
  const answer = await admin.context().request.fetch(new URL(`/api/content/pages/${id}/draft`, admin.url()).href, {
    method: 'PUT',
    data: { content },
    headers: { 'if-match': `"${version}"`, origin: new URL(admin.url()).origin },
  });
  if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`);
}

export async function publish(admin: Page, id: number): Promise<void> {
  await callApi(admin, 'POST', `/api/content/pages/${id}/publish`, {});
}

export function editorOf(page: Page, id: number): Promise<PageEditor> {
  return callApi<PageEditor>(page, 'GET', `/api/content/pages/${id}/editor`);
}

/** Opens the editor and waits until it is there. */
export async function openEditor(
  page: Page,
  { name, title }: Pick<PageInfo, 'name' | 'title'>,
  part?: string,
): Promise<void> {
  await page.goto(`/content/managecards/${name}${part === undefined ? '' : `?section=${part}`}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

export async function addCard(page: Page, kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page
    .getByRole('menu', { name: 'Add a card' })
    .getByRole('menuitem', { name: new RegExp(`^${kind}`) })
    .click();
  await page.getByRole('heading', { level: 2, name: kind }).waitFor();
}

/** The form of the selected part. */
export function form(page: Page): Locator {
  return page.locator('[data-section-form]');
}

export function preview(page: Page): Locator {
  return page.getByRole('region', { name: 'Preview of the page' });
}

/** Until everything that was changed is on the server. */
export async function untilSaved(page: Page): Promise<void> {
  await page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/).waitFor();
}

/** Until the editor shows it: returns to the tab again and again, so that the test does not wait for the next report of the editors. */
export async function shownOnReturn(page: Page, shown: Locator, count = 1): Promise<void> {
  const isReport = (answer: Response): boolean =>
    answer.request().method() === 'PUT' && answer.url().endsWith('/presence');
  const returned = async (): Promise<number> => {
    await Promise.all([
      page.waitForResponse(isReport),
      page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))),
    ]);
    return shown.count();
  };
  await expect.poll(returned, { interval: 300, timeout: 60_000 }).toBe(count);
}

/** The titles of the cards in their order. */
export async function cardOrder(page: Page): Promise<string[]> {
  const handles = await page
    .getByRole('button', { name: /^Move .*, card \d+ of \d+$/ })
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''));
  return handles.map((label) => label.replace(/^Move (.*), card \d+ of \d+$/, '$1'));
}

export function handle(page: Page, title: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^Move ${title}, card`) });
}

/** A picture of one color, as someone would choose it from their files. */
export async function pictureFile(
  name: string,
  width = 800,
  height = 600,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const color = `#${randomUUID().slice(0, 6)}`;
  const buffer = await sharp({ create: { width, height, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

export async function publishNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Publish( changes)?$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('The page is published').last().waitFor();
  await page.getByText('No unpublished changes').waitFor();
}
