import type { DataProvider, Identifier, RaRecord } from 'ra-core';
import simpleRestProvider from 'ra-data-simple-rest';
import type { Json } from '../../../domain/json.ts';
import type { Row } from '../../../domain/model.ts';
import type { BulkAnswer, RowChange } from '../../../domain/undo.ts';
import { httpClient } from './httpClient.ts';

/** One entry of a record's history, newest first (GET /api/{resource}/{id}/history). */
export interface HistoryEntry {
  id: string | number;
  at: string;
  actor: string | null;
  action: string;
  changes: { field: string; before: Json; after: Json }[];
}

/** `changes`: the writes made, as an undo takes them. */
type BulkResult = Promise<{ data: Identifier[]; changes: RowChange[] }>;

export interface ConsoleDataProvider extends DataProvider {
  updateMany: (resource: string, params: { ids: Identifier[]; data: Row }) => BulkResult;
  deleteMany: (resource: string, params: { ids: Identifier[] }) => BulkResult;
  history: (
    resource: string,
    id: Identifier,
    range: [number, number],
  ) => Promise<{ entries: HistoryEntry[]; total: number }>;
  revert: (
    resource: string,
    id: Identifier,
    change: { entryId: HistoryEntry['id']; fields: string[]; version: number },
  ) => Promise<Row>;
}

const API = '/api';
/** Keeps the address of a lookup well below the 8 kB that servers allow. */
const IDS_PER_CALL = 100;

const rest = simpleRestProvider(API, httpClient);

/**
 * The contract of ra-data-simple-rest, extended by what the server offers beyond it: conditional writes
 * (`meta.version` becomes If-Match), creations that may be repeated (`meta.idempotencyKey`), bulk calls that are one request and one transaction, lookups cut into pieces
 * that fit an address, signals, history and reverts.
 */
export const dataProvider: ConsoleDataProvider = {
  ...rest,
  supportAbortSignal: true,
  getMany: async (resource, params) => {
    const chunks = chunksOf(params.ids, IDS_PER_CALL);
    const answers = await Promise.all(chunks.map((ids) => rest.getMany(resource, { ...params, ids })));
    return { data: answers.flatMap((answer) => answer.data) };
  },
  create: async <T extends Omit<RaRecord, 'id'>>(
    resource: string,
    { data, meta }: { data: Partial<T>; meta?: unknown },
  ) => {
    const key = (meta as { idempotencyKey?: string } | undefined)?.idempotencyKey;
    const { json } = await httpClient(`${API}/${resource}`, {
      method: 'POST',
      body: JSON.stringify(data),
      headers: new Headers(key === undefined ? {} : { 'Idempotency-Key': key }),
    });
    return { data: json };
  },
  update: async (resource, { id, data, meta }) => {
    const { json } = await httpClient(pathOf(resource, id), {
      method: 'PUT',
      body: JSON.stringify(data),
      headers: ifMatch(versionIn(meta)),
    });
    return { data: json };
  },
  delete: async <T extends RaRecord>(resource: string, { id, meta }: { id: Identifier; meta?: unknown }) => {
    const { json } = await httpClient(pathOf(resource, id), { method: 'DELETE', headers: ifMatch(versionIn(meta)) });
    return { data: (json ?? { id }) as T };
  },
  updateMany: async (resource, { ids, data }) => {
    const { json } = await httpClient(`${API}/${resource}`, { method: 'PATCH', body: JSON.stringify({ ids, data }) });
    return { data: ids, changes: (json as BulkAnswer).changes };
  },
  deleteMany: async (resource, { ids }) => {
    const filter = encodeURIComponent(JSON.stringify({ id: ids }));
    const { json } = await httpClient(`${API}/${resource}?filter=${filter}`, { method: 'DELETE' });
    return { data: ids, changes: (json as BulkAnswer).changes };
  },
  history: async (resource, id, range) => {
    const { json, headers } = await httpClient(`${pathOf(resource, id)}/history?range=${JSON.stringify(range)}`);
    const entries = json as HistoryEntry[];
    const total = Number(headers.get('Content-Range')?.split('/').pop());
    return { entries, total: Number.isFinite(total) ? total : range[0] + entries.length };
  },
  revert: async (resource, id, { entryId, fields, version }) => {
    const { json } = await httpClient(`${pathOf(resource, id)}/revert`, {
      method: 'POST',
      body: JSON.stringify({ entryId, fields }),
      headers: ifMatch(version),
    });
    return json as Row;
  },
};

/** Where the CSV of everything that a filter matches is downloaded from. */
export function exportUrl(resource: string, query: { filter: Row; sort: [string, string]; fields: string[] }): string {
  const search = new URLSearchParams({
    filter: JSON.stringify(query.filter),
    sort: JSON.stringify(query.sort),
    fields: JSON.stringify(query.fields),
    names: 'true',
  });
  return `${API}/${resource}/export?${search}`;
}

function pathOf(resource: string, id: Identifier): string {
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
