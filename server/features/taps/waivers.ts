import { sql } from 'kysely';
import type { WaiverToSign } from '../../../domain/calls/taps.ts';
import type { Db } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

/** The texts as they are now, the required ones first. Those that are not active are left out. */
export async function waiversToSign(
  db: Db,
  required: readonly number[],
  others: readonly number[],
): Promise<WaiverToSign[]> {
  const ids = [...required, ...others];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('waiverTexts')
    .select(['id', 'title', 'html', 'edition'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({ ...row, isRequired: required.includes(row.id) }))
    .toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
}

/** Of these texts, the active ones whose current edition the person has not signed, or only with a signature that is expired at `at`. */
export async function unsignedWaivers(db: Db, userId: number, ids: readonly number[], at: number): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select w."id" from "waiverTexts" w where w."id" = any(${ids}::bigint[]) and w."active"
      and not exists (select from "signedWaivers" s where s."userId" = ${userId} and s."waiverTextId" = w."id"
        and s."edition" = w."edition" and (s."expiresAt" is null or s."expiresAt" > ${new Date(at).toISOString()}))
    order by w."id"`.execute(db);
  return rows.map(({ id }) => id);
}

/** People sign a changed text again. */
export function addWaiverTextRules({ engine }: Needs<'engine'>): void {
  engine.rules.amend('waiverTexts', (changes, before) =>
    before !== null && (changes.title !== undefined || changes.html !== undefined)
      ? { ...changes, edition: before.edition + 1 }
      : changes,
  );
}
