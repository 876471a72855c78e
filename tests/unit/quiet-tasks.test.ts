import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QuietTasks } from '../../server/platform/quiet-tasks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const recorded = () => {
  const ran: string[] = [];
  return { ran, task: (name: string) => async () => void ran.push(name) };
};

test('tasks run one after the other, the newest first, once there was no activity for 100 ms', async () => {
  const { ran, task } = recorded();
  const tasks = new QuietTasks();
  await vi.advanceTimersByTimeAsync(500);
  tasks.noteActivity();
  tasks.add('a', task('a'));
  tasks.add('b', task('b'));
  await vi.advanceTimersByTimeAsync(90);
  tasks.noteActivity();
  await vi.advanceTimersByTimeAsync(90);
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(30);
  expect(ran).toEqual(['b', 'a']);
});

test('with activity all the time, one runs every three seconds', async () => {
  const { ran, task } = recorded();
  const tasks = new QuietTasks();
  for (const name of ['a', 'b', 'c']) tasks.add(name, task(name));
  for (let passed = 0; passed < 6_500; passed += 50) {
    tasks.noteActivity();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(ran).toEqual(['c', 'b']);
});

test('a later task of one key replaces the earlier, and the oldest of too many is dropped', async () => {
  const { ran, task } = recorded();
  const tasks = new QuietTasks();
  tasks.noteActivity();
  for (let index = 0; index < 60; index += 1) tasks.add(`key ${index}`, task(`early ${index}`));
  tasks.add('key 59', task('late 59'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(ran.length).toBe(50);
  expect([ran[0], ran.at(-1)]).toEqual(['late 59', 'early 10']);
});
