import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Sets the account's password and ends all its sessions: whoever knew the old one is out. */
export async function setPassword(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await sql`
    insert into credentials ("userId", "passwordHash", "changedAt") values (${userId}, ${passwordHash}, atrium_now())
    on conflict ("userId") do update set "passwordHash" = excluded."passwordHash", "changedAt" = atrium_now(), "updatedAt" = atrium_now()`.execute(
    tx,
  );
  await endSessions(tx, userId);
}

export async function endSessions(tx: Tx, userId: number): Promise<void> {
  await sql`delete from sessions where "userId" = ${userId}`.execute(tx);
}
