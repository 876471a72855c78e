import type { RowChange } from '../../domain/calls/row-parts.ts';
import type { Tx } from '../platform/database.ts';
import { memoryOf, type TransactionMemory } from '../platform/transaction-memory.ts';

/** The command that a transaction runs, as audit entries record it ("mails.sendAgain": resource and action), and what it has written. */
export class CommandTrace implements TransactionMemory {
  command: string | null = null;
  changes: RowChange[] = [];

  snapshot(): () => void {
    const { command, changes } = this;
    const written = [...changes];
    return () => Object.assign(this, { command, changes: written });
  }
}

const KEY = {};

export function commandTrace(tx: Tx): CommandTrace {
  return memoryOf(tx, KEY, () => new CommandTrace());
}
