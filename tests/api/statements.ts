import pg from 'pg';
import { vi } from 'vitest';

/** Counts the statements sent while `work` runs. The app must not run jobs (`works`), whose statements would be counted too. */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const count = spy.mock.calls.length;
  spy.mockRestore();
  return count;
}
