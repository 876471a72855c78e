/** `npm run books`: recomputes all balances from their postings, compares payments with them, and reports each difference. */
import { ROOT } from './declarations/load-model.ts';
import { recordDifferences } from './features/books/record-differences.ts';
import { readBooks, type Books } from './features/ledger/books.ts';
import type { Db } from './platform/database.ts';
import { PostgresError } from './platform/postgres-programs.ts';
import { SettingsError } from './platform/settings.ts';
import { StartupError, withDatabase } from './prepare-database.ts';

const USAGE = `npm run books [-- --json]    recomputes all balances from their postings and changes nothing

Exit codes: 0 everything agrees, 1 there are differences or it failed, 2 wrong usage`;
const EXPECTED = [PostgresError, SettingsError, StartupError];
const WIDTH = 16;

const options = process.argv.slice(2);
if (options.some((option) => option !== '--json')) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  try {
    await withDatabase(ROOT, report);
  } catch (error) {
    process.exitCode = 1;
    console.error(EXPECTED.some((type) => error instanceof type) ? (error as Error).message : error);
  }
}

async function report(db: Db): Promise<void> {
  const read = await readBooks(db);
  const books = { ...read, differences: [...read.differences, ...(await recordDifferences(db))] };
  console.log(options.includes('--json') ? JSON.stringify(books, null, 2) : linesOf(books).join('\n'));
  if (books.differences.length > 0) process.exitCode = 1;
}

function linesOf({ accounts, debitCents, creditCents, suspenseCents, differences }: Books): string[] {
  const line = (name: string, ...amounts: (number | string)[]): string =>
    name.padEnd(24) + amounts.map((one) => String(one).padStart(WIDTH)).join('');
  return [
    'Amounts are in the smallest unit of the currency.',
    '',
    line('Trial balance', 'Debit', 'Credit', 'Debit - credit'),
    ...accounts.map((one) => line(one.name, one.debitCents, one.creditCents, one.debitCents - one.creditCents)),
    line('Total', debitCents, creditCents, debitCents - creditCents),
    '',
    'Must be zero',
    line('  All accounts', debitCents - creditCents),
    line('  Suspense', suspenseCents) + (suspenseCents === 0 ? '' : '   to be settled'),
    '',
    differences.length === 0 ? 'No differences.' : `Differences: ${differences.length}`,
    ...differences.map((difference) => `  ${difference}`),
  ];
}
