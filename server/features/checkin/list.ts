import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { DoorCounts, DoorList, DoorPeople, DoorSession, DoorSessions } from '../../../domain/calls/door.ts';
import { DOOR_ADDS, DOOR_COMING, DOOR_PEOPLE } from '../../../domain/sessions/door.ts';
import type { PublicDate } from '../../../domain/calls/sessions.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { ticketTransition, type TicketStatus } from '../../../domain/sessions/tickets.ts';
import { columnRefs } from '../../platform/database.ts';
import { firstInstant, localDate } from '../../platform/zone-years.ts';
import type { Needs, ReadServices } from '../../services.ts';
import { readById } from '../../resources/read-rows.ts';
import { addRefusal } from './add-at-door.ts';
import { doorTickets } from './door-tickets.ts';
import { scanTags } from './offline-scans.ts';
import { requireDoorStaff } from '../sessions/event-staff.ts';
import { ticketFacts, type ListedInstance } from '../sessions/instance.ts';
import { sessionRow, sessionRows, type SessionRow } from '../sessions/listing/public-session.ts';
import { noInstance } from '../sessions/refusals.ts';

const NONE: DoorCounts = { attended: 0, expected: 0, noShow: 0, waiting: 0 };
const COUNTED: Readonly<Partial<Record<TicketStatus, keyof DoorCounts>>> = {
  attended: 'attended',
  late: 'attended',
  held: 'expected',
  confirmed: 'expected',
  noShow: 'noShow',
  waitlisted: 'waiting',
};

export async function doorSessions(services: ReadServices, actor: Actor): Promise<DoorSessions> {
  requireDoorStaff(actor);
  const { db, clock } = services;
  const now = clock.now();
  const [before, after] = [now - LONGEST_DAY, now + LONGEST_DAY].map((time) => new Date(time).toISOString());
  const rows = () => sessionRows(db).orderBy('i.startsAt').orderBy('i.id');
  const [near, next] = await Promise.all([
    rows().where('i.status', '!=', 'draft').where('i.startsAt', '<', after!).where('i.endsAt', '>', before!).execute(),
    rows().where('i.status', '=', 'published').where('i.startsAt', '>=', after!).limit(DOOR_COMING).execute(),
  ]);
  const known = [...near, ...next].map((row) => atDateOf(sessionRow(services, row), now));
  const sessions = (await withCounts(services, known, now)).toSorted(
    (a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id,
  );
  const today = sessions.filter(({ start, end, timezone }) => isWithin({ start, end }, todayIn(timezone, now)));
  const isDone = ({ phase }: DoorSession): boolean => phase === 'over' || phase === 'cancelled';
  return {
    today: [...today.filter((one) => !isDone(one)), ...today.filter(isDone)],
    coming: sessions.filter((one) => !today.includes(one) && !isDone(one)).slice(0, DOOR_COMING),
  };
}

/** Milliseconds of a day on which clocks are set back. */
const LONGEST_DAY = 25 * 60 * 60 * 1000;

/** The instants at which today begins and ends in a zone. */
function todayIn(zone: string, now: number): [from: number, to: number] {
  const date = localDate(now, zone);
  return [firstInstant(date, zone), firstInstant(addDays(date, 1), zone)];
}

function isWithin({ start, end }: Pick<PublicDate, 'start' | 'end'>, [from, to]: [from: number, to: number]): boolean {
  return Date.parse(start) < to && Date.parse(end) > from;
}

/** A session of several dates as it is today; between two dates, as on the next one. */
function atDateOf(known: SessionRow, now: number): SessionRow {
  const { instance, session } = known;
  const date =
    session.dates.find((one) => isWithin(one, todayIn(one.timezone, now))) ??
    session.dates.find(({ start, timezone: zone }) => Date.parse(start) >= todayIn(zone, now)[1]);
  if (date === undefined) return known;
  const { start, end, place, timezone } = date;
  const [startsAt, endsAt] = [Date.parse(start), Date.parse(end)];
  return { instance: { ...instance, startsAt, endsAt }, session: { ...session, start, end, place, timezone } };
}

export async function doorList(
  services: ReadServices & Needs<'settings'>,
  actor: Actor,
  instanceId: number,
): Promise<DoorList> {
  requireDoorStaff(actor);
  const { db, clock, model } = services;
  const row = await sessionRows(db).where('i.id', '=', instanceId).where('i.status', '!=', 'draft').executeTakeFirst();
  if (row === undefined) throw noInstance();
  const known = sessionRow(services, row);
  const { instance } = known;
  const now = clock.now();
  const tags = isNear(instance, now) ? await scanTags(services, instanceId) : null;
  const [[session], tickets] = await Promise.all([
    withCounts(services, [known], now),
    doorTickets(services, instance, known.session.timezone, tags),
  ]);
  if (session === undefined) throw noInstance();
  const facts = ticketFacts(instance, now, null, { isDeliberate: true });
  const isSeries = instance.wholeSeriesId !== null;
  const adds = DOOR_ADDS.filter(
    (to) => (!isSeries || to === 'confirmed') && ticketTransition(model.tickets, 'none', 'staff', facts, to) !== null,
  );
  return {
    session,
    feeCents: instance.feeCents,
    tickets,
    scanKey: tags?.key ?? null,
    adds,
    ...(isSeries ? { isSeries } : {}),
    addRefusal: adds.length > 0 ? null : (addRefusal(instance, now) ?? 'No one can be added now.'),
  };
}

const DAY = 86_400_000;

/** Cards and IDs are recognized without a connection from a day before the session until it is over. */
function isNear({ status, startsAt, endsAt }: ListedInstance, now: number): boolean {
  return status === 'published' && startsAt - now <= DAY && now < endsAt;
}

/** Of more, these are enough to say that the search is too wide. */
const MOST_FOUND = 1000;
const U = columnRefs('users', 'u');

/** Accounts that match a search and can be added. What the caller cannot read is not searched either. */
export async function doorPeople(services: Needs<'db' | 'engine'>, actor: Actor, q: string): Promise<DoorPeople> {
  requireDoorStaff(actor);
  const { engine, db } = services;
  // In two steps: in one, the database reads the names of everyone in their order to find the first that match.
  const { rows: found } = await sql<{ id: number }>`
    with found ("id") as materialized (select * from (${engine.valuesOf(actor, 'users', 'id', { q })}) matching limit ${MOST_FOUND})
    select ${U.id} from found join "users" u on ${U.id} = found."id" where ${U.active}
    order by ${U.displayName}, ${U.id} limit ${DOOR_PEOPLE + 1}`.execute(db);
  const people = await readById(
    services,
    actor,
    'users',
    found.map(({ id }) => id),
  );
  return {
    people: found.slice(0, DOOR_PEOPLE).flatMap(({ id }) => {
      const person = people.get(id);
      if (person === undefined) return [];
      const { displayName, username, email } = person;
      return [{ id, name: displayName ?? '', username: username ?? '', email: email ?? null }];
    }),
    hasMore: found.length > DOOR_PEOPLE,
  };
}

export async function withCounts(
  { db }: Needs<'db'>,
  rows: readonly SessionRow[],
  now: number,
): Promise<DoorSession[]> {
  if (rows.length === 0) return [];
  const counted = await db
    .selectFrom('tickets')
    .select(['instanceId', 'status'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(
      'instanceId',
      'in',
      rows.map(({ instance }) => instance.id),
    )
    .groupBy(['instanceId', 'status'])
    .execute();
  const all = new Map<number, DoorCounts>();
  for (const { instanceId, status, count } of counted) {
    const key = COUNTED[status];
    const counts = all.get(instanceId) ?? NONE;
    if (key !== undefined) all.set(instanceId, { ...counts, [key]: counts[key] + Number(count) });
  }
  return rows.map(({ instance, session: { id, eventId, title, start, end, timezone, place } }) => ({
    ...{ id, eventId, title, start, end, timezone, place },
    phase: sessionPhase(instance, now),
    capacity: instance.capacity,
    taken: instance.taken,
    counts: all.get(id) ?? NONE,
  }));
}

function sessionPhase({ status, startsAt, endsAt }: ListedInstance, now: number): DoorSession['phase'] {
  if (status === 'cancelled') return 'cancelled';
  if (status === 'done' || now >= endsAt) return 'over';
  return now >= startsAt ? 'running' : 'ahead';
}
