import { fieldsOf } from '../../domain/declarations/fields.ts';
import type { ClientResource } from '../../domain/declarations/client-model.ts';
import type { ResourceConfig } from '../../domain/declarations/resource-config.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';

/** A resource as the browser receives it, with everything permitted. */
export function clientResource(
  name: string,
  config: Partial<ResourceConfig> = {},
  properties: Record<string, PropertySchema> = { title: { type: 'string' } },
): ClientResource {
  const schema: ResourceSchema = { title: 'Thing', type: 'object', additionalProperties: false, properties };
  const whole: ResourceConfig = {
    label: 'Things',
    icon: 'table',
    path: `/admin/${name}`,
    represent: '{title}',
    list: { columns: Object.keys(properties), filters: [], sort: ['id', 'ASC'], pageSize: 25 },
    form: [],
    rules: [],
    count: 'exact',
    writes: { create: true, update: true, delete: true },
    commandFields: [],
    softDelete: false,
    cached: false,
    internal: false,
    menu: null,
    ...config,
  };
  return {
    name,
    config: whole,
    idKind: 'integer',
    fields: fieldsOf(schema, whole),
    formSchema: { create: schema, update: schema },
    validators: { create: '', update: '' },
    actions: [],
    can: { list: true, create: true, update: true, delete: true, export: true, history: true },
  };
}
