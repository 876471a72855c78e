import { describe, expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { addCard, editorPage, form, preview } from './editor-page.tsx';

function text(): Locator {
  return form().getByRole('textbox', { name: /^Text/ });
}

describe('text', () => {
  test('is HTML where formatting would lose something; the editor says what will be removed and which frames are allowed', async () => {
    const { saved } = await editorPage({
      cards: [{ title: 'Video', type: 'RawHtmlCard', data: { text: '<p>Plain</p>' } }],
    });
    await expect.element(text().getByText('Plain')).toBeVisible();
    await form().getByRole('radio', { name: 'HTML' }).click({ force: true });
    await expect
      .element(
        form().getByText(
          'You can embed pages from these sites: www.youtube-nocookie.com, player.vimeo.com. Embedded pages from other sites are removed.',
        ),
      )
      .toBeVisible();
    await text().fill(
      '<dl><dt>9 AM</dt><dd>Open</dd></dl><p onclick="x()">Hi</p><iframe src="https://evil.example/"></iframe>',
    );
    await expect.element(form().getByText('onclick of <p>')).toBeVisible();
    await expect.element(form().getByText('a frame of https://evil.example/')).toBeVisible();
    await expect
      .element(
        form().getByText('This text has definition lists, which the rich text editor cannot keep. Edit it as HTML.'),
      )
      .toBeVisible();
    await expect.element(form().getByRole('radio', { name: 'Rich text' })).toBeDisabled();
    await expect.poll(() => saved().cards[0]?.data.text).toBe('<dl><dt>9 AM</dt><dd>Open</dd></dl><p>Hi</p>');
  });

  test('that was stored with markup that formatting would lose opens as HTML, and is formatted without it', async () => {
    await editorPage({
      cards: [{ title: 'Video', type: 'RawHtmlCard', data: { text: '<dl><dt>9 AM</dt><dd>Open</dd></dl><p>Hi</p>' } }],
    });
    await expect.element(form().getByText('This text has definition lists')).toBeVisible();
    await text().fill('<p>Only <b>this</b></p>');
    await form().getByRole('radio', { name: 'Rich text' }).click({ force: true });
    await expect.element(text().getByText('this')).toBeVisible();
  });

  test('keeps tables, captions, parts that open and small marks while one writes beside them', async () => {
    const stored =
      '<table><thead><tr><th scope="col">Cut</th><th scope="col">Price</th></tr></thead><tbody><tr><td>A4</td><td rowspan="2">$2</td></tr><tr><td>A3</td></tr></tbody></table>' +
      `<figure><img src="/api/Content/${'0a'.repeat(10)}-640x480.webp" alt="The hall"><figcaption>Our <strong>hall</strong></figcaption></figure>` +
      '<details><summary>May I?</summary><p>Yes.</p></details><ul><li>One<ul><li>Two</li></ul></li></ul><p>Press <kbd>Stop</kbd>, H<sub>2</sub>O</p><h4>Small</h4>';
    const { saved } = await editorPage({ type: 'Standard', data: `${stored}<p>End</p>` });
    await text().getByText('End', { exact: true }).click();
    await userEvent.keyboard('{End} of it');
    await expect.poll(() => saved().data).toBe(`${stored}<p>End of it</p>`);
  });

  test('gets tables that grow, captions, and films by the address that people copy', async () => {
    const { saved } = await editorPage({ cards: [{ title: 'A table', type: 'RawHtmlCard', data: {} }] });
    await text().click();
    await form().getByRole('button', { name: 'Table', exact: true }).click();
    await userEvent.keyboard('Cut{Tab}Price');
    const bar = form().getByRole('group', { name: 'Table' });
    await bar.getByRole('button', { name: 'Row below' }).click();
    await userEvent.keyboard('{Tab}');
    await bar.getByRole('button', { name: 'Delete column' }).click();
    await expect
      .poll(() => saved().cards[0]?.data.text)
      .toMatch(
        /^<table><thead><tr><th scope="col">Cut<\/th><th scope="col">Price<\/th><\/tr><\/thead><tbody>(<tr><td><\/td><td><\/td><\/tr>){3}<\/tbody><\/table>$/,
      );

    text().element().focus();
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await form().getByRole('button', { name: 'Video or other site' }).click();
    const address = form().getByRole('textbox', { name: 'Address of the video or page' });
    await address.fill('https://evil.example/x');
    await userEvent.keyboard('{Enter}');
    await expect
      .element(form().getByText('You can only embed pages from www.youtube-nocookie.com, player.vimeo.com.'))
      .toBeVisible();
    await address.fill('https://vimeo.com/76979871');
    await userEvent.keyboard('{Enter}');
    await expect.element(form().getByText('Embedded: https://player.vimeo.com/video/76979871')).toBeVisible();
    await expect
      .poll(() => saved().cards[0]?.data.text)
      .toContain('<iframe src="https://player.vimeo.com/video/76979871"></iframe>');
  });

  test('shows which words become a link, and takes an email address as it is typed', async () => {
    const { saved } = await editorPage({ type: 'Standard', data: '<p>Write to us</p>' });
    await text().click();
    await userEvent.keyboard('{End}');
    await userEvent.keyboard('{Control>}{Shift>}{ArrowLeft}{/Shift}{/Control}');
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: 'Link address' }).fill('desk@campus.example');
    const marked = () => text().element().querySelector('.marked-words');
    await expect.poll(() => marked()?.textContent).toBe('us');
    expect(getComputedStyle(marked() ?? document.body).backgroundColor).not.toBe('rgba(0, 0, 0, 0)');
    await page.getByRole('option', { name: 'mailto:desk@campus.example' }).click();
    const linked = '<p>Write to <a href="mailto:desk@campus.example">us</a></p>';
    await expect.poll(() => text().element().innerHTML).toBe(linked);
    await expect.poll(() => saved().data).toBe(linked);
  });

  test('gets links by the words of a page, or as they are typed', async () => {
    const { saved } = await editorPage({
      type: 'Standard',
      pages: [{ id: 9, name: 'the-lathe', title: 'The lathe', published: true }],
    });
    await text().click();
    await form().getByRole('button', { name: 'Link', exact: true }).click();
    await page.getByRole('combobox', { name: 'Link address' }).fill('The lathe');
    await page.getByRole('option', { name: 'The lathe /content/static/the-lathe' }).click();
    await expect.poll(() => saved().data).toContain('<a href="/content/static/the-lathe">The lathe</a>');
  });
});

describe('the preview', () => {
  test('shows a phone and a desktop in both themes, and choosing a card in it opens its form', async () => {
    await editorPage({
      cards: [{ title: 'First' }, { title: 'Second', type: 'ActionCard', data: { link: '/login', linkText: 'Leave' } }],
    });
    await expect.element(preview().getByRole('heading', { level: 2, name: 'A page' })).toBeVisible();
    const look = () => [
      preview().element().getAttribute('data-theme'),
      preview().element().querySelector('[data-mode]')?.getAttribute('data-mode'),
    ];
    expect(look()).toEqual(['dark', 'desktop']);
    await page.getByRole('radio', { name: 'Light' }).click({ force: true });
    await page.getByRole('radio', { name: 'Phone' }).click({ force: true });
    await expect.poll(look).toEqual(['light', 'phone']);
    await preview().getByRole('link', { name: 'Leave' }).click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Action card' })).toBeVisible();
    expect(window.location.pathname).toContain('/content/managecards/');
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.element(form()).not.toBeVisible();
    await preview().getByText('First').click();
    await expect.element(page.getByRole('heading', { level: 2, name: 'Image card' })).toBeVisible();
  });

  test('follows every letter that is typed', async () => {
    await editorPage();
    await addCard('Divider');
    await userEvent.keyboard('What we make');
    await expect.element(preview().getByRole('heading', { name: 'What we make' })).toBeVisible();
  });
});

test('a change is marked as unsaved as soon as it is shown', async () => {
  await editorPage({ cards: [{ title: 'One' }] });
  const title = form().getByRole('textbox', { name: 'Title' }).element() as HTMLInputElement;
  title.focus();
  document.execCommand('insertText', false, 'x');
  await Promise.resolve();
  expect(page.getByText('Unsaved changes').query()).not.toBeNull();
});
