import type { StateTable, WrittenAction } from '../../domain/declarations/actions.ts';
import type { Resource } from '../../domain/declarations/model.ts';
import type { ResourceConfig } from '../../domain/declarations/resource-config.ts';

export type WrittenConfig = Omit<Partial<ResourceConfig>, 'list' | 'writes'> & {
  list?: Partial<ResourceConfig['list']>;
  writes?: Partial<ResourceConfig['writes']>;
  actions?: WrittenAction[];
  states?: StateTable;
};

/** False for a resource whose schema could not be read, so that names of its fields cannot be checked. */
export function isKnown(resource: Resource): boolean {
  return Object.keys(resource.schema.properties).length > 0;
}
