import { sql } from 'kysely';
import { isView } from '../../domain/declarations/fields.ts';
import { columnTypeOf } from '../../domain/declarations/kinds.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import { DeclarationFaults, reporter, type Fault, type Report } from '../declarations/faults.ts';
import type { Db } from '../platform/database.ts';
import { lookupQuery, selectSource } from './view-query.ts';

const ALIKE: Readonly<Record<string, readonly string[]>> = {
  bigint: ['integer', 'smallint'],
  text: ['character varying'],
};

interface Column {
  name: string;
  type: string;
  isEnum: boolean;
}

/** Throws DeclarationFaults for queries of views that the database refuses, or whose columns differ from the declared properties. */
export async function checkViews(db: Db, model: Model): Promise<void> {
  const faults: Fault[] = [];
  for (const resource of model.resources.values()) {
    if (!isView(resource)) continue;
    const report = reporter(faults, `schemas/views/${resource.name}.json`);
    try {
      checkColumns(resource, await queryColumns(db, resource, model.site.timezone), report);
    } catch (error) {
      report(['x-query'], error instanceof Error ? error.message : String(error));
    }
  }
  for (const resource of model.resources.values())
    for (const name of Object.keys(resource.schema['x-lookups'] ?? {}))
      await runLookup(db, resource, name).catch((error: unknown) =>
        reporter(faults, `schemas/views/${resource.name}.json`)(
          ['x-lookups', name],
          error instanceof Error ? error.message : String(error),
        ),
      );
  if (faults.length > 0) throw new DeclarationFaults(faults);
}

/** Finds nothing. */
async function runLookup(db: Db, resource: Resource, name: string): Promise<void> {
  await sql`select "id"::bigint from (${lookupQuery(resource, name, []) ?? sql`null`}) "found" limit 0`.execute(db);
}

/** The columns and their types, without reading a row. */
async function queryColumns(db: Db, resource: Resource, timezone: string): Promise<Map<string, Column>> {
  const types = resource.fields.map(
    ({ name }) => sql`(${name}, pg_typeof("row".${sql.id(name)})::oid, pg_typeof("row".${sql.id(name)})::text)`,
  );
  const { rows } = await sql<Column>`
    select c."name", c."type", t.typtype = 'e' as "isEnum"
    from (select) one left join lateral (select * from ${selectSource(resource, timezone)} limit 0) "row" on true
    cross join lateral (values ${sql.join(types)}) c ("name", "oid", "type") join pg_type t on t.oid = c."oid"`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.name, row]));
}

function checkColumns({ fields }: Resource, columns: ReadonlyMap<string, Column>, report: Report): void {
  for (const field of fields) {
    const column = columns.get(field.name);
    const wanted = columnTypeOf(field.kind, field.schema);
    if (!column || column.type === wanted || ALIKE[wanted]?.includes(column.type)) continue;
    if (column.isEnum && hasAllValues(field)) continue;
    const at = field.name === 'id' ? ['x-id'] : ['properties', field.name];
    report(at, `The query has it as ${column.type}, and it must be ${wanted}`);
  }
}

/** A type of PostgreSQL cannot be compared with any other value. */
function hasAllValues({ kind, options = [] }: Field): boolean {
  return kind === 'enum' && options.length > 0;
}
