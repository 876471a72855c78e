/** What the engine remembers of a transaction: buffered audit entries, rows that exist, rows that are passed instead of read again. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tx } from '../../server/platform/database.ts';
import { withSavepoint } from '../../server/platform/transaction-memory.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { copiedDeclarations } from '../factories/declarations.ts';
import { startTestApp, SYSTEM, type TestApp } from './support.ts';

const declarations = copiedDeclarations()
  .resource('shelves', { name: { type: 'string', maxLength: 80 } }, { config: { softDelete: true } })
  .resource('books', {
    name: { type: 'string', maxLength: 80 },
    shelfId: { type: 'integer', title: 'Shelf', 'x-reference': 'shelves' },
  });

/** Names of resources that only this test declares. */
const SHELVES: string = 'shelves';
const BOOKS: string = 'books';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ root: declarations.root });
  await syncSchema(t.services.db, t.services.model);
});
afterAll(async () => {
  await t.close();
  declarations.remove();
});

const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => t.services.engine.transaction(work);
const create = async (tx: Tx, resource: string, data: object): Promise<number> =>
  Number((await t.services.engine.create(SYSTEM, resource, { ...data }, { tx, command: true }))['id']);
const rename = (tx: Tx, id: number, name: string) =>
  t.services.engine.update(SYSTEM, SHELVES, id, { name }, { tx, command: true });

interface Entry {
  action: string;
  after: { name?: string } | null;
  rowVersion: number;
}
async function entriesOf(resource: string, id: number, db = t.services.db): Promise<Entry[]> {
  const { rows } = await sql<Entry>`select "action", "after", "rowVersion" from "auditEntries"
    where "resource" = ${resource} and "recordId" = ${String(id)} order by "id"`.execute(db);
  return rows;
}

describe('audit entries of a transaction', () => {
  test('are written in their order, those of work at its end included', async () => {
    const id = await inTx(async (tx) => {
      const made = await create(tx, SHELVES, { name: 'first' });
      await rename(tx, made, 'second');
      expect(await entriesOf(SHELVES, made, tx)).toEqual([]);
      return made;
    });
    expect(await entriesOf(SHELVES, id)).toEqual([
      { action: 'create', after: { name: 'first' }, rowVersion: 1 },
      { action: 'update', after: { name: 'second' }, rowVersion: 2 },
    ]);
  });

  test('are not written for an attempt that was rolled back', async () => {
    const id = await inTx(async (tx) => {
      const made = await create(tx, SHELVES, { name: 'stored' });
      const attempt = withSavepoint(tx, async () => {
        await rename(tx, made, 'refused');
        throw new Error('refused');
      });
      await expect(attempt).rejects.toThrow('refused');
      return made;
    });
    expect(await entriesOf(SHELVES, id)).toMatchObject([{ action: 'create' }]);
  });

  test('are written in parts where there are many', async () => {
    const names = Array.from({ length: 210 }, (_, index) => ({ name: `many ${index}` }));
    const ids = await inTx(async (tx) => {
      const made: number[] = [];
      for (const { name } of names) made.push(await create(tx, SHELVES, { name }));
      expect((await entriesOf(SHELVES, made[0] ?? 0, tx)).length).toBe(1);
      return made;
    });
    const { rows } = await sql<{ recordId: string }>`select "recordId" from "auditEntries"
      where "resource" = ${SHELVES} and "recordId" = any(${ids.map(String)}::text[]) order by "id"`.execute(
      t.services.db,
    );
    expect(rows.map(({ recordId }) => Number(recordId))).toEqual(ids);
  });

  test('can be undone in the same transaction', async () => {
    await inTx(async (tx) => {
      const made = await create(tx, SHELVES, { name: 'before' });
      await rename(tx, made, 'after');
      await t.services.engine.undo(SYSTEM, [{ resource: SHELVES, id: made, version: 2 }], { tx });
      expect(await t.services.engine.get(SYSTEM, SHELVES, made, { tx })).toMatchObject({ name: 'before', version: 3 });
    });
  });
});

describe('references to rows of the same transaction', () => {
  test('are accepted for a row that it has made, and refused once it has deleted that row', async () => {
    await inTx(async (tx) => {
      const shelfId = await create(tx, SHELVES, { name: 'ours' });
      await create(tx, BOOKS, { name: 'on it', shelfId });
      const empty = await create(tx, SHELVES, { name: 'removed' });
      await t.services.engine.remove(SYSTEM, SHELVES, empty, { tx, command: true });
      await expect(create(tx, BOOKS, { name: 'nowhere', shelfId: empty })).rejects.toThrow('shelfId: Does not exist');
    });
  });

  test('are refused where the row was made in an attempt that was rolled back', async () => {
    await inTx(async (tx) => {
      let shelfId = 0;
      const attempt = withSavepoint(tx, async () => {
        shelfId = await create(tx, SHELVES, { name: 'attempt' });
        throw new Error('refused');
      });
      await expect(attempt).rejects.toThrow('refused');
      await expect(create(tx, BOOKS, { name: 'nowhere', shelfId })).rejects.toThrow('shelfId: Does not exist');
    });
  });
});

test('an update of a row that is passed as it was earlier fails, and changes nothing', async () => {
  const { engine } = t.services;
  const before = await engine.create(SYSTEM, SHELVES, { name: 'passed' });
  const id = Number(before['id']);
  const update = (name: string) =>
    inTx((tx) => engine.update(SYSTEM, SHELVES, id, { name }, { tx, command: true, before }));
  expect(await update('changed')).toMatchObject({ name: 'changed', version: 2 });
  await expect(update('again')).rejects.toThrow('not as it was passed');
  expect(await engine.get(SYSTEM, SHELVES, id)).toMatchObject({ name: 'changed', version: 2 });
});
