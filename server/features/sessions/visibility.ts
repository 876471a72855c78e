import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import { columnRefs, type Db } from '../../platform/database.ts';

export type Viewer = Pick<Actor, 'roles' | 'capabilities' | 'groupIds' | 'isKiosk'> & Partial<Pick<Actor, 'id'>>;

const E = columnRefs('events', 'e');
const I = columnRefs('instances', 'i');
const C = columnRefs('categories', 'c');
const R = columnRefs('rosterEntries', 'r');
const NONE = sql`'[]'::jsonb`;

/**
 * What the viewer finds of "instances" i with "events" e: the one condition of all lists, calendars and feeds of
 * sessions, of search engines, and of embedded pages. Status and time are up to the caller. Private sessions are in
 * none of them, except for the class that they are for.
 */
export function isListed(viewer: Viewer): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isListedEvent(viewer)} and (${I.isPrivate} is not true or ${isForClassOf(viewer)}))`;
}

/** The viewer is enrolled in the class that "instances" i are for. */
export function isForClassOf({ id = null }: Viewer): RawBuilder<SqlBool> {
  if (id === null) return sql<SqlBool>`false`;
  return sql<SqlBool>`exists (select 1 from "rosterEntries" r
    where ${R.classId} = ${I.classId} and ${R.userId} = ${id} and ${R.status} = 'enrolled')`;
}

/**
 * Whether each of the viewers finds the session in lists (isListed). One statement; its text grows with the number of different sets of
 * roles and groups, not with the number of viewers.
 */
export async function seeingSession(db: Db, instanceId: number, viewers: readonly Viewer[]): Promise<boolean[]> {
  const sets = new Map(viewers.map((viewer) => [viewerKey(viewer), isListedEvent(viewer)]));
  if (sets.size === 0) return [];
  const ids = viewers.map(({ id }) => id ?? 0);
  const { rows } = await sql<{ sees: boolean[]; isPrivate: boolean | null; enrolledIds: number[] | null }>`
    select array[${sql.join([...sets.values()])}]::boolean[] as "sees", ${I.isPrivate},
      (select jsonb_agg(${R.userId}) from "rosterEntries" r where ${R.classId} = ${I.classId}
        and ${R.userId} = any(${ids}::bigint[]) and ${R.status} = 'enrolled') as "enrolledIds"
    from "instances" i join "events" e on ${E.id} = ${I.eventId} where ${I.id} = ${instanceId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return viewers.map(() => false);
  const seeing = new Set([...sets.keys()].filter((_, index) => row.sees[index] === true));
  const enrolled = new Set(row.enrolledIds);
  return viewers.map(
    (viewer) => seeing.has(viewerKey(viewer)) && (row.isPrivate !== true || enrolled.has(viewer.id ?? 0)),
  );
}

/** All that isListedEvent depends on. */
function viewerKey({ roles, groupIds, isKiosk }: Viewer): string {
  return JSON.stringify([roles.toSorted(), groupIds.toSorted((a, b) => a - b), isKiosk === true]);
}

/** The part of it that concerns "events" e alone. */
function isListedEvent(viewer: Viewer): RawBuilder<SqlBool> {
  const atKiosk = viewer.isKiosk ? sql` and ${E.kioskVisible} is not false` : sql``;
  return sql<SqlBool>`(${E.active} and ${E.deletedAt} is null${atKiosk} and ${seesEvent(viewer)})`;
}

/**
 * The viewer can see "events" e: an event, its category and that category's ancestors can each be limited to roles and
 * groups. One matching role or group is enough.
 */
export function seesEvent(viewer: Viewer): RawBuilder<SqlBool> {
  if (isCapable(viewer, 'processEvents')) return sql<SqlBool>`true`;
  const excluded = withParts(excludes(viewer, C.visibleToRoles, C.visibleToGroupIds));
  // The planner expects a `case` to match half of the events. It expects a plain condition to match hardly any, and
  // then looks up each one by itself.
  return sql<SqlBool>`case when not ${excludes(viewer, E.visibleToRoles, E.visibleToGroupIds)} and ${E.categoryId} not in ${excluded}
    then true else false end`;
}

/** "events" e, or something that it is part of, is limited to someone. */
export function isLimitedEvent(): RawBuilder<SqlBool> {
  const limited = withParts(isLimited(C.visibleToRoles, C.visibleToGroupIds));
  return sql<SqlBool>`(${isLimited(E.visibleToRoles, E.visibleToGroupIds)} or ${E.categoryId} in ${limited})`;
}

type Column = RawBuilder<unknown>;

/** The ids of the "categories" c that satisfy it, with all that are part of them. */
function withParts(condition: RawBuilder<SqlBool>): RawBuilder<unknown> {
  return sql`(with recursive found as (select ${C.id} from "categories" c where ${condition}
    union select ${C.id} from "categories" c join found f on ${C.parentId} = f."id") select "id" from found)`;
}

function isLimited(roles: Column, groups: Column): RawBuilder<SqlBool> {
  return sql`(coalesce(${roles}, ${NONE}) <> ${NONE} or coalesce(${groups}, ${NONE}) <> ${NONE})`;
}

function excludes({ roles: held, groupIds }: Viewer, roles: Column, groups: Column): RawBuilder<SqlBool> {
  return sql`(${isLimited(roles, groups)} and not coalesce(${roles}, ${NONE}) ?| ${held}::text[]
    and not coalesce(${groups}, ${NONE}) @> any(${groupIds.map(String)}::jsonb[]))`;
}
