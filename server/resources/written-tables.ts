import { KINDS } from '../../domain/declarations/kinds.ts';
import type { Model, Resource } from '../../domain/declarations/model.ts';
import { storedResources } from '../declarations/views.ts';
import type { WrittenTables } from '../platform/row-revisions.ts';

export function writtenTables(model: Model): WrittenTables {
  const resources = storedResources(model).filter(({ config }) => !config.internal);
  return {
    changed: new Map(resources.map(({ name }) => [name, [name]])),
    deleted: new Map(resources.map(({ name }) => [name, changedWith(name, resources)])),
  };
}

/** The resources whose rows change or are deleted together with a row of this one. */
function changedWith(name: string, resources: readonly Resource[]): string[] {
  const going = new Set([name]);
  const cleared = new Set<string>();
  for (const target of going) {
    for (const { name: referrer, fields } of resources) {
      for (const { kind, reference, engine, schema } of fields) {
        if (KINDS[kind].refers !== 'one' || reference !== target) continue;
        const onDelete = engine ? 'set-null' : (schema['x-on-delete'] ?? 'restrict');
        if (onDelete === 'set-null') cleared.add(referrer);
        else if (onDelete !== 'restrict') going.add(referrer);
      }
    }
  }
  return [...new Set([...going, ...cleared])];
}
