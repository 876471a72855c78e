import type { FactTable } from '../../domain/calls/debug.ts';

/** The columns of a table of /admin/debug: the kind of each by its label. */
export function factColumns(kinds: Readonly<Record<string, NonNullable<FactTable['columns'][number]['kind']>>>) {
  return Object.entries(kinds).map(([label, kind]) => ({ label, kind }));
}
