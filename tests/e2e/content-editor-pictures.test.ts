import { describe, expect, test } from 'vitest';
import type { StoredImage } from '../../src/forms/shared/formServices.ts';
import { editorOf, form, makePage, openEditor, pictureFile, preview, untilSaved } from './content-editor-support.ts';
import { callApi, newPage, useBrowser } from './support.ts';

useBrowser();

describe('pictures', () => {
  test('are refused with what to do, cut by keyboard, replaced from those that are stored, and removed', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'A picture' }]);
    await openEditor(page, made);
    const file = form(page).locator('input[type=file]');
    await file.setInputFiles({
      name: 'map.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    });
    await form(page)
      .getByText('map.svg is an SVG drawing, which can contain scripts. Export it as PNG or WebP and choose that.')
      .waitFor();
    await file.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
    const dialog = page.getByRole('dialog', { name: 'Use this image' });
    await dialog.getByText(/^broken\.png cannot be previewed/).waitFor();
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/broken\.png/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await file.setInputFiles(await pictureFile('first.jpg', 800, 600));
    await dialog.getByText('Whole image: 800 × 600 pixels').waitFor();
    await dialog.getByRole('button', { name: 'Lower right corner. Arrow keys move it.' }).focus();
    await page.keyboard.press('Control+ArrowLeft');
    const cut = dialog.getByText(/^\d+ × \d+ of 800 × 600 pixels$/);
    await cut.waitFor();
    const [size = ''] = ((await cut.textContent()) ?? '').split(' of ');
    expect(Number.parseInt(size, 10)).toBeLessThan(800);
    await dialog.getByRole('textbox', { name: 'Image description' }).fill('A plain color');
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await form(page).getByText(`${size} pixels`).waitFor();
    expect(await form(page).getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('A plain color');
    // What is stored is no JPEG anymore, whatever the name of the upload says.
    await form(page).getByRole('button', { name: 'Crop' }).click();
    await dialog.getByRole('radio', { name: '4:3' }).check();
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await dialog.waitFor({ state: 'detached' });

    await form(page).getByRole('button', { name: 'Choose from library' }).click();
    const library = page.getByRole('dialog', { name: 'Choose an image' });
    await library.getByRole('searchbox', { name: 'Search' }).fill('no such image anywhere');
    await library.getByText('No image is named “no such image anywhere”.').waitFor();
    await library.getByRole('searchbox', { name: 'Search' }).fill('');
    await library
      .getByRole('button', { name: /^A plain color first\.jpg/ })
      .first()
      .waitFor();
    await library.getByRole('searchbox', { name: 'Search' }).fill('hall');
    await library.getByRole('button', { name: /hall/ }).first().click();
    await library.getByRole('button', { name: 'Use image' }).click();
    await expect
      .poll(() => form(page).getByRole('textbox', { name: 'Alternative text' }).inputValue())
      .not.toBe('A plain color');
    await form(page).getByRole('button', { name: 'Crop' }).click();
    await dialog.getByRole('radio', { name: 'Square' }).check();
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await dialog.waitFor({ state: 'detached' });
    // The editor may still say of the last change that it is saved.
    await expect
      .poll(async () => (await editorOf(page, made.id)).draft?.content.cards[0]?.data.imageUrl)
      .toMatch(/^[0-9a-f]{20}-(\d+)x\1\.webp$/);
    await form(page).getByRole('button', { name: 'Remove Image' }).click();
    await form(page).getByRole('button', { name: 'Choose from library' }).waitFor();
    await expect.poll(async () => (await editorOf(page, made.id)).draft?.content.cards[0]?.data).toEqual({});
  });

  test('are in formatted text with their descriptions and their size', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [], { type: 'Standard' });
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Look: ');
    await form(page).getByRole('button', { name: 'Image' }).click();
    const library = page.getByRole('dialog', { name: 'Choose an image' });
    await library.getByRole('list', { name: 'Images' }).waitFor();
    await library.locator('input[type=file]').setInputFiles(await pictureFile('inside.jpg', 640, 480));
    const dialog = page.getByRole('dialog', { name: 'Use this image' });
    await dialog.getByRole('textbox', { name: 'Image description' }).fill('Two people at a lathe');
    await dialog.getByRole('button', { name: 'Use image' }).click();
    await preview(page).getByRole('img', { name: 'Two people at a lathe' }).waitFor();
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.data).toMatch(
      /<img src="\/api\/Content\/[0-9a-f]{20}-640x480\.webp" alt="Two people at a lathe" width="640" height="480">/,
    );
    const [stored] = await callApi<StoredImage[]>(
      page,
      'GET',
      `/api/images?filter=${encodeURIComponent(JSON.stringify({ name: 'inside.jpg' }))}`,
    );
    expect(stored?.alt).toBe('Two people at a lathe');
  });
});
