import { isCapable } from '../../../../domain/declarations/capabilities.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { ClassCell, ClassChoices, ClassColumn, ClassGrid } from '../../../../domain/calls/classes.ts';
import { CELL_STATES, type CellState } from '../../../../domain/sessions/signup.ts';
import { canAccess } from '../../../declarations/permission.ts';
import type { TicketStatus } from '../../../../domain/sessions/tickets.ts';
import { problem } from '../../../platform/problem.ts';
import { localDate } from '../../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { requireDoorStaff } from '../../sessions/event-staff.ts';

export async function classChoices({ db }: Needs<'db'>, actor: Actor): Promise<ClassChoices> {
  requireDoorStaff(actor);
  const rows = await db
    .selectFrom('classes as c')
    .select(['c.id', 'c.subject', 'c.number', 'c.section', 'c.title', 'c.term', 'c.active'])
    .select(({ selectFrom }) => [
      selectFrom('rosterEntries as r')
        .whereRef('r.classId', '=', 'c.id')
        .where('r.status', '=', 'enrolled')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('people'),
      selectFrom('classRequirements as q')
        .whereRef('q.classId', '=', 'c.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('requirements'),
    ])
    .orderBy('c.subject')
    .orderBy('c.number')
    .orderBy('c.section')
    .orderBy('c.term', 'desc')
    .execute();
  const classes = rows.map(({ id, term, active, people, requirements, ...row }) => ({
    ...{ id, term, name: classLabel(row) },
    active: active !== false,
    people: Number(people ?? 0),
    requirements: Number(requirements ?? 0),
  }));
  return { classes: [...classes.filter(({ active }) => active), ...classes.filter(({ active }) => !active)] };
}

interface Named {
  subject: string;
  number: string;
  section: string;
  title: string;
}

function classLabel({ subject, number, section, title }: Named): string {
  return `${subject} ${number}-${section} ${title}`;
}

/**
 * The class's people and the requirements that each has met. 403 for callers who do not process events, 404 without
 * such a class.
 */
export async function classGrid(services: RowServices, actor: Actor, classId: number): Promise<ClassGrid> {
  requireDoorStaff(actor);
  const { db, clock, model } = services;
  const row = await db.selectFrom('classes').selectAll().where('id', '=', classId).executeTakeFirst();
  if (row === undefined) throw noClass();
  const today = localDate(clock.now(), model.site.timezone);
  const [requirements, entries, tickets, exemptions] = await Promise.all([
    requirementsOf(services, classId),
    enrolledIn(services, classId),
    ticketsOfClass(services, classId),
    exemptionsOf(services, classId),
  ]);
  const ticketsBy = Map.groupBy(tickets, ({ userId, eventId }) => `${userId} ${eventId}`);
  const exemptionBy = new Map(exemptions.map((one) => [`${one.entryId} ${one.requirementId}`, one]));
  const date: DateOf = (instant, zone = null) => localDate(Date.parse(instant), zone ?? model.site.timezone);
  const columns = requirements.map(({ id, eventId, title, dueOn, ...usual }): ClassColumn => {
    const due = dueOn ?? row.requiredBy ?? null;
    const sums = Object.fromEntries(CELL_STATES.map((state) => [state, 0])) as Record<CellState, number>;
    return { id, eventId, title, dueOn: due, isOverdue: due !== null && due < today, usual, sums };
  });
  columns.sort((a, b) => (a.dueOn ?? '9999').localeCompare(b.dueOn ?? '9999'));
  const people = entries.map(({ id, userId, name, studentId, section }) => ({
    ...{ id, userId, name, studentId, section },
    cells: columns.map(({ id: requirementId, eventId, isOverdue, sums }): ClassCell => {
      const exemption = exemptionBy.get(`${id} ${requirementId}`);
      const cell = classCell(ticketsBy.get(`${userId ?? 0} ${eventId}`) ?? [], clock.instant(), date);
      const found =
        cell?.state === 'done' || exemption === undefined
          ? (cell ?? { ...NOTHING, state: isOverdue ? ('overdue' as const) : ('missing' as const) })
          : exemptCell(exemption, date);
      sums[found.state] += 1;
      return found;
    }),
  }));
  const can = permissionsIn(services, actor);
  return { id: classId, name: classLabel(row), term: row.term, columns, people, today, can };
}

function exemptCell({ id, version, reason, createdAt }: Exemption, date: DateOf): ClassCell {
  return { ...NOTHING, state: 'done', date: date(createdAt), exemption: { id, version, reason } };
}

function permissionsIn({ engine: { resolver } }: Needs<'engine'>, actor: Actor): ClassGrid['can'] {
  const canCreate = (name: string): boolean => canAccess(resolver.access(actor, resolver.resource(name), 'create'));
  return {
    mark: canCreate('classExemptions'),
    write: canCreate('announcements'),
    schedule: canCreate('instances') && isCapable(actor, 'scheduleEvents'),
    require: canCreate('classRequirements'),
    import: canCreate('rosterEntries'),
  };
}

export function noClass() {
  return problem(404, 'events.no-class', 'Not found', 'This class does not exist.');
}

const NOTHING = { date: null, instanceId: null, exemption: null };

/** The first that applies is shown. */
const COUNTED: readonly [state: CellState, of: readonly TicketStatus[]][] = [
  ['done', ['attended', 'late']],
  ['signedUp', ['confirmed', 'held', 'offered']],
  ['waiting', ['waitlisted']],
];

type DateOf = (instant: string, zone?: string | null) => string;
type Exemption = Awaited<ReturnType<typeof exemptionsOf>>[number];
type Ticket = Awaited<ReturnType<typeof ticketsOfClass>>[number];

/** Null without a ticket that counts. Tickets are ordered by the time of their session. */
function classCell(tickets: readonly Ticket[], now: string, date: DateOf): ClassCell | null {
  for (const [state, statuses] of COUNTED) {
    const found = tickets.filter(({ status }) => statuses.includes(status));
    // The next session to come, otherwise the last.
    const ticket = (state === 'done' ? undefined : found.find(({ startsAt }) => startsAt > now)) ?? found.at(-1);
    if (ticket !== undefined)
      return { state, date: date(ticket.startsAt, ticket.timezone), instanceId: ticket.instanceId, exemption: null };
  }
  return null;
}

function enrolledIn({ db }: Needs<'db'>, classId: number) {
  return db
    .selectFrom('rosterEntries')
    .select(['id', 'userId', 'name', 'studentId', 'section'])
    .where('classId', '=', classId)
    .where('status', '=', 'enrolled')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

function exemptionsOf({ db }: Needs<'db'>, classId: number) {
  return db
    .selectFrom('classExemptions as x')
    .innerJoin('classRequirements as q', 'q.id', 'x.requirementId')
    .select(['x.id', 'x.version', 'x.entryId', 'x.requirementId', 'x.reason', 'x.createdAt'])
    .where('q.classId', '=', classId)
    .execute();
}

function requirementsOf({ db }: Needs<'db'>, classId: number) {
  return db
    .selectFrom('classRequirements as q')
    .innerJoin('events as e', 'e.id', 'q.eventId')
    .select([
      'q.id',
      'q.eventId',
      'q.dueOn',
      'e.title',
      'e.defaultMinutes as minutes',
      'e.defaultLocationId as locationId',
    ])
    .where('q.classId', '=', classId)
    .orderBy('q.dueOn')
    .orderBy('e.title')
    .execute();
}

function ticketsOfClass({ db }: Needs<'db'>, classId: number) {
  return db
    .selectFrom('rosterEntries as r')
    .innerJoin('tickets as t', 't.userId', 'r.userId')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .leftJoin('locations as l', 'l.id', 'i.locationId')
    .innerJoin('classRequirements as q', (join) =>
      join.onRef('q.eventId', '=', 'i.eventId').on('q.classId', '=', classId),
    )
    .select(['t.userId', 't.status', 't.instanceId', 'i.eventId', 'i.startsAt', 'l.timezone'])
    .where('r.classId', '=', classId)
    .where('r.status', '=', 'enrolled')
    .where(
      't.status',
      'in',
      COUNTED.flatMap(([, statuses]) => statuses),
    )
    .where('i.status', '!=', 'cancelled')
    .orderBy('i.startsAt')
    .execute();
}
