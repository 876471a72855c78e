import { DAILY_MAIL, type MessageCategory } from '../../domain/messages/messages.ts';
import { titleFromName } from '../../domain/declarations/fields.ts';
import { ACTIONS, ownPermissions } from './permission.ts';
import type { Role } from '../../domain/declarations/model.ts';
import type { PropertySchema, ResourceSchema } from '../../domain/declarations/schemas.ts';
import type { WrittenConfig } from './written-config.ts';
import { transitionPermission } from './actions.ts';
import { currencies } from './currencies.ts';
import { timeZones } from './time-zones.ts';

type Options = NonNullable<PropertySchema['enum']>;
/** The values of each list that `x-options` names. */
export type Lists = Record<
  NonNullable<PropertySchema['x-options']>,
  { values: Options; labels: Record<string, string> }
>;

export function optionLists(
  roles: Role[],
  schemas: Map<string, ResourceSchema>,
  configs: Map<string, WrittenConfig>,
  categories: readonly MessageCategory[],
): Lists {
  const open = [...schemas.keys()].filter((name) => !configs.get(name)?.internal);
  return {
    roles: {
      values: roles.map((role) => role.name),
      labels: Object.fromEntries(roles.map((role) => [role.name, role.label])),
    },
    resources: {
      values: ['*', ...open],
      labels: {
        '*': 'All resources',
        ...Object.fromEntries(open.map((name) => [name, configs.get(name)?.label ?? schemas.get(name)?.title ?? name])),
      },
    },
    actions: actionOptions([...configs.values()]),
    timezones: { values: timeZones(), labels: {} },
    currencies: currencies(),
    messageCategories: {
      values: [...categories.map(({ key }) => key), DAILY_MAIL],
      labels: Object.fromEntries([...categories.map(({ key, label }) => [key, label]), [DAILY_MAIL, 'Daily digest']]),
    },
  };
}

/** Copies the values of every x-options into `enum`, so that checks, inputs and filters only deal with enumerations. */
export function withOptions<Schema extends Pick<ResourceSchema, 'properties'>>(schema: Schema, lists: Lists): Schema {
  const fill = (property: PropertySchema): PropertySchema => {
    const list = property['x-options'] && lists[property['x-options']];
    return {
      ...property,
      ...(list && list.values.length > 0
        ? { enum: list.values, 'x-labels': { ...list.labels, ...property['x-labels'] } }
        : {}),
      ...(property.items ? { items: fill(property.items) } : {}),
    };
  };
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, fill(property)])),
  };
}

function actionOptions(configs: WrittenConfig[]): Lists['actions'] {
  const own = ownPermissions(
    configs.flatMap(({ actions = [], states }) => [
      ...actions.map(({ name, permission = name }) => ({ permission })),
      ...(states?.transitions ?? []).map((one) => ({ permission: transitionPermission(states, one) })),
    ]),
  );
  const values = [...ACTIONS, ...own];
  return { values, labels: Object.fromEntries(values.map((name) => [name, titleFromName(name)])) };
}
