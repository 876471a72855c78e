import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { prepared } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { calendarFile, feedHost } from '../../platform/calendar-file.ts';
import type { Viewer } from '../sessions/visibility.ts';
import { sessionRow } from '../sessions/listing/public-session.ts';
import { CHANGED_AT, sessionFeedEntries } from '../sessions/listing/session-entries.ts';
import { matching } from '../sessions/listing/session-condition.ts';
import { upcoming } from '../sessions/listing/upcoming.ts';

const DAY = 86_400_000;
/** What a feed holds, so that it stays small enough for every program. */
const AHEAD = 400 * DAY;
const MOST = 2000;

/** The upcoming sessions that a filter chooses as an iCalendar feed. `origin` is the site's, for the links to their pages. */
export async function upcomingFeed(
  services: Services,
  viewer: Viewer,
  filter: SessionFilter,
  origin: string,
): Promise<{ name: string; text: string }> {
  const { db, clock, settings } = services;
  const rows = await prepared(
    db,
    upcoming(services, viewer)
      .select(CHANGED_AT.as('changedAt'))
      .where(matching(services, filter))
      .where('i.startsAt', '<', new Date(clock.now() + AHEAD).toISOString())
      .orderBy('i.startsAt')
      .orderBy('i.id')
      .limit(MOST),
  );
  const sessions = rows.map((row) => ({ ...sessionRow(services, row), changedAt: Date.parse(row.changedAt) }));
  const name = feedName(
    filter,
    sessions.map(({ session }) => session),
  );
  const entries = sessions.flatMap(({ changedAt, ...one }) => {
    const { title, summary } = one.session;
    return sessionFeedEntries(one, origin, { title, description: summary, changedAt, status: 'confirmed' });
  });
  return { name, text: calendarFile(name, feedHost(settings.publicUrl), entries) };
}

function feedName(
  { eventId, categoryId, locationId, q }: SessionFilter,
  [first]: readonly { title: string; category: { name: string } | null; place: string }[],
): string {
  const parts = [
    eventId !== null ? first?.title : categoryId !== null ? first?.category?.name : null,
    locationId !== null ? first?.place : null,
    q === '' ? null : q,
  ].filter((part) => part != null && part !== '');
  return ['Upcoming events', ...parts].join(', ');
}
