import { sql } from 'kysely';
import type { Person, SubmissionDetail } from '../../../domain/calls/requests.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
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

/** What staff see of the customer of a request; the address only if they may read it. */
export async function customerOf(
  { db, engine }: Needs<'db' | 'engine'>,
  actor: Actor,
  userId: number,
): Promise<NonNullable<SubmissionDetail['customer']>> {
  const { rows } = await engine.list(actor, 'users', { filter: { id: [userId] } });
  const counted = await db
    .selectFrom('submissions')
    .select(({ fn }) => [
      fn.countAll<number>().as('requests'),
      fn.countAll<number>().filterWhere('done', '=', false).as('open'),
    ])
    .where('submittedById', '=', userId)
    .executeTakeFirstOrThrow();
  const missed = await db
    .selectFrom('tickets')
    .select(({ fn }) => fn.countAll<number>().as('noShows'))
    .where('userId', '=', userId)
    .where('status', '=', 'noShow')
    .executeTakeFirstOrThrow();
  const { requests, open: openRequests } = counted;
  return { email: rows[0]?.email ?? null, openRequests, requests, noShows: missed.noShows };
}

/** The active account with this username or email address. */
export async function accountNamed(db: Db, text: string): Promise<Person | undefined> {
  const wanted = text.trim().toLowerCase();
  return db
    .selectFrom('users')
    .select(['id', 'displayName as name', 'username'])
    .where('active', '=', true)
    .where(({ eb, fn, or }) =>
      or([eb(fn<string>('lower', ['username']), '=', wanted), eb(fn<string>('lower', ['email']), '=', wanted)]),
    )
    .orderBy('id')
    .executeTakeFirst();
}
