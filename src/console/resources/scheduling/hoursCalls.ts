import type {
  BlockKind,
  OccurrenceAnswer,
  OccurrenceChange,
  OccurrenceScope,
} from '../../../../domain/hours/calendar.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import type { SpecialHours, UsualHours } from '../../../../domain/hours/hours.ts';
import type { CollisionQuestion, Collisions } from '../../../../domain/sessions/scheduling.ts';
import type { RetryKey } from '../../../app/RetryKey.ts';
import { api } from '../../../app/api.ts';
import { undoChanges } from '../../../app/undoChanges.ts';
import type { Undo } from '../../../calendar/types.ts';

/** A block as its form holds it. */
export interface BlockData {
  title: string;
  publicTitle: string | null;
  kind: BlockKind;
  locationId: number;
  startsAt: string;
  endsAt: string;
  rule: string | null;
  exceptDates: string[] | null;
  notes: string | null;
}

export interface BlockRow extends BlockData {
  id: number;
  version: number;
}

export type SpecialData = Omit<SpecialHours, 'id'>;
export type SpecialRow = SpecialHours & { version: number };

export interface PlaceRow {
  id: number;
  version: number;
  displayName: string;
  timezone: string;
  hours: UsualHours | null;
}

interface Versioned {
  id: number;
  version: number;
}

function ifMatch(version: number) {
  return { 'if-match': `"${version}"` };
}

export function readBlock(id: number): Promise<BlockRow> {
  return api<BlockRow>(`/api/blocks/${id}`);
}

export function readPlace(id: number): Promise<PlaceRow> {
  return api<PlaceRow>(`/api/locations/${id}`);
}

export function createBlock(data: BlockData, retryKey: RetryKey): Promise<RowChange[]> {
  return create('blocks', data, retryKey);
}

export async function updateBlock({ id, version }: Versioned, data: Partial<BlockData>): Promise<RowChange[]> {
  const row = await api<Versioned>(`/api/blocks/${id}`, { method: 'PUT', json: data, headers: ifMatch(version) });
  return [changed('blocks', row)];
}

/** An occurrence, as it was seen: refused with 412 when its block has been written since. */
export interface SeenOccurrence extends Versioned {
  /** The local date on which it begins. */
  date: string;
}

export async function moveOccurrence(occurrence: SeenOccurrence, json: OccurrenceChange): Promise<RowChange[]> {
  const headers = ifMatch(occurrence.version);
  return (await api<OccurrenceAnswer>(pathOf(occurrence), { method: 'POST', json, headers })).changes;
}

export async function removeOccurrence(occurrence: SeenOccurrence, scope: OccurrenceScope): Promise<RowChange[]> {
  const path = `${pathOf(occurrence)}?scope=${scope}`;
  return (await api<OccurrenceAnswer>(path, { method: 'DELETE', headers: ifMatch(occurrence.version) })).changes;
}

function pathOf({ id, date }: SeenOccurrence): string {
  return `/api/blocks/${id}/occurrences/${date}`;
}

export function createSpecial(data: SpecialData, retryKey: RetryKey): Promise<RowChange[]> {
  return create('hoursExceptions', data, retryKey);
}

export async function updateSpecial({ id, version }: Versioned, data: Partial<SpecialData>): Promise<RowChange[]> {
  const row = await api<Versioned>(`/api/hoursExceptions/${id}`, {
    method: 'PUT',
    json: data,
    headers: ifMatch(version),
  });
  return [changed('hoursExceptions', row)];
}

export async function removeSpecial({ id, version }: Versioned): Promise<RowChange[]> {
  const row = await api<Versioned>(`/api/hoursExceptions/${id}`, { method: 'DELETE', headers: ifMatch(version) });
  return [changed('hoursExceptions', row)];
}

export async function updateUsual({ id, version }: Versioned, hours: UsualHours): Promise<RowChange[]> {
  const row = await api<Versioned>(`/api/locations/${id}`, {
    method: 'PUT',
    json: { hours },
    headers: ifMatch(version),
  });
  return [changed('locations', row)];
}

async function create(resource: string, json: object, retryKey: RetryKey): Promise<RowChange[]> {
  const row = await retryKey.send(json, (key) =>
    api<Versioned>(`/api/${resource}`, { method: 'POST', json, headers: { 'idempotency-key': key } }),
  );
  return [changed(resource, row)];
}

function changed(resource: string, { id, version }: Versioned): RowChange {
  return { resource, id, version };
}

/** Takes the changes back, together. */
export function undoOf(changes: readonly RowChange[], then: (undone: readonly RowChange[]) => void): Undo {
  return async () => then(await undoChanges(changes));
}

/** The sessions that a change would collide with. */
export function collisionsOf(question: CollisionQuestion): Promise<Collisions> {
  return api<Collisions>('/api/scheduling/collisions', { method: 'POST', json: question });
}

/** Special hours of the place, and general ones, that overlap the dates. */
export function specialHoursBetween(
  locationId: number | undefined,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<SpecialRow[]> {
  const filter = JSON.stringify({ startsOn_lte: to, endsOn_gte: from });
  const query = new URLSearchParams({ filter, range: '[0,999]', sort: '["startsOn","ASC"]' });
  return api<SpecialRow[]>(`/api/hoursExceptions?${query}`, { signal }).then((rows) =>
    rows.filter((row) => locationId === undefined || row.locationId == null || row.locationId === locationId),
  );
}

/** Without what is not written. */
export function bare({ locationId, startsOn, endsOn, closed, opensAt, closesAt }: SpecialData) {
  return { locationId, startsOn, endsOn, closed, opensAt, closesAt };
}

/** As the collisions are asked for: with the id of the row that is changed, if there is one. */
export function specialQuestion(special: SpecialData, id: number | undefined) {
  return { ...bare(special), ...(id === undefined ? {} : { id }) };
}

export function bareWithReason(data: SpecialData): SpecialData {
  return { reason: data.reason, ...bare(data) };
}

export function dataOf({
  title,
  publicTitle,
  kind,
  locationId,
  startsAt,
  endsAt,
  rule,
  exceptDates,
  notes,
}: BlockData): BlockData {
  return { title, publicTitle, kind, locationId, startsAt, endsAt, rule, exceptDates, notes };
}
