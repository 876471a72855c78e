import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { callApi, expectAccessible, expectNoAxeViolations, newPage, useBrowser } from './support.ts';

useBrowser();

const PATH = '/admin/eventLog';
/** Letters only: digits and ids are normalized where kinds are compared. */
const uniqueWord = () =>
  randomUUID()
    .replaceAll(/[^a-f]/g, '')
    .padEnd(4, 'x') +
  [...randomUUID().replaceAll('-', '')].map((digit) => 'ghijklmnopqrstuv'[parseInt(digit, 16)]).join('');

const stackOf = (word: string) => `TypeError: ${word} is undefined
    at draw${word} (https://atrium.example/assets/draw.js:1:20)
    at render (/srv/node_modules/react-dom/index.js:9:1)`;

async function report(
  page: Page,
  word: string,
  level: 'Error' | 'Warning' = 'Error',
  context = 'render',
): Promise<void> {
  await callApi(page, 'POST', `/api/EventLog/Log${level}`, {
    message: `${word} is undefined [${context}]`,
    exception: level === 'Error' ? stackOf(word) : 'No Exception',
    location: `Card-/content/static/:id-{}-{}-https://atrium.example/content/static/${word}`,
  });
}

describe('the event log', () => {
  test('lists what happened by kind, with level, times and place', async () => {
    const page = await newPage({ as: 'administrator' });
    const word = uniqueWord();
    for (let count = 0; count < 3; count += 1) await report(page, word);
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
    const row = page.getByRole('row', { name: new RegExp(word) });
    await row.getByText('Error', { exact: true }).waitFor();
    await row.getByRole('cell', { name: '3', exact: true }).waitFor();
    await row.getByText('Card-/content/static/:id', { exact: true }).waitFor();
    await expectNoAxeViolations(page);
  });

  test('is narrowed by level and by when it happened last', async () => {
    const page = await newPage({ as: 'administrator' });
    const word = uniqueWord();
    await report(page, word, 'Warning');
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
    await page.getByRole('link', { name: new RegExp(word) }).waitFor();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Level', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Error' }).check();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'No event types match this filter' }).waitFor();
    await page.getByRole('button', { name: 'Remove filter Level' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Last', exact: true }).click();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: /^Last is / }).waitFor();
    await page.getByRole('link', { name: new RegExp(word) }).waitFor();
  });

  test('shows the newest reports of a kind, each with its stack trace, to be copied', async () => {
    const page = await newPage({ as: 'administrator' });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const word = uniqueWord();
    await report(page, word);
    const visitor = await newPage();
    await report(visitor, word);
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
    await page.getByRole('link', { name: new RegExp(word) }).click();
    const reports = page.getByRole('region', { name: /^Error reports/ });
    await expect.poll(() => reports.getByRole('listitem').count()).toBe(2);
    await expectNoAxeViolations(page);
    await reports.getByRole('link').last().click();
    await page.getByText(`at draw${word} (https://atrium.example/assets/draw.js:1:20)`).waitFor();
    await page.getByRole('link', { name: 'Administrator' }).first().waitFor();
    await page.getByRole('button', { name: 'Copy Stack trace' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(`at draw${word} (https://atrium.example/assets/draw.js:1:20)`);
    await expectNoAxeViolations(page);
  });

  test('forgets a kind that is resolved, with its reports', async () => {
    const page = await newPage({ as: 'administrator' });
    const word = uniqueWord();
    await report(page, word);
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
    await page.getByRole('link', { name: new RegExp(word) }).click();
    await page.getByRole('button', { name: 'Resolved' }).click();
    await page
      .getByRole('alertdialog', { name: 'Mark as resolved?' })
      .getByRole('button', { name: 'Delete event type' })
      .click();
    await page.getByText('Event type deleted').waitFor();
    const left = await callApi<unknown[]>(
      page,
      'GET',
      `/api/eventLog?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`,
    );
    expect(left).toEqual([]);
  });

  test('is accessible and fits', async () => {
    const page = await newPage({ as: 'administrator' });
    const word = uniqueWord();
    await report(
      page,
      word,
      'Error',
      'a very long context that goes on for a while, so that the message is longer than what a title holds, and then a little more of it still',
    );
    await page.goto(`${PATH}?filter=${encodeURIComponent(JSON.stringify({ q: word }))}`);
    await page.getByRole('link', { name: new RegExp(word) }).click();
    await page
      .getByRole('region', { name: /^Error reports/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('button', { name: 'Copy Stack trace' }).waitFor();
    await expectAccessible(page);
  });
});
