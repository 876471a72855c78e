import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';

/** A sentence for each payment, refund, charge or drawer that has another amount than the ledger. Changes nothing. Amounts in cents. */
export async function recordDifferences(db: Db): Promise<string[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => recordDifferencesIn(tx));
}

export async function recordDifferencesIn(tx: Tx): Promise<string[]> {
  const found: string[] = [];
  for (const difference of DIFFERENCES) {
    const { rows } = await difference.execute(tx);
    found.push(...rows.map(({ text }) => text));
  }
  return found;
}

/** Credits less debits. */
function balanceOf(code: string): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(case when a."id" = g."creditId" then g."amountCents" else -g."amountCents" end), 0)::bigint
    from "ledgerAccounts" a join "ledgerPostings" g on a."id" in (g."debitId", g."creditId") where a."code" = ${code})`;
}

const DIFFERENCES: RawBuilder<{ text: string }>[] = [
  sql`select format('Payment %s of %s has %s in the ledger.', p."id", p."amountCents", coalesce(sum(g."amountCents"), 0)) as text
    from "payments" p
    left join "ledgerJournals" j on j."id" = p."journalId" and j."source" = 'payments' and j."sourceId" = p."id"::text
      and not exists (select 1 from "ledgerJournals" r where r."reversesId" = j."id")
    left join "ledgerPostings" g on g."journalId" = j."id"
    where p."state" = 'captured' group by p."id"
    having p."amountCents" <> coalesce(sum(g."amountCents"), 0) order by p."id"`,
  // Besides what returns, a refund books its part of tax and discount.
  sql`select format('Refund %s of %s has %s in the ledger.', r."id", r."amountCents", coalesce(sum(g."amountCents"), 0)) as text
    from "refunds" r left join "ledgerPostings" g on g."journalId" = r."journalId"
      and g."creditId" not in (select "id" from "ledgerAccounts" where "code" in ('sales', 'discounts'))
    where r."state" <> 'failed' group by r."id"
    having r."amountCents" <> coalesce(sum(g."amountCents"), 0) order by r."id"`,
  sql`select format('Payment %s has %s refunded, its refunds %s.', p."id", p."refundedCents", coalesce(r.cents, 0)) as text
    from "payments" p left join (
      select "paymentId", sum("amountCents") as cents from "refunds" where "state" <> 'failed' group by 1) r on r."paymentId" = p."id"
    where p."refundedCents" <> coalesce(r.cents, 0) order by p."id"`,
  sql`select format('Charge %s has %s paid, its payments %s.', c."id", c."paidCents", coalesce(p.cents, 0)) as text
    from "charges" c left join (
      select "chargeId", sum("amountCents" - "refundedCents") as cents from "payments"
      where "state" = 'captured' and "isLate" is not true group by 1) p on p."chargeId" = c."id"
    where c."paidCents" <> coalesce(p.cents, 0) order by c."id"`,
  sql`select format('Suspense has %s, payments that are not settled %s.', s.cents, p.cents) as text
    from (select ${balanceOf('suspense')} as cents) s, (
      select coalesce(sum("amountCents" - "refundedCents" - "settledCents"), 0)::bigint as cents from "payments"
      where "state" = 'captured' and "isLate") p
    where s.cents <> p.cents`,
  sql`select format('Till drawers have %s, their entries %s.', -s.cents, e.cents) as text
    from (select ${balanceOf('drawers')} as cents) s, (
      select coalesce(sum("amountCents"), 0)::bigint as cents from "tillEntries" where "method" = 'cash') e
    where -s.cents <> e.cents`,
  sql`select format('%s receipts have the numbers %s to %s.', count(*), min("sequence"), max("sequence")) as text
    from "receipts" group by "year" having count(*) <> max("sequence") - min("sequence") + 1 order by "year"`,
  // Without postings of its own, a month belongs to the next closing.
  sql`with closed as (
      select c.*, coalesce(lag(c."endsAt") over (order by c."endsAt"), '-infinity') as "startsAt" from "bookClosings" c
      where c."activeFor" is not null)
    select format('%s was closed with %s transactions of %s, and has %s of %s.', c."month", c."transactions", c."totalCents",
      count(distinct g."journalId"), coalesce(sum(g."amountCents"), 0)) as text
    from closed c left join "ledgerPostings" g on g."at" >= c."startsAt" and g."at" < c."endsAt"
    group by c."id", c."month", c."transactions", c."totalCents"
    having c."transactions" <> count(distinct g."journalId") or c."totalCents" <> coalesce(sum(g."amountCents"), 0) order by c."month"`,
];
