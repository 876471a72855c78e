import type { Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { addBalanceRules, carryOver } from './balances.ts';
import { readBooks } from './books.ts';
import { addBalanceCommands } from './commands.ts';
import { bookExpired } from './expiry.ts';
import { voidExpiredHolds } from './holds.ts';

/** A difference fails the housekeeping, which appears among the failed jobs. */
async function checkBooks({ db }: Needs<'db'>): Promise<void> {
  const { differences } = await readBooks(db);
  if (differences.length > 0)
    throw new Error(`The books differ in ${differences.length} places: run "npm run books". ${differences[0] ?? ''}`);
}

export const ledger: Feature = {
  name: 'ledger',
  checks: addBalanceRules,
  commands: addBalanceCommands,
  schedules: [{ name: 'ledger-expired-holds', cron: '*/5 * * * *', run: voidExpiredHolds }],
  catchUp: carryOver,
  housekeeping: async (services) => {
    await bookExpired(services);
    await checkBooks(services);
  },
};
