import type { Feature } from '../../feature.ts';
import type { Needs } from '../../services.ts';
import { addMonthCommands } from './months.ts';
import { addPayoutCommands } from './payouts.ts';
import { recordDifferences } from './record-differences.ts';
import { addReadingCommand, COMPARE, compareFirst, readProvider } from './provider-readings.ts';

/** A difference fails the housekeeping, which appears among the failed jobs. */
async function checkRecords({ db }: Needs<'db'>): Promise<void> {
  const differences = await recordDifferences(db);
  if (differences.length > 0)
    throw new Error(
      `${differences.length} records differ from the ledger: run "npm run books". ${differences[0] ?? ''}`,
    );
}

/** What the finance office does with the books: the provider's account, payouts and months. */
export const books: Feature = {
  name: 'books',
  commands: (services) => {
    addReadingCommand(services);
    addPayoutCommands(services);
    addMonthCommands(services);
  },
  jobs: [{ name: COMPARE, run: readProvider }],
  schedules: [{ name: 'books.daily', cron: '40 4 * * *', run: readProvider }],
  catchUp: compareFirst,
  housekeeping: checkRecords,
};
