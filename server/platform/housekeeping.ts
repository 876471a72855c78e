import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Every night at 3:17 UTC: what nobody can use any more is removed. */
export async function startHousekeeping({ db, jobs }: Services): Promise<void> {
  await jobs.schedule('housekeeping', '17 3 * * *', async () => {
    await sql`delete from sessions where "expiresAt" < now()`.execute(db);
    await sql`delete from "loginAttempts" where "createdAt" < now() - interval '1 day'`.execute(db);
    await sql`delete from "rateLimits" where "endsAt" < now()`.execute(db);
    await sql`delete from "idempotencyKeys" where "createdAt" < now() - interval '7 days'`.execute(db);
  });
}
