import { sql } from 'kysely';
import { formatCount } from '../../../domain/values/formats.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { rolesOfAccounts } from '../accounts/held-roles.ts';
import { isLimitedEvent } from '../sessions/visibility.ts';
import type { ListedInstance } from '../sessions/instance.ts';
import { credentialsHeldBy, lastByPerson } from './credentials.ts';
import { bookingsOf, type AssumedChange, type Booking } from './prerequisite-bookings.ts';
import { waivedPrerequisites } from './waivers.ts';

interface RequiredPrerequisite {
  /** "3D printing basics (attended in the last 2 years)" */
  words: string;
  /** The required event if not everyone can see it, and the text for people who cannot. */
  limited: { eventId: number; unnamed: string } | null;
}

/** A prerequisite that a person lacks: any one of these satisfies it. */
export interface MissingPrerequisite {
  ids: number[];
  anyOf: RequiredPrerequisite[];
  eventIds: number[];
}

/** A prerequisite that only bookings meet: as long as the person keeps one of these seats. */
export interface BookedPrerequisite extends MissingPrerequisite {
  bookings: Booking[];
}

export interface PrerequisiteState {
  missing: MissingPrerequisite[];
  booked: BookedPrerequisite[];
}

/** `startsAt` in epoch milliseconds. */
type CheckedSession = Pick<ListedInstance, 'eventId' | 'startsAt'>;

export interface PrerequisiteOptions extends AssumedChange {
  now: number;
  /**
   * A booking whose session is over counts until its attendance is recorded, so that a seat is not released because
   * staff have not marked yet. Without it, such a booking admits no one.
   */
  keepsUnmarked?: boolean;
}

const NOTHING: PrerequisiteState = { missing: [], booked: [] };

/**
 * The event's prerequisites that the person has not attended or earned at `now` (epoch milliseconds): the missing ones, and those met by a
 * booking of a session that ends before this one starts. Prerequisites with the same word in "alternative" are a group: one of them
 * is enough; each of the others must hold. What staff have waived holds.
 */
export async function prerequisiteState(
  services: Needs<'clock' | 'model'>,
  db: Db,
  session: CheckedSession,
  userId: number,
  now: number,
): Promise<PrerequisiteState> {
  return (await prerequisiteStates(services, db, session, [userId], { now })).get(userId) ?? NOTHING;
}

export async function prerequisiteStates(
  services: Needs<'clock' | 'model'>,
  db: Db,
  { eventId, startsAt }: CheckedSession,
  userIds: readonly number[],
  { now, keepsUnmarked = false, ...assumed }: PrerequisiteOptions,
): Promise<Map<number, PrerequisiteState>> {
  const groups = await prerequisiteGroups(db, eventId);
  if (groups.length === 0) return new Map();
  const kinds = new Set(groups.flat().map(({ kind }) => kind));
  const held = await heldBy(services, db, userIds, kinds, { now, ...assumed });
  const lacking = userIds.flatMap((userId) => {
    const own = groups.filter(
      (group) => !group.some((row) => holds(row, held(userId), now, services.model.site.timezone)),
    );
    return own.length === 0 ? [] : [{ userId, own }];
  });
  if (lacking.length === 0) return new Map();
  const lackingIds = lacking.map(({ userId }) => userId);
  const waivers = await waivedPrerequisites(db, eventId, lackingIds);
  const wantedEvents = new Set(lacking.flatMap(({ own }) => own.flatMap(groupEventIds)));
  const bookings = await bookingsOf(services, db, lackingIds, [...wantedEvents], {
    endsBy: startsAt,
    endsAfter: keepsUnmarked ? null : services.clock.now(),
    ...assumed,
  });
  const bookingsBy = Map.groupBy(bookings, ({ userId }) => userId);
  const states = new Map<number, PrerequisiteState>();
  for (const { userId, own } of lacking) {
    const waived = waivers.get(userId);
    if (waived === 'all') continue;
    const left = waived === undefined ? own : own.filter((group) => !group.some(({ id }) => waived.has(id)));
    if (left.length > 0) states.set(userId, personState(services, left, bookingsBy.get(userId) ?? []));
  }
  return states;
}

function personState(
  services: Needs<'model'>,
  groups: readonly PrerequisiteRow[][],
  own: readonly Booking[],
): PrerequisiteState {
  const state: PrerequisiteState = { missing: [], booked: [] };
  for (const group of groups) {
    const eventIds = groupEventIds(group);
    const bookings = own.filter(({ eventId }) => eventIds.includes(eventId));
    if (bookings.length === 0) state.missing.push(toMissingPrerequisite(services, group));
    else state.booked.push({ ...toMissingPrerequisite(services, group), bookings });
  }
  return state;
}

interface Held {
  attended: ReadonlyMap<number, number>;
  credentials: ReadonlyMap<number, number>;
  roles: readonly string[];
  classes: ReadonlySet<number>;
}

/** "In the last n days" counts local days of the zone, as the validity of credentials does. */
function holds(
  row: PrerequisiteRow,
  { attended, credentials, roles, classes }: Held,
  now: number,
  zone: string,
): boolean {
  if (row.kind === 'role') return row.role !== null && roles.includes(row.role);
  if (row.kind === 'class') return classes.has(row.classId ?? 0);
  const last =
    row.kind === 'credential' ? credentials.get(row.credentialId ?? 0) : attended.get(row.requiredEventId ?? 0);
  return last !== undefined && (row.validDays === null || now < daysLater(last, row.validDays, zone));
}

async function heldBy(
  services: Needs<'model'>,
  db: Db,
  userIds: readonly number[],
  kinds: ReadonlySet<PrerequisiteRow['kind']>,
  { now, without = [] }: PrerequisiteOptions,
): Promise<(userId: number) => Held> {
  const [attended, credentials, roles, classes] = await Promise.all([
    kinds.has('eventAttended') ? attendedBy(db, userIds, without) : null,
    kinds.has('credential') ? credentialsHeldBy(db, userIds, now, without) : null,
    kinds.has('role') ? rolesOfAccounts(services, db, userIds) : null,
    kinds.has('class') ? classesByPerson(db, userIds) : null,
  ]);
  return (userId) => ({
    attended: attended?.get(userId) ?? new Map(),
    credentials: credentials?.get(userId) ?? new Map(),
    roles: roles?.get(userId) ?? [],
    classes: classes?.get(userId) ?? new Set(),
  });
}

export async function prerequisitesOf(
  { db, ...services }: Needs<'db' | 'model'>,
  eventId: number,
): Promise<MissingPrerequisite[]> {
  return (await prerequisiteGroups(db, eventId)).map((group) => toMissingPrerequisite(services, group));
}

type PrerequisiteRow = Awaited<ReturnType<typeof prerequisiteRows>>[number];

async function prerequisiteGroups(db: Db, eventId: number): Promise<PrerequisiteRow[][]> {
  return [...Map.groupBy(await prerequisiteRows(db, eventId), ({ id, alternative }) => alternative ?? id).values()];
}

function prerequisiteRows(db: Db, eventId: number) {
  return db
    .selectFrom('prerequisites as p')
    .leftJoin('events as e', 'e.id', 'p.requiredEventId')
    .leftJoin('classes as c', 'c.id', 'p.classId')
    .leftJoin('eventCredentials as g', 'g.id', 'p.credentialId')
    .select(['p.id', 'p.kind', 'p.requiredEventId', 'p.credentialId', 'p.classId', 'p.role', 'p.alternative'])
    .select(sql<boolean | null>`${isLimitedEvent()}`.as('isEventLimited'))
    .select(['e.title as eventTitle', 'c.title as classTitle', 'p.validDays', 'g.name as credentialName'])
    .select(({ selectFrom }) =>
      selectFrom('events as giving')
        .select(({ fn }) => fn<number[] | null>('array_agg', ['giving.id']).as('ids'))
        .whereRef('giving.credentialId', '=', 'p.credentialId')
        .where('giving.active', '=', true)
        .where('giving.deletedAt', 'is', null)
        .as('givingIds'),
    )
    .where('p.eventId', '=', eventId)
    .orderBy('p.id')
    .execute();
}

function toMissingPrerequisite(services: Needs<'model'>, group: readonly PrerequisiteRow[]): MissingPrerequisite {
  return {
    ids: group.map(({ id }) => id),
    anyOf: group.map((row) => toRequiredPrerequisite(services, row)),
    eventIds: groupEventIds(group),
  };
}

function groupEventIds(group: readonly PrerequisiteRow[]): number[] {
  return group.flatMap(({ kind, requiredEventId, givingIds }) =>
    kind === 'credential' ? (givingIds ?? []).map(Number) : (requiredEventId ?? []),
  );
}

function toRequiredPrerequisite({ model }: Needs<'model'>, { kind, ...row }: PrerequisiteRow): RequiredPrerequisite {
  const { eventTitle, classTitle, credentialName, role, validDays, requiredEventId, isEventLimited } = row;
  const open = (words: string): RequiredPrerequisite => ({ words, limited: null });
  if (kind === 'role') return open(`the role ${model.roles.find(({ name }) => name === role)?.label ?? role ?? ''}`);
  if (kind === 'class') return open(`the class ${classTitle ?? ''}`);
  const within = validDays === null ? '' : ` (attended in the last ${formatDays(validDays)})`;
  if (kind === 'credential') return open(`${credentialName ?? ''}${within.replace('attended', 'earned')}`);
  const words = `${eventTitle ?? ''}${within}`;
  if (requiredEventId === null || isEventLimited !== true) return open(words);
  return { words, limited: { eventId: requiredEventId, unnamed: `an event that is not open to you${within}` } };
}

function formatDays(days: number): string {
  if (days % 365 !== 0) return formatCount(days, 'day', 'days');
  return days === 365 ? 'year' : formatCount(days / 365, 'year', 'years');
}

async function attendedBy(
  db: Db,
  userIds: readonly number[],
  without: readonly number[],
): Promise<Map<number, Map<number, number>>> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(({ fn }) => ['t.userId', 'i.eventId as of', fn.max('i.startsAt').as('last')])
    .where('t.userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('t.status', 'in', ['attended', 'late'])
    .$if(without.length > 0, (query) => query.where('t.id', '!=', sql<number>`all(${without}::bigint[])`))
    .groupBy(['t.userId', 'i.eventId'])
    .execute();
  return lastByPerson(rows);
}

async function classesByPerson(db: Db, userIds: readonly number[]): Promise<Map<number, Set<number>>> {
  const rows = await db
    .selectFrom('rosterEntries')
    .select(['userId', 'classId'])
    .where('userId', '=', sql<number>`any(${userIds}::bigint[])`)
    .where('status', '=', 'enrolled')
    .execute();
  const byPerson = Map.groupBy(rows, ({ userId }) => Number(userId));
  return new Map([...byPerson].map(([userId, own]) => [userId, new Set(own.map(({ classId }) => classId))]));
}
