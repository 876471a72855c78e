import type { Training } from '../../../domain/calls/home.ts';
import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { TicketCredential } from '../../../domain/calls/tickets.ts';
import { isAttended } from '../../../domain/sessions/door.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Needs, RowServices } from '../../services.ts';

interface Attendance {
  ticket: { id: number; userId: number; status: TicketStatus };
  eventId: number;
  startsAt: number;
}

/**
 * Credits attendees with the event's credential, and takes it back when the mark is undone; part of the transaction of
 * the mark. Valid from the session on, whenever it is marked. Credentials already earned keep their validity.
 */
export async function creditAttendance(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  from: TicketStatus | 'none',
  { ticket, eventId, startsAt }: Attendance,
): Promise<void> {
  const isThere = isAttended(ticket.status);
  if (isThere === isAttended(from)) return;
  const { engine, clock, model } = services;
  const write = { tx, command: true } as const;
  const earned = await tx
    .selectFrom('earnedCredentials')
    .select('id')
    .where('ticketId', '=', ticket.id)
    .executeTakeFirst();
  if (earned !== undefined) {
    const revokedAt = isThere ? null : clock.instant();
    await engine.update(actor, 'earnedCredentials', earned.id, { revokedAt }, write);
    return;
  }
  if (!isThere) return;
  const credential = await tx
    .selectFrom('events as e')
    .innerJoin('eventCredentials as c', 'c.id', 'e.credentialId')
    .select(['c.id', 'c.validDays'])
    .where('e.id', '=', eventId)
    .executeTakeFirst();
  if (credential === undefined) return;
  const { id: credentialId, validDays } = credential;
  const values = {
    userId: ticket.userId,
    credentialId,
    ticketId: ticket.id,
    earnedAt: new Date(startsAt).toISOString(),
    expiresAt: validDays === null ? null : new Date(daysLater(startsAt, validDays, model.site.timezone)).toISOString(),
  };
  await engine.create(actor, 'earnedCredentials', values, write);
}

/**
 * By person: when they earned each credential that is valid at `now` last. Instants in epoch milliseconds, by the credential's id. `without`:
 * ids of tickets that earn none.
 */
export async function credentialsHeldBy(
  db: Db,
  userIds: readonly number[],
  now: number,
  without: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  const rows = await db
    .selectFrom('earnedCredentials')
    .select(({ fn }) => ['userId', 'credentialId as of', fn.max('earnedAt').as('last')])
    .where('userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('revokedAt', 'is', null)
    .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', new Date(now).toISOString())]))
    .where(({ eb, or }) =>
      or([eb('ticketId', 'is', null), eb('ticketId', '!=', sql<number>`all(${without}::bigint[])`)]),
    )
    .groupBy(['userId', 'credentialId'])
    .execute();
  return lastByPerson(rows);
}

/** By person and thing. */
export function lastByPerson(
  rows: readonly { userId: number; of: number; last: unknown }[],
): Map<number, Map<number, number>> {
  const byPerson = Map.groupBy(rows, ({ userId }) => userId);
  return new Map(
    [...byPerson].map(([userId, own]) => [userId, new Map(own.map(({ of, last }) => [of, Date.parse(String(last))]))]),
  );
}

/** By the name of the credential, each as it was earned last. */
export async function ownTrainings({ db, clock }: Needs<'db' | 'clock'>, userId: number): Promise<Training[]> {
  const rows = await db
    .selectFrom('earnedCredentials as g')
    .innerJoin('eventCredentials as c', 'c.id', 'g.credentialId')
    .distinctOn('g.credentialId')
    .select(['g.credentialId', 'c.name', 'c.description', 'g.earnedAt', 'g.expiresAt'])
    .where('g.userId', '=', userId)
    .where('g.revokedAt', 'is', null)
    .orderBy('g.credentialId')
    .orderBy('g.earnedAt', 'desc')
    .execute();
  const now = clock.now();
  return rows
    .map((row) => ({ ...row, isExpired: row.expiresAt !== null && Date.parse(row.expiresAt) <= now }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** What was earned with tickets and not revoked, by the ticket's id. */
export async function credentialsOf(
  { db, clock }: Needs<'db' | 'clock'>,
  ticketIds: readonly number[],
): Promise<Map<number, TicketCredential>> {
  if (ticketIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('earnedCredentials as g')
    .innerJoin('eventCredentials as c', 'c.id', 'g.credentialId')
    .select(['g.ticketId', 'g.expiresAt', 'c.name'])
    .where('g.ticketId', 'in', [...ticketIds])
    .where('g.revokedAt', 'is', null)
    .execute();
  const now = clock.now();
  return new Map(
    rows.map(({ ticketId, name, expiresAt }) => [
      ticketId ?? 0,
      { name, expiresAt, isExpired: expiresAt !== null && Date.parse(expiresAt) <= now },
    ]),
  );
}
