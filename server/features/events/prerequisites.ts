import type { Db } from '../../platform/database.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { heldCredentials } from './credentials.ts';
import { waivedPrerequisites } from './waivers.ts';

const DAY = 86_400_000;

/** A prerequisite that a person lacks: one of these, any of which satisfies it. */
export interface MissingPrerequisite {
  /** In words: "3D printing basics, attended in the last 730 days". */
  anyOf: string[];
  /** Events that would satisfy it. */
  eventIds: number[];
}

/**
 * What the person lacks of the event's prerequisites at `now` (epoch milliseconds). Those with the same word in "alternative" are a group
 * of which one is enough; each of the others must hold. What staff have waived holds.
 */
export async function missingPrerequisites(
  services: Services,
  db: Db,
  eventId: number,
  userId: number,
  now: number,
): Promise<MissingPrerequisite[]> {
  const groups = await groupsOf(db, eventId);
  if (groups.length === 0) return [];
  const asksForClass = groups.flat().some(({ kind }) => kind === 'class');
  const [attended, credentials, actor, classes] = await Promise.all([
    attendedAt(db, userId),
    heldCredentials(db, userId, now),
    actorOfAccount(services, userId, ''),
    asksForClass ? classesOf(db, userId) : new Set<number>(),
  ]);
  const holds = (row: PrerequisiteRow): boolean => {
    if (row.kind === 'role') return row.role !== null && (actor?.roles.includes(row.role) ?? false);
    if (row.kind === 'class') return classes.has(row.classId ?? 0);
    const last =
      row.kind === 'credential' ? credentials.get(row.credentialId ?? 0) : attended.get(row.requiredEventId ?? 0);
    if (last === undefined) return false;
    return row.validDays === null || last > now - row.validDays * DAY;
  };
  const lacking = groups.filter((group) => !group.some(holds));
  if (lacking.length === 0) return [];
  const waived = await waivedPrerequisites(db, eventId, userId);
  if (waived === 'all') return [];
  return lacking.filter((group) => !group.some(({ id }) => waived.has(id))).map(inWords);
}

/** All that the event asks for, whoever it is. */
export async function prerequisitesOf(db: Db, eventId: number): Promise<MissingPrerequisite[]> {
  return (await groupsOf(db, eventId)).map(inWords);
}

type PrerequisiteRow = Awaited<ReturnType<typeof rowsOf>>[number];

async function groupsOf(db: Db, eventId: number): Promise<PrerequisiteRow[][]> {
  return [...Map.groupBy(await rowsOf(db, eventId), ({ id, alternative }) => alternative ?? id).values()];
}

function rowsOf(db: Db, eventId: number) {
  return db
    .selectFrom('prerequisites as p')
    .leftJoin('events as e', 'e.id', 'p.requiredEventId')
    .leftJoin('classes as c', 'c.id', 'p.classId')
    .leftJoin('eventCredentials as g', 'g.id', 'p.credentialId')
    .select(['p.id', 'p.kind', 'p.requiredEventId', 'p.credentialId', 'p.classId', 'p.role', 'p.alternative'])
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

function inWords(group: readonly PrerequisiteRow[]): MissingPrerequisite {
  return {
    anyOf: group.map(({ kind, eventTitle, classTitle, credentialName, role, validDays }) => {
      if (kind === 'role') return `the role ${role ?? ''}`;
      if (kind === 'class') return `the class ${classTitle ?? ''}`;
      const within = validDays === null ? '' : `, attended in the last ${validDays} days`;
      if (kind === 'credential') return `${credentialName ?? ''}${within.replace('attended', 'earned')}`;
      return `${eventTitle ?? ''}${within}`;
    }),
    eventIds: group.flatMap(({ kind, requiredEventId, givingIds }) =>
      kind === 'credential' ? (givingIds ?? []).map(Number) : (requiredEventId ?? []),
    ),
  };
}

/** When the person attended each event last, in epoch milliseconds. */
async function attendedAt(db: Db, userId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('tickets as t')
    .innerJoin('instances as i', 'i.id', 't.instanceId')
    .select(({ fn }) => ['i.eventId', fn.max('i.startsAt').as('last')])
    .where('t.userId', '=', userId)
    .where('t.status', 'in', ['attended', 'late'])
    .groupBy('i.eventId')
    .execute();
  return new Map(rows.map(({ eventId, last }) => [eventId, Date.parse(String(last))]));
}

/** The classes in which the person is enrolled. */
async function classesOf(db: Db, userId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('rosterEntries')
    .select('classId')
    .where('userId', '=', userId)
    .where('status', '=', 'enrolled')
    .execute();
  return new Set(rows.map(({ classId }) => classId));
}
