import type { Feature } from '../../feature.ts';
import { addMonthCommands } from './months.ts';
import { addPayoutCommands } from './payouts.ts';
import { addReadingCommand, COMPARE, compareFirst, readProvider } from './provider-readings.ts';

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
};
