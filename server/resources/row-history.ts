import type { HistoryEntry } from '../../domain/calls/rows.ts';
import type { Actor } from '../../domain/declarations/actor.ts';
import { parseRange } from '../../domain/declarations/list-query.ts';
import type { Field, Resource, Row } from '../../domain/declarations/model.ts';
import { canAccessField } from '../declarations/permission.ts';
import type { Db } from '../platform/database.ts';
import type { AccessResolver } from './access-resolver.ts';
import { auditEntries, auditEntry, toVisibleEntry } from './audit.ts';
import { badRequest, notFound, withBadRequest } from './refusals.ts';
import { parseId, type Id, type Page, type RowReader } from './row-reader.ts';
import type { WriteOptions } from './writer.ts';

const HISTORY_PAGE = 50;

interface Target {
  resolver: AccessResolver;
  update(actor: Actor, name: string, id: Id, data: Row, options: WriteOptions): Promise<Row>;
}

/** The writes to records, from the audit log. Each method answers 404 when the record does not exist for the caller. */
export class RowHistory {
  readonly #db: Db;
  readonly #engine: Target;
  readonly #reader: RowReader;

  constructor(db: Db, engine: Target, reader: RowReader) {
    this.#db = db;
    this.#engine = engine;
    this.#reader = reader;
  }

  /** Newest first, limited to fields the caller may read. */
  async list(
    actor: Actor,
    name: string,
    id: Id,
    { range, deleted = false }: { range?: unknown; deleted?: boolean } = {},
  ): Promise<Page<HistoryEntry>> {
    const { resource, fields } = await this.access(actor, name, id, { deleted });
    const { start, end } = withBadRequest(() => parseRange(range, HISTORY_PAGE));
    const page = { start, count: end - start + 1 };
    const { model } = this.#engine.resolver;
    const { entries, total } = await auditEntries(this.#db, model, resource, parseId(resource, id), page);
    const rows = entries.map((entry) => toVisibleEntry(entry, fields));
    return { rows, total, start, end: start + rows.length - 1 };
  }

  /** Restores the values before an entry (all that it changed, or only the named fields) as a new version. */
  async revert(
    actor: Actor,
    name: string,
    id: Id,
    to: { entryId: number; fields?: string[] },
    options: WriteOptions = {},
  ): Promise<Row> {
    const { resource, fields } = await this.access(actor, name, id);
    const { model } = this.#engine.resolver;
    const entry = await auditEntry(this.#db, model, resource, parseId(resource, id), to.entryId);
    if (!entry) throw notFound(resource);
    const { before } = entry;
    if (!before) throw badRequest('There is no earlier state to restore.');
    const changed = toVisibleEntry(entry, fields).changes.map(({ field }) => field);
    const foreign = to.fields?.find((field) => !changed.includes(field));
    if (foreign !== undefined) throw badRequest(`This entry did not change "${foreign.slice(0, 100)}".`);
    const data = Object.fromEntries((to.fields ?? changed).map((field) => [field, before[field] ?? null]));
    return this.#engine.update(actor, name, id, data, { ...options, action: 'revert' });
  }

  /** The resource of a record, and its fields whose history the caller may read. */
  async access(
    actor: Actor,
    name: string,
    id: Id,
    { deleted = false } = {},
  ): Promise<{ resource: Resource; fields: Field[] }> {
    const view = this.#reader.granted(actor, name, 'history');
    const { resource, access } = view;
    await this.#reader.one(this.#db, view, id, { deleted });
    const whole = await this.#reader.one(this.#db, this.#engine.resolver.whole(resource), id, { deleted });
    return { resource, fields: view.fields.filter((field) => canAccessField(access, field.name, whole)) };
  }
}
