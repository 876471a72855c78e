import type { Tx } from '../../platform/database.ts';
import { SYSTEM } from '../../../domain/actor.ts';
import type { Services } from '../../services.ts';

/** The groups of a person at one provider, as last known. */
export interface KnownGroups {
  provider: string;
  groups: readonly string[];
}

/** A group here, and the groups elsewhere whose members it takes. */
export interface MappedGroup {
  id: number;
  directoryNames: readonly string[];
}

/** The groups here that the groups elsewhere lead to. Capitals do not matter, as they do not in a directory. */
export function mappedGroups(mapped: readonly MappedGroup[], known: readonly KnownGroups[]): number[] {
  const held = new Set(
    known.flatMap(({ provider, groups }) =>
      groups.flatMap((group) => [group.toLowerCase(), `${provider}:${group}`.toLowerCase()]),
    ),
  );
  return mapped
    .filter(({ directoryNames }) => directoryNames.some((name) => held.has(name.trim().toLowerCase())))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

/**
 * Replaces the memberships that come from directories by those that the identities of the account give now. What was given by hand
 * stays. Returns whether anything changed.
 */
export async function replaceMemberships({ engine }: Services, tx: Tx, userId: number): Promise<boolean> {
  const known = await tx
    .selectFrom('identities')
    .select(['provider', 'groups'])
    .where('userId', '=', userId)
    .where('goneSince', 'is', null)
    .execute();
  const ids = mappedGroups(
    await mapping(tx),
    known.map(({ provider, groups }) => ({ provider, groups: groups ?? [] })),
  );
  const user = await tx.selectFrom('users').select('directoryGroupIds').where('id', '=', userId).executeTakeFirst();
  const before = user?.directoryGroupIds ?? [];
  if (!user || (before.length === ids.length && ids.every((id) => before.includes(id)))) return false;
  await engine.update(SYSTEM, 'users', userId, { directoryGroupIds: ids }, { tx, command: true });
  return true;
}

/** Only groups here that take members from elsewhere. Inactive ones too: they grant nothing until they are active again. */
export async function mapping(tx: Tx): Promise<MappedGroup[]> {
  const groups = await tx.selectFrom('groups').select(['id', 'directoryNames']).orderBy('id').execute();
  return groups.flatMap(({ id, directoryNames }) => (directoryNames?.length ? [{ id, directoryNames }] : []));
}
