import { sql } from 'kysely';
import type { MachineAccess } from '../../../domain/calls/taps.ts';
import { formatInstantDay } from '../../../domain/values/formats.ts';
import type { Db } from '../../platform/database.ts';
import { unsignedWaivers } from './waivers.ts';

export interface MachinesOfPerson {
  machines: MachineAccess[];
  /** The waivers of these machines that the person has not signed. */
  unsigned: number[];
}

interface Machine extends Pick<MachineAccess, 'id' | 'name' | 'state'> {
  credentialIds: number[] | null;
  waiverTextIds: number[] | null;
}

/** The machines of the center by name, and what the person needs to use them at `at`. */
export async function machinesOfPerson(
  db: Db,
  { centerId, userId, at, zone }: { centerId: number; userId: number; at: number; zone: string },
): Promise<MachinesOfPerson> {
  const machines: Machine[] = await db
    .selectFrom('machines')
    .select(['id', 'name', 'state', 'credentialIds', 'waiverTextIds'])
    .where('centerId', '=', centerId)
    .where('active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute();
  const needed = machines.flatMap(({ credentialIds }) => credentialIds ?? []);
  const missing = await missingCredentials(db, userId, [...new Set(needed)], { at, zone });
  const waivers = [...new Set(machines.flatMap(({ waiverTextIds }) => waiverTextIds ?? []))];
  const unsigned = await unsignedWaivers(db, userId, waivers, at);
  const titles = await waiverTitles(db, unsigned);
  return {
    unsigned,
    machines: machines.map(({ id, name, state, credentialIds, waiverTextIds }) => {
      const words = [
        ...(credentialIds ?? []).flatMap((of) => missing.get(of) ?? []),
        ...(waiverTextIds ?? []).flatMap((of) => titles.get(of) ?? []),
      ];
      return { id, name, state, isAllowed: words.length === 0, missing: words };
    }),
  };
}

/** In words, by the credential: never earned, revoked, or expired. */
async function missingCredentials(
  db: Db,
  userId: number,
  ids: readonly number[],
  { at, zone }: { at: number; zone: string },
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const now = new Date(at).toISOString();
  const { rows } = await sql<{ id: number; name: string; expired: string | null }>`
    select c."id", c."name", (select max(g."expiresAt") from "earnedCredentials" g
        where g."userId" = ${userId} and g."credentialId" = c."id" and g."revokedAt" is null) as "expired"
    from "eventCredentials" c where c."id" = any(${ids}::bigint[]) and not exists (
      select from "earnedCredentials" g where g."userId" = ${userId} and g."credentialId" = c."id" and g."revokedAt" is null
        and (g."expiresAt" is null or g."expiresAt" > ${now}))`.execute(db);
  return new Map(
    rows.map(({ id, name, expired }) => [
      id,
      expired === null ? name : `${name} (expired ${formatInstantDay(expired, zone)})`,
    ]),
  );
}

async function waiverTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('waiverTexts').select(['id', 'title']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, title }) => [id, `Waiver: ${title}`]));
}
