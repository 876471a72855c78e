import { dateUid } from '../../../../domain/session-dates.ts';
import type { FeedEntry } from '../../feeds/calendar-file.ts';
import type { SessionRow } from '../sessions/public-session.ts';

/** The entries of a session in a calendar, one for each of its dates. `origin` is the site's, for the link to its page. */
export function entriesOf(
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
