import { expect, test } from 'vitest';
import { Batches, type Outcome } from '../../server/platform/batches.ts';

interface Begun {
  key: string;
  tasks: readonly string[];
  finish: (outcomes: Outcome[]) => void;
  fail: (error: Error) => void;
}

/** Batches that the test finishes itself, in the order in which they began. */
function batchesOf({
  most = 10,
  maxQueued = 10,
  isReady,
}: { most?: number; maxQueued?: number; isReady?: Promise<void> } = {}) {
  const begun: Begun[] = [];
  const batches = new Batches(
    async (key: string, take: () => readonly string[]) => {
      if (isReady) await isReady;
      const tasks = take();
      return new Promise<Outcome[]>((finish, fail) => begun.push({ key, tasks, finish, fail }));
    },
    most,
    maxQueued,
    () => new Error('crowded'),
  );
  return { begun, batches };
}

test('tasks that come during a batch of their key are the next one; another key does not wait', async () => {
  const { begun, batches } = batchesOf();
  const first = batches.run('a', 'one');
  const next = [batches.run('a', 'two'), batches.run('a', 'three')];
  const other = batches.run('b', 'four');
  expect(begun.map(({ tasks }) => tasks)).toEqual([['one'], ['four']]);
  begun[0]?.finish([{ value: 1 }]);
  expect(await first).toBe(1);
  await expect.poll(() => begun.length).toBe(3);
  expect(begun[2]?.tasks).toEqual(['two', 'three']);
  begun[2]?.finish([{ value: 2 }, { error: new Error('refused') }]);
  expect(await next[0]).toBe(2);
  await expect(next[1]).rejects.toThrow('refused');
  begun[1]?.finish([{ value: 4 }]);
  expect(await other).toBe(4);
});

test('what comes until a batch takes its tasks is in it, and is taken once', async () => {
  const ready = Promise.withResolvers<void>();
  const { begun, batches } = batchesOf({ most: 2, isReady: ready.promise });
  const all = ['one', 'two', 'three'].map((task) => batches.run('a', task));
  ready.resolve();
  for (const [index, tasks] of [['one', 'two'], ['three']].entries()) {
    await expect.poll(() => begun[index]?.tasks).toEqual(tasks);
    begun[index]?.finish(tasks.map((value) => ({ value })));
  }
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three']);
});

test('a batch that fails before it takes its tasks fails those that wait', async () => {
  const ready = Promise.withResolvers<void>();
  const { batches } = batchesOf({ isReady: ready.promise });
  const all = [batches.run('a', 'one'), batches.run('a', 'two')];
  ready.reject(new Error('lost'));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a batch takes a limited number, in the order in which they came', async () => {
  const { begun, batches } = batchesOf({ most: 2 });
  const all = ['one', 'two', 'three', 'four'].map((task) => batches.run('a', task));
  for (const [index, tasks] of [['one'], ['two', 'three'], ['four']].entries()) {
    await expect.poll(() => begun[index]?.tasks).toEqual(tasks);
    begun[index]?.finish(tasks.map((value) => ({ value })));
  }
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three', 'four']);
});

test('a batch that fails fails its own tasks only', async () => {
  const { begun, batches } = batchesOf();
  const first = batches.run('a', 'one');
  const second = batches.run('a', 'two');
  begun[0]?.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish([{ value: 2 }]);
  expect(await second).toBe(2);
});

test('calls beyond the queue are refused immediately', async () => {
  const { begun, batches } = batchesOf({ maxQueued: 1 });
  const [first, second] = [batches.run('a', 'one'), batches.run('a', 'two')];
  await expect(batches.run('a', 'three')).rejects.toThrow('crowded');
  begun[0]?.finish([{ value: 1 }]);
  await first;
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.finish([{ value: 2 }]);
  await second;
});

test('tasks without an outcome are first in the next batch', async () => {
  const { begun, batches } = batchesOf({ most: 3 });
  const all = ['one', 'two', 'three', 'four', 'five'].map((task) => batches.run('a', task));
  begun[0]?.finish([{ value: 'one' }]);
  await expect.poll(() => begun[1]?.tasks).toEqual(['two', 'three', 'four']);
  begun[1]?.finish([{ value: 'two' }]);
  await expect.poll(() => begun[2]?.tasks).toEqual(['three', 'four', 'five']);
  begun[2]?.finish(['three', 'four', 'five'].map((value) => ({ value })));
  expect(await Promise.all(all)).toEqual(['one', 'two', 'three', 'four', 'five']);
});

test('a batch without any outcome is an error', async () => {
  const { begun, batches } = batchesOf();
  const first = batches.run('a', 'one');
  begun[0]?.finish([]);
  await expect(first).rejects.toThrow('no outcome');
});
