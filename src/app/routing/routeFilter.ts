import type { ClientResource } from '../../../domain/client-model.ts';
import type { RouteDeclaration, RouteFilter, Row } from '../../../domain/model.ts';
import { api } from '../api.ts';
import { resourcesQuery } from '../model/resourcesQuery.ts';
import { queryClient } from '../queryClient.ts';

export interface AddressValues {
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

/** The filter that the address requests for a generated list; null for none. */
export function wantedFilter(
  route: RouteDeclaration,
  { params, query }: AddressValues,
): [field: string, source: RouteFilter, value: string][] | null {
  if (route.filter === undefined || query.has('filter')) return null;
  const wanted: [string, RouteFilter, string][] = [];
  for (const [field, source] of Object.entries(route.filter)) {
    const from = typeof source === 'string' ? source : source.value;
    const value = from.startsWith('?') ? query.get(from.slice(1)) : params[from.slice(1)];
    if (value !== null && value !== undefined) wanted.push([field, source, value]);
  }
  return wanted.length === 0 ? null : wanted;
}

/** The filter in the list's own syntax. Throws ApiError. */
export async function resolveFilter(
  wanted: readonly [field: string, source: RouteFilter, value: string][],
): Promise<Record<string, unknown>> {
  const { resources } = await queryClient.ensureQueryData(resourcesQuery);
  const entries = await Promise.all(
    wanted.map(async ([field, source, value]) => {
      if (typeof source === 'string') return [field, /^\d{1,15}$/.test(value) ? Number(value) : value] as const;
      const filter = {
        _or: source.fields.map((name) => ({
          [name]: asTyped(
            value,
            resources.find((one) => one.name === source.resource),
            name,
          ),
        })),
      };
      const query = new URLSearchParams({ filter: JSON.stringify(filter), range: '[0,999]' });
      const rows = await api<Row[]>(`/api/${source.resource}?${query}`);
      return [field, rows.map(({ id }) => id)] as const;
    }),
  );
  return Object.fromEntries(entries);
}

/** Converts the value to the field's type: a page may be titled 2026, an event's number is numeric. */
function asTyped(value: string, resource: ClientResource | undefined, field: string): string | number {
  const declared = resource?.fields.find(({ name }) => name === field);
  return declared?.schema.type === 'integer' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
