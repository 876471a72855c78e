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
/** Of a write by a command, which is answered the whole row. */
export type CommandOptions = Options & { command: true };

/** One page of a list. `start` and `end` are zero-based and inclusive; `end` is start - 1 when it is empty. */
export interface Page<T = Row> {
  rows: T[];
  total: number;
  start: number;
  end: number;
}

const HISTORY_PAGE = 50;

/**
 * Reads and writes rows of declared resources, for the REST routes and for commands alike. Refusals are thrown as
 * problems (refusals.ts). Without `tx` a write is a transaction of its own.
 */
export class Engine {
  readonly gate: Gate;
  private readonly db: Db;
  private readonly writer: Writer;
  private readonly counter: Counter;
  private readonly exporting: SharedPermits;

  /** `exports`: how many are read at a time, each through a connection of its own; half of them by one account at most. */
  constructor(db: Db, model: Model, permissions: PermissionStore, clock: Clock, { exports = 4 } = {}) {
    this.db = db;
    this.exporting = new SharedPermits(exports, Math.ceil(exports / 2));
    this.gate = new Gate(model, permissions, clock);
    this.writer = new Writer(this.gate);
    this.counter = new Counter(db);
  }

  /** Adds a check that runs inside every write to the resource. */
  check<N extends string>(resource: Named<N>, check: Check<N>): void;
  check(resource: string, check: Check): void {
    this.writer.check(resource, check);
  }

  /** Adds a check that is asked once about all rows of every write to the resource. */
  checkAll<N extends string>(resource: Named<N>, check: CheckAll<N>): void;
  checkAll(resource: string, check: CheckAll): void {
    this.writer.checkAll(resource, check);
  }

  /** Adds a check of the values that a write to the resource would change; it runs before anything is written. */
  checkValues<N extends string>(resource: Named<N>, check: ValueCheck<N>): void;
  checkValues(resource: string, check: ValueCheck): void {
    this.writer.checkValues(resource, check);
  }

  /** Puts the values of every write to the resource right before they are checked. */
  amend<N extends string>(resource: Named<N>, amendment: Amendment<N>): void;
  amend(resource: string, amendment: Amendment): void {
    this.writer.amend(resource, amendment);
  }

  /** Runs `work` in a transaction, repeated from the start when the database asks for that. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return transaction(this.db, work);
  }

  /** The rows that the caller may see and that match, without long fields. 400 for a query that names anything else. */
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
   * Those of the rows that are there, whole and in order of id; nobody else changes them until the transaction ends. Asks for no
   * permission: commands do, before.
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

  /** Answers the new row as the caller may see it; a command gets all of it. */
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options: CommandOptions): Promise<RowOf<N>>;
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options?: Options): Promise<SeenRow<N>>;
  create(actor: Actor, name: string, data: Row, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) => this.writer.create(tx, actor, resource, data, options));
  }

  /** Merges `data` into the row. A field that comes back unchanged is no write; without any change nothing happens. */
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

  /** Deletes the row (softly where declared) and answers it as it was. 409 while other rows need it. */
  remove<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  remove(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) =>
      this.writer.remove(tx, actor, resource, idOf(resource, id), options),
    );
  }

  /** Brings back a row that was deleted softly. 404 when there is none; 409 when another row has taken what is unique. */
  restore<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  restore(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (tx, resource) =>
      this.writer.restore(tx, actor, resource, idOf(resource, id), options),
    );
  }

  /** Writes the same data to several rows, all or none. Answers their ids. */
  updateMany(actor: Actor, name: string, ids: readonly Id[], data: Row): Promise<Id[]> {
    return this.writeMany(name, ids, (tx, resource, sorted) =>
      this.writer.updateMany(tx, actor, resource, sorted, data),
    );
  }

  /** Deletes the rows that match, all or none; one named by id that is not there refuses the whole. Answers their ids. */
  async removeMany(actor: Actor, name: string, filter: unknown): Promise<Id[]> {
    const named = namedIds(filter) ?? (await this.matchingIds(actor, name, filter));
    return this.writeMany(name, named, (tx, resource, sorted) => this.writer.removeMany(tx, actor, resource, sorted));
  }

  /** The rows that may be exported and match. */
  async export(actor: Actor, name: string, query: ListQuery, options: ExportOptions = {}): Promise<Export> {
    const view = this.granted(actor, name, 'export');
    const names = options.named ? new Names(this, actor) : null;
    return exportOf(this.db, this.exporting.of(actor.id), view, query, options, names);
  }

  /** The writes to a record, newest first, of the fields that the caller may read in it. 404 when it is not there for the caller. */
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

  /** Writes fields as they were before the entry (all that it changed, or those named), as a new version. */
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

  /** What the caller may read and is also granted in another way. */
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

  /** The revision is asked for beside the rows: a total that is known for it is not counted. */
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

  /** The ids of what a filter matches, at most 1,000; a filter that names nothing is refused. */
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

  /** In the order of ids, so that two such writes cannot wait for each other. */
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

  /** Who may write but not read gets the id of what was written. */
  private answer(view: View, row: Row): Row {
    return view.canRead(row) ? view.project(row) : { id: row['id'] ?? null };
  }
}

/** The ids of {"id": [1, 2]}; null for every other filter. */
function namedIds(filter: unknown): Id[] | null {
  if (typeof filter !== 'object' || filter === null || Object.keys(filter).length !== 1) return null;
  const ids = 'id' in filter ? filter.id : null;
  return Array.isArray(ids) && ids.every((id) => typeof id === 'string' || typeof id === 'number') ? ids : null;
}

/** The id as rows have it. What cannot be an id names nothing: 404. */
function idOf(resource: Resource, id: Id): Id {
  const read = readId(resource.idKind, id);
  if (read === undefined) throw notFound(resource);
  return read;
}
