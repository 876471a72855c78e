import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { anyPicture, quarters } from '../factories/pictures.ts';
import { serverUrl } from './own-server.ts';
import { callApi, expectNoAxeViolations, expectNoSidewaysScroll, newPage, useBrowser } from './support.ts';

useBrowser();

interface Image {
  id: number;
  file: string;
  name: string;
  alt: string | null;
}

const PATH = '/content/images';
const uniqueName = () => `picture-${randomUUID().slice(0, 8)}.png`;

async function upload(page: Page, name: string, alt = ''): Promise<Image> {
  const answer = await page.context().request.post(`${serverUrl}/api/content/images`, {
    headers: {
      origin: serverUrl,
      'content-type': 'application/octet-stream',
      'x-file-name': name,
      ...(alt === '' ? {} : { 'x-alt-text': encodeURIComponent(alt) }),
    },
    data: await anyPicture(),
  });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return (await answer.json()) as Image;
}

const named = async (page: Page, name: string) =>
  callApi<Image[]>(page, 'GET', `/api/images?filter=${encodeURIComponent(JSON.stringify({ name }))}`);

describe('the images library', () => {
  test('takes several pictures at the same time with their words, and refuses what is none', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(PATH);
    const [first, second] = [uniqueName(), uniqueName()];
    await page
      .getByLabel('Upload images')
      .first()
      .setInputFiles([
        { name: first, mimeType: 'image/png', buffer: await anyPicture() },
        { name: second, mimeType: 'image/png', buffer: await anyPicture() },
        {
          name: 'drawing.svg',
          mimeType: 'image/svg+xml',
          buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
        },
      ]);
    const dialog = page.getByRole('dialog', { name: 'Add images' });
    await dialog.getByText('drawing.svg is an SVG drawing').waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByLabel(`Description of ${first}`).fill('A laser cutter at work');
    await dialog.getByRole('button', { name: 'Remove drawing.svg' }).click();
    await dialog.getByRole('button', { name: 'Add 2 images' }).click();
    await page.getByText('2 images added').waitFor();
    await page.getByRole('table', { name: 'Images' }).getByRole('link', { name: first }).waitFor();
    expect(await named(page, first)).toMatchObject([{ alt: 'A laser cutter at work' }]);
    expect(await named(page, second)).toMatchObject([{ alt: null }]);
  });

  test('says which picture failed, and sends it again', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(PATH);
    const name = uniqueName();
    await page.route('**/api/content/images?*', (route) => route.abort(), { times: 1 });
    await page
      .getByLabel('Upload images')
      .first()
      .setInputFiles([{ name, mimeType: 'image/png', buffer: await anyPicture() }]);
    const dialog = page.getByRole('dialog', { name: 'Add images' });
    await dialog.getByRole('button', { name: 'Add 1 image' }).click();
    await dialog.getByText('The connection was lost before the whole file was sent. Try again.').waitFor();
    await dialog.getByRole('button', { name: 'Add 1 image' }).click();
    await page.getByText('1 image added').waitFor();
    expect(await named(page, name)).toHaveLength(1);
  });

  test('takes pictures that are dropped on its list', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto(PATH);
    await page.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
    const bytes = [...(await anyPicture())];
    const files = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(content)], 'dropped.png', { type: 'image/png' }));
      return transfer;
    }, bytes);
    const heading = page.getByRole('heading', { level: 1, name: 'Images' });
    await heading.dispatchEvent('dragover', { dataTransfer: files });
    await page.getByText('Drop images to add them').waitFor();
    await heading.dispatchEvent('drop', { dataTransfer: files });
    await page.getByRole('dialog', { name: 'Add images' }).getByText('dropped.png', { exact: true }).waitFor();
  });

  test('shows small pictures of one size in its list, which lead to the picture', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const image = await upload(page, uniqueName(), 'A bench');
    await page.goto(PATH);
    const link = page.getByRole('table', { name: 'Images' }).getByRole('link', { name: image.name });
    const picture = link.locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    const box = await picture.boundingBox();
    expect([box?.width, box?.height]).toEqual([52, 36]);
    expect(await picture.getAttribute('loading')).toBe('lazy');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'Image', exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').getByRole('checkbox').count()).toBe(2);
    await page.keyboard.press('Escape');
    await link.click();
    await page.getByRole('heading', { level: 1, name: image.name }).waitFor();
    await page.getByRole('img', { name: 'A bench' }).waitFor();
  });

  test('copies the whole address of each size', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const answer = await page.context().request.post(`${serverUrl}/api/content/images`, {
      headers: { origin: serverUrl, 'content-type': 'application/octet-stream', 'x-file-name': uniqueName() },
      data: await quarters(700, 401).png().toBuffer(),
    });
    const image = (await answer.json()) as Image;
    await page.goto(`${PATH}/${image.id}/show`);
    await expect.poll(() => page.getByRole('table', { name: 'Sizes and addresses' }).getByRole('link').count()).toBe(5);
    await page.getByRole('button', { name: 'Copy address at 320 pixels' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${serverUrl}/api/Content/${image.file.replace('.webp', '-320.webp')}`);
    expect((await page.context().request.get(copied)).headers()['content-type']).toBe('image/webp');
  });

  test('keeps a picture that a page shows, and says which', async () => {
    const page = await newPage({ as: 'administrator' });
    const image = await upload(page, uniqueName());
    const title = `Page ${randomUUID().slice(0, 8)}`;
    await callApi(page, 'POST', '/api/pages', {
      name: title.toLowerCase().replace(' ', '-'),
      title,
      type: 'Standard',
      data: '<p>Here</p>',
      backgroundUrl: image.file,
      published: false,
    });
    await page.goto(`${PATH}/${image.id}/show`);
    await page.getByText('No alternative text').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Delete image' }).click();
    await dialog
      .getByText(`This image is still used: Content pages: ${title}.`, { exact: false })
      .or(dialog.getByText(title))
      .first()
      .waitFor();
    expect(await named(page, image.name)).toHaveLength(1);
  });

  test('shows the picture above the form that describes it', async () => {
    const page = await newPage({ as: 'contentadmin', size: 'phone', theme: 'dark' });
    const image = await upload(page, uniqueName());
    await page.goto(`${PATH}/${image.id}`);
    await page.getByLabel('Alternative text').fill('Hands at a soldering iron');
    expect(await page.locator('main img').count()).toBe(1);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Saved/).waitFor();
    await expectNoAxeViolations(page);
    await page.goto(`${PATH}/${image.id}/show`);
    await page.getByRole('img', { name: 'Hands at a soldering iron' }).waitFor();
    await expectNoAxeViolations(page);
    await expectNoSidewaysScroll(page);
  });
});
