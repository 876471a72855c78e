import { sql } from 'kysely';
import type { Actor } from '../../domain/declarations/actor.ts';
import { readId } from '../../domain/declarations/condition-values.ts';
import { ALWAYS, isAlways, readsOtherRows } from '../../domain/declarations/condition.ts';
import { MAX_ROWS, parseListQuery, type ListRequest } from '../../domain/declarations/list-query.ts';
import type { Accuracy } from '../../domain/declarations/list-total.ts';
import type { Resource, Row } from '../../domain/declarations/model.ts';
import { isView } from '../../domain/declarations/fields.ts';
import { canAccess } from '../declarations/permission.ts';
import { PREPARED, type Db, type Tx } from '../platform/database.ts';
import type { Sql } from './condition-sql.ts';
import { Counter } from './count.ts';
import type { AccessResolver } from './access-resolver.ts';
import { badRequest, notFound, ungranted, withBadRequest } from './refusals.ts';
import type { View } from './view.ts';
import { lockRows } from './write-statements.ts';

export type Id = string | number;

/** One page of a list. `start` and `end` are zero-based and inclusive; `end` is start - 1 for an empty page. */
export interface Page<T = Row> {
  rows: T[];
  total: number;
  /** Without it the total is exact. */
  accuracy?: Accuracy | undefined;
  /** The search text that was searched for instead. */
  corrected?: string;
  start: number;
  end: number;
}

/** Sums read every row, so that those of more rows would delay the list and everyone else. Reports and exports have them. */
const MOST_SUMMED = 100_000;

/** Reads rows through views. Refusals are thrown as problems (refusals.ts). */
export class RowReader {
  private readonly db: Db;
  private readonly resolver: AccessResolver;
  readonly counter: Counter;

  constructor(db: Db, resolver: AccessResolver) {
    this.db = db;
    this.resolver = resolver;
    this.counter = new Counter(db);
  }

  readable(actor: Actor, name: string): View {
    const view = this.resolver.view(actor, this.resolver.resource(name));
    if (!canAccess(view.access)) throw ungranted(actor, `You do not have access to ${view.resource.config.label}.`);
    return view;
  }

  /** The caller's view, restricted to rows and fields also granted for the action. */
  granted(actor: Actor, name: string, action: 'export' | 'history'): View {
    const readable = this.readable(actor, name);
    const access = this.resolver.access(actor, readable.resource, action);
    if (!canAccess(access))
      throw ungranted(actor, `You do not have access to the ${action} of ${readable.resource.config.label}.`);
    return readable.narrowed(access);
  }

  /** The sums of the amounts that the list declares, of the matching rows; none of more rows than MOST_SUMMED. */
  async sums(actor: Actor, name: string, filter: unknown): Promise<Record<string, number>> {
    const view = this.readable(actor, name);
    const { condition, words } = withBadRequest(() => parseListQuery({ filter }, view));
    const fields = (view.resource.config.list.sums ?? []).flatMap((sum) => view.fieldOf(sum) ?? []);
    if (fields.length === 0) return {};
    const columns = fields.map((field) => sql`${view.column(field)} as ${sql.id(field.name)}`);
    const sums = fields.map(({ name: field }) => sql`coalesce(sum(${sql.id(field)}), 0)::bigint as ${sql.id(field)}`);
    const { rows } = await sql<Record<string, number>>`
      select count(*) as "#rows", ${sql.join(sums)} from (
        select ${sql.join(columns)} from ${view.table} where ${view.where(condition, words)} limit ${MOST_SUMMED + 1}) as "some"`.execute(
      this.db,
    );
    const { '#rows': summed = 0, ...found } = rows[0] ?? {};
    return summed > MOST_SUMMED ? {} : found;
  }

  /** `deleted`: also one that is deleted, for a caller who may restore it. */
  async one(db: Db, view: View, id: Id, { deleted = false } = {}): Promise<Row> {
    const { rows } = await sql<Row>`${PREPARED}select ${view.select(view.fields)} from ${view.table}
      where "id" = ${parseId(view.resource, id)} and ${view.where(ALWAYS, [], deleted)}`.execute(db);
    const [row] = rows;
    if (!row) throw notFound(view.resource);
    return row;
  }

  /** The revision is read concurrently with the rows; a total already known for it is not counted again. */
  async page(db: Db, view: View, { condition, words, range, sort }: ListRequest): Promise<Page> {
    const where = view.where(condition, words);
    const { start, end } = range ?? { start: 0, end: MAX_ROWS - 1 };
    const [{ rows }, revision] = await Promise.all([
      sql<Row>`select ${view.select(view.fields.filter((field) => !field.long))} from ${view.table}
        where ${where} order by ${view.order(sort)} limit ${end - start + 1} offset ${start}`.execute(db),
      // Without one where rows of other tables decide, too.
      db === this.db &&
      !isView(view.resource) &&
      !(words.length > 0 && view.searchesReferences) &&
      !readsOtherRows(condition)
        ? this.counter.revision(view)
        : null,
    ]);
    const seen = start + rows.length;
    const isLast = rows.length <= end - start && (rows.length > 0 || start === 0);
    const { number, accuracy } = isLast ? { number: seen } : await this.counter.total(db, view, where, revision);
    const total = rows.length > 0 ? Math.max(number, seen) : number;
    return { rows, total, ...(accuracy ? { accuracy } : {}), start, end: seen - 1 };
  }

  valuesOf(actor: Actor, name: string, fieldName: string, filter: unknown): Sql {
    const view = this.readable(actor, name);
    const { condition, words } = withBadRequest(() => parseListQuery({ filter }, view));
    const field = view.fieldOf(fieldName);
    if (!field) throw ungranted(actor, `You cannot see the people of ${view.resource.config.label}.`);
    return sql`select ${view.column(field)} from ${view.table} where ${view.where(condition, words)}`;
  }

  /** The ids of the matching rows, at most 1,000. An empty filter is refused. */
  async matchingIds(actor: Actor, name: string, filter: unknown): Promise<Id[]> {
    const view = this.readable(actor, name);
    const request = withBadRequest(() =>
      parseListQuery({ filter, range: [0, MAX_ROWS - 1], sort: ['id', 'ASC'] }, view),
    );
    if (isAlways(request.condition) && request.words.length === 0)
      throw badRequest('Say which rows to delete: filter={"id":[1,2]}.');
    const { rows, total } = await this.page(this.db, view, request);
    if (total > rows.length) throw badRequest(`The filter matches more than ${MAX_ROWS} rows.`);
    return rows.map((row) => row['id'] as Id);
  }

  /** Rows by id, whole and ordered by id, without those that are deleted. */
  async whole(tx: Tx, resource: Resource, ids: readonly Id[]): Promise<Row[]> {
    const view = this.resolver.whole(resource);
    const { rows } = await sql<Row>`${PREPARED}select ${view.select(view.fields)} from ${view.table}
      where "id" = any(${ids}) and ${view.where(ALWAYS)} order by "id"`.execute(tx);
    return rows;
  }

  async lock(tx: Tx, name: string, ids: readonly Id[]): Promise<Row[]> {
    const resource = this.resolver.resource(name);
    const wanted = ids.map((id) => readId(resource.idKind, id)).filter((id) => id !== undefined);
    return wanted.length === 0 ? [] : lockRows(tx, resource, wanted);
  }
}

/** The id in stored form. Throws 404 for what cannot be an id. */
export function parseId(resource: Resource, id: Id): Id {
  const read = readId(resource.idKind, id);
  if (read === undefined) throw notFound(resource);
  return read;
}
