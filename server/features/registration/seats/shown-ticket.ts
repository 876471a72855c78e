import { sql } from 'kysely';
import { CANCEL_GRACE } from '../../../../domain/sessions/signup-policy.ts';
import type { OwnTicket } from '../../../../domain/calls/tickets.ts';
import { columnRefs, type Db } from '../../../platform/database.ts';
import type { Needs } from '../../../services.ts';
import { seatPayment } from '../../places/errand-place.ts';
import type { Ticket } from './locked-session.ts';

const T = columnRefs('tickets', 't');

type Reads = Needs<'clock' | 'db' | 'model'>;

export async function toOwnTicket(services: Reads, ticket: Ticket): Promise<OwnTicket> {
  const [formatOwnTicket] = await toOwnTickets(services, [ticket]);
  return formatOwnTicket!;
}

/** Tickets as their holder may see them, in the same order. One query, however many they are, besides those of held seats. */
export async function toOwnTickets(services: Reads, tickets: readonly Ticket[]): Promise<OwnTicket[]> {
  const { db } = services;
  const [positions, payments] = await Promise.all([
    waitlistPositions(
      db,
      tickets.filter(({ status }) => status === 'waitlisted'),
    ),
    seatPayments(
      services,
      tickets.filter(({ status }) => status === 'held'),
    ),
  ]);
  return tickets.map((ticket) => ({
    ...formatOwnTicket(ticket, positions.get(ticket.id) ?? null),
    ...(payments.has(ticket.instanceId) ? { payment: payments.get(ticket.instanceId)! } : {}),
  }));
}

/** By session, as far as it is known. */
async function seatPayments(services: Reads, held: readonly Ticket[]): Promise<Map<number, string>> {
  if (held.length === 0) return new Map();
  const sessions = await services.db
    .selectFrom('instances')
    .select(['id', 'locationId'])
    .where(
      'id',
      'in',
      held.map(({ instanceId }) => instanceId),
    )
    .execute();
  const known = await Promise.all(
    sessions.map(async ({ id, locationId }) => {
      const payment = await seatPayment(services, services.db, locationId);
      return payment === null ? [] : [[id, payment] as const];
    }),
  );
  return new Map(known.flat());
}

function formatOwnTicket(
  { id, instanceId, status, holdExpiresAt, priceCents, movedFrom, createdAt }: Ticket,
  position: number | null,
): OwnTicket {
  return {
    ...{ id, instanceId, status, until: holdExpiresAt ?? null, position, priceCents: priceCents ?? null },
    ...(movedFrom == null ? {} : { movedFrom }),
    ...(status === 'confirmed' || status === 'held'
      ? { graceEndsAt: new Date(Date.parse(createdAt) + CANCEL_GRACE).toISOString() }
      : {}),
  };
}

/** Places on the waitlists of their sessions, from 1, by the id of the ticket. */
async function waitlistPositions(db: Db, waiting: readonly Ticket[]): Promise<Map<number, number>> {
  if (waiting.length === 0) return new Map();
  const ids = waiting.map(({ id }) => id);
  const instanceIds = [...new Set(waiting.map(({ instanceId }) => instanceId))];
  const { rows } = await sql<{ id: number; position: number }>`
    select "id", "position"::int4 from (
      select ${T.id}, row_number() over (partition by ${T.instanceId} order by ${T.waitingSince}, ${T.id}) as "position"
      from "tickets" t where ${T.status} = 'waitlisted' and ${T.instanceId} = any(${instanceIds}::bigint[])
    ) waiting where "id" = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, position }) => [id, position]));
}
