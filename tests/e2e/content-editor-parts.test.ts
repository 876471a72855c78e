import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { StoredImage } from '../../src/forms/formServices.ts';
import {
  addCard,
  editorOf,
  form,
  makePage,
  openEditor,
  pictureFile,
  preview,
  untilSaved,
} from './content-editor-support.ts';
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
      .getByText('map.svg is an SVG drawing, which can carry programs. Export it as PNG or WebP and choose that.')
      .waitFor();
    await file.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') });
    const dialog = page.getByRole('dialog', { name: 'Use this picture' });
    await dialog.getByText(/^broken\.png cannot be shown here/).waitFor();
    await dialog.getByRole('button', { name: 'Use picture' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/broken\.png/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await file.setInputFiles(await pictureFile('first.jpg', 800, 600));
    await dialog.getByText('All of it: 800 × 600 pixels').waitFor();
    await dialog.getByRole('button', { name: 'Lower right corner. Arrow keys move it.' }).focus();
    await page.keyboard.press('Control+ArrowLeft');
    const cut = dialog.getByText(/^\d+ × \d+ of 800 × 600 pixels$/);
    await cut.waitFor();
    const [size = ''] = ((await cut.textContent()) ?? '').split(' of ');
    expect(Number.parseInt(size, 10)).toBeLessThan(800);
    await dialog.getByRole('textbox', { name: 'What the picture shows' }).fill('A plain colour');
    await dialog.getByRole('button', { name: 'Use picture' }).click();
    await form(page).getByText(`${size} pixels`).waitFor();
    expect(await form(page).getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe('A plain colour');

    await form(page).getByRole('button', { name: 'Choose stored' }).click();
    const library = page.getByRole('dialog', { name: 'Choose a picture' });
    await library.getByRole('searchbox', { name: 'Search' }).fill('no such picture anywhere');
    await library.getByText('No picture is called “no such picture anywhere”.').waitFor();
    await library.getByRole('searchbox', { name: 'Search' }).fill('');
    await library
      .getByRole('button', { name: /^A plain colour first\.jpg/ })
      .first()
      .waitFor();
    await library.getByRole('searchbox', { name: 'Search' }).fill('hall');
    await library.getByRole('button', { name: /hall/ }).first().click();
    await library.getByRole('button', { name: 'Use picture' }).click();
    await expect
      .poll(() => form(page).getByRole('textbox', { name: 'Alternative text' }).inputValue())
      .not.toBe('A plain colour');
    await form(page).getByRole('button', { name: 'Crop' }).click();
    await dialog.getByRole('radio', { name: 'Square' }).check();
    await dialog.getByRole('button', { name: 'Use picture' }).click();
    await dialog.waitFor({ state: 'detached' });
    await untilSaved(page);
    const [kept] = (await editorOf(page, made.id)).draft?.content.cards ?? [];
    expect(kept?.data.imageUrl).toMatch(/^[0-9a-f]{20}-(\d+)x\1\.webp$/);
    await form(page).getByRole('button', { name: 'Remove Picture' }).click();
    await form(page).getByRole('button', { name: 'Choose stored' }).waitFor();
    await expect.poll(async () => (await editorOf(page, made.id)).draft?.content.cards[0]?.data).toEqual({});
  });

  test('fit the window with all that belongs to them, however tall they are', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'A picture' }]);
    await openEditor(page, made);
    await page.getByRole('button', { name: /^A picture/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Use this picture' });
    const bottom = async (shown: Locator) => {
      const box = await shown.boundingBox();
      return box === null ? Infinity : box.y + box.height;
    };
    for (const window of [
      { width: 1280, height: 900 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(window);
      for (const [width, height] of [
        [800, 1200],
        [300, 3000],
        [1200, 800],
      ] as const) {
        await form(page)
          .locator('input[type=file]')
          .setInputFiles(await pictureFile('tall.jpg', width, height));
        await dialog.getByText(`All of it: ${width} × ${height} pixels`).waitFor();
        const picture = dialog.getByRole('img', { name: 'Preview of tall.jpg' });
        const box = await picture.boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 1);
        expect(box?.y).toBeGreaterThan(await bottom(dialog.getByRole('heading', { name: 'Use this picture' })));
        const buttons = await dialog.getByRole('button', { name: 'Use picture' }).boundingBox();
        for (const shown of [
          picture,
          dialog.getByRole('button', { name: /^Lower right corner/ }),
          dialog.getByText(/^All of it/),
          dialog.getByRole('textbox', { name: 'What the picture shows' }),
        ]) {
          expect(await bottom(shown)).toBeLessThan(buttons?.y ?? 0);
        }
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      }
    }
  });

  test('are dropped and pasted where they belong', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'A picture' }]);
    await openEditor(page, made);
    const { buffer } = await pictureFile('pasted.jpg', 300, 200);
    for (const [type, key] of [
      ['drop', 'dataTransfer'],
      ['paste', 'clipboardData'],
    ] as const) {
      await form(page)
        .getByRole('button', { name: 'Choose stored' })
        .evaluate(
          (button, { type: name, key: holder, bytes }) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }));
            const event =
              holder === 'clipboardData'
                ? new ClipboardEvent(name, { bubbles: true, cancelable: true, clipboardData: data })
                : new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data });
            button.dispatchEvent(event);
          },
          { type, key, bytes: [...buffer] },
        );
      const dialog = page.getByRole('dialog', { name: 'Use this picture' });
      await dialog.getByText('All of it: 300 × 200 pixels').waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  });

  test('stand in formatted text with their words and their size', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [], { type: 'Standard' });
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).click();
    await page.keyboard.type('Look: ');
    await form(page).getByRole('button', { name: 'Picture' }).click();
    const library = page.getByRole('dialog', { name: 'Choose a picture' });
    await library.getByRole('list', { name: 'Pictures' }).waitFor();
    await library.locator('input[type=file]').setInputFiles(await pictureFile('inside.jpg', 640, 480));
    const dialog = page.getByRole('dialog', { name: 'Use this picture' });
    await dialog.getByRole('textbox', { name: 'What the picture shows' }).fill('Two people at a lathe');
    await dialog.getByRole('button', { name: 'Use picture' }).click();
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

describe('text', () => {
  test('is HTML where formatting would lose something; what will be left out and which frames are allowed is said', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Video', type: 'RawHtmlCard', data: { text: '<p>Plain</p>' } }]);
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).getByText('Plain').waitFor();
    await form(page).getByRole('radio', { name: 'HTML' }).check();
    await form(page)
      .getByText(
        'Frames may show pages of www.youtube-nocookie.com, player.vimeo.com. Those of other sites are removed.',
      )
      .waitFor();
    await form(page)
      .getByRole('textbox', { name: 'Text' })
      .fill('<dl><dt>9 AM</dt><dd>Open</dd></dl><p onclick="x()">Hi</p><iframe src="https://evil.example/"></iframe>');
    await form(page).getByText('onclick of <p>').waitFor();
    await form(page).getByText('a frame of https://evil.example/').waitFor();
    await form(page)
      .getByText('It has lists of definitions, which the rich text editor cannot keep. So it is changed as HTML.')
      .waitFor();
    expect(await form(page).getByRole('radio', { name: 'Rich text' }).isDisabled()).toBe(true);
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.data.text).toBe(
      '<dl><dt>9 AM</dt><dd>Open</dd></dl><p>Hi</p>',
    );
    await page.reload();
    await form(page).getByText('It has lists of definitions', { exact: false }).waitFor();
    await form(page).getByRole('textbox', { name: 'Text' }).fill('<p>Only <b>this</b></p>');
    await form(page).getByRole('radio', { name: 'Rich text' }).check();
    await form(page).getByRole('textbox', { name: 'Text' }).getByText('this').waitFor();
  });

  test('keeps tables, captions, parts that open and small marks while one writes beside them', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const [image] = await callApi<StoredImage[]>(page, 'GET', '/api/images?range=[0,0]');
    const kept =
      '<table><thead><tr><th scope="col">Cut</th><th scope="col">Price</th></tr></thead><tbody><tr><td>A4</td><td rowspan="2">$2</td></tr><tr><td>A3</td></tr></tbody></table>' +
      `<figure><img src="/api/Content/${image?.file}" alt="The hall"><figcaption>Our <strong>hall</strong></figcaption></figure>` +
      '<details><summary>May I?</summary><p>Yes.</p></details><ul><li>One<ul><li>Two</li></ul></li></ul><p>Press <kbd>Stop</kbd>, H<sub>2</sub>O</p><h4>Small</h4>';
    const made = await makePage(page, [], { type: 'Standard', data: `${kept}<p>End</p>` });
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).getByText('End', { exact: true }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' of it');
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.data).toBe(`${kept}<p>End of it</p>`);
  });

  test('gets tables that grow, captions, and films by the address that people copy', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'A table', type: 'RawHtmlCard', data: {} }]);
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).click();
    await form(page).getByRole('button', { name: 'Table', exact: true }).click();
    await page.keyboard.type('Cut');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Price');
    await form(page).getByRole('group', { name: 'Table' }).getByRole('button', { name: 'Row below' }).click();
    await page.keyboard.press('Tab');
    await form(page).getByRole('group', { name: 'Table' }).getByRole('button', { name: 'Delete column' }).click();
    await untilSaved(page);
    const text = (await editorOf(page, made.id)).draft?.content.cards[0]?.data.text ?? '';
    expect(text).toMatch(
      /^<table><thead><tr><th scope="col">Cut<\/th><th scope="col">Price<\/th><\/tr><\/thead><tbody>(<tr><td><\/td><td><\/td><\/tr>){3}<\/tbody><\/table>$/,
    );

    await form(page).getByRole('textbox', { name: 'Text' }).press('Control+End');
    await form(page).getByRole('button', { name: 'Video or other site' }).click();
    await form(page).getByRole('textbox', { name: 'Address of the video or page' }).fill('https://evil.example/x');
    await page.keyboard.press('Enter');
    await form(page).getByText('Only pages of www.youtube-nocookie.com, player.vimeo.com can be shown here.').waitFor();
    await form(page).getByRole('textbox', { name: 'Address of the video or page' }).fill('https://vimeo.com/76979871');
    await page.keyboard.press('Enter');
    await form(page).getByText('Embedded: https://player.vimeo.com/video/76979871').waitFor();
    await expect
      .poll(async () => (await editorOf(page, made.id)).draft?.content.cards[0]?.data.text)
      .toContain('<iframe src="https://player.vimeo.com/video/76979871"></iframe>');
  });

  test('keeps a selected picture when a table is added', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const [stored] = await callApi<StoredImage[]>(page, 'GET', '/api/images');
    const made = await makePage(page, [], {
      type: 'Standard',
      data: `<p>Here<img src="/api/Content/${stored?.file}" alt="A room"></p>`,
    });
    await openEditor(page, made);
    await form(page).getByRole('img', { name: 'A room' }).click();
    await form(page).getByRole('textbox', { name: 'What the picture shows' }).waitFor();
    await form(page).getByRole('button', { name: 'Table', exact: true }).click();
    await form(page).getByRole('group', { name: 'Table' }).waitFor();
    await page.keyboard.type('Cut');
    await form(page).getByRole('columnheader', { name: 'Cut' }).waitFor();
    await form(page).getByRole('img', { name: 'A room' }).waitFor();
  });

  test('shows which words become a link, and takes an e-mail address as it is typed', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [], { type: 'Standard', data: '<p>Write to us</p>' });
    await openEditor(page, made);
    const text = form(page).getByRole('textbox', { name: 'Text' });
    await text.click();
    await page.keyboard.press('End');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Link address' }).fill('desk@campus.example');
    await expect.poll(() => text.locator('.marked-words').textContent()).toBe('us');
    expect(await text.locator('.marked-words').evaluate((mark) => getComputedStyle(mark).backgroundColor)).not.toBe(
      'rgba(0, 0, 0, 0)',
    );
    await page.getByRole('option', { name: 'mailto:desk@campus.example' }).click();
    await expect.poll(() => text.innerHTML()).toBe('<p>Write to <a href="mailto:desk@campus.example">us</a></p>');
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.data).toBe(
      '<p>Write to <a href="mailto:desk@campus.example">us</a></p>',
    );
  });

  test('gets links by the words of a page, or as they are typed', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const target = await makePage(page, [], { type: 'Standard' });
    const made = await makePage(page, [], { type: 'Standard' });
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Text' }).click();
    await form(page).getByRole('button', { name: 'Link', exact: true }).click();
    await form(page).getByRole('combobox', { name: 'Link address' }).fill(target.title);
    await page.getByRole('option', { name: `${target.title} /content/static/${target.name}` }).click();
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.data).toContain(
      `<a href="/content/static/${target.name}">${target.title}</a>`,
    );
  });
});

describe('the preview', () => {
  test('shows a phone and a desktop in both themes, and choosing a card in it opens its form', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [
      { title: 'First' },
      { title: 'Second', type: 'ActionCard', data: { link: '/login', linkText: 'Leave' } },
    ]);
    await openEditor(page, made);
    await preview(page).getByRole('heading', { level: 2, name: made.title }).waitFor();
    const theme = () => preview(page).getAttribute('data-theme');
    const mode = () => preview(page).locator('[data-mode]').getAttribute('data-mode');
    expect([await theme(), await mode()]).toEqual(['dark', 'desktop']);
    await page.getByRole('radio', { name: 'Light' }).check({ force: true });
    await page.getByRole('radio', { name: 'Phone' }).check({ force: true });
    await expect.poll(async () => [await theme(), await mode()]).toEqual(['light', 'phone']);
    await preview(page).getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('heading', { level: 2, name: 'Action card' }).waitFor();
    expect(page.url()).toContain('/content/managecards/');
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(() => form(page).count()).toBe(0);
    await preview(page).getByText('First').click();
    await page.getByRole('heading', { level: 2, name: 'Image card' }).waitFor();
  });

  test('follows every letter that is typed', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page);
    await openEditor(page, made);
    await addCard(page, 'Divider');
    await page.keyboard.type('What we make');
    await preview(page).getByRole('heading', { name: 'What we make' }).waitFor();
  });
});
