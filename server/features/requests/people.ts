import { sql } from 'kysely';
import type { Person } from '../../../domain/request-calls.ts';
import { ADMINISTRATOR } from '../../../domain/actor.ts';
import type { Db } from '../../platform/database.ts';
import { STAFF_ROLES } from './acting.ts';

export async function peopleById(db: Db, ids: Iterable<number | null>): Promise<Map<number, Person>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Person>`
    select "id", "displayName" as "name", "username" from "users" where "id" = any(${wanted}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Stands for an account that is no longer there. */
export function personOf(people: Map<number, Person>, id: number): Person {
  return people.get(id) ?? { id, name: `Account ${id}`, username: '' };
}

/** The active accounts that work on requests, by their own roles or those of their groups. */
export async function staffMembers(db: Db): Promise<Person[]> {
  const roles = [...STAFF_ROLES, ADMINISTRATOR];
  const { rows } = await sql<Person>`
    select u."id", u."displayName" as "name", u."username" from "users" u
    where u."active" and (u."roles" ?| ${roles}::text[] or exists (
      select 1 from "groups" g where g."active" and g."roles" ?| ${roles}::text[] and u."groupIds" @> to_jsonb(g."id")))
    order by u."displayName", u."id"`.execute(db);
  return rows;
}

export async function nameOf(db: Db, userId: number | null): Promise<string> {
  if (userId === null) return 'System';
  return (await peopleById(db, [userId])).get(userId)?.name ?? `Account ${userId}`;
}
