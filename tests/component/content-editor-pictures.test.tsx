import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { editorPage, form, pictureFile } from './editor-page.tsx';

const STORED = `${'0a'.repeat(10)}-640x480.webp`;

test('pictures are refused with what to do, before anything is sent', async () => {
  const { calls } = await editorPage({ cards: [{ title: 'A picture' }] });
  const before = calls.length;
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'map.svg', { type: 'image/svg+xml' });
  await userEvent.upload(form().fileInput(), svg);
  await expect
    .element(
      form().getByText(
        'map.svg is an SVG drawing, which can contain scripts. Export it as PNG or WebP and choose that.',
      ),
    )
    .toBeVisible();
  await userEvent.upload(form().fileInput(), new File(['no picture at all'], 'broken.png', { type: 'image/png' }));
  const dialog = page.getByRole('dialog', { name: 'Use this image' });
  await expect.element(dialog.getByText(/^broken\.png cannot be previewed/)).toBeVisible();
  expect(calls.slice(before).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('pictures fit the window with all that belongs to them, at any height', async () => {
  await editorPage({ cards: [{ title: 'A picture' }] });
  await page.getByRole('button', { name: /^A picture/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Use this image' });
  for (const window of [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.viewport(window.width, window.height);
    for (const [width, height] of [
      [800, 1200],
      [300, 3000],
      [1200, 800],
    ] as const) {
      await userEvent.upload(form().fileInput(), await pictureFile('tall.jpg', width, height));
      await expect.element(dialog.getByText(`Whole image: ${width} × ${height} pixels`)).toBeVisible();
      const picture = dialog.getByRole('img', { name: 'Preview of tall.jpg' });
      const box = picture.element().getBoundingClientRect();
      expect(box.width / box.height).toBeCloseTo(width / height, 1);
      const heading = dialog.getByRole('heading', { name: 'Use this image' }).element();
      expect(box.y).toBeGreaterThan(heading.getBoundingClientRect().bottom);
      const buttons = dialog.getByRole('button', { name: 'Use image' }).element().getBoundingClientRect();
      for (const shown of [
        picture,
        dialog.getByRole('button', { name: /^Lower right corner/ }),
        dialog.getByText(/^Whole image/),
        dialog.getByRole('textbox', { name: 'Image description' }),
      ]) {
        expect(shown.element().getBoundingClientRect().bottom).toBeLessThan(buttons.y);
      }
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  }
});

test('pictures are dropped and pasted where they belong', async () => {
  await editorPage({ cards: [{ title: 'A picture' }] });
  const file = await pictureFile('pasted.jpg', 300, 200);
  for (const type of ['drop', 'paste']) {
    const data = new DataTransfer();
    data.items.add(file);
    const options = { bubbles: true, cancelable: true };
    form()
      .getByRole('button', { name: 'Choose from library' })
      .element()
      .dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent(type, { ...options, clipboardData: data })
          : new DragEvent(type, { ...options, dataTransfer: data }),
      );
    const dialog = page.getByRole('dialog', { name: 'Use this image' });
    await expect.element(dialog.getByText('Whole image: 300 × 200 pixels')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  }
});

test('a picture in a text stays when a table is added', async () => {
  await editorPage({ type: 'Standard', data: `<p>Here<img src="/api/Content/${STORED}" alt="A room"></p>` });
  await form().getByRole('img', { name: 'A room' }).click();
  await expect.element(form().getByRole('textbox', { name: 'Image description' })).toBeVisible();
  await form().getByRole('button', { name: 'Table', exact: true }).click();
  await expect.element(form().getByRole('group', { name: 'Table' })).toBeVisible();
  await userEvent.keyboard('Cut');
  await expect.element(form().getByRole('columnheader', { name: 'Cut' })).toBeVisible();
  await expect.element(form().getByRole('img', { name: 'A room' })).toBeVisible();
});
