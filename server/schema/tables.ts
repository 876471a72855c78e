import { columnTypeOf, KINDS, searchFormOf } from '../../domain/declarations/kinds.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { columnChecks } from './checks.ts';
import { MOST_INDEXED } from '../declarations/annotations.ts';
import { formerNames, formerValues, namedIn } from '../declarations/schemas.ts';
import { storedResources } from '../declarations/views.ts';
import { searchedText } from '../platform/searched-text.ts';
import { literal, quoted, shortHash, valueLiteral, type ColumnType } from './sql.ts';

export interface Table {
  name: string;
  was: string[];
  columns: Column[];
  /** Counted fields, which are stored in a separate table: values of a former column of that name are moved there. */
  counters: { name: string; resource: string; reference: string }[];
  objects: TableObject[];
}

export interface Column {
  name: string;
  was: string[];
  type: ColumnType;
  notNull: boolean;
  /** SQL of the default, or of a generated column's expression; null: neither. */
  default: string | null;
  generated: boolean;
  /** Where existing records get their value from if the column is new: a column of the records that `through` refers to. */
  backfill: { through: string; target: string; from: string } | null;
  /** Renamed values of the enumeration. */
  renamedValues: { from: string | number; to: string | number }[];
  /** A list column: a former single value becomes a list of one. */
  isList: boolean;
  /** Absent for the engine's own columns. */
  property?: PropertySchema;
}

/** PostgreSQL's extension for parts of texts. A server can lack it. */
export const TRIGRAMS = 'pg_trgm';

/** An index, constraint or trigger. Its name ends in a hash of its definition, so equal names mean equal definitions. */
export type TableObject = { name: string; columns: string[]; create: string } & (
  | { kind: 'index'; extension?: typeof TRIGRAMS }
  | { kind: 'unique'; liveOnly: boolean }
  | { kind: 'check'; column: string; holds(value: string): string; repair(value: string): string | null }
  | { kind: 'rule'; condition: string }
  | { kind: 'foreignKey'; column: string; target: string }
  | { kind: 'appendOnly' }
);

export function declaredTables(model: Model): Map<string, Table> {
  return new Map(storedResources(model).map((resource) => [resource.name, declaredTable(resource)]));
}

function declaredTable(resource: Resource): Table {
  const fields = resource.fields.filter(({ schema }) => !schema['x-counter']);
  const columns = fields.map((field) => ({ ...tableColumn(field), backfill: backfillOf(resource, field) }));
  const search = searchColumn(resource);
  return {
    name: resource.name,
    was: formerNames(resource.schema),
    columns: search ? [...columns, search] : columns,
    counters: resource.fields.flatMap(({ name, schema: { 'x-counter': counter } }) =>
      counter ? [{ name, ...counter }] : [],
    ),
    objects: [
      ...fields.flatMap((field) => fieldObjects(resource, field)),
      ...(resource.schema['x-unique-together'] ?? []).map((set) => uniqueIndex(resource, set)),
      ...(resource.schema['x-index-together'] ?? []).map((set) =>
        index(resource, set, `(${set.map(quoted).join(', ')}, id)`),
      ),
      ...Object.entries(resource.schema['x-checks'] ?? {}).map(([name, { condition }]) =>
        rowRule(resource, name, condition),
      ),
      ...(resource.schema['x-append-only'] ? appendOnly(resource) : []),
      ...sortIndex(resource),
      ...(search ? [index(resource, ['search'], 'using gin (search)')] : []),
    ],
  };
}

const ENGINE_DEFAULTS: Record<string, string> = { version: '1', createdAt: 'atrium_now()', updatedAt: 'atrium_now()' };

function backfillOf({ schema }: Resource, { schema: { 'x-backfill': backfill } }: Field): Column['backfill'] {
  if (!backfill) return null;
  const target = schema.properties[backfill.through]?.['x-reference'];
  return target === undefined ? null : { ...backfill, target };
}

function tableColumn(field: Field): Omit<Column, 'backfill'> {
  const base = {
    name: field.name,
    notNull: field.required,
    generated: false,
    was: formerNames(field.schema),
    renamedValues: formerValues(field.schema),
  };
  if (field.engine) {
    const type = field.name === 'version' ? 'integer' : columnTypeOf(field.kind, field.schema);
    return {
      ...base,
      type,
      default: field.name === 'id' && type === 'uuid' ? 'gen_random_uuid()' : (ENGINE_DEFAULTS[field.name] ?? null),
      isList: false,
    };
  }
  const type = columnTypeOf(field.kind, field.schema);
  const { default: value, 'x-derived': derived } = field.schema;
  return {
    ...base,
    type,
    generated: derived !== undefined,
    default: derived ? derivedValue(derived) : value === undefined || value === null ? null : valueLiteral(value, type),
    isList: KINDS[field.kind].list || field.schema.type === 'array',
    property: field.schema,
  };
}

function derivedValue({ from, values, otherwise }: NonNullable<PropertySchema['x-derived']>): string {
  const cases = Object.entries(values).map(([is, then]) => `when ${literal(is)} then ${literal(then)}`);
  return `case ${quoted(from)} ${cases.join(' ')} else ${literal(otherwise)} end`;
}

/** Name of an index or constraint: readable prefix, hash of the definition, at most 63 characters. */
function objectName(resource: Resource, columns: string[], kind: string, definition: string): string {
  return `${`${resource.name}_${columns.join('_')}`.slice(0, 44)}_${kind}_${shortHash(definition)}`;
}

function fieldObjects(resource: Resource, field: Field): TableObject[] {
  const { name, schema } = field;
  const objects: TableObject[] = field.engine
    ? []
    : columnChecks(field).map((check) => {
        const rule = check.holds(quoted(name));
        const constraint = objectName(resource, [name], 'check', rule);
        return {
          ...check,
          kind: 'check',
          name: constraint,
          column: name,
          columns: [name],
          create: constraintSql(resource, constraint, `check (${rule})`),
        };
      });
  const { refers } = KINDS[field.kind];
  if (refers === 'one') objects.push(foreignKey(resource, field));
  const hasUniqueIndex = schema['x-unique'] === true && !resource.config.softDelete;
  if (refers === 'one' && !field.engine && !hasUniqueIndex) objects.push(orderIndex(resource, name));
  else if (schema['x-index'] && schema.type !== 'array') objects.push(orderIndex(resource, name));
  if (refers === 'several' || (schema['x-index'] && schema.type === 'array'))
    objects.push(index(resource, [name], `using gin (${quoted(name)} jsonb_path_ops)`));
  if (schema['x-unique']) objects.push(uniqueIndex(resource, [name]));
  if (schema['x-contains'])
    objects.push({ ...index(resource, [name], `using gin (${quoted(name)} gin_trgm_ops)`), extension: TRIGRAMS });
  return objects;
}

function constraintSql(resource: Resource, name: string, definition: string): string {
  return `alter table ${quoted(resource.name)} add constraint ${quoted(name)} ${definition}`;
}

function rowRule(resource: Resource, rule: string, condition: string): TableObject {
  const name = objectName(resource, [rule], 'check', condition);
  const create = constraintSql(resource, name, `check (${condition})`);
  return { kind: 'rule', name, columns: namedIn(condition), condition, create };
}

/** By row, because deleting what records could refer to writes none of them. */
function appendOnly(resource: Resource): TableObject[] {
  return ['update or delete', 'truncate'].map((event) => {
    const each = event === 'truncate' ? 'statement' : 'row';
    const definition = `before ${event} on ${quoted(resource.name)} for each ${each} execute function atrium_append_only()`;
    const name = objectName(resource, ['append_only'], 'trigger', definition);
    return { kind: 'appendOnly', name, columns: [], create: `create trigger ${quoted(name)} ${definition}` };
  });
}

const ON_DELETE = { restrict: 'no action', cascade: 'cascade', 'set-null': 'set null', keep: 'cascade' };

function foreignKey(resource: Resource, field: Field): TableObject {
  const target = field.reference ?? '';
  const onDelete = field.engine ? 'set null' : ON_DELETE[field.schema['x-on-delete'] ?? 'restrict'];
  const definition = `foreign key (${quoted(field.name)}) references ${quoted(target)} (id) on delete ${onDelete}`;
  const name = objectName(resource, [field.name], 'fkey', definition);
  return {
    kind: 'foreignKey',
    name,
    column: field.name,
    columns: [field.name],
    target,
    create: constraintSql(resource, name, definition),
  };
}

function index(resource: Resource, columns: string[], definition: string): TableObject & { kind: 'index' } {
  const name = objectName(resource, columns, 'idx', definition);
  return {
    kind: 'index',
    name,
    columns,
    create: `create index ${quoted(name)} on ${quoted(resource.name)} ${definition}`,
  };
}

/** For filtering and sorting, with the id as a tie-breaker. */
function orderIndex(resource: Resource, name: string): TableObject {
  return index(resource, [name], `(${quoted(name)}, id)`);
}

function uniqueIndex(resource: Resource, columns: string[]): TableObject {
  const liveOnly = resource.config.softDelete;
  const definition = `(${columns.map(quoted).join(', ')})${liveOnly ? ' where "deletedAt" is null' : ''}`;
  const name = objectName(resource, columns, 'key', definition);
  return {
    kind: 'unique',
    name,
    columns,
    liveOnly,
    create: `create unique index ${quoted(name)} on ${quoted(resource.name)} ${definition}`,
  };
}

function sortIndex(resource: Resource): TableObject[] {
  const [name] = resource.config.list.sort;
  const field = resource.fields.find((candidate) => candidate.name === name);
  if (
    name === 'id' ||
    !field ||
    field.schema['x-counter'] ||
    field.schema['x-index'] ||
    (KINDS[field.kind].refers === 'one' && !field.engine)
  )
    return [];
  if ((field.schema.maxLength ?? 0) > MOST_INDEXED) return [];
  return [orderIndex(resource, name)];
}

/** A single vector of all searched fields, generated by PostgreSQL. */
function searchColumn(resource: Resource): Column | null {
  const texts = resource.fields.flatMap((field) => {
    const form = field.searchable ? searchFormOf(field.kind, field.schema) : null;
    return form === null || form === 'referenced' ? [] : [searchedText(form, quoted(field.name))];
  });
  if (texts.length === 0) return null;
  return {
    name: 'search',
    was: [],
    type: 'tsvector',
    notNull: false,
    default: `to_tsvector('simple', ${texts.join(` || ' ' || `)})`,
    generated: true,
    backfill: null,
    renamedValues: [],
    isList: false,
  };
}
