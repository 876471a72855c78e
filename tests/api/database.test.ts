import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { isUnavailable, openDatabase, transaction, type Db } from '../../server/platform/database.ts';

let db: Db;
beforeAll(() => {
  db = openDatabase(inject('postgresUrl'));
});
afterAll(() => db.destroy());

describe('the database', () => {
  test('gives numbers, dates and instants as the API shows them', async () => {
    const { rows } =
      await sql`select 9007199254740991::bigint as big, 12.50::numeric as exact, date '2026-03-08' as day, null::timestamptz as none,
      timestamptz '2026-03-08 01:30:00.1239-07' as instant, timestamptz '1950-01-01 00:00:00+00' as past`.execute(db);
    expect(rows[0]).toEqual({
      big: 9007199254740991,
      exact: 12.5,
      day: '2026-03-08',
      none: null,
      instant: '2026-03-08T08:30:00.123Z',
      past: '1950-01-01T00:00:00.000Z',
    });
  });

  test('ends a statement that takes too long, and asks to retry later', async () => {
    const impatient = openDatabase(inject('postgresUrl'), { statementTimeout: 500 });
    const error = await sql`select pg_sleep(60)`.execute(impatient).catch((reason: unknown) => reason);
    await impatient.destroy();
    expect(isUnavailable(error)).toBe(true);
  });

  test('sorts names as people do', async () => {
    const { rows } = await sql<{
      name: string;
    }>`select name from (values ('Zoe'), ('Äpfel'), ('apple'), ('room 10'), ('Room 9'), ('Banana')) v(name) order by name`.execute(
      db,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      ['Äpfel', 'apple', 'Banana', 'Room 9', 'room 10', 'Zoe'].sort(new Intl.Collator('en', { numeric: true }).compare),
    );
  });

  test('counts as unavailable when it cannot be reached, not when a statement is invalid', async () => {
    const unreachable = openDatabase('postgres://a@127.0.0.1:9/a');
    expect(isUnavailable(await sql`select 1`.execute(unreachable).catch((reason: unknown) => reason))).toBe(true);
    await unreachable.destroy();
    expect(isUnavailable(await sql`select 1/0`.execute(db).catch((reason: unknown) => reason))).toBe(false);
    for (const code of ['57P01', '57P02', '57P03', '08006', '25P03', '53300', 'ECONNRESET', 'EPIPE'])
      expect(isUnavailable(Object.assign(new Error('lost'), { code })), code).toBe(true);
    for (const words of [
      'Connection terminated unexpectedly',
      'Client was closed and is not queryable',
      'timeout expired',
    ])
      expect(isUnavailable(new Error('In the middle', { cause: new Error(words) })), words).toBe(true);
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });
    expect(isUnavailable(new AggregateError([refused]))).toBe(true);
    expect(isUnavailable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
  });
});

describe('a transaction', () => {
  test('is repeated as a whole on a serialization failure, until it succeeds', async () => {
    let attempts = 0;
    const result = await transaction(db, async (tx) => {
      attempts += 1;
      if (attempts < 3) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(tx);
      return attempts;
    });
    expect(result).toBe(3);
  });

  test('fails after six attempts', async () => {
    let attempts = 0;
    await expect(
      transaction(db, async (tx) => {
        attempts += 1;
        await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(tx);
      }),
    ).rejects.toThrow('again');
    expect(attempts).toBe(6);
  });

  test('is not repeated on any other error', async () => {
    let attempts = 0;
    await expect(
      transaction(db, async () => {
        attempts += 1;
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(attempts).toBe(1);
  });

  test('joins the one it is called in', async () => {
    await sql`create table if not exists joined (n integer)`.execute(db);
    await expect(
      transaction(db, async (outer) => {
        await transaction(outer, (inner) => sql`insert into joined values (1)`.execute(inner));
        throw new Error('undo all');
      }),
    ).rejects.toThrow('undo all');
    expect((await sql`select * from joined`.execute(db)).rows).toEqual([]);
  });
});
