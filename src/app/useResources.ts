import { useSuspenseQuery } from '@tanstack/react-query';
import type { ClientReport, ClientResource } from '../../domain/declarations/client-model.ts';
import { resourcesQuery } from './resourcesQuery.ts';

/** The resources visible to the current caller, loaded on first use (suspends). */
export function useResources(): readonly ClientResource[] {
  return useSuspenseQuery(resourcesQuery).data.resources;
}

/** A resource by name; undefined when the caller may not see it. */
export function useResource(name: string): ClientResource | undefined {
  return useResources().find((resource) => resource.name === name);
}

export function useReports(): readonly ClientReport[] {
  return useSuspenseQuery(resourcesQuery).data.reports;
}
