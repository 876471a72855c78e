import { sql } from 'kysely';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import { MAX_CALENDAR_DAYS } from '../../../../domain/hours/calendar.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import type { UpcomingSessions } from '../../../../domain/calls/sessions.ts';
import { filterDates, type SessionFilter } from '../../../../domain/sessions/session-filter.ts';
import { SESSIONS_IN_CALENDAR, SESSIONS_PER_PAGE } from '../../../../domain/sessions/signup.ts';
import { columnRefs, prepared } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import type { Vocabulary } from '../../../platform/search/spelling.ts';
import { correctSpelling, vocabularyOf } from '../../../platform/search/steps.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { Needs, ReadServices } from '../../../services.ts';
import { isListed, type Viewer } from '../visibility.ts';
import { audiencesOf } from './audience.ts';
import { sessionRow, sessionRows } from './public-session.ts';
import { SessionTotals } from './session-totals.ts';
import { matching, SESSION_TEXT } from './session-condition.ts';

export type Part = { page: number } | { limit: number } | 'calendar';

/** Published sessions that are not over yet and that the filter chooses, by start. 400 for a calendar without dates or of too many. */
export async function upcomingSessions(
  services: ReadServices,
  viewer: Actor,
  filter: SessionFilter,
  part: Part,
  totals = new SessionTotals(),
): Promise<UpcomingSessions> {
  const { clock, model } = services;
  const today = localDate(clock.now(), model.site.timezone);
  if (part === 'calendar') checkSpan(filterDates(filter, today));
  const found = upcoming(services, viewer).where(matching(services, filter));
  const [offset, limit] = rangeOf(part);
  const count = async (): Promise<number> => {
    const [counted] = await prepared(
      services.db,
      found.clearSelect().select(({ fn }) => fn.countAll<number>().as('count')),
    );
    return Number(counted?.count ?? 0);
  };
  // Sign-ups change only the number of sessions with free seats. Sessions of a class are visible to its people alone.
  const { id, roles, groupIds, isKiosk } = viewer;
  const key = JSON.stringify([filter, id, roles, groupIds, isKiosk]);
  const [rows, total] = await Promise.all([
    prepared(services.db, found.orderBy('i.startsAt').orderBy('i.id').offset(offset).limit(limit)),
    filter.seats === null ? totals.total(services.db, clock.now(), key, count) : count(),
  ]);
  if (total === 0 && filter.q !== '') {
    const corrected = correctSpelling(filter.q, await sessionWords(services, viewer));
    if (corrected !== null)
      return { ...(await upcomingSessions(services, viewer, { ...filter, q: corrected }, part, totals)), corrected };
  }
  const audiences = await audiencesOf(
    services,
    viewer,
    rows.map(({ id }) => id),
  );
  return {
    sessions: rows.map((row) => {
      const audience = audiences.get(row.id);
      return { ...sessionRow(services, row).session, ...(audience === undefined ? {} : { audience }) };
    }),
    total,
    today,
  };
}

function rangeOf(part: Part): [offset: number, limit: number] {
  if (part === 'calendar') return [0, SESSIONS_IN_CALENDAR];
  return 'limit' in part ? [0, part.limit] : [(part.page - 1) * SESSIONS_PER_PAGE, SESSIONS_PER_PAGE];
}

const I = columnRefs('instances', 'i');

/** What began longer ago is not listed: the past is not read for what is to come. */
const LONGEST = 31 * 86_400_000;

export function upcoming({ db, clock }: Needs<'db' | 'clock'>, viewer: Viewer) {
  // The status is part of the statement: prepared statements are planned for published sessions.
  return sessionRows(db)
    .where(isListed(viewer))
    .where(sql<boolean>`${I.status} = 'published'`)
    .where('i.endsAt', '>', clock.instant())
    .where('i.startsAt', '>', new Date(clock.now() - LONGEST).toISOString());
}

/** The most texts that a search text is corrected by. */
const MOST_TEXTS = 1000;

/** The words of the sessions that the viewer may see. */
async function sessionWords(services: ReadServices, viewer: Actor): Promise<Vocabulary> {
  const texts = upcoming(services, viewer).clearSelect().select(SESSION_TEXT.as('text')).distinct().limit(MOST_TEXTS);
  return vocabularyOf((await prepared(services.db, texts)).map(({ text }) => text));
}

function checkSpan({ from, to }: { from: string | null; to: string | null }): void {
  if (from === null || to === null) throw badDates('Give the dates from and to.');
  if (addDays(from, MAX_CALENDAR_DAYS) <= to)
    throw badDates(`At most ${MAX_CALENDAR_DAYS} days can be requested at a time.`);
}

export function badDates(detail: string) {
  return problem(400, 'events.bad-dates', 'Bad request', detail);
}
