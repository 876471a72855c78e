import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SystemSettingValues } from '../../domain/generated/settings.ts';
import type { DeclaredSettings } from '../../domain/calls/settings.ts';
import { serverUrl } from './own-server.ts';
import { atRest, callApi, expectAccessible, newPage, PASSWORD, useBrowser, type PageOptions } from './support.ts';

type Programs = SystemSettingValues['visitors.programs'];

const STATS = {
  name: 'Stats',
  kind: 'analytics',
  purpose: 'Counts.',
  script: 'https://stats.example.edu/s.js',
} as const;
const RECORDER = {
  name: 'Rec',
  kind: 'recording',
  purpose: 'Records.',
  script: 'https://rec.example.net/r.js',
} as const;
const KEY = 'visitors.programs';
const PATH = '/api/systemSettings/declared';

useBrowser();

async function declare(value: Programs | null): Promise<void> {
  const admin = await newPage({ as: 'administrator' });
  const { settings } = await callApi<DeclaredSettings>(admin, 'GET', PATH);
  const version = settings.find(({ key }) => key === KEY)?.row?.version ?? null;
  await callApi(admin, 'PUT', PATH, { changes: [{ key: KEY, value, version }] });
}

/** A page, and the requests to the other sites. Their scripts report that they ran, set a cookie, and send to every site. */
async function visit(options: PageOptions = {}): Promise<{ page: Page; asked: string[] }> {
  const page = await newPage(options);
  const requested: string[] = [];
  await page.route(/^https:\/\/[a-z]+\.example\.(edu|net)\//, async (route) => {
    const { host } = new URL(route.request().url());
    requested.push(host);
    const send = `fetch('https://${host}/collect', { mode: 'no-cors' }); fetch('https://other.example.net/').catch(() => 0);`;
    await route.fulfill({ contentType: 'text/javascript', body: `document.cookie = '_track=1'; ${send}` });
  });
  return { page, asked: requested };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const question = (page: Page) => page.getByRole('region', { name: 'Privacy choices' });
const hosts = (requested: string[]) => [...new Set(requested)].sort();

describe('programs of one kind', () => {
  beforeAll(() => declare([STATS]));

  test('ask for consent first, are loaded only after it, and consent can be withdrawn', async () => {
    const { page, asked } = await visit();
    await page.goto('/');
    await question(page).waitFor();
    await atRest(page);
    expect(asked).toEqual([]);
    await button(page, 'Accept').click();
    await expect.poll(() => asked.length).toBe(2);
    expect(hosts(asked)).toEqual(['stats.example.edu']);
    // Set for pages that are documents of their own; none for accounts has it.
    await page.goto('/docs');
    await expect.poll(() => asked.length).toBe(4);
    expect(await question(page).count()).toBe(0);
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('banner').getByRole('link', { name: 'Log in' }).click(),
    ]);
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await atRest(page);
    expect(asked).toHaveLength(4);
    expect(await page.locator('script[src*="example"], #visitor-programs').count()).toBe(0);
    // Withdrawn: the page is loaded again without it, and its stored data is deleted.
    await page.goto('/');
    await expect.poll(() => asked.length).toBe(6);
    await button(page, 'Privacy choices').click();
    await question(page).getByText('You have accepted.').waitFor();
    await Promise.all([page.waitForEvent('load'), button(page, 'Decline').click()]);
    await atRest(page);
    expect(asked).toHaveLength(6);
    expect(await page.evaluate(() => document.cookie)).not.toContain('_track');
    expect(await question(page).count()).toBe(0);
  });

  test('are not loaded on a page without them, although the question stays', async () => {
    const { page, asked } = await visit();
    await page.goto('/');
    await question(page).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    await Promise.all([page.waitForEvent('load'), button(page, 'Accept').click()]);
    await atRest(page);
    expect(asked).toEqual([]);
  });

  test('never run for a logged-in person, whose rights they could use', async () => {
    const member = await visit({ as: 'student' });
    await member.page.goto('/');
    await atRest(member.page);
    expect(await member.page.locator('#visitor-programs').count()).toBe(0);
    // Logged in while the question was open.
    const { page, asked } = await visit();
    await page.goto('/');
    await question(page).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel(/^Username/).fill('student');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('banner').getByRole('button', { name: 'Student' }).waitFor();
    await Promise.all([page.waitForEvent('load'), button(page, 'Accept').click()]);
    await atRest(page);
    expect(asked).toEqual([]);
  });

  test.each(['globalPrivacyControl', 'doNotTrack'])('are refused where the browser says so by %s', async (signal) => {
    const { page, asked } = await visit();
    await page.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, name, { get: () => (name === 'doNotTrack' ? '1' : true) });
    }, signal);
    await page.goto('/');
    await atRest(page);
    expect(await question(page).count()).toBe(0);
    await button(page, 'Privacy choices').click();
    await question(page)
      .getByText(/Your browser asks sites not to track you/)
      .waitFor();
    await button(page, 'Close').click();
    expect(await button(page, 'Privacy choices').evaluate((element) => element === document.activeElement)).toBe(true);
    expect(asked).toEqual([]);
  });

  test('are answered by keyboard first of all, and a no is as near as a yes', async () => {
    const { page, asked } = await visit();
    await page.goto('/');
    await question(page).waitFor();
    await page.keyboard.press('Tab');
    expect(await button(page, 'Decline').evaluate((element) => element === document.activeElement)).toBe(true);
    const looks = await question(page)
      .getByRole('button')
      .evaluateAll((all) =>
        all.map((one) => {
          const { width, height } = one.getBoundingClientRect();
          return [width, height, getComputedStyle(one).color, getComputedStyle(one).backgroundColor].join(' ');
        }),
      );
    expect(new Set(looks).size).toBe(1);
    await page.keyboard.press('Enter');
    await question(page).waitFor({ state: 'detached' });
    await button(page, 'Privacy choices').press('Enter');
    await question(page).getByText('You have declined.').waitFor();
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    await page.reload();
    await atRest(page);
    expect(await question(page).count()).toBe(0);
    expect(asked).toEqual([]);
  });

  test('leave documents the same for everyone, and pages without scripts without them', async () => {
    const { page } = await visit();
    await page.goto('/');
    const before = await (await fetch(`${serverUrl}/`)).text();
    await button(page, 'Accept').click();
    const [mine, other] = [await page.evaluate(async () => (await fetch('/')).text()), await fetch(`${serverUrl}/`)];
    expect([mine, await other.text()]).toEqual([before, before]);
    expect(other.headers.get('content-security-policy')).toContain('script-src https://stats.example.edu ');
    const plain = await visit({ scripts: false });
    await plain.page.goto('/');
    expect(await question(plain.page).count()).toBe(0);
    expect(plain.asked).toEqual([]);
  });
});

describe('recordings of visits', () => {
  beforeAll(() => declare([STATS, RECORDER]));

  test('are allowed apart from statistics', async () => {
    const { page, asked } = await visit();
    await page.goto('/');
    await page.getByRole('checkbox', { name: 'Statistics' }).check();
    await button(page, 'Accept chosen').click();
    await expect.poll(() => asked.length).toBe(2);
    expect(hosts(asked)).toEqual(['stats.example.edu']);
    await button(page, 'Privacy choices').click();
    expect(await page.getByRole('checkbox', { name: 'Recordings of visits' }).isChecked()).toBe(false);
    await button(page, 'Accept all').click();
    await expect.poll(() => hosts(asked)).toEqual(['rec.example.net', 'stats.example.edu']);
  });

  test('are asked about in every look', async () => {
    const { page } = await visit({ size: 'phone' });
    await page.goto('/docs');
    await question(page).waitFor();
    await expectAccessible(page);
  });
});

describe('without programs', () => {
  beforeAll(() => declare(null));
  afterAll(() => declare(null));

  test('a document has neither the question nor a host', async () => {
    const answer = await fetch(`${serverUrl}/`);
    expect(answer.headers.get('content-security-policy')).not.toContain('example.edu');
    expect(await answer.text()).not.toContain('consent.js');
  });
});
