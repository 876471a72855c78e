import { sql } from 'kysely';
import { columnRefs, PREPARED, type Tx } from '../../../platform/database.ts';
import type { Needs } from '../../../services.ts';
import type { LockedSession, Ticket } from './locked-session.ts';

const T = columnRefs('tickets');

export function activeFor(instanceId: number, userId: number): string {
  return `${instanceId}:${userId}`;
}

export async function activeTicket(
  { engine }: Needs<'engine'>,
  tx: Tx,
  instanceId: number,
  userId: number,
): Promise<Ticket | null> {
  const row = await tx
    .selectFrom('tickets')
    .select('id')
    .where('activeFor', '=', activeFor(instanceId, userId))
    .executeTakeFirst();
  if (row === undefined) return null;
  const [ticket] = await engine.lock(tx, 'tickets', [row.id]);
  return ticket ?? null;
}

export async function activeTickets(
  { services, tx, instance }: LockedSession,
  userIds: readonly number[],
): Promise<Map<number, Ticket>> {
  const keys = userIds.map((userId) => activeFor(instance.id, userId));
  const { rows } = await sql<{ id: number }>`${PREPARED}
    select ${T.id} from "tickets" where ${T.activeFor} = any(${keys}::text[])`.execute(tx);
  if (rows.length === 0) return new Map();
  const tickets = await services.engine.lock(
    tx,
    'tickets',
    rows.map(({ id }) => id),
  );
  return new Map(tickets.map((ticket) => [ticket.userId, ticket]));
}

/** Tickets older than the columns. */
export async function markActiveTickets({ db, model }: Needs<'db' | 'model'>): Promise<void> {
  if (!model.resources.has('tickets')) return;
  await sql`update "tickets" t set "activeFor" = t."instanceId" || ':' || t."userId"
    where t."activeFor" is null and t."status" <> 'cancelled' and not exists (
      select from "tickets" other where other."instanceId" = t."instanceId" and other."userId" = t."userId"
        and other."status" <> 'cancelled' and other."id" < t."id")`.execute(db);
  await sql`update "tickets" set "waitingSince" = "createdAt" where "status" = 'waitlisted' and "waitingSince" is null`.execute(
    db,
  );
}
