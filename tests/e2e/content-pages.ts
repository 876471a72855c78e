import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { CardData, CardType } from '../../domain/calls/pages.ts';
import type { Row } from '../../domain/declarations/model.ts';
import { quarters } from '../factories/pictures.ts';
import { serverUrl } from './own-server.ts';
import { callApi } from './support.ts';

export interface CardGiven {
  type: CardType;
  title: string;
  data?: CardData;
}
export interface MadePage {
  id: number;
  path: string;
  title: string;
  cards: number[];
}

/** A name that no other test uses. */
export function anyName(word: string): string {
  return `${word}-${randomBytes(4).toString('hex')}`;
}

/** A published page with these cards, made with the session of `staff`. */
export async function makePage(staff: Page, given: Row, cards: readonly CardGiven[] = []): Promise<MadePage> {
  const name = String(given['name'] ?? anyName('page'));
  const title = String(given['title'] ?? `Page ${name}`);
  const { id } = await callApi<{ id: number }>(staff, 'POST', '/api/pages', {
    type: 'Card',
    published: true,
    ...given,
    name,
    title,
  });
  const made: number[] = [];
  for (const [index, card] of cards.entries()) {
    made.push(
      (
        await callApi<{ id: number }>(staff, 'POST', '/api/cards', {
          ...card,
          data: card.data ?? {},
          pageId: id,
          order: index * 10,
        })
      ).id,
    );
  }
  return { id, path: `/content/static/${name}`, title, cards: made };
}

let pictures = 0;

/** File of a new picture of this size, of four loud quarters. */
export async function uploadPicture(staff: Page, width: number, height: number): Promise<string> {
  pictures += 1;
  const answer = await staff.context().request.post(`${serverUrl}/api/content/images`, {
    headers: {
      origin: serverUrl,
      'content-type': 'application/octet-stream',
      'x-file-name': `picture-${pictures}.png`,
    },
    data: await quarters(width, height + pictures)
      .png()
      .toBuffer(),
  });
  // Choose another file may have made the same one.
  expect([200, 201], await answer.text()).toContain(answer.status());
  return ((await answer.json()) as { file: string }).file;
}
