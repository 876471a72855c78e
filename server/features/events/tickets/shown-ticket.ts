import { CANCEL_GRACE } from '../../../../domain/signup-policy.ts';
import type { OwnTicket } from '../../../../domain/ticket-calls.ts';
import type { Db } from '../../../platform/database.ts';
import type { Ticket } from './desk.ts';

/** A person's ticket as they may see it. */
export async function shownTicket(
  db: Db,
  { id, instanceId, status: now, holdExpiresAt, priceCents, waitingSince, movedFrom, createdAt }: Ticket,
): Promise<OwnTicket> {
  const position = now === 'waitlisted' ? await positionOf(db, { id, instanceId, waitingSince }) : null;
  return {
    ...{ id, instanceId, status: now, until: holdExpiresAt ?? null, position, priceCents: priceCents ?? null },
    ...(movedFrom == null ? {} : { movedFrom }),
    ...(now === 'confirmed' || now === 'held'
      ? { graceEndsAt: new Date(Date.parse(createdAt) + CANCEL_GRACE).toISOString() }
      : {}),
  };
}

async function positionOf(
  db: Db,
  { id, instanceId, waitingSince }: Pick<Ticket, 'id' | 'instanceId' | 'waitingSince'>,
): Promise<number> {
  const { before } = await db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .where('instanceId', '=', instanceId)
    .where('status', '=', 'waitlisted')
    .where(({ eb, or, and }) =>
      or([eb('waitingSince', '<', waitingSince), and([eb('waitingSince', '=', waitingSince), eb('id', '<', id)])]),
    )
    .executeTakeFirstOrThrow();
  return Number(before) + 1;
}
