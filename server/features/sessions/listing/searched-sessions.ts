import type { Actor } from '../../../../domain/declarations/actor.ts';
import { prepared } from '../../../platform/database.ts';
import type { SearchRecord } from '../../../platform/search/records.ts';
import type { ReadServices } from '../../../services.ts';
import { formatMoment } from './date-text.ts';
import { sessionRow, type SessionRow } from './public-session.ts';
import { upcoming } from './upcoming.ts';

/** The next sessions, which are searched as the reader types. */
const MOST = 300;

/** Upcoming sessions that the viewer may see, by start. */
export async function searchedSessions(services: ReadServices, viewer: Actor): Promise<SearchRecord[]> {
  const rows = await prepared(
    services.db,
    upcoming(services, viewer).orderBy('i.startsAt').orderBy('i.id').limit(MOST),
  );
  return rows.map((row) => recordOf(sessionRow(services, row)));
}

function recordOf({ instance, session }: SessionRow): SearchRecord {
  const { id, title, timezone, place, summary, category } = session;
  return {
    id,
    name: title,
    url: `/signup/details/${id}`,
    section: formatMoment(instance.startsAt, timezone),
    text: [place, seatsText(session), summary, category?.name].filter(Boolean).join(' · '),
  };
}

function seatsText({ state, seatsLeft }: SessionRow['session']): string {
  if (state === 'open') return seatsLeft === 1 ? '1 seat left' : `${seatsLeft} seats left`;
  return state === 'waitlist' ? 'Waitlist' : state === 'full' ? 'Full' : '';
}
