import type { DoorTicket } from '../../../domain/calls/door.ts';
import type { RelatedSeat } from '../../../domain/calls/tickets.ts';
import {
  EXPECTING,
  TICKET_STATUSES,
  isActiveTicket,
  ticketTransition,
  type TicketStatus,
} from '../../../domain/sessions/tickets.ts';
import type { Db } from '../../platform/database.ts';
import { localText } from '../../platform/zone-years.ts';
import type { ReadServices } from '../../services.ts';
import { prerequisiteStates } from '../admission/prerequisites.ts';
import { relatedSeat } from '../admission/seat-conditions.ts';
import type { ScanTags } from './offline-scans.ts';
import { answersAtDoor } from '../registration/questions/answers-at-door.ts';
import { termsMissing } from './terms-at-door.ts';
import { ticketFacts, type ListedInstance } from '../sessions/instance.ts';

type Rows = Awaited<ReturnType<typeof ticketRows>>;

/** Everyone with a ticket, by name; of people without an active one the last ticket. */
export async function doorTickets(
  services: ReadServices,
  instance: ListedInstance,
  timezone: string,
  tags: ScanTags | null,
): Promise<DoorTicket[]> {
  const { db, clock, model } = services;
  const [all, codes, lacksTerms] = await Promise.all([
    ticketRows(db, instance.id),
    codesByTicket(db, instance.id),
    termsMissing(db, instance.eventId),
  ]);
  const rows = visibleRows(all);
  const answersOf = await answersAtDoor(db, instance.formId, rows);
  const dependsOn = await bookingsBehind(services, instance, rows);
  const text = (instant: string): string => localText(Date.parse(instant), timezone);
  const queue = rows
    .filter(({ status }) => status === 'waitlisted')
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? '') || a.id - b.id)
    .map(({ id }) => id);
  const now = clock.now();
  return rows
    .map((row): DoorTicket => {
      const { id, userId, displayName, status, source, holdExpiresAt, reason, priceCents } = row;
      const isProvisional = row.isProvisional === true;
      const facts = ticketFacts(instance, now, holdExpiresAt);
      return {
        ...{ id, userId, isProvisional, status, source, reason, priceCents },
        username: isProvisional ? '' : row.username,
        ...answersOf(row),
        name: displayName,
        since: text(statusSince(row)),
        position: status === 'waitlisted' ? queue.indexOf(id) + 1 : null,
        until: holdExpiresAt === null ? null : text(holdExpiresAt),
        codes: codes.get(id) ?? [],
        cards: tags !== null && isActiveTicket(status) ? tags.tagsOf(row) : [],
        dependsOn: dependsOn(row),
        termsMissing: lacksTerms(row),
        nextStatuses: TICKET_STATUSES.filter(
          (to) => ticketTransition(model.tickets, status, 'staff', facts, to) !== null,
        ),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en') || a.id - b.id);
}

function ticketRows(db: Db, instanceId: number) {
  return db
    .selectFrom('tickets as t')
    .innerJoin('users as u', 'u.id', 't.userId')
    .select(['t.id', 't.userId', 't.status', 't.source', 't.waitingSince', 't.checkedInAt', 't.cancelledAt'])
    .select([
      't.holdExpiresAt',
      't.updatedAt',
      't.reason',
      't.priceCents',
      'u.displayName',
      'u.username',
      'u.isProvisional',
      'u.cardSealed',
      'u.studentId',
    ])
    .select('t.isConditional')
    .select(['t.formVersionId', 't.answers', 't.answerValues', 't.wishes'])
    .where('t.instanceId', '=', instanceId)
    .orderBy('t.id')
    .execute();
}

async function bookingsBehind(
  services: ReadServices,
  instance: ListedInstance,
  rows: Rows,
): Promise<(row: Rows[number]) => RelatedSeat[]> {
  const isConditional = (row: Rows[number]) => row.isConditional === true && isExpecting(row.status);
  const userIds = rows.filter(isConditional).map(({ userId }) => userId);
  if (userIds.length === 0) return () => [];
  const { db, clock } = services;
  const states = await prerequisiteStates(services, db, instance, userIds, { now: clock.now(), keepsUnmarked: true });
  return (row) => {
    const { booked = [] } = (isConditional(row) ? states.get(row.userId) : undefined) ?? {};
    return booked.flatMap(({ bookings: [first] }) => (first === undefined ? [] : [relatedSeat(first)]));
  };
}

function isExpecting(status: TicketStatus): boolean {
  return EXPECTING.some((one) => one === status);
}

/** By ticket. */
async function codesByTicket(db: Db, instanceId: number): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('ticketCodes as c')
    .innerJoin('tickets as t', 't.id', 'c.ticketId')
    .select(['c.ticketId', 'c.hash'])
    .where('t.instanceId', '=', instanceId)
    .execute();
  const codes = new Map<number, string[]>();
  for (const { ticketId, hash } of rows) codes.set(ticketId, [...(codes.get(ticketId) ?? []), hash]);
  return codes;
}

function visibleRows(rows: Rows): Rows {
  const last = new Map<number, Rows[number]>();
  for (const row of rows) {
    const known = last.get(row.userId);
    if (known === undefined || !isActiveTicket(known.status)) last.set(row.userId, row);
  }
  return [...last.values()];
}

function statusSince({ status, checkedInAt, cancelledAt, waitingSince, updatedAt }: Rows[number]): string {
  if (status === 'waitlisted') return waitingSince ?? updatedAt;
  return (status === 'cancelled' ? cancelledAt : checkedInAt) ?? updatedAt;
}
