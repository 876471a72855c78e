import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { OCCURRENCE_SCOPES } from '../../../../domain/hours/calendar.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import {
  STAFF_CALENDAR_DAYS,
  type CollisionQuestion,
  type StaffFilter,
} from '../../../../domain/sessions/scheduling.ts';
import { problem } from '../../../platform/problem.ts';
import type { Services } from '../../../services.ts';
import { collisionsWith } from './collisions.ts';
import { hoursHistory } from './history.ts';
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

const history = { type: 'object', additionalProperties: false, properties: { locationId: ID } };
const INSTANT = { type: 'string', maxLength: 40, format: 'date-time' };
const HOUR = { type: ['number', 'null'], minimum: 0, maximum: 24 };
const HOURS = { type: 'array', minItems: 7, maxItems: 7, items: { type: 'number', minimum: 0, maximum: 24 } };
const ROW_ID = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const question = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  properties: {
    block: {
      type: 'object',
      additionalProperties: false,
      required: ['locationId', 'startsAt', 'endsAt'],
      properties: {
        id: { ...ROW_ID, description: 'Of the block that is changed' },
        locationId: ROW_ID,
        startsAt: INSTANT,
        endsAt: INSTANT,
        rule: { type: ['string', 'null'], maxLength: 200 },
        exceptDates: { type: ['array', 'null'], maxItems: 400, items: DAY },
      },
    },
    occurrence: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'date', 'scope', 'startsAt', 'endsAt', 'locationId'],
      properties: {
        id: { ...ROW_ID, description: 'Of the block' },
        date: { ...DAY, description: 'The local date on which the occurrence begins' },
        scope: { type: 'string', enum: OCCURRENCE_SCOPES },
        startsAt: INSTANT,
        endsAt: INSTANT,
        locationId: ROW_ID,
      },
    },
    special: {
      type: 'object',
      additionalProperties: false,
      required: ['locationId', 'startsOn', 'endsOn', 'closed', 'opensAt', 'closesAt'],
      properties: {
        id: { ...ROW_ID, description: 'Of the special hours that are changed' },
        locationId: { ...ROW_ID, type: ['integer', 'null'] },
        startsOn: DAY,
        endsOn: DAY,
        closed: { type: 'boolean' },
        opensAt: HOUR,
        closesAt: HOUR,
      },
    },
    usual: {
      type: 'object',
      additionalProperties: false,
      required: ['locationId', 'hours'],
      properties: {
        locationId: ROW_ID,
        hours: {
          type: 'object',
          additionalProperties: false,
          required: ['weekends', 'openTimes', 'closeTimes'],
          properties: { weekends: { type: 'boolean' }, openTimes: HOURS, closeTimes: HOURS },
        },
      },
    },
  },
};

/** The staff's calendar. What it shows is what the caller may read of instances, blocks and places. */
export async function registerScheduling(app: FastifyInstance, services: Services): Promise<void> {
  app.get<Calendar>(
    '/api/scheduling/calendar',
    { schema: { querystring: calendar, summary: 'What takes place at all places, or at one, with what conflicts' } },
    async ({ actor, query: { locationId, ...filter } }) => {
      const { from = todayOn(services), to = addDays(from, 6), ...filters } = filter;
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

  app.post<{ Body: CollisionQuestion }>(
    '/api/scheduling/collisions',
    { schema: { body: question, summary: 'The sessions that a block or other hours would collide with' } },
    async ({ actor, body }) => {
      refuseFaults(body);
      return collisionsWith(services, actor, body);
    },
  );

  app.get<{ Querystring: { locationId?: string } }>(
    '/api/scheduling/history',
    { schema: { querystring: history, summary: 'Who changed blocks, special hours and places of late' } },
    async ({ actor, query }) => hoursHistory(services, actor, numberOf(query.locationId)),
  );
}

/** What no form sends: the write that follows would name the field. */
function refuseFaults(body: CollisionQuestion): void {
  for (const date of datesIn(body)) if (!isDate(date)) throw badRange(`There is no day ${date}.`);
  const times = 'block' in body ? body.block : 'occurrence' in body ? body.occurrence : null;
  if (times === null) return;
  if (!(Date.parse(times.endsAt) > Date.parse(times.startsAt))) throw badRange('The end must be after the start.');
  const rule = 'block' in body ? body.block.rule : null;
  const fault = rule == null || rule === '' ? null : ruleFault(rule);
  if (fault !== null) throw badRange(fault);
}

function datesIn(body: CollisionQuestion): readonly string[] {
  if ('special' in body) return [body.special.startsOn, body.special.endsOn];
  if ('occurrence' in body) return [body.occurrence.date];
  return 'block' in body ? (body.block.exceptDates ?? []) : [];
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
