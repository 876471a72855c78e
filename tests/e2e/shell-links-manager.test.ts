import { expect, test } from 'vitest';
import { restoreSiteSettings, setSiteSettings } from './site-settings.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();
restoreSiteSettings();

test('the links manager is a tool of content administrators while the site settings have it on', async () => {
  const page = await newPage({ as: 'contentadmin' });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('link', { name: 'Links Manager' }).click();
  await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
});

test('switched off it is in no menu, and its address says why and leads home', async () => {
  await setSiteSettings({ showLinksManager: false, inventoryURL: null, internalDocsURL: null });
  for (const path of ['/tools/linksmanager', '/tools/linksmanager/create']) {
    const page = await newPage({ as: 'administrator' });
    await page.goto(path);
    const dialog = page.getByRole('dialog', { name: 'Not Allowed' });
    await dialog.getByText('The links manager is turned off in the site settings').waitFor();
    await dialog.getByRole('button', { name: 'Ok' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    const side = page.getByRole('navigation', { name: 'Main' });
    await side.getByRole('button', { name: 'Settings' }).waitFor();
    expect(await side.getByRole('button', { name: 'Tools' }).count()).toBe(0);
  }
});

test('a link leads to a page of the site, found by its title, or to an address as people type it', async () => {
  const mark = `map ${crypto.randomUUID().slice(0, 8)}`;
  const page = await newPage({ as: 'contentadmin' });
  await page.goto('/tools/linksmanager/create');
  await page.getByRole('textbox', { name: 'Title' }).fill(mark);
  const address = page.getByRole('combobox', { name: 'Address' });
  await address.fill('first visit');
  await page
    .getByRole('option', { name: /first visit/i })
    .first()
    .waitFor();
  await address.fill('campus.example/map');
  await page.getByRole('option', { name: /campus\.example\/map/ }).click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/create'));
  const visitor = await newPage();
  await visitor.goto('/login');
  await visitor.getByRole('button', { name: 'Menu', exact: true }).click();
  const link = visitor.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: mark });
  expect(await link.getAttribute('href')).toBe('https://campus.example/map');
});
