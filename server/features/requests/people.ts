import { sql } from 'kysely';
import type { Person } from '../../../domain/calls/requests.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { hasAnyRole } from '../accounts/held-roles.ts';

export async function peopleById(db: Db, ids: Iterable<number | null>): Promise<Map<number, Person>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'displayName as name', 'username'])
    .where('id', 'in', wanted)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export function personById(people: Map<number, Person>, id: number): Person {
  return people.get(id) ?? { id, name: `Account ${id}`, username: '' };
}

/** The active accounts that process requests, by their own roles or those of their groups; `among`: of these alone. */
export async function staffMembers({ model }: Needs<'model'>, db: Db, among?: readonly number[]): Promise<Person[]> {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.displayName as name', 'u.username'])
    .where('u.active', '=', true)
    .$if(among !== undefined, (query) => query.where('u.id', '=', sql<number>`any(${[...(among ?? [])]}::bigint[])`))
    .where(hasAnyRole(rolesWith(model.roles, 'processRequests')))
    .orderBy('u.displayName')
    .orderBy('u.id')
    .execute();
}

export async function accountName(db: Db, userId: number | null): Promise<string> {
  if (userId === null) return 'System';
  return (await peopleById(db, [userId])).get(userId)?.name ?? `Account ${userId}`;
}
