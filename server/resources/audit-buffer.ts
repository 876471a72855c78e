import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { beforeCommit, PREPARED, type Tx } from '../platform/database.ts';
import { memoryOf, type TransactionMemory } from '../platform/transaction-memory.ts';
import { commandTrace } from './command-trace.ts';

export type AuditAction = 'create' | 'update' | 'delete' | 'revert';

/** Of one write. The images are JSON. */
export interface AuditValues {
  actor: Actor;
  recordId: string;
  before: string | null;
  after: string | null;
  rowVersion: unknown;
}

interface AuditRow extends AuditValues {
  resource: string;
  action: AuditAction;
  command: string | null;
}

/** More are written without waiting for the end of the transaction, so that imports do not hold all of theirs in memory. */
const MOST_BUFFERED = 200;

class AuditBuffer implements TransactionMemory {
  rows: AuditRow[] = [];

  snapshot(): () => void {
    const rows = [...this.rows];
    return () => {
      this.rows = rows;
    };
  }
}

function bufferOf(tx: Tx): AuditBuffer {
  return memoryOf(tx, AuditBuffer, () => new AuditBuffer());
}

/** Entries of a transaction are written together, in their order, before it commits. */
export async function bufferAuditEntries(
  tx: Tx,
  resource: string,
  action: AuditAction,
  entries: readonly AuditValues[],
): Promise<void> {
  const buffer = bufferOf(tx);
  const { command } = commandTrace(tx);
  if (buffer.rows.length === 0) beforeCommit(tx, () => writeAuditEntries(tx), { isLast: true });
  for (const entry of entries) buffer.rows.push({ ...entry, resource, action, command });
  if (buffer.rows.length > MOST_BUFFERED) await writeAuditEntries(tx);
}

/** Before a statement that reads or changes entries of the same transaction. */
export async function writeAuditEntries(tx: Tx): Promise<void> {
  const buffer = bufferOf(tx);
  const { rows } = buffer;
  if (rows.length === 0) return;
  buffer.rows = [];
  const values = (name: keyof AuditRow): unknown[] => rows.map((row) => row[name]);
  const names = rows.map(({ actor }) => actor.username ?? (actor.system ? 'System' : 'Visitor'));
  await sql`${PREPARED}insert into "auditEntries"
      ("at", "actorId", "actorName", "ip", "resource", "recordId", "action", "command", "before", "after", "rowVersion", "device")
    select atrium_now(), "actorId", "actorName", "ip", "resource", "recordId", "action", "command", "before", "after", "rowVersion", "device"
    from unnest(${rows.map(({ actor }) => actor.id)}::bigint[], ${names}::text[], ${rows.map(({ actor }) => actor.ip)}::text[],
        ${values('resource')}::text[], ${values('recordId')}::text[], ${values('action')}::text[], ${values('command')}::text[],
        ${values('before')}::jsonb[], ${values('after')}::jsonb[], ${values('rowVersion')}::int[],
        ${rows.map(({ actor }) => actor.device ?? null)}::text[])
      with ordinality as "written" ("actorId", "actorName", "ip", "resource", "recordId", "action", "command", "before", "after",
        "rowVersion", "device", "position")
    order by "position"`.execute(tx);
}
