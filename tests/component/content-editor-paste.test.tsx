import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { formPage } from './form-page.tsx';

/** A paragraph of a list as Word puts it on the clipboard. */
function entry(marker: string, level: number, text: string, list = 'l0', copy = 'lfo1'): string {
  return (
    `<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:${list} level${level} ${copy}'><![if !supportLists]><span style='font-family:Symbol'>` +
    `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
  );
}

/** All that Word puts around. */
function copied(body: string): string {
  return `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- @list l0 {mso-list-id:1;} p.MsoNormal {margin:0} --></style></head><body lang=EN-US><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
}

const PASTED: readonly [what: string, html: string, text: string][] = [
  [
    'headings move down together',
    copied('<h1>Plan</h1><h2>First</h2><p class=MsoNormal>Text</p><h3>Deeper</h3><h6>Deepest</h6>'),
    '<h2>Plan</h2><h3>First</h3><p>Text</p><h4>Deeper</h4><h6>Deepest</h6>',
  ],
  ['headings without a first level stay', '<h2>First</h2><h4>Deeper</h4>', '<h2>First</h2><h4>Deeper</h4>'],
  [
    'bullets',
    copied(`<p>Bring</p>${entry('·', 1, 'Wood')}${entry('·', 1, 'A <b>saw</b>')}<p>Not more</p>`),
    '<p>Bring</p><ul><li>Wood</li><li>A <strong>saw</strong></li></ul><p>Not more</p>',
  ],
  [
    'numbers that go on behind a paragraph',
    copied(`${entry('1.', 1, 'Draw')}${entry('2.', 1, 'Cut')}<p>Rest</p>${entry('3.', 1, 'Sand')}`),
    '<ol><li>Draw</li><li>Cut</li></ol><p>Rest</p><ol start="3"><li>Sand</li></ol>',
  ],
  [
    'lists in lists',
    copied(
      entry('·', 1, 'One') +
        entry('o', 2, 'Under one') +
        entry('o', 2, 'And this') +
        entry('a)', 3, 'Deep', 'l1', 'lfo2') +
        entry('·', 1, 'Two'),
    ),
    '<ul><li>One<ul><li>Under one</li><li>And this<ol type="a"><li>Deep</li></ol></li></ul></li><li>Two</li></ul>',
  ],
  [
    'two lists, one behind the other',
    copied(entry('·', 1, 'Bullet') + entry('1.', 1, 'Number', 'l1', 'lfo2')),
    '<ul><li>Bullet</li></ul><ol><li>Number</li></ol>',
  ],
  ['lists as browsers write them', '<ul><li>One</li><li>Two</li></ul>', '<ul><li>One</li><li>Two</li></ul>'],
  [
    'no programs',
    copied(
      `${entry('·', 1, '<img src=x onerror="window.hacked=1">Wood')}<h1 onclick="window.hacked=1">A<script>window.hacked=1</script></h1>`,
    ),
    '<ul><li>Wood</li></ul><h2>A</h2>',
  ],
];

function text(): Locator {
  return page.getByRole('textbox', { name: /^Text/ });
}

/** With a picture of it, as Office adds. */
async function paste(html: string): Promise<void> {
  await text().click();
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }));
  text()
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
}

test('what is pasted from Word keeps its headings and lists', async () => {
  const { data } = await formPage({ text: { type: 'string', title: 'Text', format: 'html' } });
  await expect.element(text()).toBeVisible();
  for (const [what, html, expected] of PASTED) {
    await paste(html);
    await expect.poll(() => data()['text'], { message: what }).toBe(expected);
  }
  expect('hacked' in window).toBe(false);
});

test('headings that were written as HTML are moved down alike when the text is formatted', async () => {
  await formPage({ text: { type: 'string', title: 'Text', format: 'html', 'x-source': true } });
  await page.getByRole('radio', { name: 'HTML' }).click({ force: true });
  await text().fill('<h1>Plan</h1><h2>First</h2>');
  await page.getByRole('radio', { name: 'Rich text' }).click({ force: true });
  await expect.element(text().getByRole('heading', { level: 2, name: 'Plan' })).toBeVisible();
  await expect.element(text().getByRole('heading', { level: 3, name: 'First' })).toBeVisible();
});
