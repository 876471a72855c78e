import { sql } from 'kysely';
import { toWholeMinute } from '../../domain/declarations/condition-values.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field } from '../../domain/declarations/model.ts';
import { mapTexts } from '../declarations/nested-values.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { transaction, type Tx } from '../platform/database.ts';
import { bumpRevision } from '../platform/revisions.ts';
import type { Needs } from '../services.ts';

/** Milliseconds, exclusive: an instant this near to a whole minute was meant to be that minute. */
const NEAR = 1_000;

/**
 * Rounds the stored instants of `x-whole-minutes` properties that miss a whole minute by less than a second: earlier
 * versions of the calendar stored dragged times some milliseconds short. Versions and history are unchanged, since
 * no one made the change. Idempotent.
 */
export async function roundStoredMinutes({ db, model }: Needs<'db' | 'model'>, name: string): Promise<void> {
  const resource = model.resources.get(name);
  if (resource === undefined) return;
  await transaction(db, async (tx) => {
    let changed = 0;
    for (const field of resource.fields) {
      if (field.schema['x-whole-minutes']) changed += await roundColumn(tx, name, field);
      else if (hasWholeMinutes(field.schema)) changed += await roundNested(tx, name, field);
    }
    if (changed > 0) await bumpRevision(tx, `public/${name}`);
  });
}

/** Returns the number of changed rows. */
async function roundColumn(tx: Tx, name: string, field: Field): Promise<number> {
  const column = sql.ref(field.name);
  const nearest = sql`to_timestamp(round(extract(epoch from ${column}) / 60) * 60)`;
  const { numAffectedRows } = await sql`update ${sql.table(name)} set ${column} = ${nearest}
    where ${column} <> ${nearest} and abs(extract(epoch from ${column} - ${nearest})) * 1000 < ${NEAR}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** The same within lists and objects. */
async function roundNested(tx: Tx, name: string, field: Field): Promise<number> {
  const column = sql.ref(field.name);
  const { rows } = await sql<{ id: Json; value: Json }>`select "id", ${column} as "value" from ${sql.table(name)}
    where ${column}::text ~ ':(59|00)\\.(?!000)[0-9]{3}Z"' for update`.execute(tx);
  for (const { id, value } of rows) {
    const rounded = mapTexts(field.schema, value, (text, property) =>
      property['x-whole-minutes'] ? nearMinute(text) : text,
    );
    await sql`update ${sql.table(name)} set ${column} = ${JSON.stringify(rounded)}::jsonb where "id" = ${id}`.execute(
      tx,
    );
  }
  return rows.length;
}

function nearMinute(instant: string): string {
  const minute = toWholeMinute(instant);
  return Math.abs(Date.parse(minute) - Date.parse(instant)) < NEAR ? minute : instant;
}

function hasWholeMinutes({ items, properties }: PropertySchema): boolean {
  return [...(items ? [items] : []), ...Object.values(properties ?? {})].some(
    (inner) => inner['x-whole-minutes'] === true || hasWholeMinutes(inner),
  );
}
