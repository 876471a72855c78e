import { randomUUID } from 'node:crypto';
import { pageAddress } from '../../domain/content/content.ts';
import { describe, expect, test } from 'vitest';
import type { PageListEntry } from '../../domain/calls/page-editor.ts';
import {
  addCard,
  editorOf,
  form,
  makePage,
  openEditor,
  pictureFile,
  preview,
  publish,
  publishNow,
  untilSaved,
} from './content-editor-support.ts';
import { callApi, newPage, useBrowser } from './support.ts';
import { clock } from '../factories/clock.ts';

useBrowser();

describe('the life of a page', () => {
  test('goes from its title to what visitors read, with every type of card', async () => {
    const page = await newPage({ as: 'contentadmin' });
    const title = `Open house ${randomUUID().slice(0, 6)}`;
    const name = title.toLowerCase().replaceAll(' ', '-');
    await page.goto('/content/manage');
    await page.getByRole('link', { name: 'New page' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(name);
    await page.getByRole('radio', { name: 'Card', exact: true }).check();
    await page.getByRole('button', { name: 'Create page' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();

    await addCard(page, 'Image card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Come and see');
    await form(page)
      .locator('input[type=file]')
      .setInputFiles(await pictureFile('hall.jpg', 1200, 900));
    const crop = page.getByRole('dialog', { name: 'Use this image' });
    await crop.getByText('Whole image: 1200 × 900 pixels').waitFor();
    await crop.getByRole('radio', { name: '16:9' }).check();
    await crop.getByText('1200 × 675 of 1200 × 900 pixels').waitFor();
    await crop.getByRole('textbox', { name: 'Image description' }).fill('The hall with its benches');
    await crop.getByRole('button', { name: 'Use image' }).click();
    await form(page).getByText('1200 × 675 pixels').waitFor();
    expect(await form(page).getByRole('textbox', { name: 'Alternative text' }).inputValue()).toBe(
      'The hall with its benches',
    );

    await addCard(page, 'Divider');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Where and when');
    await addCard(page, 'Location card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Hours of the makeshop');
    await form(page).getByRole('combobox', { name: 'Location' }).fill('Makeshop');
    await page
      .getByRole('option', { name: /^Makeshop/ })
      .first()
      .click();
    await form(page).getByRole('radio', { name: 'Opening hours of the week' }).check();
    await addCard(page, 'List card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Bring along');
    await form(page).getByRole('textbox', { name: 'Entries' }).fill('Closed shoes');
    await page.keyboard.press('Enter');
    await page.keyboard.type('An idea');
    await addCard(page, 'Action card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Ask for something');
    await form(page).getByRole('combobox', { name: 'Button links to' }).fill('Make a Req');
    await page.getByRole('option', { name: /^Make a Request/ }).click();
    await form(page).getByRole('textbox', { name: 'Button text' }).fill('Make a request');
    await addCard(page, 'About me card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Robin Vale');
    await form(page).getByRole('button', { name: 'Add a heading' }).click();
    await form(page).getByRole('textbox', { name: 'Heading' }).fill('Machines');
    await form(page).getByRole('textbox', { name: 'Topics, separated by commas' }).fill('Laser, Lathe');
    await form(page).getByRole('button', { name: 'Add a link' }).click();
    await form(page).getByRole('combobox', { name: 'Link' }).fill('mailto:robin@campus.example');
    await form(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Write to Robin');
    await addCard(page, 'WYSIWYG card');
    await form(page).getByRole('textbox', { name: 'Title' }).fill('The rules');
    await form(page).getByRole('textbox', { name: 'Text', exact: true }).click();
    await page.keyboard.type('Be kind to the machines.');
    await preview(page).getByText('Be kind to the machines.').waitFor();
    await untilSaved(page);

    await publishNow(page);
    await page.getByText('Published', { exact: true }).waitFor();
    const visitor = await newPage();
    await visitor.goto(`/content/static/${name}`);
    await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
    await visitor.getByRole('img', { name: 'The hall with its benches' }).waitFor();
    for (const words of ['Where and when', 'Closed shoes', 'An idea', 'Laser', 'Lathe', 'Be kind to the machines.'])
      await visitor.getByText(words, { exact: true }).waitFor();
    await visitor.getByText('Makeshop', { exact: true }).first().waitFor();
    expect(await visitor.getByRole('link', { name: 'Make a request' }).getAttribute('href')).toBe('/requests/navigate');
    expect(await visitor.getByRole('link', { name: /^Write to Robin/ }).getAttribute('href')).toBe(
      'mailto:robin@campus.example',
    );
  });

  test('changes stay a draft until they are published, are described, and can be discarded', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [
      { title: 'Hours', type: 'ListCard', data: { items: ['Monday'] } },
      { title: 'Old news' },
    ]);
    await publish(page, made.id);
    await openEditor(page, made);
    await page.getByText('No unpublished changes').waitFor();
    expect(await page.getByRole('button', { name: 'Publish changes' }).isDisabled()).toBe(true);
    await form(page).getByRole('textbox', { name: 'Entries' }).fill('Tuesday');
    await untilSaved(page);
    await page.getByText('Changes not published').waitFor();
    const visitor = await newPage();
    await visitor.goto(`/content/static/${made.name}`);
    await visitor.getByText('Monday', { exact: true }).waitFor();

    await page.getByRole('button', { name: /^Old news/ }).click();
    await form(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Publish changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('What changes for visitors: 1 card removed, 1 changed.').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Hours' }).getByText('Tuesday').waitFor();
    await dialog.getByRole('listitem').filter({ hasText: 'Old news' }).getByText('Removed').waitFor();
    await dialog.getByRole('button', { name: 'Back' }).click();

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Discard draft' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard draft' }).click();
    await page.getByText('No unpublished changes').waitFor();
    expect((await editorOf(page, made.id)).draft).toBeNull();
    await page.getByRole('button', { name: /^Old news/ }).waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards.map(({ title }) => title)).toEqual(['Hours']);
  });

  test('publishes at a time, says when, and takes a changed draft off the schedule', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Soon' }]);
    await openEditor(page, made);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Schedule publication' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('radio', { name: 'Later' }).isChecked()).toBe(true);
    await dialog.getByText('In the site’s time zone, America/Denver.').waitFor();
    await dialog.getByRole('textbox', { name: 'Date and time' }).fill('2020-01-01T08:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose a time in the future').waitFor();
    const day = new Date(clock.now() + 120 * 86_400_000).toISOString().slice(0, 10);
    await dialog.getByRole('textbox', { name: 'Date and time' }).fill(`${day}T08:00`);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/^Scheduled to be published on .*, 8 AM M[SD]T \(America\/Denver\)$/).waitFor();
    await page.getByText(/^Scheduled for .*, 8 AM$/).waitFor();
    const { draft } = await editorOf(page, made.id);
    expect(draft?.publishAt).toContain(`${day}T1`);

    await page.getByRole('button', { name: /^Soon/ }).click();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Sooner');
    await page.getByText('The schedule was canceled because the page was changed.', { exact: false }).waitFor();
    await expect.poll(async () => (await editorOf(page, made.id)).draft?.publishAt).toBeNull();

    await callApi(page, 'POST', `/api/content/pages/${made.id}/publish`, {
      at: new Date(clock.now() + 86_400_000).toISOString(),
    });
    await page.reload();
    await page.getByRole('button', { name: 'Cancel schedule' }).click();
    await page.getByText('Schedule canceled. Your draft is kept.').waitFor();
    expect((await editorOf(page, made.id)).draft).toMatchObject({ publishAt: null });
  });

  test('shows an open editor what became of its schedule', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const [waiting, typing] = [await makePage(page, [{ title: 'Soon' }]), await makePage(page, [{ title: 'Typed' }])];
    await callApi(page, 'POST', `/api/content/pages/${waiting.id}/publish`, {
      // Long enough for the editor to be there before.
      at: new Date(clock.now() + 15_000).toISOString(),
    });
    await openEditor(page, waiting);
    await page.getByText(/^Scheduled for/).waitFor();
    await page.getByRole('tab', { name: 'History (0)' }).click();
    await page.getByRole('heading', { name: 'No versions yet' }).waitFor();
    await page.getByText('No unpublished changes').waitFor();
    await page.getByText('Published', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'History (1)' }).waitFor();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Later');
    await untilSaved(page);

    await openEditor(page, typing);
    await publish(page, typing.id);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Typed on');
    await page.getByText('The page was published or its draft was discarded.').waitFor();
    await untilSaved(page);
    expect((await editorOf(page, typing.id)).draft?.content.cards[0]?.title).toBe('Typed on');
  });

  test('keeps what was published: compared, looked at and restored as a draft; and can be hidden again', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'First words' }]);
    await openEditor(page, made);
    await publishNow(page);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Second words');
    await publishNow(page);
    await page.getByRole('tab', { name: 'History (2)' }).click();
    await page.getByText('Visible now').waitFor();
    await page.getByRole('button', { name: 'Compare: version 1' }).click();
    await page.getByText('What the draft changed since then: 1 card changed.').waitFor();
    await page.getByRole('button', { name: 'Preview: version 1' }).click();
    await page.getByText(/^This is version 1, published on/).waitFor();
    await preview(page).getByText('First words').waitFor();
    await page.getByRole('button', { name: 'Back to the draft' }).click();
    await preview(page).getByText('Second words').waitFor();
    await page.getByRole('tab', { name: 'History (2)' }).click();
    await page.getByRole('button', { name: 'Restore as draft: version 1' }).click();
    await page.getByText('Version 1 is now the draft. Undo restores yours.').waitFor();
    await publishNow(page);
    await page.getByRole('tab', { name: 'History (3)' }).waitFor();
    const visitor = await newPage();
    await visitor.goto(`/content/static/${made.name}`);
    await visitor.getByText('First words').waitFor();

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Unpublish' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
    await page.getByText(/is no longer visible$/).waitFor();
    const deleted = await visitor.request.get(`/api/content/page?title=${made.name}`);
    expect(deleted.status()).toBe(404);
    expect(
      (await callApi<PageListEntry[]>(page, 'GET', '/api/content/pages')).find(({ id }) => id === made.id),
    ).toMatchObject({ published: false });
  });

  test('always has a type and a theme', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    await openEditor(page, await makePage(page, [{ title: 'Here' }]), 'settings');
    await form(page)
      .getByRole('radio', { name: /^By type/, checked: true })
      .waitFor();
    expect(
      await form(page)
        .getByRole('button', { name: /^Clear choice/ })
        .count(),
    ).toBe(0);
  });

  test('another address is announced before it is published, and the editor follows it', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'Here' }]);
    await publish(page, made.id);
    await openEditor(page, made, 'settings');
    await form(page).getByRole('textbox', { name: 'Address' }).fill(`${made.name}-moved`);
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page
      .getByRole('dialog')
      .getByText(`Visitors to ${pageAddress(made.name)} will be redirected to the new address.`)
      .waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.waitForURL(`**/content/managecards/${made.name}-moved?section=settings`);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: made.title }).waitFor();
    const visitor = await newPage();
    await visitor.goto(`/content/static/${made.name}`);
    await visitor.waitForURL(`**/content/static/${made.name}-moved`);
    await visitor.getByRole('heading', { level: 1, name: made.title }).waitFor();
  });
});
