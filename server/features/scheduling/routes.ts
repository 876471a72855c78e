import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { isDate } from '../../../domain/condition-values.ts';
import { addDays } from '../../../domain/hours.ts';
import { STAFF_CALENDAR_DAYS, type StaffFilter } from '../../../domain/scheduling.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { staffCalendar } from './overview.ts';

interface Calendar {
  Querystring: { from?: string; to?: string; locationId?: string } & Partial<Record<StaffFilter, string>>;
}

const DAY = { type: 'string', pattern: '^(19|2\\d)\\d{2}-\\d{2}-\\d{2}$' };
const ID = { type: 'string', pattern: '^[1-9]\\d{0,14}$' };
const calendar = {
  type: 'object',
  additionalProperties: false,
  properties: {
    from: { ...DAY, description: 'First date; without it today' },
    to: { ...DAY, description: `Last date, at most ${STAFF_CALENDAR_DAYS} days in all; without it a week` },
    locationId: { ...ID, description: 'Without it all active places' },
    categoryId: ID,
    eventId: ID,
    instructorId: ID,
    status: { enum: ['draft', 'published', 'cancelled', 'done'] },
  },
};

/** The staff's calendar. What it shows is what the caller may read of instances, blocks and places. */
export async function registerScheduling(app: FastifyInstance, services: Services): Promise<void> {
  app.get<Calendar>(
    '/api/scheduling/calendar',
    { schema: { querystring: calendar, summary: 'What takes place at all places, or at one, with what clashes' } },
    async ({ actor, query: { locationId, ...asked } }) => {
      const { from = todayOn(services), to = addDays(from, 6), ...filters } = asked;
      refuseRange(from, to);
      const { status, ...ids } = filters;
      return staffCalendar(services, actor, {
        from,
        to,
        locationId: numberOf(locationId),
        status,
        categoryId: numberOf(ids.categoryId),
        eventId: numberOf(ids.eventId),
        instructorId: numberOf(ids.instructorId),
      });
    },
  );
}

/** The campus's date. */
function todayOn({ clock, model }: Services): string {
  return DateTime.fromJSDate(clock.date(), { zone: model.site.timezone }).toFormat('yyyy-MM-dd');
}

function numberOf(id: string | undefined): number | undefined {
  return id === undefined ? undefined : Number(id);
}

function refuseRange(from: string, to: string): void {
  for (const date of [from, to]) if (!isDate(date)) throw badRange(`There is no day ${date}.`);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) throw badRange('The first day is after the last one.');
  if (days > STAFF_CALENDAR_DAYS) throw badRange(`At most ${STAFF_CALENDAR_DAYS} days can be asked for at once.`);
}

function badRange(detail: string) {
  return problem(400, 'scheduling.bad-range', 'Bad request', detail);
}
