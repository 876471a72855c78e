import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PageEditor } from '../../domain/calls/page-editor.ts';
import { clock } from '../../src/ui/clock.ts';
import { pageContent } from '../factories/page-content.ts';
import { addCard, cardOrder, editorPage } from './editor-page.tsx';
import { refusal } from './site-api.ts';

const CONTENT = pageContent({ title: 'A page', name: 'a-page' });

function editorOf(title: string, version: string): PageEditor {
  const content = { ...CONTENT, cards: [{ key: 'new-0', type: 'StandardCard' as const, title, data: {} }] };
  return {
    page: { id: 7, name: 'a-page', title: 'A page', published: false, version: 1 },
    version,
    live: CONTENT,
    draft: { content, version, publishAt: null, updatedAt: clock.instant(), updatedBy: 'eventadmin' },
    faults: {},
    versions: [],
  };
}

test('what others saved is taken over after the next report if it could not be loaded after the first', async () => {
  let reports = 0;
  let failures = 0;
  await editorPage({
    cards: [{ title: 'Mine' }],
    answers: {
      'PUT /api/content/pages/7/presence': () => {
        reports += 1;
        return { version: '1.1.9', others: [] };
      },
      'GET /api/content/pages/7/editor': () => {
        if (reports === 0) return editorOf('Mine', '1.1.1');
        if (reports > 1) return editorOf('Theirs', '1.1.9');
        failures += 1;
        return refusal(500, 'internal', 'Something went wrong.');
      },
    },
  });
  await expect.poll(() => failures).toBeGreaterThan(0);
  expect(cardOrder()).toEqual(['Mine']);
  // The person returns to the tab.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(cardOrder).toEqual(['Theirs']);
  expect(reports).toBe(2);
});

test('what was read of the page before something was saved here does not take that back', async () => {
  const reading = Promise.withResolvers<void>();
  let reports = 0;
  let reads = 0;
  const { saved } = await editorPage({
    cards: [{ title: 'Mine' }],
    answers: {
      'PUT /api/content/pages/7/presence': () => {
        reports += 1;
        return { version: reports === 1 ? '1.1.9' : '1.1.2', others: [] };
      },
      'GET /api/content/pages/7/editor': async () => {
        reads += 1;
        await reading.promise;
        return editorOf('Before', '1.1.9');
      },
    },
  });
  await expect.poll(() => reads).toBe(1);
  await addCard('Divider');
  await expect.poll(() => saved().cards.length).toBe(2);
  await expect.element(page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/)).toBeVisible();
  const before = reports;
  reading.resolve();
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => reports).toBeGreaterThan(before);
  await expect.element(page.getByText(/^Saved \d{1,2}(:\d\d)? [AP]M$/)).toBeVisible();
  expect(cardOrder()[0]).toBe('Mine');
  expect(cardOrder()).toHaveLength(2);
});
