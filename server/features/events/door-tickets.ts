import type { DoorTicket } from '../../../domain/door-calls.ts';
import { TICKET_STATUSES, isActiveTicket, ticketTransition } from '../../../domain/tickets.ts';
import type { Db } from '../../platform/database.ts';
import { localText } from '../../platform/zone-years.ts';
import type { Services } from '../../services.ts';
import { toldOf } from './questions/told-at-door.ts';
import { factsOf, type OpenInstance } from './instance.ts';

type Rows = Awaited<ReturnType<typeof ticketRows>>;

/** Everybody who has a ticket, by name; of who has none any more the last one. */
export async function doorTickets(
  { db, clock, model }: Services,
  instance: OpenInstance,
  timezone: string,
): Promise<DoorTicket[]> {
  const rows = shownOf(await ticketRows(db, instance.id));
  const told = await toldOf(db, instance.formId, rows);
  const text = (instant: string): string => localText(Date.parse(instant), timezone);
  const queue = rows
    .filter(({ status }) => status === 'waitlisted')
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id)
    .map(({ id }) => id);
  const now = clock.now();
  return rows
    .map((row): DoorTicket => {
      const { id, userId, displayName, username, status, source, holdExpiresAt, reason, priceCents } = row;
      const facts = factsOf(instance, now, holdExpiresAt);
      return {
        ...{ id, userId, username, status, source, reason, priceCents },
        ...told(row),
        name: displayName,
        since: text(sinceOf(row)),
        position: status === 'waitlisted' ? queue.indexOf(id) + 1 : null,
        until: holdExpiresAt === null ? null : text(holdExpiresAt),
        may: TICKET_STATUSES.filter((to) => ticketTransition(model.tickets, status, 'staff', facts, to) !== null),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}

function ticketRows(db: Db, instanceId: number) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select(['t.id', 't.userId', 't.status', 't.source', 't.waitingSince', 't.checkedInAt', 't.cancelledAt'])
    .select(['t.holdExpiresAt', 't.updatedAt', 't.reason', 't.priceCents', 'u.displayName', 'u.username'])
    .select(['t.formVersionId', 't.answers', 't.wishes'])
    .where('t.instanceId', '=', instanceId)
    .orderBy('t.id')
    .execute();
}

function shownOf(rows: Rows): Rows {
  const last = new Map<number, Rows[number]>();
  for (const row of rows) {
    const known = last.get(row.userId);
    if (known === undefined || !isActiveTicket(known.status)) last.set(row.userId, row);
  }
  return [...last.values()];
}

function sinceOf({ status, checkedInAt, cancelledAt, waitingSince, updatedAt }: Rows[number]): string {
  if (status === 'waitlisted') return waitingSince ?? updatedAt;
  return (status === 'cancelled' ? cancelledAt : checkedInAt) ?? updatedAt;
}
