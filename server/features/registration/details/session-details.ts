import { calendarLinks, type CalendarLinks } from './calendar-links.ts';
import { htmlText } from '../../../../domain/html/html-text.ts';
import type { PublicSession, SessionDetails } from '../../../../domain/calls/sessions.ts';
import type { Db } from '../../../platform/database.ts';
import type { Needs, ReadServices } from '../../../services.ts';
import { visibleTo, type Caller } from '../../admission/admission.ts';
import { audiencesOf } from '../../sessions/listing/audience.ts';
import { calendarFile, feedHost } from '../../../platform/calendar-file.ts';
import { CHANGED_AT, sessionFeedEntries } from '../../sessions/listing/session-entries.ts';
import { siteOrigin } from '../../../platform/http/site-origin.ts';
import { readById } from '../../../resources/read-rows.ts';
import { jointSession } from '../../sessions/listing/joint-session.ts';
import { prerequisitesOf } from '../../admission/prerequisites.ts';
import { wordsFor } from '../../admission/prerequisite-text.ts';
import { sessionRow, sessionRows, type SessionRow } from '../../sessions/listing/public-session.ts';
import { eventTerms } from '../../admission/terms.ts';
import { activeFor } from '../seats/active-ticket.ts';
import { noInstance } from '../../sessions/refusals.ts';

/** A session that the caller may see: published, canceled or over. Throws 404 for others. `isExact` as in `sessionRow`. */
export async function readSession(
  { db, ...services }: ReadServices,
  caller: Caller,
  id: number,
  isExact = false,
): Promise<SessionRow> {
  const row = await sessionRows(db, (await hasTicket(db, caller, id)) ? 'holder' : 'visitor')
    .where('i.id', '=', id)
    .where('i.status', '!=', 'draft')
    .where(visibleTo(caller))
    .executeTakeFirst();
  if (row === undefined) throw noInstance();
  return sessionRow(services, row, isExact);
}

async function hasTicket(db: Db, { actor: { id: userId } }: Caller, id: number): Promise<boolean> {
  if (userId === null) return false;
  const found = await db
    .selectFrom('tickets')
    .select('id')
    .where('activeFor', '=', activeFor(id, userId))
    .executeTakeFirst();
  return found !== undefined;
}

/** Instructors are named as far as the caller may read accounts. */
export async function sessionDetails(
  services: Needs<'clock' | 'db' | 'engine' | 'model' | 'settings'>,
  caller: Caller,
  id: number,
): Promise<SessionDetails> {
  const { db } = services;
  const found = await readSession(services, caller, id);
  const { instance } = found;
  const session = await jointSession(services, found);
  const [audiences, terms, more, prerequisites] = await Promise.all([
    audiencesOf(services, caller.actor, [id]),
    eventTerms(db, instance.eventId),
    db
      .selectFrom('instances as i')
      .innerJoin('events as e', 'e.id', 'i.eventId')
      .leftJoin('locations as l', (join) =>
        join.onRef('l.id', '=', 'i.locationId').on('l.active', '=', true).on('l.isPublic', '=', true),
      )
      .select(['e.description', 'i.locationNote', 'i.instructorIds', 'i.movedFrom'])
      .select(['l.id as locationId', 'l.displayName', 'l.directions', 'l.planImage', 'l.planAlt', 'e.bring'])
      .where('i.id', '=', id)
      .executeTakeFirstOrThrow(),
    prerequisitesOf(services, instance.eventId).then((all) => wordsFor(db, caller.actor, all)),
  ]);
  const { description, locationNote, instructorIds, locationId, movedFrom } = more;
  const instructors = await readById(services, caller.actor, 'users', instructorIds ?? []);
  const audience = audiences.get(id);
  return {
    ...session,
    ...(audience === undefined ? {} : { audience }),
    description: description ?? '',
    // The place is not named twice.
    locationNote: session.place === locationNote ? '' : (locationNote ?? ''),
    locationId,
    instructors: [...instructors.values()].flatMap(({ displayName }) => displayName ?? []).toSorted(),
    offerHours: instance.offerHours,
    waitlistOn: instance.waitlistOn,
    bring: more.bring ?? '',
    directions: more.directions ?? '',
    plan: locationMap(more),
    policy: instance.policy,
    ...(terms === null ? {} : { terms }),
    prerequisites,
    ...(movedFrom === null ? {} : { movedFrom }),
    calendarLinks: calendarLinksOf(services, found, description ?? ''),
    seriesSessions: session.series === null ? [] : await sessionsOfSeries(services, caller, session),
  };
}

function calendarLinksOf({ settings }: Needs<'settings'>, found: SessionRow, description: string): CalendarLinks[] {
  const { title, summary, state } = found.session;
  if (state === 'over' || state === 'cancelled') return [];
  const words = htmlText(description) || summary;
  const more = { title, description: words, changedAt: 0, status: 'confirmed' } as const;
  return sessionFeedEntries(found, siteOrigin(settings, null), more).map(calendarLinks);
}

/** Without words of its own, the map shows where the place is. */
function locationMap(row: { displayName: string | null; planImage: string | null; planAlt: string | null }) {
  const { displayName, planImage, planAlt } = row;
  return planImage === null
    ? null
    : { file: planImage, alt: planAlt ?? `Where ${displayName ?? 'it'} is in the building` };
}

/** Those open to the caller; all of a series booked as a whole. A link opens one session, not the others. */
async function sessionsOfSeries(
  { db, ...services }: ReadServices,
  { actor }: Caller,
  { id: shown, series }: PublicSession,
): Promise<SessionDetails['seriesSessions']> {
  const rows = await sessionRows(db)
    .where('i.seriesId', '=', series?.id ?? 0)
    .where('i.status', 'in', ['published', 'done'])
    .$if(series?.isBookedAsWhole !== true, (query) =>
      query.where(({ eb, or }) => or([eb('i.id', '=', shown), visibleTo({ actor })])),
    )
    .orderBy('i.startsAt')
    .execute();
  return rows.map((row) => {
    const { id, start, end, state } = sessionRow(services, row).session;
    return { id, start, end, state };
  });
}

/** The session as an iCalendar file, with the identifier that feeds give it. */
export async function sessionFile(
  services: Needs<'clock' | 'db' | 'model' | 'settings'>,
  caller: Caller,
  id: number,
): Promise<{ name: string; text: string }> {
  const { db, settings } = services;
  const found = await readSession(services, caller, id, true);
  const { instance, session } = found;
  const { description, summary, changedAt } = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select(['e.description', 'e.summary'])
    .select(CHANGED_AT.as('changedAt'))
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow();
  const entries = sessionFeedEntries(found, siteOrigin(settings, null), {
    title: session.title,
    description: htmlText(description ?? '') || (summary ?? ''),
    changedAt: Date.parse(changedAt),
    status: instance.status === 'cancelled' ? 'cancelled' : 'confirmed',
  });
  const text = calendarFile(session.title, feedHost(settings.publicUrl), entries);
  return { name: session.title, text };
}
