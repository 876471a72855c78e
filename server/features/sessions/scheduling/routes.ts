import type { FastifyInstance } from 'fastify';
import { DateTime } from 'luxon';
import { scheduleCalls, type HoursConflictQuestion } from '../../../../domain/calls/staff-calendar.ts';
import { isDate } from '../../../../domain/values/dates.ts';
import { addDays } from '../../../../domain/hours/hours.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import { STAFF_CALENDAR_DAYS } from '../../../../domain/sessions/scheduling.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';
import { problem, tooMany } from '../../../platform/problem.ts';
import { SharedPermits } from '../../../platform/semaphore.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { findHoursConflicts } from './hours-conflicts.ts';
import { hoursHistory } from './history.ts';
import { staffCalendar } from './overview.ts';

/** Checks that run at the same time in this process, and for one caller, and those of one caller that run or wait. */
const [RUNNING, OWN, MOST_WAITING] = [4, 2, 40];

export async function registerScheduling(app: FastifyInstance, services: RowServices): Promise<void> {
  const checks = new SharedPermits(RUNNING, OWN, MOST_WAITING, () =>
    tooMany('scheduling.too-many', 'Too many checks', 'Wait until your earlier checks have finished.', 5),
  );
  addCalls(app, scheduleCalls, {
    'GET /api/scheduling/calendar': ({ actor, query }) => {
      const { from = todayOn(services), to = addDays(from, 6), ...filter } = query;
      refuseRange(from, to);
      return staffCalendar(services, actor, { from, to, ...filter });
    },
    'POST /api/scheduling/collisions': ({ actor, body }) => {
      refuseFaults(services, body);
      return checks.run(actor.id, () => findHoursConflicts(services, actor, body));
    },
    'GET /api/scheduling/history': ({ actor, query }) => hoursHistory(services, actor, query.locationId),
  });
}

/** What no form sends: the write that follows would name the field. */
function refuseFaults(services: Needs<'engine'>, body: HoursConflictQuestion): void {
  for (const date of datesIn(body)) if (!isDate(date)) throw badRange(`There is no day ${date}.`);
  const times = 'block' in body ? body.block : 'occurrence' in body ? body.occurrence : null;
  if (times === null) return;
  services.engine.resolver.requireRules('blocks', { ...times });
  const rule = 'block' in body ? body.block.rule : null;
  const fault = rule == null || rule === '' ? null : ruleFault(rule);
  if (fault !== null) throw badRange(fault);
}

function datesIn(body: HoursConflictQuestion): readonly string[] {
  if ('special' in body) return [body.special.startsOn, body.special.endsOn];
  if ('occurrence' in body) return [body.occurrence.date];
  return 'block' in body ? (body.block.exceptDates ?? []) : [];
}

function todayOn({ clock, model }: Needs<'clock' | 'model'>): string {
  return DateTime.fromJSDate(clock.date(), { zone: model.site.timezone }).toFormat('yyyy-MM-dd');
}

function refuseRange(from: string, to: string): void {
  for (const date of [from, to]) if (!isDate(date)) throw badRange(`There is no day ${date}.`);
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) throw badRange('The first day is after the last one.');
  if (days > STAFF_CALENDAR_DAYS) throw badRange(`At most ${STAFF_CALENDAR_DAYS} days can be requested at a time.`);
}

function badRange(detail: string) {
  return problem(400, 'scheduling.bad-range', 'Bad request', detail);
}
