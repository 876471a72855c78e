import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { AccountCode } from './accounts.ts';
import { post, type Booked } from './post.ts';

/**
 * Books the opposite of a journal, once: a repeated call returns the first reversal. 409 for a reversal, which is corrected by a new entry,
 * and `ledger.not-enough` where a balance no longer has the amount.
 */
export async function reverse(
  tx: Tx,
  journalId: number,
  { memo, actorId }: { memo: string; actorId: number | null },
): Promise<Booked> {
  const postings = await tx
    .selectFrom('ledgerPostings as p')
    .innerJoin('ledgerJournals as j', 'j.id', 'p.journalId')
    .innerJoin('ledgerAccounts as d', 'd.id', 'p.debitId')
    .innerJoin('ledgerAccounts as c', 'c.id', 'p.creditId')
    .select(['d.code as debit', 'c.code as credit', 'p.amountCents', 'j.reversesId', 'j.userId'])
    .where('p.journalId', '=', journalId)
    .orderBy('p.id')
    .execute();
  if (postings.length === 0) throw new Error(`There is no journal ${journalId}.`);
  if (postings.some(({ reversesId }) => reversesId !== null))
    throw problem(409, 'ledger.is-reversal', 'Not possible', 'A reversal cannot be reversed. Make a new adjustment.');
  return post(tx, {
    source: 'ledgerJournals',
    sourceId: String(journalId),
    purpose: 'reversal',
    movements: postings.map(({ debit, credit, amountCents }) => ({
      debit: credit as AccountCode,
      credit: debit as AccountCode,
      amountCents,
    })),
    memo,
    userId: postings[0]?.userId ?? null,
    actorId,
    reversesId: journalId,
  });
}
