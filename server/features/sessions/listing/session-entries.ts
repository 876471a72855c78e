import { sql } from 'kysely';
import { dateUid } from '../../../../domain/sessions/session-dates.ts';
import type { FeedEntry } from '../../../platform/calendar-file.ts';
import { columnRefs } from '../../../platform/database.ts';
import type { SessionRow } from './public-session.ts';

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const L = columnRefs('locations', 'p');

/**
 * SQL: when anything that the entries of "instances" i of "events" e show was last changed, all of their places included: one that is not
 * shown anymore has changed them too.
 */
export const CHANGED_AT = sql<string>`greatest(${I.updatedAt}, ${E.updatedAt}, (
  select max(${L.updatedAt}) from "locations" p where ${L.id} = any(array_append(
    array(select (date ->> 'locationId')::bigint from jsonb_array_elements(coalesce(${I.dates}, '[]'::jsonb)) date), ${I.locationId}))))`;

export function sessionFeedEntries(
  { instance, session }: SessionRow,
  origin: string,
  more: Pick<FeedEntry, 'title' | 'description' | 'changedAt' | 'status'>,
): (FeedEntry & { url: string })[] {
  return instance.spans.map(({ nth, startsAt, endsAt }) => ({
    uid: dateUid(session.id, nth),
    url: `${origin}/signup/details/${session.id}`,
    place: session.dates[nth - 1]?.place ?? session.place,
    startsAt,
    endsAt,
    ...more,
  }));
}
