import type { OccurrenceScope } from '../../../domain/hours/calendar.ts';
import type { RowChange, RowChanges } from '../../../domain/calls/row-parts.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RetryKey } from '../../app/RetryKey.ts';
import { httpClient } from './httpClient.ts';

/** A row in the version that the user has seen: a write is refused with 412 when the row has changed since. */
export interface RowVersion {
  resource: string;
  id: string | number;
  version: number;
}

export function versionOf(resource: string, row: Row): RowVersion {
  return { resource, id: row['id'] as string | number, version: Number(row['version']) };
}

export async function createRow(resource: string, values: object, retryKey: RetryKey): Promise<RowChange[]> {
  const { json } = await retryKey.send(values, (key) =>
    httpClient(`/api/${resource}`, {
      method: 'POST',
      body: JSON.stringify(values),
      headers: new Headers({ 'Idempotency-Key': key }),
    }),
  );
  return [versionOf(resource, json as Row)];
}

/** No change where the row already had these values. */
export function updateRow(row: RowVersion, values: object): Promise<RowChange[]> {
  return writeRow(row, { method: 'PUT', body: JSON.stringify(values) });
}

export function removeRow(row: RowVersion): Promise<RowChange[]> {
  return writeRow(row, { method: 'DELETE' });
}

async function writeRow(row: RowVersion, request: RequestInit): Promise<RowChange[]> {
  const { json } = await httpClient(rowApiPath(row), { ...request, headers: ifMatch(row) });
  const after = versionOf(row.resource, json as Row);
  return after.version === row.version ? [] : [after];
}

/** `date`: the local date on which the occurrence begins. */
export function moveOccurrence(row: RowVersion, date: string, change: object): Promise<RowChange[]> {
  return writeOccurrence(row, date, { method: 'POST', body: JSON.stringify(change) });
}

export function removeOccurrence(row: RowVersion, date: string, scope: OccurrenceScope): Promise<RowChange[]> {
  return writeOccurrence(row, `${date}?scope=${scope}`, { method: 'DELETE' });
}

async function writeOccurrence(row: RowVersion, path: string, request: RequestInit): Promise<RowChange[]> {
  const { json } = await httpClient(`${rowApiPath(row)}/occurrences/${path}`, { ...request, headers: ifMatch(row) });
  return (json as RowChanges).changes;
}

function rowApiPath({ resource, id }: RowVersion): string {
  return `/api/${resource}/${encodeURIComponent(id)}`;
}

function ifMatch({ version }: RowVersion): Headers {
  return new Headers({ 'If-Match': `"${version}"` });
}
