import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { addressKey } from '../../platform/http/address-key.ts';
import { tooMany } from '../../platform/problem.ts';

/** Failures within the window, over all server processes. A campus network shares few addresses, so an address may fail more often. */
const PER_ACCOUNT = 10;
const PER_ADDRESS = 60;
const WINDOW = sql.lit('15 minutes');

/** One attempt to log in, counted as failed until it is said to have succeeded. */
export interface Attempt {
  id: number;
  account: string;
}

/**
 * Notes the attempt before the password is looked at, so that a hundred parallel guesses are counted like a hundred in a
 * row. Throws 429 when the account or the address has failed too often.
 */
export async function beginAttempt(db: Db, account: string, ip: string): Promise<Attempt> {
  const address = addressKey(ip);
  const inserted = await sql<{ id: number }>`
    insert into "loginAttempts" (account, ip, at, succeeded) values (${account}, ${address}, atrium_now(), false) returning id`.execute(
    db,
  );
  const attempt = { id: inserted.rows[0]!.id, account };
  const { rows } = await sql<{ byAccount: number; byAddress: number }>`
    select count(*) filter (where account = ${account}) as "byAccount", count(*) filter (where ip = ${address}) as "byAddress"
    from "loginAttempts" where (account = ${account} or ip = ${address}) and at > atrium_now() - interval ${WINDOW}`.execute(
    db,
  );
  if (rows[0]!.byAccount > PER_ACCOUNT || rows[0]!.byAddress > PER_ADDRESS) {
    await sql`delete from "loginAttempts" where id = ${attempt.id}`.execute(db);
    throw tooMany(
      'account.too-many-attempts',
      'Too many attempts',
      'Too many attempts to log in. Please wait 15 minutes and try again.',
      15 * 60,
    );
  }
  return attempt;
}

/** Forgets the account's failures, and everybody's that no longer count. */
export async function attemptSucceeded(db: Db, attempt: Attempt): Promise<void> {
  await sql`delete from "loginAttempts" where account = ${attempt.account} or at < atrium_now() - interval ${WINDOW}`.execute(
    db,
  );
}

/** Forgets the attempts that no limit counts any more. */
export async function clearAttempts(db: Db): Promise<void> {
  await sql`delete from "loginAttempts" where "createdAt" < atrium_now() - interval '1 day'`.execute(db);
}
