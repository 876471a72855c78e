import type { Actor } from '../../domain/declarations/actor.ts';
import { MAX_ROWS, parseListQuery, type ListQuery } from '../../domain/declarations/list-query.ts';
import type { Model, Resource, Row } from '../../domain/declarations/model.ts';
import type { BulkAnswer, RowChange } from '../../domain/calls/row-parts.ts';
import type { Clock } from '../platform/clock.ts';
import { transaction, type Db, type Tx } from '../platform/database.ts';
import { once } from '../platform/idempotency.ts';
import type { CacheFigures } from '../platform/process-watch.ts';
import { SharedPermits } from '../platform/semaphore.ts';
import { Calendars } from './calendar.ts';
import type { ChangeNotices } from './change-notices.ts';
import type { Command } from './command-registry.ts';
import { Commands } from './commands.ts';
import { addGenericCommands } from './generic-commands.ts';
import { exportOf, type Export, type ExportOptions } from './exports.ts';
import type { Sql } from './condition-sql.ts';
import { explainFault } from './database-faults.ts';
import { AccessResolver } from './access-resolver.ts';
import type { PermissionStore } from './permission-store.ts';
import { badRequest, withBadRequest } from './refusals.ts';
import { RowHistory } from './row-history.ts';
import { parseId, RowReader, type Id, type Page } from './row-reader.ts';
import { Names } from './names.ts';
import type { Named, RowOf, SeenRow, ValuesOf } from './typed-rows.ts';
import { asDeleted, rowIds, namedIds, singleRow } from './row-sets.ts';
import { Undo } from './undo.ts';
import { cleaningOnce } from './validation.ts';
import { WriteRules } from './write-rules.ts';
import { Writer, type NewRow, type WriteOptions, type Writing } from './writer.ts';

export type Options = WriteOptions & { tx?: Tx };
export type ReadOptions = { tx?: Tx; deleted?: boolean };
/** Options of a write by a command, which returns the whole row. */
export type CommandOptions = Options & { command: true };

/**
 * Reads and writes rows of declared resources, for the REST routes and for commands alike. Refusals are thrown as problems
 * (refusals.ts). Without `tx`, each write is a transaction of its own.
 */
export class Engine {
  readonly resolver: AccessResolver;
  readonly calendars: Calendars;
  readonly commands: Commands;
  readonly history: RowHistory;
  readonly rules = new WriteRules();
  /** By resource. */
  readonly changeNotices = new Map<string, ChangeNotices>();
  private readonly db: Db;
  private readonly writer: Writer;
  private readonly undoing: Undo;
  private readonly reader: RowReader;
  private readonly exporting: SharedPermits;

  /** `exports`: maximum of concurrent exports, each on a connection of its own; one account may use half of them. */
  constructor(db: Db, model: Model, permissions: PermissionStore, clock: Clock, { exports = 4 } = {}) {
    this.db = db;
    this.exporting = new SharedPermits(exports, Math.ceil(exports / 2));
    this.resolver = new AccessResolver(model, permissions, clock);
    this.writer = new Writer(this.resolver, this.rules);
    this.undoing = new Undo(this.resolver, this.writer);
    this.reader = new RowReader(db, this.resolver);
    this.history = new RowHistory(db, this, this.reader);
    this.calendars = new Calendars(db, this);
    this.commands = new Commands(this, this.reader, this.writer.locks);
    addGenericCommands(this, this.writer);
  }

  command<N extends string = string>(name: string, command: Command<N>): void {
    this.resolver.commands.register(name, command as unknown as Command);
  }

  cacheFigures(): CacheFigures {
    return this.reader.counter.figures();
  }

  /** Runs `work` in a transaction, retried from the start on serialization failures and deadlocks. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return transaction(this.db, work);
  }

  /** The matching rows that the caller may read, without long fields. 400 for a query that names anything else. */
  async list<N extends string>(actor: Actor, name: Named<N>, query: ListQuery & { tx?: Tx }): Promise<Page<SeenRow<N>>>;
  async list(actor: Actor, name: string, query: ListQuery & { tx?: Tx }): Promise<Page> {
    const view = this.reader.readable(actor, name);
    return this.reader.page(
      query.tx ?? this.db,
      view,
      withBadRequest(() => parseListQuery(query, view)),
    );
  }

  /**
   * SQL that selects a field of the matching rows that the caller may read, as far as the caller may read it. 400 for a filter that names
   * anything else.
   */
  valuesOf(actor: Actor, name: string, field: string, filter: unknown): Sql {
    return this.reader.valuesOf(actor, name, field, filter);
  }

  /**
   * One row with all readable fields. 404 when it does not exist for the caller. `deleted`: also one that is deleted, for a caller who
   * may restore it.
   */
  async get<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: ReadOptions): Promise<SeenRow<N>>;
  async get(actor: Actor, name: string, id: Id, { tx, deleted = false }: ReadOptions = {}): Promise<Row> {
    const view = this.reader.readable(actor, name);
    return this.reader.one(tx ?? this.db, view, id, { deleted });
  }

  /**
   * Locks rows until the transaction ends and returns those that exist, whole and ordered by id. Checks no permission: commands do so
   * beforehand.
   */
  async lock<N extends string>(tx: Tx, name: Named<N>, ids: readonly Id[]): Promise<RowOf<N>[]>;
  async lock(tx: Tx, name: string, ids: readonly Id[]): Promise<Row[]> {
    return this.reader.lock(tx, name, ids);
  }

  /** Returns the new row as the caller may see it; for a command, the whole row. */
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options: CommandOptions): Promise<RowOf<N>>;
  create<N extends string>(actor: Actor, name: Named<N>, data: ValuesOf<N>, options?: Options): Promise<SeenRow<N>>;
  create(actor: Actor, name: string, data: Row, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, (writing) => this.writer.create(writing, data));
  }

  /**
   * Creates the row once per person and key: a repeated call returns the present row; 404 when it is deleted.
   * `afterwards` runs in the same transaction with the new row; `scope` separates its keys from those of other calls.
   */
  async createOnce(
    actor: Actor,
    name: string,
    data: Row,
    key: string | undefined,
    { scope = `create ${name}`, afterwards }: { scope?: string; afterwards?: (tx: Tx, row: Row) => Promise<void> } = {},
  ): Promise<Row> {
    const userId = actor.id;
    if (afterwards === undefined && (key === undefined || userId === null)) return this.create(actor, name, data);
    return this.transaction(async (tx) => {
      const made: Row[] = [];
      const work = async (): Promise<Id> => {
        const row = await this.create(actor, name, data, { tx });
        await afterwards?.(tx, row);
        made.push(row);
        return singleRow(made)['id'] as Id;
      };
      const id = userId === null ? await work() : await once<Id>(tx, { userId, scope, key, body: data }, work);
      if (made[0]) return made[0];
      const resource = this.resolver.resource(name);
      const row = await this.reader.one(tx, this.resolver.whole(resource), id);
      return this.resolver.view(actor, resource).answer(row);
    });
  }

  /** For commands: creates all rows or none, each by its actor, by as many statements as one, and returns them in this order. */
  createAll<N extends string>(
    tx: Tx,
    name: Named<N>,
    news: readonly { actor: Actor; data: ValuesOf<N> }[],
  ): Promise<RowOf<N>[]>;
  createAll(tx: Tx, name: string, news: readonly NewRow[]): Promise<Row[]> {
    return this.onResource(name, (resource) => this.writer.createAll(tx, resource, news));
  }

  /** For commands: creates all rows or none, and returns the writes in this order. Its checks get many rows at the same time. */
  createMany<N extends string>(
    tx: Tx,
    actor: Actor,
    name: Named<N>,
    data: readonly ValuesOf<N>[],
  ): Promise<RowChange[]>;
  createMany(tx: Tx, actor: Actor, name: string, data: readonly Row[]): Promise<RowChange[]> {
    return this.onResource(name, (resource) => this.writer.createMany({ tx, actor, resource }, data));
  }

  /** For commands: merges its own values into each row, and returns the writes made. */
  updateEach<N extends string>(
    tx: Tx,
    actor: Actor,
    name: Named<N>,
    data: ReadonlyMap<Id, ValuesOf<N>>,
  ): Promise<RowChange[]>;
  updateEach(tx: Tx, actor: Actor, name: string, data: ReadonlyMap<Id, Row>): Promise<RowChange[]> {
    const dataFor = ({ id }: Row): Row => data.get(id as Id) ?? {};
    return this.onResource(name, (resource) =>
      this.writer.updateMany({ tx, actor, resource, command: true }, [...data.keys()], dataFor),
    );
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
    return this.write(actor, name, options, (writing) =>
      this.writer.update(writing, parseId(writing.resource, id), data),
    );
  }

  /** Deletes the row (softly where declared) and returns it as it was, in the version of its deletion. 409 while other rows need it. */
  remove<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  remove(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, async (writing) =>
      asDeleted(await this.writer.remove(writing, parseId(writing.resource, id))),
    );
  }

  /** Restores a soft-deleted row. 404 when there is none; 400 when it refers to one that is deleted; 409 when a unique value has been taken since. */
  restore<N extends string>(actor: Actor, name: Named<N>, id: Id, options?: Options): Promise<SeenRow<N>>;
  restore(actor: Actor, name: string, id: Id, options: Options = {}): Promise<Row> {
    return this.write(actor, name, options, async (writing) => {
      const { tx, resource } = writing;
      const row = await this.writer.restore(writing, parseId(resource, id));
      await this.writer.requireTargets(tx, resource, rowIds([row]));
      return row;
    });
  }

  /**
   * Undoes the writes named, all or none, and returns those made by it. 412 when a row has been written since; otherwise refused as the
   * write is that it takes.
   */
  undo(actor: Actor, changes: readonly RowChange[], { tx }: { tx?: Tx } = {}): Promise<RowChange[]> {
    return tx
      ? this.undoing.undo(tx, actor, changes)
      : this.transaction((own) => this.undoing.undo(own, actor, changes));
  }

  /** Writes the same data to several rows, all or none. */
  updateMany(actor: Actor, name: string, ids: readonly Id[], data: Row, note = ''): Promise<BulkAnswer> {
    return this.writeMany(name, ids, (tx, resource, sorted) => {
      if (note.trim() !== '') this.changeNotices.get(name)?.addNote(tx, note.trim());
      return this.writer.updateMany({ tx, actor, resource }, sorted, () => data);
    });
  }

  /** All or none; an unknown id refuses the whole call. */
  async removeMany(actor: Actor, name: string, filter: unknown): Promise<BulkAnswer> {
    const named = namedIds(filter) ?? (await this.reader.matchingIds(actor, name, filter));
    return this.writeMany(name, named, (tx, resource, sorted) =>
      this.writer.removeMany({ tx, actor, resource }, sorted),
    );
  }

  /** The matching rows that the caller may export. */
  async export(actor: Actor, name: string, query: ListQuery, options: ExportOptions = {}): Promise<Export> {
    const view = this.reader.granted(actor, name, 'export');
    const names = options.named ? new Names(this, actor) : null;
    return exportOf(this.db, this.exporting.of(actor.id), view, query, { ...options, names });
  }

  /** The sums of the declared amounts over all matching rows, of those that the caller can read. */
  sums(actor: Actor, name: string, query: ListQuery): Promise<Record<string, number>> {
    return this.reader.sums(actor, name, query.filter);
  }

  private async write(
    actor: Actor,
    name: string,
    options: Options,
    work: (writing: Writing) => Promise<Row>,
  ): Promise<Row> {
    return this.onResource(name, async (resource) => {
      const inTx = (tx: Tx): Promise<Row> => work({ ...options, tx, actor, resource });
      const row = await (options.tx ? inTx(options.tx) : this.transaction(inTx));
      return options.command ? row : this.resolver.view(actor, resource).answer(row);
    });
  }

  private async onResource<T>(name: string, work: (resource: Resource) => Promise<T>): Promise<T> {
    const resource = this.resolver.resource(name);
    try {
      return await work(resource);
    } catch (error) {
      throw explainFault(error, resource);
    }
  }

  /** In the order of ids, so that concurrent bulk writes cannot deadlock. */
  private async writeMany(
    name: string,
    ids: readonly Id[],
    work: (tx: Tx, resource: Resource, sorted: Id[]) => Promise<RowChange[]>,
  ): Promise<BulkAnswer> {
    const unique = [...new Set(ids)];
    if (unique.length > MAX_ROWS) throw badRequest(`At most ${MAX_ROWS} rows can be written at a time.`);
    return this.onResource(name, async (resource) => {
      const sorted = [...new Set(unique.map((id) => parseId(resource, id)))].toSorted((a, b) => (a < b ? -1 : 1));
      return { ids: unique, changes: await cleaningOnce(() => this.transaction((tx) => work(tx, resource, sorted))) };
    });
  }
}
