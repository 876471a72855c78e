import type { Actor } from '../../../domain/actor.ts';
import { MAX_CALENDAR_DAYS } from '../../../domain/calendar.ts';
import { isDate } from '../../../domain/condition-values.ts';
import { addDays } from '../../../domain/hours.ts';
import { SESSIONS_IN_CALENDAR, SESSIONS_PER_PAGE, type UpcomingSessions } from '../../../domain/ticket-calls.ts';
import { problem } from '../../platform/problem.ts';
import { firstInstant, localDate } from '../../platform/zone-years.ts';
import type { Services } from '../../services.ts';
import { sessionOf, sessionRows } from './public-session.ts';

export interface UpcomingQuery {
  eventId?: number;
  categoryId?: number;
  page?: number;
  /** Dates of the site's zone, both included. */
  from?: string;
  to?: string;
}

/** Published sessions that are not over yet: a page of them, or those that overlap the dates. In kiosks those that show there. */
export async function upcomingSessions(
  services: Services,
  actor: Actor,
  query: UpcomingQuery,
): Promise<UpcomingSessions> {
  const { db, clock, model } = services;
  const { timezone } = model.site;
  const { eventId, categoryId, page = 1 } = query;
  const now = clock.now();
  const span = spanOf(query, timezone);
  let found = upcoming(services);
  if (actor.isKiosk) found = found.where('e.kioskVisible', 'is not', false);
  if (eventId !== undefined) found = found.where('i.eventId', '=', eventId);
  if (categoryId !== undefined) found = found.where('c.id', '=', categoryId);
  if (span !== null) found = found.where('i.startsAt', '<', span.end).where('i.endsAt', '>', span.start);
  const [rows, total, events] = await Promise.all([
    found
      .orderBy('i.startsAt')
      .orderBy('i.id')
      .offset(span === null ? (page - 1) * SESSIONS_PER_PAGE : 0)
      .limit(span === null ? SESSIONS_PER_PAGE : SESSIONS_IN_CALENDAR)
      .execute(),
    found
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('events as e')
      .leftJoin('categories as c', (join) => join.onRef('c.id', '=', 'e.categoryId').on('c.active', '=', true))
      .select(['e.id', 'e.title', 'c.id as categoryId', 'c.name as categoryName'])
      .where('e.active', '=', true)
      .where('e.deletedAt', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('instances as i')
            .select('i.id')
            .whereRef('i.eventId', '=', 'e.id')
            .where('i.status', '=', 'published')
            .where('i.endsAt', '>', new Date(now).toISOString()),
        ),
      )
      .orderBy('e.title')
      .orderBy('e.id')
      .execute(),
  ]);
  const categories = new Map(events.map(({ categoryId: id, categoryName }) => [id, categoryName ?? '']));
  return {
    sessions: rows.map((row) => sessionOf(services, row).session),
    total: Number(total.count),
    events: events.map(({ id, title, categoryId: category }) => ({ id, title, categoryId: category })),
    categories: [...categories]
      .flatMap(([id, name]) => (id === null ? [] : [{ id, name }]))
      .toSorted((a, b) => a.name.localeCompare(b.name, 'en')),
    today: localDate(now, timezone),
  };
}

/** Sessions that are published and not over. */
export function upcoming({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return sessionRows(db).where('i.status', '=', 'published').where('i.endsAt', '>', clock.date().toISOString());
}

/** The instants between which the dates lie; null without dates. */
function spanOf({ from, to }: UpcomingQuery, timezone: string): { start: string; end: string } | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw badDates('Ask for the dates between from and to.');
  for (const date of [from, to]) if (!isDate(date)) throw badDates(`There is no day ${date}.`);
  if (to < from) throw badDates('The last date is before the first one.');
  if (addDays(from, MAX_CALENDAR_DAYS) <= to)
    throw badDates(`At most ${MAX_CALENDAR_DAYS} days can be asked for at once.`);
  const [start, end] = [from, addDays(to, 1)].map((date) => new Date(firstInstant(date, timezone)).toISOString());
  return { start: start ?? '', end: end ?? '' };
}

function badDates(detail: string) {
  return problem(400, 'events.bad-dates', 'Bad request', detail);
}
