import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { addDays } from '../../../../domain/hours/hours.ts';
import { filterDates, EVENING, type SessionFilter } from '../../../../domain/sessions/session-filter.ts';
import { columnRefs } from '../../../platform/database.ts';
import { firstInstant, localDate } from '../../../platform/zone-years.ts';
import type { Needs } from '../../../services.ts';
import { CLOSES_AT } from '../instance.ts';

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const C = columnRefs('categories', 'c');
const L = columnRefs('locations', 'l');

/** What a visitor reads of a place that is shown; of others, and without one, where exactly. */
const PLACE = sql`case when ${L.id} is null then ${I.locationNote} else concat_ws(' ', ${L.displayName}, ${L.buildingCode}, ${L.room}) end`;
/** What the words of a filter are looked for in. */
export const SESSION_TEXT = sql<string>`concat_ws(' ', ${E.title}, ${E.summary}, ${C.name}, ${PLACE})`;

export function matching(
  { clock, model: { site } }: Needs<'clock' | 'model'>,
  filter: SessionFilter,
): RawBuilder<SqlBool> {
  const { eventId, categoryId, locationId, q, hours, seats } = filter;
  const { from, to } = filterDates(filter, localDate(clock.now(), site.timezone));
  const instant = (date: string): string => new Date(firstInstant(date, site.timezone)).toISOString();
  const local = sql`(${I.startsAt} at time zone coalesce(${L.timezone}, ${site.timezone}))`;
  const minute = sql`extract(hour from ${local}) * 60 + extract(minute from ${local})`;
  const isWeekend = sql`extract(isodow from ${local}) > 5`;
  const ofHours = {
    daytime: sql`not ${isWeekend} and ${minute} < ${EVENING}`,
    evenings: sql`not ${isWeekend} and ${minute} >= ${EVENING}`,
    weekends: isWeekend,
  };
  const conditions = [
    eventId !== null && sql`${I.eventId} = ${eventId}`,
    categoryId !== null && sql`${C.id} = ${categoryId}`,
    locationId !== null && takesPlaceAt(locationId),
    from !== null && sql`${I.endsAt} > ${instant(from)}`,
    to !== null && sql`${I.startsAt} < ${instant(addDays(to, 1))}`,
    hours !== null && ofHours[hours],
    seats !== null && sql`coalesce(${I.confirmed}, 0) < ${I.capacity} and ${CLOSES_AT} > ${clock.instant()}`,
    ...splitSearchText(q).map(
      (word) => sql`${SESSION_TEXT} ilike ${`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`,
    ),
  ].filter((one) => one !== false);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Wholly, or on one of its dates, at a place that visitors see. */
function takesPlaceAt(locationId: number): RawBuilder<SqlBool> {
  const isSeen = sql`exists (select 1 from "locations" p where p."id" = ${locationId} and p."active" and p."isPublic")`;
  return sql<SqlBool>`((${I.locationId} = ${locationId} or ${I.dates} @> ${JSON.stringify([{ locationId }])}::jsonb) and ${isSeen})`;
}

/** The most words that are looked for. */
const MOST = 8;

function splitSearchText(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).slice(0, MOST);
}
