import { useSuspenseQuery } from '@tanstack/react-query';
import type { ClientResource } from '../../domain/model.ts';
import { resourcesQuery } from './model/resourcesQuery.ts';

/** The resources that the present caller may see. Loaded when first asked for: the screen waits for them. */
export function useResources(): readonly ClientResource[] {
  return useSuspenseQuery(resourcesQuery).data.resources;
}

/** One resource by name; undefined when this caller may not see it. */
export function useResource(name: string): ClientResource | undefined {
  return useResources().find((resource) => resource.name === name);
}
