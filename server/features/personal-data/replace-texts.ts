import { sql, type RawBuilder } from 'kysely';
import { isWrittenField } from '../../../domain/declarations/fields.ts';
import type { FieldKind, Field, Model, Resource, Row } from '../../../domain/declarations/model.ts';
import { storedResources } from '../../declarations/views.ts';
import type { Tx } from '../../platform/database.ts';
import type { Replacer } from './word-replacer.ts';

const BATCH = 500;
const TEXTS: ReadonlySet<FieldKind> = new Set(['text', 'longText', 'html', 'email', 'url', 'link', 'strings']);
const JSONS: ReadonlySet<FieldKind> = new Set(['json', 'group', 'rows', 'variants', 'keyValue']);

const PUBLISHED = 'Editors publish it and can change names on their pages.';
const DECLARED = 'Setup of the portal; belongs to no account.';
const OTHERS = 'Belongs to another account, or is deleted with this one.';

/** Resources and columns whose texts stay, and why. All others are searched, also those of new resources. */
export const EXEMPT: Readonly<Record<string, { why: string; columns?: readonly string[] }>> = {
  users: { why: OTHERS, columns: ['username', 'displayName', 'email'] },
  identities: { why: OTHERS },
  openidSessions: { why: OTHERS },
  sessions: { why: OTHERS },
  credentials: { why: OTHERS },
  ticketCodes: { why: OTHERS },
  pages: { why: PUBLISHED },
  pageDrafts: { why: PUBLISHED },
  pageVersions: { why: PUBLISHED },
  pageViews: { why: PUBLISHED },
  cards: { why: PUBLISHED },
  cardKeys: { why: PUBLISHED },
  redirects: { why: PUBLISHED },
  searchTexts: { why: PUBLISHED },
  images: { why: PUBLISHED },
  links: { why: PUBLISHED },
  siteSettings: { why: PUBLISHED },
  systemSettings: { why: DECLARED },
  permissions: { why: DECLARED },
  messageTemplates: { why: DECLARED },
  forms: { why: DECLARED },
  formVersions: { why: DECLARED },
  formGroups: { why: DECLARED },
  groups: { why: DECLARED },
  revisions: { why: DECLARED },
  serverProcesses: { why: DECLARED },
  rateLimits: { why: DECLARED },
};

export function textColumns({ name, fields }: Resource): Field[] {
  const exemption = EXEMPT[name];
  if (exemption && !exemption.columns) return [];
  return fields.filter(
    ({ engine, kind, name: column, schema }) =>
      isWrittenField({ engine, schema }) &&
      !exemption?.columns?.includes(column) &&
      (TEXTS.has(kind) || JSONS.has(kind)),
  );
}

/** Replaces words in every text of the database that EXEMPT does not name. */
export async function replaceEverywhere(model: Model, tx: Tx, replacer: Replacer): Promise<void> {
  if (replacer.patterns.length === 0) return;
  for (const resource of storedResources(model)) {
    const columns = textColumns(resource);
    if (columns.length === 0) continue;
    const all = sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
    await replaceIn(tx, resource, columns, sql`lower(concat_ws(' ', ${all})) like any(${replacer.patterns})`, replacer);
  }
  const { rows } = await sql<{ name: string; id: string; data: Row | null; output: Row | null }>`
    select name, id, data, output from pgboss.job
    where lower(concat_ws(' ', data::text, output::text)) like any(${replacer.patterns})`.execute(tx);
  for (const { name, id, data, output } of rows)
    await sql`update pgboss.job set data = ${JSON.stringify(replacer.json(data))}::jsonb,
      output = ${JSON.stringify(replacer.json(output))}::jsonb where name = ${name} and id = ${id}::uuid`.execute(tx);
}

export async function replaceIn(
  tx: Tx,
  { name: table, idKind }: Resource,
  columns: readonly Field[],
  where: RawBuilder<unknown>,
  { text, json }: Replacer,
): Promise<void> {
  const refs = sql.join(columns.map(({ name }) => sql.ref(name)));
  let last = idKind === 'uuid' ? '00000000-0000-0000-0000-000000000000' : '0';
  for (;;) {
    const { rows } = await sql<Row>`select "id", ${refs} from ${sql.table(table)}
      where "id" > ${last} and (${where}) order by "id" limit ${BATCH}`.execute(tx);
    for (const row of rows) {
      const changed = columns.flatMap(({ name, kind, schema }) => {
        const before = row[name] ?? null;
        if (before === null) return [];
        const after =
          typeof before === 'string' && !JSONS.has(kind) ? text(before).slice(0, schema.maxLength) : json(before);
        const isJson = typeof before !== 'string' || JSONS.has(kind);
        if (JSON.stringify(after) === JSON.stringify(before)) return [];
        return [sql`${sql.ref(name)} = ${isJson ? sql`${JSON.stringify(after)}::jsonb` : after}`];
      });
      if (changed.length > 0)
        await sql`update ${sql.table(table)} set ${sql.join(changed)} where "id" = ${String(row['id'])}`.execute(tx);
    }
    if (rows.length < BATCH) return;
    last = String(rows.at(-1)?.['id']);
  }
}
