import { sql } from 'kysely';
import { isCapable } from '../../../../domain/declarations/capabilities.ts';
import { columnRefs } from '../../../platform/database.ts';
import type { Needs } from '../../../services.ts';
import { isForClassOf, type Viewer } from '../visibility.ts';

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const C = columnRefs('categories', 'c');
const K = columnRefs('classes', 'k');

interface Limit {
  id: number;
  roles: string[] | null;
  groupIds: number[] | null;
  className: string | null;
}

/**
 * The audiences of limited sessions, by their ids: roles, groups and classes by name. Viewers who are not event staff
 * see only those that they are part of.
 */
export async function audiencesOf(
  { db, model }: Needs<'db' | 'model'>,
  viewer: Viewer,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (viewer.id == null || ids.length === 0) return new Map();
  const isStaff = isCapable(viewer, 'processEvents');
  const namesClass = isStaff ? sql`true` : isForClassOf(viewer);
  const { rows } = await sql<Limit>`
    with recursive found as (
      select ${I.id}, ${E.visibleToRoles} as roles, ${E.visibleToGroupIds} as "groupIds", ${E.categoryId} as next,
        case when ${I.isPrivate} and ${namesClass} then ${K.title} end as "className"
      from "instances" i join "events" e on ${E.id} = ${I.eventId} left join "classes" k on ${K.id} = ${I.classId}
      where ${I.id} = any(${ids}::bigint[])
      union select f."id", ${C.visibleToRoles}, ${C.visibleToGroupIds}, ${C.parentId}, null
      from "categories" c join found f on ${C.id} = f.next)
    select "id", roles, "groupIds", "className" from found
    where coalesce(roles, '[]') <> '[]' or coalesce("groupIds", '[]') <> '[]' or "className" is not null`.execute(db);
  if (rows.length === 0) return new Map();
  const groups = new Map(
    (await db.selectFrom('groups').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  );
  const labels = new Map(model.roles.map(({ name, label }) => [name, label]));
  const found = new Map<number, Set<string>>();
  for (const { id, roles, groupIds, className } of rows) {
    const names = found.get(id) ?? new Set();
    for (const role of roles ?? []) if (isStaff || viewer.roles.includes(role)) names.add(labels.get(role) ?? role);
    for (const group of groupIds ?? [])
      if (isStaff || viewer.groupIds.includes(group)) names.add(groups.get(group) ?? '');
    if (className !== null) names.add(className);
    found.set(id, names);
  }
  return new Map([...found].map(([id, names]) => [id, [...names]]));
}
