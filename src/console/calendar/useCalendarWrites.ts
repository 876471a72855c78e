import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CalendarItem, CalendarSlot, CalendarWrites, Undo } from '../../calendar/types.ts';
import type { OccurrenceAnswer } from '../../../domain/hours/calendar.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { RowChange } from '../../../domain/values/undo.ts';
import { ApiError } from '../../app/ApiError.ts';
import { undoChanges } from '../../app/undoChanges.ts';
import { useConsole, type ConsoleValue } from '../engine/consoleContext.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { httpClient } from '../engine/httpClient.ts';
import { nameRows } from '../engine/names.ts';
import { createPath } from '../engine/paths.ts';
import { partOf, valuesOfSlot, type EntryOfRow } from './calendarItems.ts';
import type { AskMove } from './moveQuestion.ts';
import type { AskScope } from './useScopeQuestion.tsx';

type Client = ReturnType<typeof useQueryClient>;

/** What the caller may do in the calendar: what they may not is not offered. */
export function useCalendarWrites(
  resource: ClientResource,
  entries: ReadonlyMap<string, EntryOfRow>,
  zone: string,
  askScope: AskScope,
  askMove: AskMove | null = null,
): CalendarWrites {
  const context = useConsole();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useMemo((): CalendarWrites => {
    const { can, formSchema, name } = resource;
    const changed = () => client.invalidateQueries({ queryKey: [name] });
    const undoOf = (changes: readonly RowChange[]): Undo => {
      return async () => {
        try {
          await undoChanges(changes);
        } finally {
          await changed();
        }
      };
    };
    const written = async (work: () => Promise<readonly RowChange[]>): Promise<Undo | null> => {
      try {
        const changes = await work();
        return changes.length > 0 ? undoOf(changes) : null;
      } catch (error) {
        throw await inWords(error, context, client);
      } finally {
        await changed();
      }
    };
    const start = partOf(resource, 'start')?.name ?? '';
    const create = (slot: CalendarSlot): Promise<null> => {
      const record = valuesOfSlot(resource, slot, zone);
      void navigate(createPath(resource), { state: { record, cameFrom: { pathname, search } } });
      return Promise.resolve(null);
    };
    const change = async (item: CalendarItem, to: CalendarSlot): Promise<Undo | null> => {
      const { entry, row } = known(entries, item);
      const values = { ...placeOf(resource, row), ...valuesOfSlot(resource, to, zone) };
      if (entry.date === null) {
        const given = changesTo(resource, row, values);
        const answer = askMove === null ? { values: given } : await askMove(row, given);
        if (answer === null) return null;
        if ('changes' in answer) return written(() => Promise.resolve(answer.changes));
        const data = answer.values;
        return written(async () => {
          const { data: after } = await dataProvider.update(name, {
            id: idOf(row),
            data,
            previousData: row,
            meta: versionOf(row),
          });
          return changeOf(name, row, after as Row);
        });
      }
      const scope = await askScope('move', item);
      const path = occurrencePath(name, row, entry.date);
      return (
        scope &&
        written(() => callOccurrence(path, row, { method: 'POST', body: JSON.stringify({ scope, ...values }) }))
      );
    };
    const remove = async (item: CalendarItem): Promise<Undo | null> => {
      const { entry, row } = known(entries, item);
      if (entry.date === null)
        return written(async () => {
          const { data: after } = await dataProvider.delete(name, { id: idOf(row), meta: versionOf(row) });
          return changeOf(name, row, after as Row);
        });
      const scope = await askScope('delete', item);
      const path = occurrencePath(name, row, entry.date);
      return scope && written(() => callOccurrence(`${path}?scope=${scope}`, row, { method: 'DELETE' }));
    };
    return {
      ...(can.create && formSchema.create.properties[start] ? { create } : {}),
      ...(can.update && formSchema.update.properties[start] ? { change } : {}),
      ...(can.delete ? { remove } : {}),
    };
  }, [resource, entries, zone, askScope, askMove, context, client, navigate, pathname, search]);
}

function known(entries: ReadonlyMap<string, EntryOfRow>, { id }: CalendarItem): EntryOfRow {
  const entry = entries.get(id);
  if (!entry) throw new Error('It is not there any more.');
  return entry;
}

function idOf(row: Row): string | number {
  return row['id'] as string | number;
}

function versionOf(row: Row): { version: number } {
  return { version: Number(row['version']) };
}

/** The values that differ; those that the caller may not write cannot. */
function changesTo(resource: ClientResource, row: Row, values: Record<string, Json>): Record<string, Json> {
  const changes = Object.entries(values).filter(([name, value]) => value !== (row[name] ?? null));
  const fixed = changes.find(([name]) => resource.formSchema.update.properties[name] === undefined);
  const title = fixed && resource.fields.find(({ name }) => name === fixed[0])?.title;
  if (title !== undefined) throw new Error(`“${title}” is not yours to change.`);
  return Object.fromEntries(changes);
}

/** Empty where nothing has been written. */
function changeOf(resource: string, before: Row, after: Row): RowChange[] {
  const version = Number(after['version']);
  return version === before['version'] ? [] : [{ resource, id: idOf(before), version }];
}

function placeOf(resource: ClientResource, row: Row): Record<string, Json> {
  const column = partOf(resource, 'column');
  return column ? { [column.name]: row[column.name] ?? null } : {};
}

function occurrencePath(resource: string, row: Row, date: string): string {
  return `/api/${resource}/${encodeURIComponent(idOf(row))}/occurrences/${date}`;
}

async function callOccurrence(path: string, row: Row, request: RequestInit): Promise<readonly RowChange[]> {
  const headers = new Headers({ 'If-Match': `"${versionOf(row).version}"` });
  const { json } = await httpClient(path, { ...request, headers });
  return (json as OccurrenceAnswer).changes;
}

/** Who changed a row meanwhile is said by name, as far as the caller may know it. */
async function inWords(error: unknown, context: ConsoleValue, client: Client): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 412) return error;
  const who: unknown = error.problem.current?.['updatedById'];
  const users = context.resourceNamed('users');
  if (typeof who !== 'number' || !users?.can.list) return new Error('Somebody else changed this meanwhile.');
  const { data } = await dataProvider.getMany('users', { ids: [who] }).catch(() => ({ data: [] }));
  const [name = 'Somebody else'] = data.length > 0 ? await nameRows(context, client, users, data as Row[]) : [];
  return new Error(`${name} changed this meanwhile.`);
}
