import { sql } from 'kysely';
import type { Tx } from './database-types.ts';

/** State in the process's memory that belongs to a transaction. */
export interface TransactionMemory {
  /** Captures the state. The returned function restores it. */
  snapshot(): () => void;
}

const memories = new WeakMap<Tx, Map<object, TransactionMemory>>();

/**
 * The process's memory of the transaction under `key`, created when first needed. A rollback to a savepoint restores
 * it; memory created since is dropped.
 */
export function memoryOf<M extends TransactionMemory>(tx: Tx, key: object, create: () => M): M {
  const ofTransaction = memories.get(tx) ?? new Map<object, TransactionMemory>();
  memories.set(tx, ofTransaction);
  let memory = ofTransaction.get(key);
  if (memory === undefined) ofTransaction.set(key, (memory = create()));
  return memory as M;
}

/** A set, in the order of insertion, that belongs to a transaction. */
export class RememberedSet<Value> extends Set<Value> implements TransactionMemory {
  snapshot(): () => void {
    const values = [...this];
    return () => {
      this.clear();
      for (const value of values) this.add(value);
    };
  }
}

/** Runs `work` in a savepoint. If it throws, the transaction is as before, in the database and in memory. */
export async function withSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const restore = takeSnapshot(tx);
  await sql`savepoint attempt`.execute(tx);
  let value: T;
  try {
    value = await work();
  } catch (error) {
    await rollBack(tx, restore);
    throw error;
  }
  await sql`release savepoint attempt`.execute(tx);
  return value;
}

/** Runs `work` and rolls it back, for its refusals. */
export async function rehearse(tx: Tx, work: () => Promise<unknown>): Promise<void> {
  const restore = takeSnapshot(tx);
  await sql`savepoint attempt`.execute(tx);
  try {
    await work();
  } finally {
    await rollBack(tx, restore);
  }
}

/** A transaction whose connection is lost rolls back by itself: the first error is thrown. */
async function rollBack(tx: Tx, restore: () => void): Promise<void> {
  restore();
  await sql`rollback to savepoint attempt`
    .execute(tx)
    .then(() => sql`release savepoint attempt`.execute(tx))
    .catch(() => undefined);
}

function takeSnapshot(tx: Tx): () => void {
  const before = [...(memories.get(tx) ?? [])];
  const restores = before.map(([, memory]) => memory.snapshot());
  return () => {
    memories.set(tx, new Map(before));
    for (const restore of restores) restore();
  };
}
