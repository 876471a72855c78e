import { callApi, newPage } from './support.ts';
import type { Page } from 'playwright-core';
import { clock } from '../factories/clock.ts';

let writer: Page | null = null;
const written: number[] = [];
let count = 0;

/** Publishes so many pages that have a word of their own in the title, and answers the word. */
export async function makePages(howMany: number): Promise<string> {
  writer ??= await newPage({ as: 'contentadmin' });
  count += 1;
  const word = `quilt${clock.now().toString(36)}${count}`;
  for (let number = 1; number <= howMany; number += 1) {
    const { id } = await callApi<{ id: number }>(writer, 'POST', '/api/pages', {
      name: `${word}-${number}`,
      title: `About ${word} ${number}`,
      type: 'Standard',
      published: true,
      data: '<p>Patches and thread.</p>',
    });
    written.push(id);
  }
  return word;
}

/** For afterEach. */
export async function forgetPages(): Promise<void> {
  if (writer === null) return;
  await callApi(writer, 'DELETE', `/api/pages?filter=${encodeURIComponent(JSON.stringify({ id: written }))}`);
  written.length = 0;
  writer = null;
}
