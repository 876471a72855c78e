import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { serverUrl } from './own-server.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();

/** Another site on this machine, whose every page has this HTML: browsers keep public sites from framing what is local. */
async function siteWith(body: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Site</title>${body()}`);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (page: Page) =>
  page.evaluate(async (url) => {
    const answer = await fetch(url).catch(() => null);
    return answer?.status ?? 'refused';
  }, `${serverUrl}/api/content/siteDisplaySettings`);

test('an embedded page shows in a frame of a registered site, as high as its content, and in no other', async () => {
  let snippet = '';
  const [registered, other] = [await siteWith(() => snippet), await siteWith(() => snippet)];
  const admin = await newPage({ as: 'administrator' });
  const { id } = await callApi<{ id: number }>(admin, 'POST', '/api/registeredSites', {
    name: `Makers ${crypto.randomUUID()}`,
    url: registered,
    active: true,
    canEmbed: true,
    canCallApi: true,
    canReport: false,
  });
  try {
    await admin.goto(`/admin/registeredsites/${id}`);
    await admin.getByRole('combobox', { name: 'What to show' }).selectOption('events');
    snippet = await admin.getByLabel('HTML to copy').inputValue();
    await admin.frameLocator('iframe').getByRole('heading', { name: 'Upcoming events' }).waitFor();

    const page = await newPage();
    await page.goto(`${registered}/events`);
    await page.frameLocator('iframe').getByRole('heading', { name: 'Upcoming events' }).waitFor();
    await page.waitForFunction(() => document.querySelector('iframe')?.height !== '420');

    // Twice: a browser may have stored the first answer.
    expect([await read(page), await read(page)]).toEqual([200, 200]);
    await page.frameLocator('iframe').getByRole('link', { name: 'All upcoming events' }).click();
    await page.getByRole('heading', { name: 'Upcoming events', level: 1 }).waitFor();
    expect(page.url()).toBe(`${serverUrl}/signup/upcomingworkshops`);

    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`${other}/events`);
    await refused;
    expect(page.frames().some((frame) => frame.url().startsWith(`${serverUrl}/embed`))).toBe(false);
    expect(await read(page)).toBe('refused');

    await callApi(admin, 'DELETE', `/api/registeredSites/${id}`);
    const stopped = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`${registered}/events`);
    await stopped;
    expect(await read(page)).toBe('refused');
  } finally {
    await admin.context().request.delete(`${serverUrl}/api/registeredSites/${id}`, { headers: { origin: serverUrl } });
  }
});
