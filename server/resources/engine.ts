import { sql } from 'kysely';
import type { Actor } from '../../domain/actor.ts';
import { readId } from '../../domain/condition-values.ts';
import { EVERYWHERE, isEverywhere } from '../../domain/condition.ts';
import { MAX_ROWS, parseListQuery, parseRange, type ListQuery, type ListRequest } from '../../domain/list-query.ts';
import type { Field, Model, Resource, Row } from '../../domain/model.ts';
import { canAccess, canAccessField } from '../../domain/permission.ts';
import type { Clock } from '../platform/clock.ts';
import { PREPARED, transaction, type Db, type Tx } from '../platform/database.ts';
import { SharedPermits } from '../platform/semaphore.ts';
import { auditEntries, auditEntry, shownEntry, type ShownEntry } from './audit.ts';
import { Counter } from './count.ts';
import { exportOf, type Export, type ExportOptions } from './exports.ts';
import { explainFault } from './database-faults.ts';
import { Gate } from './gate.ts';
import type { PermissionStore } from './permission-store.ts';
import { badRequest, notFound, withBadRequest, ungranted } from './refusals.ts';
import { Names } from './names.ts';
import type { Named, RowOf, SeenRow, ValuesOf } from './typed-rows.ts';
import { columnsOf } from './condition-sql.ts';
import { cleaningOnce } from './validation.ts';
import type { View } from './view.ts';
import { Writer, type Amendment, type Check, type CheckAll, type ValueCheck, type WriteOptions } from './writer.ts';

export type Id = string | number;
export type Options = WriteOptions & { tx?: Tx };
/** Options of a write by a command, which returns the whole row. */
export type CommandOptions = Options & { command: true };

/** One page of a list. `start` and `end` are zero-based and inclusive; `end` is start - 1 for an empty page. */
export interface Page<T = Row> {
  rows: T[];
  total: number;
  start: number;
  end: number;
}

const HISTORY_PAGE = 50;

/**
 * Reads and writes rows of declared resources, for the REST routes and for commands alike. Refusals are thrown as problems
 * (refusals.ts). Without `tx`, each write is a transaction of its own.
 */
export class Engine {
  readonly gate: Gate;
  private readonly db: Db;
  private readonly writer: Writer;
  private readonly counter: Counter;
  private readonly exporting: SharedPermits;

  /** `exports`: maximum of concurrent exports, each on a connection of its own; one account may use half of them. */
  constructor(db: Db, model: Model, permissions: PermissionStore, clock: Clock, { exports = 4 } = {}) {
    this.db = db;
    this.exporting = new SharedPermits(exports, Math.ceil(exports / 2));
    this.gate = new Gate(model, permissions, clock);
    this.writer = new Writer(this.gate);
    this.counter = new Counter(db);
  }

  /** Adds a check that runs within every write to the resource, once per row. */
  check<N extends string>(resource: Named<N>, check: Check<N>): void;
  check(resource: string, check: Check): void {
    this.writer.check(resource, check);
  }

  /** Adds a check that runs once for all rows of a write to the resource. */
  checkAll<N extends string>(resource: Named<N>, check: CheckAll<N>): void;
  checkAll(resource: string, check: CheckAll): void {
    this.writer.checkAll(resource, check);
  }

  /** Adds a check of the changed values, run before anything is written. */
  checkValues<N extends string>(resource: Named<N>, check: ValueCheck<N>): void;
  checkValues(resource: string, check: ValueCheck): void {
    this.writer.checkValues(resource, check);
  }

  /** Adds a normalisation of the changed values, run before they are checked. */
  amend<N extends string>(resource: Named<N>, amendment: Amendment<N>): void;
  amend(resource: string, amendment: Amendment): void {
    this.writer.amend(resource, amendment);
  }

  /** Runs `work` in a transaction, retried from the start on serialization failures and deadlocks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return transaction(this.db, work);
  }

  /** The matching rows that the caller may read, without long fields. 400 for a query that names anything else. */
  async list<N extends string>(actor: Actor, name: Named<N>, query: ListQuery & { tx?: Tx }): Promise<Page<SeenRow<N>>>;
  async list(actor: Actor, name: string, query: ListQuery & { tx?: Tx }): Promise<Page> {
    const view = this.readable(actor, name);
    return this.page(
      query.tx ?? this.db,
      view,
      withBadRequest(() => parseListQuery(query, view)),
    );
  }

  /** One row with all readable fields. 404 when it does not exist for the caller. */
  async get<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: { tx?: Tx }): Promise<SeenRow<N>>;
  async get(actor: Actor, name: string, id: Id, { tx }: { tx?: Tx } = {}): Promise<Row> {
    const view = this.readable(actor, name);
    return this.one(tx ?? this.db, view, id);
  }

  /**
   * Locks rows until the transaction ends and returns those that exist, whole and ordered by id. Checks no permission: commands do so
   * beforehand.
   */
  async lock<N extends string>(tx: Tx, name: Named<N>, ids: readonly Id[]): Promise<RowOf<N>[]>;
  async lock(tx: Tx, name: string, ids: readonly Id[]): Promise<Row[]> {
    const { config, fields, idKind } = this.gate.resource(name);
    const wanted = ids.map((id) => readId(idKind, id)).filter((id) => id !== undefined);
    if (wanted.length === 0) return [];
    const alive = config.softDelete ? sql` and "deletedAt" is null` : sql``;
    const { rows } = await sql<Row>`${PREPARED}select ${columnsOf(fields)} from ${sql.table(name)}
      where "id" = any(${wanted}::${sql.raw(idKind === 'uuid' ? 'uuid' : 'bigint')}[])${alive} order by "id" for update`.execute(
      tx,
    );
    return rows;
  }

  /** Returns the new row as the caller may see it; for a command, the whole row. */
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options: CommandOptions): Promise<RowOf<N>>;
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options?: Options): Promise<SeenRow<N>>;
  create(actor: Actor, name: string, data: Row, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) => this.writer.create(tx, actor, resource, data, options));
  }

  /** Merges `data` into the row. Unchanged values are ignored; if nothing changes, nothing is written. */
  update<N extends string>(
    actor: Actor,
    name: Named<N>,
    id: Id,
    data: ValuesOf<N>,
    options: CommandOptions,
  ): Promise<RowOf<N>>;
  update<N extends string>(
    actor: Actor,
    name: Named<N>,
    id: Id,
    data: ValuesOf<N>,
    options?: Options,
  ): Promise<SeenRow<N>>;
  update(actor: Actor, name: string, id: Id, data: Row, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) =>
      this.writer.update(tx, actor, resource, idOf(resource, id), data, options),
    );
  }

  /** Deletes the row (softly where declared) and returns it as it was. 409 while other rows need it. */
  remove<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  remove(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) =>
      this.writer.remove(tx, actor, resource, idOf(resource, id), options),
    );
  }

  /** Restores a soft-deleted row. 404 when there is none; 409 when a unique value has been taken since. */
  restore<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  restore(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) =>
      this.writer.restore(tx, actor, resource, idOf(resource, id), options),
    );
  }

  /** Writes the same data to several rows, all or none. Returns their ids. */
  updateMany(actor: Actor, name: string, ids: readonly Id[], data: Row): Promise<Id[]> {
    return this.writeMany(name, ids, (tx, resource, sorted) =>
      this.writer.updateMany(tx, actor, resource, sorted, data),
    );
  }

  /** Deletes the matching rows, all or none; an unknown id refuses the whole call. Returns their ids. */
  async removeMany(actor: Actor, name: string, filter: unknown): Promise<Id[]> {
    const named = namedIds(filter) ?? (await this.matchingIds(actor, name, filter));
    return this.writeMany(name, named, (tx, resource, sorted) => this.writer.removeMany(tx, actor, resource, sorted));
  }

  /** The matching rows that the caller may export. */
  async export(actor: Actor, name: string, query: ListQuery, options: ExportOptions = {}): Promise<Export> {
    const view = this.granted(actor, name, 'export');
    const names = options.named ? new Names(this, actor) : null;
    return exportOf(this.db, this.exporting.of(actor.id), view, query, options, names);
  }

  /** The writes to a record, newest first, limited to fields the caller may read. 404 when the record does not exist for the caller. */
  async history(actor: Actor, name: string, id: Id, range?: unknown): Promise<Page<ShownEntry>> {
    const { resource, fields } = await this.historic(actor, name, id);
    const { start, end } = withBadRequest(() => parseRange(range, HISTORY_PAGE));
    const { entries, total } = await auditEntries(
      this.db,
      this.gate.model,
      resource,
      idOf(resource, id),
      start,
      end - start + 1,
    );
    const rows = entries.map((entry) => shownEntry(entry, fields));
    return { rows, total, start, end: start + rows.length - 1 };
  }

  /** Restores the values before an entry (all that it changed, or only the named fields) as a new version. */
  async revert(
    actor: Actor,
    name: string,
    id: Id,
    to: { entryId: number; fields?: string[] },
    options: Options = {},
  ): Promise<Row> {
    const { resource, fields } = await this.historic(actor, name, id);
    const entry = await auditEntry(this.db, this.gate.model, resource, idOf(resource, id), to.entryId);
    if (!entry) throw notFound(resource);
    const { before } = entry;
    if (!before) throw badRequest('Before this entry there was nothing to go back to.');
    const changed = shownEntry(entry, fields).changes.map(({ field }) => field);
    const foreign = to.fields?.find((field) => !changed.includes(field));
    if (foreign !== undefined) throw badRequest(`This entry did not change "${foreign.slice(0, 100)}".`);
    const data = Object.fromEntries((to.fields ?? changed).map((field) => [field, before[field] ?? null]));
    return this.update(actor, name, id, data, { ...options, action: 'revert' });
  }

  private readable(actor: Actor, name: string): View {
    const view = this.gate.view(actor, this.gate.resource(name));
    if (!canAccess(view.access)) throw ungranted(actor, `You may not see ${view.resource.config.label}.`);
    return view;
  }

  /** The caller's view, restricted to rows and fields also granted for the action. */
  private granted(actor: Actor, name: string, action: 'export' | 'history'): View {
    const readable = this.readable(actor, name);
    const access = this.gate.access(actor, readable.resource, action);
    if (!canAccess(access))
      throw ungranted(actor, `You have no right to the ${action} of ${readable.resource.config.label}.`);
    return readable.narrowed(access);
  }

  private async historic(actor: Actor, name: string, id: Id): Promise<{ resource: Resource; fields: Field[] }> {
    const view = this.granted(actor, name, 'history');
    await this.one(this.db, view, id);
    const whole = await this.one(this.db, this.gate.whole(view.resource), id);
    return {
      resource: view.resource,
      fields: view.fields.filter((field) => canAccessField(view.access, field.name, whole)),
    };
  }

  private async one(db: Db, view: View, id: Id): Promise<Row> {
    const { rows } = await sql<Row>`${PREPARED}select ${view.select(view.fields)} from ${view.table}
      where "id" = ${idOf(view.resource, id)} and ${view.where(EVERYWHERE)}`.execute(db);
    const [row] = rows;
    if (!row) throw notFound(view.resource);
    return row;
  }

  /** The revision is read concurrently with the rows; a total already known for it is not counted again. */
  private async page(db: Db, view: View, { condition, words, range, sort }: ListRequest): Promise<Page> {
    const where = view.where(condition, words);
    const { start, end } = range ?? { start: 0, end: MAX_ROWS - 1 };
    const [{ rows }, revision] = await Promise.all([
      sql<Row>`select ${view.select(view.fields.filter((field) => !field.long))} from ${view.table}
        where ${where} order by ${view.order(sort)} limit ${end - start + 1} offset ${start}`.execute(db),
      db === this.db && !(words.length > 0 && view.searchesReferences) ? this.counter.revision(view) : null,
    ]);
    const seen = start + rows.length;
    const isLast = rows.length <= end - start && (rows.length > 0 || start === 0);
    const total = isLast ? seen : await this.counter.total(db, view, where, revision);
    return { rows, total: rows.length > 0 ? Math.max(total, seen) : total, start, end: seen - 1 };
  }

  /** The ids of the matching rows, at most 1,000. An empty filter is refused. */
  private async matchingIds(actor: Actor, name: string, filter: unknown): Promise<Id[]> {
    const { condition, words } = withBadRequest(() => parseListQuery({ filter }, this.readable(actor, name)));
    if (isEverywhere(condition) && words.length === 0)
      throw badRequest('Say which rows to delete: filter={"id":[1,2]}.');
    const { rows, total } = await this.list(actor, name, { filter, range: [0, MAX_ROWS - 1], sort: ['id', 'ASC'] });
    if (total > rows.length) throw badRequest(`The filter matches more than ${MAX_ROWS} rows.`);
    return rows.map((row) => row['id'] as Id);
  }

  private async write(
    actor: Actor,
    name: string,
    options: Options,
    work: (tx: Tx, resource: Resource) => Promise<Row>,
  ): Promise<Row> {
    const resource = this.gate.resource(name);
    try {
      const row = await (options.tx ? work(options.tx, resource) : this.transaction((tx) => work(tx, resource)));
      return options.command ? row : this.answer(this.gate.view(actor, resource), row);
    } catch (error) {
      throw explainFault(error, resource);
    }
  }

  /** In the order of ids, so that concurrent bulk writes cannot deadlock. */
  private async writeMany(
    name: string,
    ids: readonly Id[],
    work: (tx: Tx, resource: Resource, sorted: Id[]) => Promise<void>,
  ): Promise<Id[]> {
    const resource = this.gate.resource(name);
    const unique = [...new Set(ids)];
    if (unique.length > MAX_ROWS) throw badRequest(`At most ${MAX_ROWS} rows can be written at once.`);
    const sorted = [...new Set(unique.map((id) => idOf(resource, id)))].toSorted((a, b) => (a < b ? -1 : 1));
    try {
      await cleaningOnce(() => this.transaction((tx) => work(tx, resource, sorted)));
      return unique;
    } catch (error) {
      throw explainFault(error, resource);
    }
  }

  /** A caller who may write but not read gets only the id. */
  private answer(view: View, row: Row): Row {
    return view.canRead(row) ? view.project(row) : { id: row['id'] ?? null };
  }
}

/** The ids of {"id": [1, 2]}; null for any other filter. */
function namedIds(filter: unknown): Id[] | null {
  if (typeof filter !== 'object' || filter === null || Object.keys(filter).length !== 1) return null;
  const ids = 'id' in filter ? filter.id : null;
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string' || typeof id === 'number') ? ids : null;
}

/** The id in stored form. Throws 404 for what cannot be an id. */
function idOf(resource: Resource, id: Id): Id {
  const read = readId(resource.idKind, id);
  if (read === undefined) throw notFound(resource);
  return read;
}
