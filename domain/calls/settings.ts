import type { SettingGroup } from '../declarations/model.ts';
import type { ResourceSchema } from '../declarations/schemas.ts';
import type { Json } from '../values/json.ts';
import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** A group with the form of its settings. */
const SettingGroupForm = Type.Object({
  name: Type.String(),
  title: Type.String(),
  description: Type.Optional(Type.String()),
  /** By setting: where it acts. */
  where: Type.Unsafe<SettingGroup['where']>(),
  schema: Type.Unsafe<
    Pick<ResourceSchema, 'type' | 'title' | 'additionalProperties' | 'properties'> & { required: string[] }
  >(),
  validatorUrl: Type.String(),
});
export type SettingGroupForm = Static<typeof SettingGroupForm>;

/** What is stored of a setting. */
const SettingState = Type.Object({
  key: Type.String(),
  /** The value that holds. */
  value: Type.Unsafe<Json>(),
  /** Null while the default holds and none was ever stored. */
  row: Type.Nullable(
    Type.Object({
      id: Type.Id,
      version: Type.Count,
      /** Whether a value is stored: otherwise the default holds again. */
      isSet: Type.Boolean(),
      /** Why the stored value does not hold; it was stored under another declaration. */
      fault: Type.Nullable(Type.String()),
      updatedAt: Type.Instant,
      /** Null: the server itself, or a person hidden from the caller. */
      updatedBy: Type.Nullable(Type.String()),
    }),
  ),
});
export type SettingState = Static<typeof SettingState>;

/** A stored setting that this version does not have. */
const UnusedSetting = Type.Object({
  id: Type.Id,
  key: Type.String(),
  value: Type.Nullable(Type.String()),
});
export type UnusedSetting = Static<typeof UnusedSetting>;

const DeclaredSettings = Type.Object({
  groups: Type.Array(SettingGroupForm),
  settings: Type.Array(SettingState),
  unused: Type.Array(UnusedSetting),
  canUpdate: Type.Boolean(),
});
export type DeclaredSettings = Static<typeof DeclaredSettings>;

/** `value` null: the default holds again. `version`: of the row as it was read, null where there was none. */
const SettingChange = Type.Object({
  key: Type.String({ maxLength: 80 }),
  value: Type.Unsafe<Json>(),
  version: Type.Nullable(Type.Count),
});
export type SettingChange = Static<typeof SettingChange>;

const SettingChanges = Type.Object({
  changes: Type.Array(SettingChange, { minItems: 1, maxItems: 200 }),
});
export type SettingChanges = Static<typeof SettingChanges>;

export const settingCalls = calls({
  'GET /api/systemSettings/declared': {
    summary: 'The declared system settings, and what is set',
    response: DeclaredSettings,
  },
  'PUT /api/systemSettings/declared': {
    summary: 'Sets system settings, all or none; each only if no one has changed it in the meantime',
    body: SettingChanges,
    response: DeclaredSettings,
  },
});
