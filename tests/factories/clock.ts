import { Clock } from '../../server/platform/clock.ts';

export { moveDate } from './move-date.ts';

/**
 * The clock of the whole run: now, or the instant of `npm test -- --at 2027-03-14T06:30:00Z`, ticking from there. Started servers
 * and pages use the same.
 */
export const clock = new Clock(Number(process.env['TEST_CLOCK_OFFSET'] ?? 0));
