import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Model, SettingGroup } from '../../../domain/declarations/model.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { DeclaredSettings, SettingGroupForm, SettingState } from '../../../domain/calls/settings.ts';
import { defaultOf } from '../../declarations/system-settings.ts';
import { readSetting } from '../../resources/system-settings.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import { validatorFor, type ValidatorSource } from '../../resources/validators.ts';
import type { CommandServices, Needs } from '../../services.ts';

type StoredSetting = RowOf<'systemSettings'>;

/** All settings by group with what is stored of them, as the caller may read the resource. */
export async function declaredSettings(services: CommandServices, actor: Actor): Promise<DeclaredSettings> {
  const { engine, model, systemSettings } = services;
  const { rows } = await engine.list(actor, 'systemSettings', { range: [0, 999], sort: ['key', 'ASC'] });
  const stored = rows as StoredSetting[];
  const names = await authorNames(services, actor, stored);
  const settings = [...systemSettings.declared.values()].map((setting): SettingState => {
    const row = stored.find(({ key }) => key === setting.key);
    const initial = defaultOf(setting.field);
    if (!row) return { key: setting.key, value: initial, row: null };
    const { value, fault } = row.value === null ? { value: null, fault: null } : readSetting(setting, row.value);
    const { id, version, updatedAt, updatedById } = row;
    return {
      key: setting.key,
      value: row.value === null || fault !== null ? initial : value,
      row: {
        id,
        version,
        isSet: row.value !== null,
        fault,
        updatedAt,
        updatedBy: (updatedById === null ? undefined : names.get(updatedById)) ?? null,
      },
    };
  });
  return {
    groups: model.settings.map(toSettingGroup),
    settings,
    unused: stored
      .filter(({ key }) => !systemSettings.declared.has(key))
      .map(({ id, key, value }) => ({ id, key, value })),
    canUpdate: canAccess(engine.resolver.access(actor, engine.resolver.resource('systemSettings'), 'update')),
  };
}

/** Lets a process compile validators of groups that another process has listed. */
export function groupSchemas({ settings }: Model): ValidatorSource {
  return async (hash) =>
    settings.map((group) => groupSchema(group)).find((schema) => validatorFor(schema).hash === hash);
}

function toSettingGroup(group: SettingGroup): SettingGroupForm {
  const { name, title, description, where } = group;
  const schema = groupSchema(group);
  const shown = { name, title, where, schema, validatorUrl: validatorFor(schema).url };
  return description === undefined ? shown : { ...shown, description };
}

function groupSchema({ title, properties }: SettingGroup): SettingGroupForm['schema'] {
  return { title, type: 'object', additionalProperties: false, required: [], properties };
}

async function authorNames(
  { engine }: Needs<'engine'>,
  actor: Actor,
  rows: readonly StoredSetting[],
): Promise<Map<number, string>> {
  const ids = [...new Set(rows.flatMap(({ updatedById }) => updatedById ?? []))];
  if (ids.length === 0 || !engine.resolver.canRead(actor, engine.resolver.resource('users'))) return new Map();
  const users = await engine.list(actor, 'users', { filter: { id: ids } });
  return new Map(users.rows.map(({ id, displayName, username }) => [Number(id), String(displayName ?? username)]));
}
