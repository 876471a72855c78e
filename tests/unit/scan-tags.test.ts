import { expect, test } from 'vitest';
import { scanTags, sealCard } from '../../server/features/checkin/offline-scans.ts';
import { isScannable, ticketsOfCard } from '../../src/portal/door/scan/scanHashes.ts';

const CARD = '0012345678901234';
const services = (sessionSecret: string) => ({ settings: { sessionSecret } }) as Parameters<typeof scanTags>[0];
const ours = services('a secret of at least thirty-two characters');

test('a browser finds the ticket of a card and of a student ID by the tags of the server', async () => {
  const { key, tagsOf } = await scanTags(ours, 7);
  const ada = { cards: tagsOf({ cardSealed: await sealCard(ours, CARD), studentId: '001234567' }) };
  const ben = { cards: tagsOf({ cardSealed: null, studentId: '001234568' }) };
  for (const text of [CARD, `;${CARD}=2712?`, '001234567'])
    expect(await ticketsOfCard([ada, ben], key, text)).toEqual([ada]);
  expect(await ticketsOfCard([ada, ben], key, '001234568')).toEqual([ben]);
  for (const text of ['001234569', 'Ada Byron', ';E?']) expect(await ticketsOfCard([ada, ben], key, text)).toEqual([]);
  expect(await ticketsOfCard([ada], null, CARD)).toEqual([]);
});

test('tags differ between sessions, hold 24 bits, and contain neither the number nor its hash', async () => {
  const cardSealed = await sealCard(ours, CARD);
  const person = { cardSealed, studentId: '001234567' };
  const [first, second] = [await scanTags(ours, 7), await scanTags(ours, 8)];
  expect(first.key).not.toBe(second.key);
  expect(first.tagsOf(person)).not.toEqual(second.tagsOf(person));
  for (const tag of first.tagsOf(person)) expect(tag).toMatch(/^[\w-]{4}$/);
  expect(cardSealed).not.toContain(CARD);
  expect(await sealCard(ours, CARD)).not.toBe(cardSealed);
});

test('a card that was sealed with another secret has no tag', async () => {
  const cardSealed = await sealCard(services('another secret of thirty-two characters'), CARD);
  expect((await scanTags(ours, 7)).tagsOf({ cardSealed, studentId: null })).toEqual([]);
});

test.each([
  ['001234567', true],
  [CARD, true],
  [`;${CARD}=2712?`, true],
  ['Ada Byron', false],
  ['student2', false],
  ['2', false],
])('%s is scanned: %s', (text, expected) => {
  expect(isScannable(text)).toBe(expected);
});
