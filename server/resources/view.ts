import { sql } from 'kysely';
import {
  ALWAYS,
  comparesField,
  isAlways,
  isNever,
  NEVER,
  type Comparison,
  type Condition,
} from '../../domain/declarations/condition.ts';
import { fieldThrough, isView } from '../../domain/declarations/fields.ts';
import type { ListTarget, Sort } from '../../domain/declarations/list-query.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import type { SiteConfig } from '../../domain/declarations/site.ts';
import { canAccess, intersect, project, type Access } from '../declarations/permission.ts';
import { searchFormOf } from '../../domain/declarations/kinds.ts';
import { searchedText } from '../platform/searched-text.ts';
import { fieldColumn, fieldColumns, conditionSql, type Sql } from './condition-sql.ts';
import { lookupQuery, selectSource } from './view-query.ts';

type SiteTime = Pick<SiteConfig, 'timezone'>;

/**
 * A resource as one caller sees it. All reads go through a view: selecting, filtering, sorting and searching use the same expressions,
 * so that nothing can be inferred about values that the caller may not read.
 */
export class View implements ListTarget {
  readonly resource: Resource;
  readonly access: Access;
  /** The fields that the caller may read in at least one row. */
  readonly fields: Field[];
  private readonly byName: ReadonlyMap<string, Field>;
  private readonly viewOf: (name: string) => View | undefined;
  private readonly restorable: Condition;
  private readonly site: SiteTime;

  /**
   * `viewOf`: other resources as the same caller sees them. `site`: whose time zone queries of views use. `restorable`: the soft-deleted
   * rows that the caller may restore.
   */
  constructor(
    resource: Resource,
    access: Access,
    site: SiteTime,
    viewOf: (name: string) => View | undefined = () => undefined,
    restorable: Condition = NEVER,
  ) {
    this.resource = resource;
    this.access = access;
    this.site = site;
    this.viewOf = viewOf;
    this.restorable = restorable;
    this.fields = resource.fields.filter((field) => !isNever(access.field(field.name)));
    this.byName = new Map(this.fields.map((field) => [field.name, field]));
  }

  /** Undefined both for an unknown field and for one that the caller may not read. */
  readonly fieldOf = (name: string): Field | undefined => this.byName.get(name);

  /** As `fieldOf`; "instanceId.eventId" is a field of the instance, as far as the caller may read it there. */
  readonly filterFieldOf = (name: string): Field | undefined =>
    fieldThrough(this.resource.name, name, (resource, own) => this.viewAt(resource)?.fieldOf(own));

  private viewAt(resource: string): View | undefined {
    if (resource === this.resource.name) return this;
    const view = this.viewOf(resource);
    return view && !view.resource.config.internal && canAccess(view.access) ? view : undefined;
  }

  /** The field's value where the caller may read it, otherwise null. */
  readonly column = (field: Field): Sql => {
    const where = this.access.field(field.name);
    if (isAlways(where)) return fieldColumn(field);
    return sql`(case when ${conditionSql(where, fieldColumn)} then ${fieldColumn(field)} end)`;
  };

  /** The value of a field that `filterFieldOf` has found: its own, or that of the row that it leads to. Null where it may not be read. */
  readonly value = (field: Field): Sql => {
    const { through, name } = field;
    if (through === undefined) return this.column(field);
    const view = this.viewAt(through.reference ?? '');
    const own = view?.fieldOf(name.slice(through.name.length + 1));
    if (!view || !own) return sql`null`;
    // Renamed within, so that the reference outside is that of this row.
    const rows = sql`select "id" as "#id", ${view.column(own)} as "#value" from ${view.table} where ${view.where(ALWAYS)}`;
    return sql`(select "#value" from (${rows}) as "#row" where "#id" = ${this.column(through)})`;
  };

  /** Whether a row matches; rows that do not exist for the caller are for `where` to leave out. */
  matches(condition: Condition): Sql {
    return conditionSql(condition, this.column, this.compareThrough);
  }

  get searchable(): boolean {
    return this.fields.some((field) => field.searchable);
  }

  /** Whether search matches text of referenced rows; such a match may change without a write to this resource. */
  get searchesReferences(): boolean {
    return this.searchedReferences().length > 0;
  }

  get defaults(): ListTarget['defaults'] {
    return this.resource.config.list;
  }

  get table(): Sql {
    return selectSource(this.resource, this.site.timezone);
  }

  select(fields: readonly Field[]): Sql {
    if (fields.every((field) => isAlways(this.access.field(field.name)))) return fieldColumns(fields);
    return sql.join(fields.map((field) => sql`${this.column(field)} as ${sql.id(field.name)}`));
  }

  /** The byte size of a row's variable-length fields. */
  bytes(fields: readonly Field[]): Sql {
    const sized = fields.filter(({ schema }) => ['string', 'array', 'object'].includes(schema.type));
    const sizes = sized.map((field) => sql`coalesce(octet_length(${this.column(field)}::text), 0)`);
    return sql.join([sql`0`, ...sizes], sql` + `);
  }

  /**
   * The matching rows that exist for the caller. Deleted ones exist for those who may restore them, where they are asked for: by a
   * condition on when they were deleted, or by `withDeleted`.
   */
  where(condition: Condition, words: readonly string[] = [], withDeleted = comparesField(condition, 'deletedAt')): Sql {
    const parts = [
      conditionSql(this.access.rows, fieldColumn),
      this.matches(condition),
      ...this.lookups(this.access.rows),
      ...this.lookups(condition),
    ];
    if (this.resource.config.softDelete)
      parts.push(
        withDeleted && !isNever(this.restorable)
          ? sql`("deletedAt" is null or ${conditionSql(this.restorable, fieldColumn)})`
          : sql`"deletedAt" is null`,
      );
    if (words.length > 0) parts.push(this.search(words));
    return sql.join(parts, sql` and `);
  }

  /** Conditions that follow from this one, by which the rows of a view are found. */
  private lookups(condition: Condition): Sql[] {
    if ('all' in condition) return condition.all.flatMap((part) => this.lookups(part));
    if (!('field' in condition) || condition.is !== 'oneOf' || condition.field.through) return [];
    const ids = lookupQuery(this.resource, condition.field.name, condition.values);
    return ids ? [sql`"id" = any(array(${ids}))`] : [];
  }

  /** The rows whose reference leads to one that exists for the caller and matches. */
  private readonly compareThrough = (comparison: Comparison, through: Field): Sql => {
    const view = this.viewAt(through.reference ?? '');
    const field = view?.fieldOf(comparison.field.name.slice(through.name.length + 1));
    if (!view || !field) return sql`false`;
    const matching = view.where({ ...comparison, field });
    return sql`${this.column(through)} = any(array(select "id" from ${view.table} where ${matching}))`;
  };

  order({ field, descending }: Sort): Sql {
    const direction = sql.raw(descending ? 'desc' : 'asc');
    const id = field.name === 'id' ? sql`` : sql`, "id" ${direction}`;
    return sql`${this.column(field)} ${direction}${id}`;
  }

  /** Whether the caller may read this row, evaluated in memory. */
  canRead(row: Row): boolean {
    return canAccess(this.access, row);
  }

  project(row: Row): Row {
    return project(this.access, this.fields, row);
  }

  /** The row as its writer can see it: only its id if they cannot read it. */
  answer(row: Row): Row {
    return this.canRead(row) ? this.project(row) : { id: row['id'] ?? null };
  }

  /** This view, restricted by a further access: the exportable part, for instance. */
  narrowed(access: Access): View {
    return new View(this.resource, intersect(this.access, access), this.site, this.viewOf, this.restorable);
  }

  /** Every word must match the row's own text or that of a row it references, as far as the caller may read them. */
  private search(words: readonly string[]): Sql {
    const targets = this.searchedReferences();
    if (targets.length === 0) return this.ownSearch(words);
    return sql.join(
      words.map((word) => {
        const found = targets.map(
          ({ field, view }) => sql`${this.column(field)} = any(array(${view.idsFoundBy(word)}))`,
        );
        return sql`(${sql.join([this.ownSearch([word]), ...found], sql` or `)})`;
      }),
      sql` and `,
    );
  }

  private searchedReferences(): { field: Field; view: View }[] {
    return this.fields.flatMap((field) => {
      const isSearched = field.searchable && searchFormOf(field.kind, field.schema) === 'referenced';
      const view = isSearched ? this.viewOf(field.reference ?? '') : undefined;
      return view && canAccess(view.access) ? [{ field, view }] : [];
    });
  }

  private idsFoundBy(word: string): Sql {
    return sql`select "id" from ${this.table} where ${this.where(ALWAYS)} and ${this.ownSearch([word])}`;
  }

  /** By the stored search column, which views lack; if it includes fields hidden from the caller, also by the readable text. */
  private ownSearch(words: readonly string[]): Sql {
    const all = this.resource.fields.flatMap((field) => {
      const form = field.searchable ? searchFormOf(field.kind, field.schema) : null;
      return form === null || form === 'referenced'
        ? []
        : [{ form, name: field.name, where: this.access.field(field.name) }];
    });
    if (all.every(({ where }) => isNever(where))) return sql`false`;
    const query = sql`to_tsquery('simple', ${words.map((word) => `'${word.replace(/['\\]/g, ' ')}':*`).join(' & ')})`;
    const stored = isView(this.resource) ? sql`true` : sql`"search" @@ ${query}`;
    if (!isView(this.resource) && all.every(({ where }) => isAlways(where))) return stored;
    const readable = all.map(({ form, name, where }) => {
      const text = sql.raw(searchedText(form, `"${name}"`));
      return sql`(case when ${conditionSql(where, fieldColumn)} then ${text} else '' end)`;
    });
    return sql`(${stored} and to_tsvector('simple', ${sql.join(readable, sql` || ' ' || `)}) @@ ${query})`;
  }
}
