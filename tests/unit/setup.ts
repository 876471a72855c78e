import { moveDate } from '../factories/clock.ts';

// What is tested here reads `Date`, so all of this process has moved: once, and no clock a second time.
const offset = Number(process.env['TEST_CLOCK_OFFSET'] ?? 0);
delete process.env['TEST_CLOCK_OFFSET'];
if (offset !== 0) moveDate(offset);
