import type { Tx } from '../../platform/database.ts';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { CommandServices, Needs } from '../../services.ts';
import {
  kindOfIssuer,
  parseGroupName,
  providersNamedBy,
  type ExternalGroup,
  type ProviderKind,
  type ProviderNames,
} from './group-names.ts';

export interface KnownGroups {
  kind: ProviderKind;
  provider: string;
  groups: readonly string[];
}

export interface MappedGroup {
  id: number;
  directoryNames: readonly string[];
}

/** The groups here that the groups elsewhere lead to. Capitals do not matter, as they do not in a directory. */
export function mappedGroups(
  mapped: readonly MappedGroup[],
  known: readonly KnownGroups[],
  providers: ProviderNames,
): number[] {
  const held = new Set(
    known.flatMap(({ kind, provider, groups }) =>
      groups.flatMap((name) => [
        groupKey({ provider: null, name }),
        groupKey({ provider: { kind, name: provider }, name }),
      ]),
    ),
  );
  const isHeld = (written: string): boolean => {
    const group = parseGroupName(written, providers);
    return group !== null && held.has(groupKey(group));
  };
  return mapped
    .filter(({ directoryNames }) => directoryNames.some(isHeld))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

function groupKey({ provider, name }: ExternalGroup): string {
  return JSON.stringify([provider?.kind, provider?.name, name]).toLowerCase();
}

/**
 * Replaces memberships from directories by those of the account's present identities. Manual ones remain. Returns
 * whether anything changed.
 */
export async function replaceMemberships(services: CommandServices, tx: Tx, userId: number): Promise<boolean> {
  const known = await tx
    .selectFrom('identities')
    .select(['issuer', 'provider', 'groups'])
    .where('userId', '=', userId)
    .where('goneSince', 'is', null)
    .execute();
  const ids = await groupsHere(
    services,
    tx,
    known.map(({ issuer, provider, groups }) => ({ kind: kindOfIssuer(issuer), provider, groups: groups ?? [] })),
  );
  const user = await tx.selectFrom('users').select('directoryGroupIds').where('id', '=', userId).executeTakeFirst();
  const before = user?.directoryGroupIds ?? [];
  if (!user || (before.length === ids.length && ids.every((id) => before.includes(id)))) return false;
  await services.engine.update(SYSTEM, 'users', userId, { directoryGroupIds: ids }, { tx, command: true });
  return true;
}

/**
 * The ids of the groups here that take members from these groups. Inactive ones too: they grant nothing until they are active again.
 */
export async function groupsHere(
  services: Needs<'settings'>,
  tx: Tx,
  known: readonly KnownGroups[],
): Promise<number[]> {
  const groups = await tx.selectFrom('groups').select(['id', 'directoryNames']).orderBy('id').execute();
  const mapped = groups.flatMap(({ id, directoryNames }) => (directoryNames?.length ? [{ id, directoryNames }] : []));
  const names = mapped.flatMap(({ directoryNames }) => directoryNames);
  return mappedGroups(mapped, known, await providersNamedBy(services, tx, names));
}
