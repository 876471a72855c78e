import type { RouteDeclaration } from '../../../domain/declarations/site.ts';

export interface AddressValues {
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

/** The filter that the address requests for a generated list, in the list's own syntax; null for none. */
export function wantedFilter(
  route: Pick<RouteDeclaration, 'filter'>,
  { params, query }: AddressValues,
): Record<string, string | number> | null {
  if (route.filter === undefined || query.has('filter')) return null;
  const wanted = Object.entries(route.filter).flatMap(([field, from]): [string, string | number][] => {
    const value = from.startsWith('?') ? query.get(from.slice(1)) : params[from.slice(1)];
    if (value === null || value === undefined) return [];
    return [[field, /^\d{1,15}$/.test(value) ? Number(value) : value]];
  });
  return wanted.length === 0 ? null : Object.fromEntries(wanted);
}
