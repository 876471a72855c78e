import { sql } from 'kysely';
import { GRACE } from '../../../domain/messages/grace.ts';
import type { Tx } from '../../platform/database.ts';
import { insertRecords } from '../../platform/insert-records.ts';
import { memoryOf, type TransactionMemory } from '../../platform/transaction-memory.ts';
import type { NoticeServices } from '../../services.ts';
import type { HeldChange, Notice } from './notify.ts';
import { withRemovals } from './superseded.ts';

export const RELEASE_NOTICES = 'messages.release';

export interface HeldNotice {
  userId: number;
  topic: string;
  before: string;
  notice: Notice;
}

type Undoable = Notice & { held: HeldChange };

/** Of a transaction: when its notices are due. They are due together, so that they are merged. */
class Deadline implements TransactionMemory {
  readonly dueAt: Date;
  isEnqueued = false;

  constructor(dueAt: Date) {
    this.dueAt = dueAt;
  }

  snapshot(): () => void {
    const { isEnqueued } = this;
    return () => (this.isEnqueued = isEnqueued);
  }
}

/**
 * Stores notices of changes that can be undone until their time of grace ends. For each recipient and topic there is one: a later change
 * replaces it, and if the state is the one before the first of them, no one is notified.
 */
export async function holdNotices(services: NoticeServices, tx: Tx, notices: readonly Notice[]): Promise<void> {
  const given = notices.filter((notice): notice is Undoable => notice.held !== undefined);
  if (given.length === 0) return;
  const held = new Map((await takeHeld(tx, given)).map((row) => [recipientTopic(row), row]));
  for (const { held: change, ...notice } of given)
    for (const userId of new Set(notice.recipients)) {
      const key = recipientTopic({ userId, topic: change.topic });
      const next = withChange(held.get(key), { userId, notice, change });
      if (next === null) held.delete(key);
      else held.set(key, next);
    }
  await insertHeld(services, tx, [...held.values()]);
}

function withChange(
  earlier: HeldNotice | undefined,
  { userId, notice, change }: { userId: number; notice: Notice; change: HeldChange },
): HeldNotice | null {
  const before = earlier?.before ?? change.before;
  if (before === change.after) return null;
  const next = { userId, topic: change.topic, before, notice: { ...notice, recipients: [] } };
  if (earlier === undefined) return next;
  const stated = (change.keeps ?? []).flatMap((name) => {
    const value = earlier.notice.values[name];
    return value == null ? [] : [[name, value] as const];
  });
  const values = { ...notice.values, ...Object.fromEntries(stated) };
  return { ...next, notice: withRemovals({ ...next.notice, values }, earlier.notice.calendar ?? []) };
}

/** Deletes and returns what is held of these topics. */
async function takeHeld(tx: Tx, notices: readonly Undoable[]): Promise<HeldNotice[]> {
  const wanted = notices.flatMap(({ recipients, held }) => recipients.map((userId) => ({ userId, topic: held.topic })));
  const { rows } = await sql<HeldNotice>`
    with "locked" as (
      select h."id" from "heldNotices" h
      join unnest(${wanted.map(({ userId }) => userId)}::bigint[], ${wanted.map(({ topic }) => topic)}::text[])
        as w ("userId", "topic") on h."userId" = w."userId" and h."topic" = w."topic"
      order by h."id" for update of h
    )
    delete from "heldNotices" where "id" in (select "id" from "locked")
    returning "userId", "topic", "before", "notice"`.execute(tx);
  return rows;
}

async function insertHeld(services: NoticeServices, tx: Tx, held: readonly HeldNotice[]): Promise<void> {
  if (held.length === 0) return;
  const deadline = memoryOf(tx, holdNotices, () => new Deadline(new Date(services.clock.now() + GRACE)));
  const dueAt = deadline.dueAt.toISOString();
  await insertRecords(
    tx,
    'heldNotices',
    held.map((one) => ({ ...one, dueAt })),
  );
  if (deadline.isEnqueued) return;
  deadline.isEnqueued = true;
  await services.jobs.enqueue(tx, RELEASE_NOTICES, {}, { at: deadline.dueAt });
}

function recipientTopic({ userId, topic }: Pick<HeldNotice, 'userId' | 'topic'>): string {
  return `${userId} ${topic}`;
}
