import type { Query } from '@tanstack/react-query';
import type { DataProvider, Identifier, RaRecord } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import { accuracyOf, CORRECTED_HEADER } from '../../../domain/declarations/list-total.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { BulkAnswer, RowChange } from '../../../domain/calls/row-parts.ts';
import type { HistoryEntry } from '../../../domain/calls/rows.ts';
import { queryClient } from '../../app/queryClient.ts';
import { httpClient } from './httpClient.ts';

/** `changes`: the writes made, as an undo takes them. */
type BulkResult = Promise<{ data: Identifier[]; changes: RowChange[] }>;

export interface ConsoleDataProvider extends DataProvider {
  updateMany: (resource: string, params: { ids: Identifier[]; data: Row; note?: string }) => BulkResult;
  history: (
    resource: string,
    id: Identifier,
    range: [number, number],
    options?: { deleted?: boolean; signal?: AbortSignal },
  ) => Promise<{ entries: HistoryEntry[]; total: number }>;
  restore: (resource: string, id: Identifier) => Promise<Row>;
  revert: (
    resource: string,
    id: Identifier,
    change: { entryId: HistoryEntry['id']; fields: string[]; version: number },
  ) => Promise<Row>;
}

/** `duplicateOf`: the record whose parts are copied to the new one. */
interface CreateMeta {
  idempotencyKey?: string;
  duplicateOf?: Identifier;
}

const API = '/api';
/** Keeps the address of a lookup well below the 8 kB that servers allow. */
const IDS_PER_CALL = 100;

/** Milliseconds after which a server that has the time has counted. Further tries wait three times as long each. */
const COUNTED_AFTER = 250;
const MAX_REREADS = 3;

/** How often each list with an estimated total was read again. */
const rereads = new Map<string, number>();

/** Where the server has sent an estimate, it counts once it has the time: the list is read again then. */
function readOnceCounted(resource: string, query: string, accuracy: string | undefined): void {
  const list = `${resource}?${query}`;
  if (accuracy !== 'estimate') {
    rereads.delete(list);
    return;
  }
  const times = rereads.get(list) ?? 0;
  if (times === MAX_REREADS) return;
  rereads.set(list, times + 1);
  setTimeout(
    () => void queryClient.invalidateQueries({ queryKey: [resource, 'getList'], predicate: hasEstimate }),
    COUNTED_AFTER * 3 ** times,
  );
}

function hasEstimate({ state }: Query): boolean {
  return (state.data as { meta?: { accuracy?: string } } | undefined)?.meta?.accuracy === 'estimate';
}

const rest = simpleRestProvider(API, httpClient);

/**
 * The contract of ra-data-simple-rest, extended by what the server offers beyond it: conditional writes
 * (`meta.version` becomes If-Match), creations that may be repeated (`meta.idempotencyKey`), bulk calls that are one request and one transaction, lookups cut into pieces
 * that fit an address, signals, totals that are marked where they are not exact (`meta.accuracy`), history and reverts.
 */
export const dataProvider: ConsoleDataProvider = {
  ...rest,
  supportAbortSignal: true,
  getList: async (resource, { pagination = { page: 1, perPage: 10 }, sort, filter = {}, signal }) => {
    const start = (pagination.page - 1) * pagination.perPage;
    const query = new URLSearchParams({
      filter: JSON.stringify(filter),
      range: JSON.stringify([start, start + pagination.perPage - 1]),
      ...(sort ? { sort: JSON.stringify([sort.field, sort.order]) } : {}),
      ...(filter.q ? { spelling: 'correct' } : {}),
    });
    const { json, headers } = await httpClient(`${API}/${resource}?${query}`, signal ? { signal } : {});
    const accuracy = accuracyOf(headers);
    readOnceCounted(resource, query.toString(), accuracy);
    const corrected = headers.get(CORRECTED_HEADER);
    const meta = { ...(accuracy && { accuracy }), ...(corrected && { corrected: decodeURIComponent(corrected) }) };
    return { data: json, total: totalIn(headers) ?? json.length, meta };
  },
  getOne: async (resource, { id, meta, signal }) => {
    const { deleted } = (meta ?? {}) as { deleted?: boolean };
    const path = `${recordApiPath(resource, id)}${deleted ? '?deleted=true' : ''}`;
    return { data: (await httpClient(path, signal ? { signal } : {})).json };
  },
  getMany: async (resource, params) => {
    const chunks = chunksOf(params.ids, IDS_PER_CALL);
    const answers = await Promise.all(chunks.map((ids) => rest.getMany(resource, { ...params, ids })));
    return { data: answers.flatMap((answer) => answer.data) };
  },
  create: async <T extends Omit<RaRecord, 'id'>>(
    resource: string,
    { data, meta }: { data: Partial<T>; meta?: unknown },
  ) => {
    const { idempotencyKey: key, duplicateOf } = (meta ?? {}) as CreateMeta;
    const path = duplicateOf === undefined ? `${API}/${resource}` : duplicatePath(resource, duplicateOf);
    const { json } = await httpClient(path, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: new Headers(key === undefined ? {} : { 'Idempotency-Key': key }),
    });
    return { data: json };
  },
  update: async (resource, { id, data, meta }) => {
    const { json } = await httpClient(recordApiPath(resource, id), {
      method: 'PUT',
      body: JSON.stringify(data),
      headers: ifMatch(versionIn(meta)),
    });
    return { data: json };
  },
  updateMany: async (resource, { ids, data, note = '' }) => {
    const body = JSON.stringify({ ids, data, ...(note === '' ? {} : { note }) });
    const { json } = await httpClient(`${API}/${resource}`, { method: 'PATCH', body });
    return { data: ids, changes: (json as BulkAnswer).changes };
  },
  history: async (resource, id, range, { deleted = false, signal } = {}) => {
    const query = `range=${JSON.stringify(range)}${deleted ? '&deleted=true' : ''}`;
    const path = `${recordApiPath(resource, id)}/history?${query}`;
    const { json, headers } = await httpClient(path, signal ? { signal } : {});
    const entries = json as HistoryEntry[];
    return { entries, total: totalIn(headers) ?? range[0] + entries.length };
  },
  restore: async (resource, id) =>
    (await httpClient(`${recordApiPath(resource, id)}/restore`, { method: 'POST' })).json as Row,
  revert: async (resource, id, { entryId, fields, version }) => {
    const { json } = await httpClient(`${recordApiPath(resource, id)}/revert`, {
      method: 'POST',
      body: JSON.stringify({ entryId, fields }),
      headers: ifMatch(version),
    });
    return json as Row;
  },
};

/** Where the CSV of everything that a filter matches is downloaded from. */
interface ExportQuery {
  filter: Row;
  sort: [string, string];
  fields: string[];
  /** Stored values instead of what people read. */
  forPrograms: boolean;
  /** A declared format instead of CSV. */
  format?: string;
}

export function exportUrl(resource: string, query: ExportQuery): string {
  const search = new URLSearchParams({
    filter: JSON.stringify(query.filter),
    sort: JSON.stringify(query.sort),
    fields: JSON.stringify(query.fields),
    ...(query.forPrograms ? {} : { names: 'true' }),
    ...(query.format === undefined ? {} : { format: query.format }),
  });
  return `${API}/${resource}/export?${search}`;
}

export function duplicatePath(resource: string, id: Identifier): string {
  return `${recordApiPath(resource, id)}/duplicate`;
}

function totalIn(headers: Headers): number | null {
  const total = Number.parseInt(headers.get('Content-Range')?.split('/').pop() ?? '', 10);
  return Number.isFinite(total) ? total : null;
}

function recordApiPath(resource: string, id: Identifier): string {
  return `${API}/${resource}/${encodeURIComponent(id)}`;
}

function ifMatch(version: number | undefined): Headers {
  return new Headers(version === undefined ? {} : { 'If-Match': `"${version}"` });
}

function versionIn(meta: unknown): number | undefined {
  const version = (meta as { version?: unknown } | undefined)?.version;
  return typeof version === 'number' ? version : undefined;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
