import { sql } from 'kysely';
import { FORMAT_KINDS } from '../../../domain/declarations/fields.ts';
import { KINDS, type StoredForm } from '../../../domain/declarations/kinds.ts';
import type { Field, Model, Resource, Row } from '../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../domain/declarations/schemas.ts';
import { storedResources } from '../../declarations/views.ts';
import type { Tx } from '../../platform/database.ts';
import { fieldColumn, type Sql } from '../../resources/condition-sql.ts';
import { conflict } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';

/** Whether a value stored in this form is an image file, or text that may contain images. */
const IS_PICTURE: Record<StoredForm, 'itself' | 'within' | 'no'> = {
  asIs: 'no',
  line: 'no',
  lines: 'no',
  rule: 'no',
  picked: 'no',
  html: 'within',
  image: 'itself',
  instant: 'no',
  id: 'no',
};

/** Fields of the kind json that contain images. */
const JSON_FIELDS: Readonly<Record<string, readonly string[]>> = { cards: ['data'], pageDrafts: ['content'] };
const NAMED = 5;

export const REMOVE_JOB = 'images-remove';

/** An image in use cannot be deleted; the refusal lists its uses. Otherwise its files are removed with the row. */
export function watchDeletion({ engine, model, jobs }: CommandServices): void {
  engine.rules.checkAll('images', async (writes) => {
    const [first] = writes;
    const files = writes.flatMap(({ before, after }) => (before && !after ? before.file : []));
    if (!first || files.length === 0) return;
    const { tx, actor } = first;
    const found: string[] = [];
    for (const { resource, fields } of showing(model)) {
      const rows = await rowsShowing(tx, model, resource, fields, files);
      const visible = engine.resolver.view(actor, resource);
      if (rows.length > 0)
        found.push(
          described(
            resource,
            rows.filter((row) => !resource.config.internal && visible.canRead(row)),
            rows.length,
          ),
        );
    }
    if (found.length > 0)
      throw conflict(
        files.length === 1
          ? `This image is still used: ${found.join('; ')}. Choose another one there first.`
          : `Some of these images are still used: ${found.join('; ')}. Choose others there first.`,
      );
    for (const file of files) await jobs.enqueue(tx, REMOVE_JOB, { file });
  });
}

function showing(model: Model): { resource: Resource; fields: Field[] }[] {
  return storedResources(model).flatMap((resource) => {
    const json = JSON_FIELDS[resource.name] ?? [];
    const fields = resource.fields.filter(({ name, schema }) => holdsPictures(schema) || json.includes(name));
    return resource.name === 'images' || fields.length === 0 ? [] : [{ resource, fields }];
  });
}

/** Directly, in list items, or in nested properties. */
function holdsPictures({
  format,
  items,
  properties = {},
  oneOf = [],
  additionalProperties: more,
}: PropertySchema): boolean {
  const parts = [
    ...Object.values(properties),
    ...oneOf,
    ...(items ? [items] : []),
    ...(typeof more === 'object' ? [more] : []),
  ];
  return (format !== undefined && IS_PICTURE[KINDS[FORMAT_KINDS[format]].stored] !== 'no') || parts.some(holdsPictures);
}

async function rowsShowing(tx: Tx, model: Model, resource: Resource, fields: Field[], files: string[]): Promise<Row[]> {
  const inText = files.map((file) => `%${file.replace(/\.(webp|png)$/, '')}%`);
  const tests = fields.map((field): Sql =>
    IS_PICTURE[KINDS[field.kind].stored] === 'itself'
      ? sql`${fieldColumn(field)} = any(${files})`
      : sql`${fieldColumn(field)}::text like any(${inText})`,
  );
  const { rows } = await sql<Row>`select * from ${sql.table(resource.name)} r
    where (${sql.join(tests, sql` or `)}) and ${sql.join(there(model, resource), sql` and `)} order by "id"`.execute(
    tx,
  );
  return rows;
}

/** Soft-deleted rows, and rows kept with them, do not count as uses. */
function there(model: Model, { config, fields }: Resource): Sql[] {
  const conditions = fields
    .filter(({ schema }) => schema['x-on-delete'] === 'keep')
    .flatMap(({ name, reference = '' }) =>
      model.resources.get(reference)?.config.softDelete
        ? [
            sql`exists (select 1 from ${sql.table(reference)} o where o."id" = r.${sql.id(name)} and o."deletedAt" is null)`,
          ]
        : [],
    );
  return [...conditions, config.softDelete ? sql`"deletedAt" is null` : sql`true`];
}

/** "Pages: About us, Policies", or a count where the caller may not see them. */
function described({ name, config }: Resource, visible: Row[], count: number): string {
  const label = name === 'pageDrafts' ? 'Drafts of pages' : config.label;
  const names = visible
    .slice(0, NAMED)
    .map((row) => config.represent.replace(/\{([^{}]+)\}/g, (_, field: string) => String(row[field] ?? '')));
  const others = count - names.length;
  return `${label}: ${[...names, ...(others > 0 ? [names.length > 0 ? `${others} more` : String(others)] : [])].join(', ')}`;
}
