import { expect, test } from 'vitest';
import { forEachSettled } from '../../server/platform/for-each-settled.ts';

test('one that fails does not stop the others, and is reported at the end', async () => {
  const done: number[] = [];
  const run = forEachSettled([1, 2, 3, 4], async (item) => {
    if (item % 2 === 1) throw new Error(`No ${item}.`);
    done.push(await Promise.resolve(item));
  });
  await expect(run).rejects.toMatchObject({
    message: 'No 1. No 3.',
    errors: [{ message: 'No 1.' }, { message: 'No 3.' }],
  });
  expect(done).toEqual([2, 4]);
  await forEachSettled([5], () => Promise.resolve());
});
