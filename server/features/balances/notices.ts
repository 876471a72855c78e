import { sql } from 'kysely';
import { transaction, type Db, type Tx } from '../../platform/database.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';

/** Balances of one transaction. */
const AT_ONCE = 200;
const PATH = '/payment/balances';

/**
 * Notifies owners of low balances, and of free quota that expires soon: once for each balance and threshold. Who spends again after a top-up
 * is notified again.
 */
export async function notifyOfBalances(services: CommandServices): Promise<void> {
  const { db } = services;
  const low = services.systemSettings.value('balances.lowBalance');
  await forgetRaised(db, low);
  if (low > 0) await untilNone(() => transaction(db, (tx) => notifyOfLow(services, tx, low)));
  if (services.systemSettings.value('balances.quotaExpiryDays') > 0)
    await untilNone(() => transaction(db, (tx) => notifyOfExpiry(services, tx)));
}

async function untilNone(work: () => Promise<number>): Promise<void> {
  while ((await work()) === AT_ONCE);
}

/** What a notice said no longer holds. */
async function forgetRaised(db: Db, low: number): Promise<void> {
  await sql`delete from "balanceNotices" n using "balances" b
    where n."kind" = 'low' and b."id" = n."balanceId" and b."balanceCents" - b."heldCents" >= ${low}`.execute(db);
}

interface Found {
  id: number;
  userId: number;
  name: string;
  cents: number;
  expiresOn: string | null;
}

async function notifyOfLow(services: CommandServices, tx: Tx, low: number): Promise<number> {
  const { rows } = await sql<Found>`
    select b."id", b."userId", b."name", b."balanceCents" - b."heldCents" as cents, b."expiresOn" from "balances" b
    where b."kind" in ('userPurse', 'departmental') and b."closedAt" is null and b."balanceCents" - b."heldCents" < ${low}
      and exists (select 1 from "ledgerAccounts" a join "ledgerPostings" p on p."debitId" = a."id" where a."balanceId" = b."id")
      and not exists (select 1 from "balanceNotices" n
        where n."balanceId" = b."id" and n."kind" = 'low' and n."threshold" = ${String(low)})
    order by b."id" limit ${AT_ONCE}`.execute(tx);
  for (const { id, userId, name, cents } of await claim(tx, rows, 'low', () => String(low)))
    await notify(services, tx, {
      event: 'balanceLow',
      audience: 'owner',
      recipients: [userId],
      values: { balance: { text: name, path: PATH }, amount: cents },
      about: { resource: 'balances', id, title: name, path: PATH },
    });
  return rows.length;
}

async function notifyOfExpiry(services: CommandServices, tx: Tx): Promise<number> {
  const days = services.systemSettings.value('balances.quotaExpiryDays');
  const today = sql`(atrium_now() at time zone ${services.model.site.timezone})::date`;
  const { rows } = await sql<Found>`
    select b."id", b."userId", b."name", b."balanceCents" - b."heldCents" as cents, b."expiresOn" from "balances" b
    where b."kind" = 'grant' and b."closedAt" is null and b."balanceCents" > b."heldCents"
      and b."expiresOn" between ${today} and ${today} + ${days}::integer
      and not exists (select 1 from "balanceNotices" n
        where n."balanceId" = b."id" and n."kind" = 'expiry' and n."threshold" = b."expiresOn"::text)
    order by b."id" limit ${AT_ONCE}`.execute(tx);
  for (const { id, userId, name, cents, expiresOn } of await claim(tx, rows, 'expiry', (row) => row.expiresOn ?? ''))
    await notify(services, tx, {
      event: 'quotaExpiring',
      audience: 'owner',
      recipients: [userId],
      values: { balance: { text: name, path: PATH }, amount: cents, expiresOn },
      about: { resource: 'balances', id, title: name, path: PATH },
    });
  return rows.length;
}

/** Those that no other process has taken in the meantime. */
async function claim(
  tx: Tx,
  rows: readonly Found[],
  kind: 'low' | 'expiry',
  threshold: (row: Found) => string,
): Promise<Found[]> {
  const claimed: Found[] = [];
  for (const row of rows) {
    const { rows: made } = await sql<{ id: number }>`
      insert into "balanceNotices" ("balanceId", "kind", "threshold") values (${row.id}, ${kind}, ${threshold(row)})
      on conflict do nothing returning "id"`.execute(tx);
    noteLockedRows(
      tx,
      'balanceNotices',
      made.map(({ id }) => id),
    );
    if (made.length > 0) claimed.push(row);
  }
  return claimed;
}
