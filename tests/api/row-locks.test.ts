import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRow } from '../factories/any-row.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const made = async (name: string): Promise<number> =>
  Number((await makeRow(t.services, 'categories', { name, active: true }))['id']);

test('rows are locked in order of id and returned whole; missing ones are left out', async () => {
  const [first, second] = [await made('Locked 1'), await made('Locked 2')];
  const { engine } = t.services;
  const rows = await engine.transaction((tx) =>
    engine.lock(tx, 'categories', [second, 999_999, 'none', first, second]),
  );
  expect(rows.map(({ id, name, version }) => ({ id, name, version }))).toEqual([
    { id: first, name: 'Locked 1', version: 1 },
    { id: second, name: 'Locked 2', version: 1 },
  ]);
  expect(await engine.transaction((tx) => engine.lock(tx, 'categories', []))).toEqual([]);
});

test('a writer of a locked row waits, and sees what was written', async () => {
  const id = await made('Waited for');
  const { engine } = t.services;
  const order: string[] = [];
  let locked = (): void => undefined;
  const isLocked = new Promise<void>((resolve) => (locked = resolve));
  const holder = engine.transaction(async (tx) => {
    const [row] = await engine.lock(tx, 'categories', [id]);
    locked();
    await engine.update(SYSTEM, 'categories', id, { name: `${row?.name ?? ''} first` }, { tx, command: true });
    order.push('holder');
  });
  await isLocked;
  await engine.transaction(async (tx) => {
    const [row] = await engine.lock(tx, 'categories', [id]);
    order.push(row?.name ?? '');
  });
  await holder;
  expect(order).toEqual(['holder', 'Waited for first']);
});

test('a soft-deleted row cannot be locked', async () => {
  const { engine } = t.services;
  const page = await engine.create(
    SYSTEM,
    'pages',
    { name: 'gone-and-locked', title: 'Gone', type: 'Card' },
    { command: true },
  );
  await engine.remove(SYSTEM, 'pages', page.id, { command: true });
  expect(await engine.transaction((tx) => engine.lock(tx, 'pages', [page.id]))).toEqual([]);
});

/** Never run: it is a compile-time test. */
export async function typed({ engine }: TestApp['services'], resource: string): Promise<void> {
  const location = await engine.get(SYSTEM, 'locations', 1);
  // @ts-expect-error A location has no such property.
  void location.displayedName;
  // @ts-expect-error There is no such resource.
  await engine.get(SYSTEM, 'locatoins', 1);
  // @ts-expect-error A name is a text.
  await engine.update(SYSTEM, 'locations', 1, { displayName: 5 });
  // @ts-expect-error A location has no such property.
  await engine.create(SYSTEM, 'locations', { displayedName: 'Lab' }, { command: true });
  engine.rules.check('locations', async ({ after }) => {
    // @ts-expect-error A location has no such property.
    void after?.displayedName;
  });
  // Resources known only at run time have properties of any name.
  void (await engine.get(SYSTEM, resource, 1))['displayedName'];
  await engine.create(SYSTEM, resource, { displayedName: 'Lab' });
}
