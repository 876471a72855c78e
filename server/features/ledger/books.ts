import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';

export interface AccountTotals {
  code: string;
  name: string;
  kind: string;
  debitCents: number;
  creditCents: number;
}

export interface Books {
  /** Of balances together, and of each other account. */
  accounts: AccountTotals[];
  /** Of all debits and all credits; both are equal. */
  debitCents: number;
  creditCents: number;
  /** What someone still has to settle. */
  suspenseCents: number;
  differences: string[];
}

/** Recomputes all counters and sums from the postings, of one moment. Changes nothing. */
export async function readBooks(db: Db): Promise<Books> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const accounts = await accountTotals(tx);
      const sumOf = (side: 'debitCents' | 'creditCents'): number =>
        accounts.reduce((sum, account) => sum + account[side], 0);
      const [debitCents, creditCents] = [sumOf('debitCents'), sumOf('creditCents')];
      const suspense = accounts.find(({ code }) => code === 'suspense');
      return {
        accounts,
        debitCents,
        creditCents,
        suspenseCents: suspense ? suspense.creditCents - suspense.debitCents : 0,
        differences: await differencesIn(tx),
      };
    });
}

/** A sentence for each difference, with amounts in cents. */
export async function differencesIn(tx: Tx): Promise<string[]> {
  const found: string[] = [];
  for (const difference of DIFFERENCES) {
    const { rows } = await difference.execute(tx);
    found.push(...rows.map(({ text }) => text));
  }
  return found;
}

const SUMS = sql`
  select a."id", a."balanceId", coalesce(d.cents, 0)::bigint as debits, coalesce(c.cents, 0)::bigint as credits
  from "ledgerAccounts" a
  left join (select "debitId", sum("amountCents") as cents from "ledgerPostings" group by 1) d on d."debitId" = a."id"
  left join (select "creditId", sum("amountCents") as cents from "ledgerPostings" group by 1) c on c."creditId" = a."id"`;

async function accountTotals(tx: Tx): Promise<AccountTotals[]> {
  const { rows } = await sql<AccountTotals>`
    with sums as (${SUMS})
    select case when a."balanceId" is null then a."code" else 'balances' end as code,
      case when a."balanceId" is null then min(a."name") else 'Balances' end as name, min(a."kind") as kind,
      sum(s.debits)::bigint as "debitCents", sum(s.credits)::bigint as "creditCents"
    from "ledgerAccounts" a join sums s on s."id" = a."id"
    group by 1, a."balanceId" is null order by 1`.execute(tx);
  return rows;
}

/** What must not be. */
const DIFFERENCES: RawBuilder<{ text: string }>[] = [
  sql`with sums as (${SUMS})
    select format('Balance %s has %s, its postings %s.', b."id", b."balanceCents", s.credits - s.debits) as text
    from "balances" b join sums s on s."balanceId" = b."id" where b."balanceCents" <> s.credits - s.debits order by b."id"`,
  sql`select format('Balance %s has no account.', b."id") as text from "balances" b
    where not exists (select 1 from "ledgerAccounts" a where a."balanceId" = b."id") order by b."id"`,
  sql`select format('Balance %s has %s reserved, its holds %s.', b."id", b."heldCents", coalesce(h.cents, 0)) as text
    from "balances" b left join (
      select "balanceId", sum("amountCents")::bigint as cents from "ledgerHolds" where "state" = 'held' group by 1) h
      on h."balanceId" = b."id"
    where b."heldCents" <> coalesce(h.cents, 0) order by b."id"`,
  sql`select format('Balance %s has %s, below its floor of %s.', "id", "balanceCents" - "heldCents", "floorCents") as text
    from "balances" where "balanceCents" - "heldCents" < "floorCents" order by "id"`,
  sql`select format('Transaction %s has no postings.', j."id") as text from "ledgerJournals" j
    where not exists (select 1 from "ledgerPostings" p where p."journalId" = j."id") order by j."id"`,
  sql`select format('Posting %s has another time or type than transaction %s.', p."id", j."id") as text
    from "ledgerPostings" p join "ledgerJournals" j on j."id" = p."journalId"
    where p."at" <> j."at" or p."purpose" <> j."purpose" order by p."id"`,
  sql`select format('Hold %s is %s, but its transaction is %s.', "id", "state", coalesce("journalId"::text, 'missing')) as text
    from "ledgerHolds" where ("state" = 'captured') <> ("journalId" is not null) order by "id"`,
  sql`with moved as (
      select "journalId", "debitId" as account, -"amountCents" as cents from "ledgerPostings"
      union all select "journalId", "creditId", "amountCents" from "ledgerPostings"),
    net as (
      select coalesce(j."reversesId", j."id") as id, m.account, sum(m.cents) as cents
      from "ledgerJournals" j join moved m on m."journalId" = j."id"
      where j."reversesId" is not null or exists (select 1 from "ledgerJournals" r where r."reversesId" = j."id")
      group by 1, 2)
    select distinct format('The reversal of transaction %s is not its opposite.', id) as text from net where cents <> 0 order by 1`,
];
