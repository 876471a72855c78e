import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { OwnTickets } from '../../../../domain/calls/tickets.ts';
import { SESSIONS_PER_PAGE, type OWN_TICKETS } from '../../../../domain/sessions/signup.ts';
import { ticketTransition } from '../../../../domain/sessions/tickets.ts';
import type { Needs, ReadServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { credentialsOf } from '../../admission/credentials.ts';
import { ownConditions } from '../../admission/seat-conditions.ts';
import { questionsForTickets } from '../questions/session-questions.ts';
import type { Ticket } from '../seats/locked-session.ts';
import { ticketFacts, type ListedInstance } from '../../sessions/instance.ts';
import { toOwnTickets } from '../seats/shown-ticket.ts';
import { otherSeats } from './other-seats.ts';
import { sessionRow, sessionRows } from '../../sessions/listing/public-session.ts';

export type When = (typeof OWN_TICKETS)[number];

export async function ownTickets(services: ReadServices, actor: Actor, when: When, page: number): Promise<OwnTickets> {
  const userId = requireAccountId(actor);
  const { db, clock } = services;
  const now = clock.date().toISOString();
  const found = db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .where('t.userId', '=', userId)
    .where('e.active', '=', true)
    .where('e.deletedAt', 'is', null)
    .where('i.status', '!=', 'draft')
    .where(({ eb, and, or, not }) => {
      // A canceled session remains of interest until its time.
      const isAhead = and([
        eb('i.endsAt', '>', now),
        eb('i.status', '!=', 'done'),
        or([eb('t.status', '!=', 'cancelled'), eb('i.status', '=', 'cancelled')]),
      ]);
      return when === 'upcoming' ? isAhead : not(isAhead);
    });
  const order = when === 'upcoming' ? 'asc' : 'desc';
  const [rows, { count }] = await Promise.all([
    found
      .selectAll('t')
      .orderBy('i.startsAt', order)
      .orderBy('t.id', order)
      .offset((page - 1) * SESSIONS_PER_PAGE)
      .limit(SESSIONS_PER_PAGE)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  const sessions = await ticketSessions(services, [...new Set(rows.map(({ instanceId }) => instanceId))]);
  const known = rows.flatMap((row) => {
    const session = sessions.get(row.instanceId);
    return session === undefined ? [] : [{ row, ...session }];
  });
  return { tickets: await withDetails(services, actor, known), total: Number(count) };
}

type KnownTicket = { row: Ticket } & ReturnType<typeof sessionRow>;

/** As many queries as for one ticket, apart from tickets that depend on others, and offers. */
async function withDetails(
  services: ReadServices,
  actor: Actor,
  known: readonly KnownTicket[],
): Promise<OwnTickets['tickets']> {
  const rows = known.map(({ row }) => row);
  const answered = known.map(({ row, instance }) => ({
    instance,
    ticket: { status: row.status, formVersionId: row.formVersionId ?? null },
  }));
  const { dependsOn, dependents } = await ownConditions(services, actor, requireAccountId(actor));
  const [tickets, asks, earned, others] = await Promise.all([
    toOwnTickets(services, rows),
    questionsForTickets(services, answered),
    credentialsOf(
      services,
      rows.map(({ id }) => id),
    ),
    Promise.all(
      known.map(({ row, instance }) => otherSeats(services, instance, row.userId, { status: row.status, dependents })),
    ),
  ]);
  return known.map(({ row, instance, session }, index) => {
    const credential = earned.get(row.id);
    return {
      ticket: tickets[index]!,
      session,
      canCancel: canCancel(services, tickets[index]!, instance),
      dependsOn: dependsOn.get(row.id) ?? [],
      otherSeats: others[index]!,
      asks: asks[index]!,
      reason: row.status === 'cancelled' ? (row.reason ?? null) : null,
      ...(credential === undefined ? {} : { credential }),
    };
  });
}

export function canCancel(
  { model, clock }: Needs<'clock' | 'model'>,
  { status, until }: Pick<OwnTickets['tickets'][number]['ticket'], 'status' | 'until'>,
  instance: ListedInstance,
): boolean {
  const facts = ticketFacts(instance, clock.now(), until);
  return ticketTransition(model.tickets, status, 'attendee', facts, 'cancelled') !== null;
}

async function ticketSessions(
  services: ReadServices,
  ids: readonly number[],
): Promise<Map<number, ReturnType<typeof sessionRow>>> {
  if (ids.length === 0) return new Map();
  const rows = await sessionRows(services.db, 'holder')
    .where('i.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, sessionRow(services, row, true)]));
}
