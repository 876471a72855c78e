import { formatDay } from '../../../../domain/values/formats.ts';
import { setImmediate } from 'node:timers/promises';
import { parseRule, ruleFault, untilDate } from '../../../../domain/hours/recurrence.ts';
import type { FieldErrors } from '../../../resources/refusals.ts';
import type { Needs } from '../../../services.ts';
import { expansionFault, firstOccurrence, occurrencesOf, overBy, startDate, type Series } from './series.ts';

const DAY = 86_400_000;

/** The rules of blocks are ones that a place can keep, and their exceptions days of them. */
export function addBlockChecks({ engine, model }: Needs<'engine' | 'model'>): void {
  engine.rules.amend('blocks', (changes, before) => {
    const amended = { ...changes };
    if (amended.exceptDates) amended.exceptDates = [...new Set(amended.exceptDates)].toSorted();
    const { startsAt, endsAt, rule = null, exceptDates } = { ...before, ...amended };
    if (rule === null && exceptDates) amended.exceptDates = null;
    if (
      startsAt !== undefined &&
      endsAt !== undefined &&
      (rule === null || ruleFault(rule) === null) &&
      endsAt > startsAt
    )
      amended.overBy = overBy({ startsAt, endsAt, rule });
    return amended;
  });
  engine.rules.check('blocks', async ({ tx, after }) => {
    if (after === null || after.rule === null) return null;
    const location = await tx
      .selectFrom('locations')
      .select('timezone')
      .where('id', '=', after.locationId)
      .executeTakeFirst();
    return seriesFaults(after, location?.timezone ?? model.site.timezone);
  });
}

/** Of a series with valid times. */
async function seriesFaults(series: Series, zone: string): Promise<FieldErrors> {
  const whole = { ...series, exceptDates: null };
  const first = startDate(series, zone);
  const until = series.rule === null ? null : untilDate(parseRule(series.rule), zone);
  if (until !== null && until < first) return { rule: 'Must not end before the first one' };
  const startsAt = Date.parse(series.startsAt);
  const fault = expansionFault(series, zone);
  if (fault !== null) return { rule: fault };
  if (occurrencesOf(whole, zone, startsAt, startsAt + 1)[0]?.date !== first)
    return { rule: `The rule leaves out its first day, ${formatDay(first)}` };
  if (series.exceptDates === null || series.exceptDates.length === 0) return {};
  const foreign = await foreignDate(whole, zone, series.exceptDates);
  if (foreign !== undefined) return { exceptDates: `There is no occurrence on ${formatDay(foreign)}` };
  const isLeft = firstOccurrence(series, zone, [startsAt, startsAt + FAR]) !== undefined;
  return isLeft ? {} : { exceptDates: 'Leaves no dates' };
}

/** Any series with exceptions only goes on within this. */
const FAR = 5 * 366 * DAY;
/** How many days are expanded at the same time. */
const STEP = 40;

/** The first of the dates, in order, on which the series does not take place. Others are served between its steps. */
async function foreignDate(series: Series, zone: string, dates: readonly string[]): Promise<string | undefined> {
  let known = new Set<string>();
  let reach = '';
  for (const date of dates) {
    if (date > reach) {
      await setImmediate();
      const midnight = Date.parse(`${date}T00:00:00Z`);
      const around = occurrencesOf(series, zone, midnight - 2 * DAY, midnight + (STEP + 2) * DAY);
      known = new Set(around.map((one) => one.date));
      reach = new Date(midnight + STEP * DAY).toISOString().slice(0, 10);
    }
    if (!known.has(date)) return date;
  }
  return undefined;
}
