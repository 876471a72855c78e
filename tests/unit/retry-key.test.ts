import { expect, test } from 'vitest';
import { RetryKey } from '../../src/app/RetryKey.ts';

test('a body that is sent again after a failure has its key again; another body, or one that succeeded, has a new one', async () => {
  const retryKey = new RetryKey();
  const keys: string[] = [];
  const send = (body: object, succeeds: boolean) =>
    retryKey
      .send(body, (key) => {
        keys.push(key);
        return succeeds ? Promise.resolve() : Promise.reject(new Error('Lost'));
      })
      .catch(() => undefined);
  await send({ title: 'a' }, false);
  await send({ title: 'a' }, false);
  await send({ title: 'b' }, false);
  await send({ title: 'b' }, true);
  await send({ title: 'b' }, true);
  const [a, again, b, succeeded, next] = keys;
  expect(again).toBe(a);
  expect(b).not.toBe(a);
  expect(succeeded).toBe(b);
  expect(next).not.toBe(b);
});
