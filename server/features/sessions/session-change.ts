import type { Actor } from '../../../domain/declarations/actor.ts';
import { EXPECTING } from '../../../domain/sessions/tickets.ts';
import { sameJson } from '../../../domain/values/json.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { memoryOf, type TransactionMemory } from '../../platform/transaction-memory.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';

type Instance = RowOf<'instances'>;

export interface InstanceChange {
  actor: Actor;
  before: Instance | null;
  after: Instance;
}

const WHERE_AND_WHEN = ['startsAt', 'endsAt', 'dates', 'locationId', 'locationNote'] as const;

class Note implements TransactionMemory {
  text: string | null = null;

  snapshot(): () => void {
    const { text } = this;
    return () => (this.text = text);
  }
}

/** What staff add to the messages about the changes of a transaction. */
export function changeNote(tx: Tx): { text: string | null } {
  return memoryOf(tx, changeNote, () => new Note());
}

class SeenRefunds implements TransactionMemory {
  isSeen = false;

  snapshot(): () => void {
    const { isSeen } = this;
    return () => (this.isSeen = isSeen);
  }
}

/** Whether the person who cancels sessions in a transaction has seen what is refunded for them. */
export function seenRefunds(tx: Tx): { isSeen: boolean } {
  return memoryOf(tx, seenRefunds, () => new SeenRefunds());
}

export function isElsewhere(before: Instance, after: Instance): boolean {
  return WHERE_AND_WHEN.some((name) => !sameJson(before[name], after[name]));
}

/** Without the actor; drafts have none. */
export function instructorsIn({
  actor,
  before,
  after,
}: InstanceChange): Record<'added' | 'stayed' | 'removed', number[]> {
  const [taught, teach] = [before, after].map((row) =>
    row?.status === 'published' ? (row.instructorIds ?? []).filter((id) => id !== actor.id) : [],
  ) as [number[], number[]];
  return {
    added: teach.filter((id) => !taught.includes(id)),
    stayed: teach.filter((id) => taught.includes(id)),
    removed: taught.filter((id) => !teach.includes(id)),
  };
}

/** The recipients of messages about these changes. */
export interface NotifiedPeople {
  people: number;
  /** Those of them who wait for a seat. */
  waiting: number;
}

export async function countNotified(
  { clock }: Needs<'clock'>,
  db: Db,
  changes: readonly InstanceChange[],
): Promise<NotifiedPeople> {
  const now = clock.now();
  const ahead = changes.filter(({ before, after }) =>
    [before, after].some((row) => Date.parse(row?.endsAt ?? '') > now),
  );
  const people = ahead.flatMap((change) => {
    const { added, stayed, removed } = instructorsIn(change);
    return [...added, ...removed, ...(isMoved(change) ? stayed : [])];
  });
  const idsOf = (some: readonly InstanceChange[]): number[] => some.map(({ after }) => after.id);
  const current = idsOf(ahead.filter((change) => isMoved(change) || turns(change, 'cancelled')));
  const restored = idsOf(ahead.filter((change) => change.before?.status === 'cancelled' && turns(change, 'published')));
  const waitlisted = db
    .selectFrom('tickets')
    .select('userId')
    .where('instanceId', 'in', [0, ...current])
    .where('status', '=', 'waitlisted');
  const row = await db
    .selectFrom('users')
    .select(({ fn }) => [
      fn.countAll<string>().as('people'),
      fn.countAll<string>().filterWhere('id', 'in', waitlisted).as('waiting'),
    ])
    .where('active', '=', true)
    .where(({ eb, or, selectFrom }) => {
      const holders = selectFrom('tickets')
        .select('userId')
        .where((ticket) =>
          ticket.or([
            ticket.and([ticket('instanceId', 'in', [0, ...current]), ticket('status', 'in', EXPECTING)]),
            ticket.and([ticket('instanceId', 'in', [0, ...restored]), ticket('cancelledFrom', 'is not', null)]),
          ]),
        );
      return or([eb('id', 'in', [0, ...people]), eb('id', 'in', holders)]);
    })
    .executeTakeFirstOrThrow();
  return { people: Number(row.people), waiting: Number(row.waiting) };
}

function isMoved({ before, after }: InstanceChange): boolean {
  return before?.status === 'published' && after.status === 'published' && isElsewhere(before, after);
}

function turns({ before, after }: InstanceChange, status: Instance['status']): boolean {
  return before?.status !== status && after.status === status;
}
