import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  editorOf,
  form,
  makePage,
  openEditor,
  publish,
  saveDraft,
  shownOnReturn,
  untilSaved,
} from './content-editor-support.ts';
import { newPage, useBrowser } from './support.ts';

useBrowser();

/** What someone else does while this title is typed without a connection: the editor hears of it when it saves. */
async function typeApart(page: Page, title: string, meanwhile: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await form(page).getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByText(/^Not saved/).waitFor();
  await meanwhile();
  await page.context().setOffline(false);
}

/** The compared texts of a conflict, without the words for screen readers. */
function sides(dialog: Locator): Promise<string[]> {
  return dialog.getByRole('definition').evaluateAll((texts) =>
    texts.map((text) => {
      const copy = text.cloneNode(true) as HTMLElement;
      for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove();
      return copy.textContent;
    }),
  );
}

/** So that a save meets a change by another person, not the report of the editors, which comes at any time. */
function hearNothing(page: Page): Promise<unknown> {
  return page.route('**/api/content/pages/*/presence', (route) => route.abort());
}

describe('the draft of a page', () => {
  test('saves itself while one types, and is there again after a reload', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One', type: 'ListCard', data: {} }]);
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Entries' }).fill('Gloves');
    await page.getByText('Unsaved changes').waitFor();
    await untilSaved(page);
    await page.reload();
    await page.getByText('Draft saved', { exact: true }).waitFor();
    expect(await form(page).getByRole('textbox', { name: 'Entries' }).inputValue()).toBe('Gloves');
  });

  test('continues without a connection, and is saved automatically when it is back', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }]);
    await openEditor(page, made);
    await page.context().setOffline(true);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Typed on the train');
    await page.getByText(/^Not saved: The server could not be reached.*It will be retried automatically\./).waitFor();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Typed in the tunnel');
    await page.context().setOffline(false);
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.title).toBe('Typed in the tunnel');
  });

  test('is saved when one leaves in the middle of a word', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }]);
    await openEditor(page, made);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Just typed');
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await page.getByRole('table', { name: 'Pages' }).waitFor();
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.title).toBe('Just typed');
  });

  test('is not left behind without a question', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }]);
    await openEditor(page, made);
    // The dialog's code comes with what else the shell opens, once the page has nothing else to do.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/later-[^/]*\.js/.test(name)),
    );
    await page.context().setOffline(true);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Unsaved');
    await page.getByText(/^Not saved/).waitFor();
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await page.getByRole('button', { name: 'Stay here' }).click();
    expect(page.url()).toContain(made.name);
    const question = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      }),
    );
    await page.evaluate(() => setTimeout(() => location.reload()));
    expect(await question).toBe('beforeunload');
    await page.context().setOffline(false);
    await untilSaved(page);
  });

  test('that another person has changed is marked: theirs is used, or the own one stays', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }]);
    await openEditor(page, made);
    const other = await newPage({ as: 'administrator' });
    await other.goto('/content/manage');
    const change = async (title: string) => {
      const { draft } = await editorOf(other, made.id);
      if (!draft) throw new Error('There is no draft');
      await saveDraft(
        other,
        made.id,
        { ...draft.content, cards: draft.content.cards.map((card) => ({ ...card, title })) },
        draft.version,
      );
    };
    await typeApart(page, 'By me', () => change('By the other'));
    const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this page' });
    await dialog.getByText(/^Administrator saved it on/).waitFor();
    await expect.poll(() => sides(dialog)).toEqual(['By the other', 'By me']);
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    await expect.poll(() => form(page).getByRole('textbox', { name: 'Title' }).inputValue()).toBe('By the other');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.title).toBe('By me');

    await typeApart(page, 'Mine stays', () => change('Once more by the other'));
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await untilSaved(page);
    expect((await editorOf(page, made.id)).draft?.content.cards[0]?.title).toBe('Mine stays');
    // Both of their replaced versions are there: the first one to Undo.
    await page.getByRole('tab', { name: /^History/ }).click();
    const setAside = page.getByRole('listitem').filter({ hasText: 'a discarded draft' });
    for (const [place, title] of ['Once more by the other', 'By the other'].entries()) {
      await setAside
        .nth(place)
        .getByRole('button', { name: /^Restore as draft/ })
        .click();
      await expect.poll(async () => (await editorOf(page, made.id)).draft?.content.cards[0]?.title).toBe(title);
    }
  });

  test('over another person’s publication of the same card is saved only on request', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }]);
    await publish(page, made.id);
    await openEditor(page, made);
    const other = await newPage({ as: 'administrator' });
    await other.goto('/content/manage');
    await typeApart(page, 'By me', async () => {
      const { draft, live, version } = await editorOf(other, made.id);
      const content = draft?.content ?? live;
      const cards = content.cards.map((card) => ({ ...card, title: 'Published by the other' }));
      await saveDraft(other, made.id, { ...content, cards }, version);
      await publish(other, made.id);
    });
    const dialog = page.getByRole('alertdialog', { name: 'The page was published or its draft was discarded' });
    await expect.poll(() => sides(dialog)).toEqual(['Published by the other', 'By me']);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await untilSaved(page);
    const { draft, live } = await editorOf(page, made.id);
    expect(draft?.content.cards.map(({ title }) => title)).toEqual(['By me']);
    expect(live.cards.map(({ title }) => title)).toEqual(['Published by the other']);
  });

  test('that someone else has published or changed is neither overwritten nor published unseen', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }, { title: 'Two' }]);
    await publish(page, made.id);
    await hearNothing(page);
    await openEditor(page, made);
    const other = await newPage({ as: 'administrator' });
    await other.goto('/content/manage');
    const change = async (title: string) => {
      const { live, draft, version } = await editorOf(other, made.id);
      const content = draft?.content ?? live;
      await saveDraft(
        other,
        made.id,
        { ...content, cards: content.cards.map((card, index) => (index === 0 ? { ...card, title } : card)) },
        version,
      );
    };
    await change('Published by the other');
    await publish(other, made.id);
    await page.locator('[data-section]').filter({ hasText: 'Two' }).click();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Two of mine');
    await page.getByText('The page was published or its draft was discarded.').waitFor();
    await page.locator('[data-section]').filter({ hasText: 'Published by the other' }).waitFor();
    await untilSaved(page);
    await form(page).getByRole('textbox', { name: 'Title' }).fill('Two, again');
    await untilSaved(page);

    await change('Half done');
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Administrator changed this page. Their changes were merged into yours.').waitFor();
    expect((await editorOf(other, made.id)).live.cards.map(({ title }) => title)).toEqual([
      'Published by the other',
      'Two',
    ]);
    await page.locator('[data-section]').filter({ hasText: 'Half done' }).waitFor();
    await page.getByRole('button', { name: 'Publish changes' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await expect
      .poll(async () => (await editorOf(other, made.id)).live.cards.map(({ title }) => title))
      .toEqual(['Half done', 'Two, again']);
  });

  test('of two people at the same time ends with the work of both, who see each other', async () => {
    const page = await newPage({ as: 'contentadmin' });
    await page.goto('/content/manage');
    const made = await makePage(page, [{ title: 'One' }, { title: 'Two' }]);
    const other = await newPage({ as: 'administrator' });
    await Promise.all([openEditor(page, made), openEditor(other, made)]);
    await other.locator('[data-section]').filter({ hasText: 'Two' }).click();
    await form(page).getByRole('textbox', { name: 'Title' }).fill('One of mine');
    await form(other).getByRole('textbox', { name: 'Title' }).fill('Two of theirs');
    for (const one of [page, other])
      for (const title of ['One of mine', 'Two of theirs'])
        await shownOnReturn(one, one.locator('[data-section]').filter({ hasText: title }));
    expect((await editorOf(page, made.id)).draft?.content.cards.map(({ title }) => title)).toEqual([
      'One of mine',
      'Two of theirs',
    ]);
    await shownOnReturn(page, page.getByText('Administrator: “Two of theirs”'));
    await shownOnReturn(other, other.getByText('Content administrator: “One of mine”'));
    await other.goto('/healthz');
    await shownOnReturn(page, page.getByText(/^Administrator: /), 0);
  });
});
