import type { QueryClient } from '@tanstack/react-query';
import { filterKindOf, KINDS } from '../../../domain/declarations/kinds.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import type { FormServices, Option } from '../../forms/shared/formServices.ts';
import type { ConsoleValue } from './consoleContext.ts';
import { dataProvider } from './dataProvider.ts';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { clock } from '../../ui/clock.ts';
import { dayInstants, withFieldFilter } from './filterModel.ts';
import { recordName, namePartsOf } from './represent.ts';
import { typedDay } from './typedDay.ts';
import { upcomingRows } from './upcomingRows.ts';

const OFFERED = 20;
const FRESH_MS = 30_000;
/** A name may hold a reference whose name holds a reference; no further. */
const DEPTH = 2;

/** Rows of a resource by what someone typed, or by id, each named as its configuration says. */
export async function lookup(
  context: ConsoleValue,
  client: QueryClient,
  resourceName: string,
  query: Parameters<FormServices['lookup']>[1],
): Promise<Option[]> {
  const resource = context.resourceNamed(resourceName);
  if (!resource) return (query.ids ?? []).map((id) => ({ value: id, label: `#${id}` }));
  const rows = query.ids
    ? await rowsById(client, resourceName, query.ids)
    : await search(context, client, resource, query);
  const names = await nameRows(context, client, resource, rows);
  return rows.map((row, index) => {
    const hint = hintOf(resource, row);
    return {
      value: row['id'] as string | number,
      label: names[index] ?? `#${String(row['id'])}`,
      ...(hint ? { hint } : {}),
    };
  });
}

/** The names of rows as text, with one batched lookup for each resource that the names refer to. */
export async function nameRows(
  context: ConsoleValue,
  client: QueryClient,
  resource: ClientResource,
  rows: readonly Row[],
  depth = 0,
): Promise<string[]> {
  const wanted = new Map<string, Set<string | number>>();
  for (const part of rows.flatMap((row) => namePartsOf(resource, row))) {
    if (!('field' in part) || KINDS[part.field.kind].look !== 'reference' || !part.field.reference) continue;
    const ids = wanted.get(part.field.reference) ?? new Set();
    wanted.set(part.field.reference, ids.add(part.value as string | number));
  }
  const names = new Map<string, string>();
  await Promise.all(
    [...wanted].map(async ([name, ids]) => {
      const target = context.resourceNamed(name);
      if (!target || depth >= DEPTH) return;
      const found = await rowsById(client, name, [...ids]);
      const texts = await nameRows(context, client, target, found, depth + 1);
      found.forEach((row, index) => names.set(`${name} ${String(row['id'])}`, texts[index] ?? ''));
    }),
  );
  const nameOfReference = (field: Field, id: string | number) => names.get(`${field.reference} ${id}`) ?? `#${id}`;
  return rows.map((row) => recordName(resource, row, context.zone, nameOfReference));
}

async function rowsById(client: QueryClient, resource: string, ids: readonly (string | number)[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = await client.fetchQuery({
    queryKey: [resource, 'getMany', { ids: ids.map(String) }],
    queryFn: async ({ signal }) => (await dataProvider.getMany(resource, { ids: [...ids], signal })).data as Row[],
    staleTime: FRESH_MS,
  });
  const byId = new Map(rows.map((row) => [String(row['id']), row]));
  return ids.map((id) => byId.get(String(id))).filter((row) => row !== undefined);
}

async function search(
  context: ConsoleValue,
  client: QueryClient,
  resource: ClientResource,
  { q: typed = '', filter: always }: Parameters<FormServices['lookup']>[1],
): Promise<Row[]> {
  const { upcoming } = resource.config.list;
  const today = wallClockOf(clock.instant(), context.zone).slice(0, 10);
  const dated = upcoming === undefined ? null : typedDay(typed, today);
  const text = (dated?.rest ?? typed).trim();
  const found = text === '' ? {} : await searchFilter(context, client, resource, text);
  if (!found) return [];
  const filter = { ...found, ...(dated && dayFilter(resource, dated.day, context.zone)), ...always };
  const [field, order] = resource.config.list.sort;
  const params = { pagination: { page: 1, perPage: OFFERED }, sort: { field, order }, filter };
  return client.fetchQuery({
    queryKey: [resource.name, 'getList', params],
    queryFn: async ({ signal }) => {
      // What comes next is offered first; what is looked for is as often past.
      if (upcoming !== undefined && dated === null)
        return (await upcomingRows(resource, { filter, zone: context.zone, perPage: OFFERED, signal })).rows;
      return (await dataProvider.getList(resource.name, { ...params, signal })).data as Row[];
    },
    staleTime: FRESH_MS,
  });
}

/** Records that begin on that day. */
function dayFilter(resource: ClientResource, day: string, zone: string): object {
  const field = resource.fields.find(({ name }) => name === resource.config.list.sort[0]);
  if (field?.kind === 'date') return { [field.name]: day };
  return field ? withFieldFilter({}, field, dayInstants({ from: day, to: day }, zone)) : {};
}

/** Full text where the resource is indexed; else the first field of its name, or of the row it refers to. Null: no match possible. */
async function searchFilter(
  context: ConsoleValue,
  client: QueryClient,
  resource: ClientResource,
  typed: string,
): Promise<Record<string, unknown> | null> {
  if (resource.fields.some((field) => field.searchable)) return { q: typed };
  const named = [...resource.config.represent.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
  for (const field of named.flatMap((name) => resource.fields.find((one) => one.name === name) ?? [])) {
    if (filterKindOf(field) === 'text') return { [`${field.name}_like`]: typed };
    if (KINDS[field.kind].look === 'reference' && field.reference) {
      const found = await lookup(context, client, field.reference, { q: typed });
      return found.length > 0 ? { [field.name]: found.map((option) => option.value) } : null;
    }
  }
  return /^\d+$/.test(typed) ? { id: Number(typed) } : null;
}

function hintOf(resource: ClientResource, row: Row): string | undefined {
  const named = resource.config.represent;
  const field = resource.fields.find(
    (one) => one.searchable && KINDS[one.kind].names && !named.includes(`{${one.name}}`) && row[one.name],
  );
  const value = field && row[field.name];
  return typeof value === 'string' && value.length <= 60 ? value : undefined;
}
