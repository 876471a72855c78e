/** GET and PUT /api/systemSettings/declared. */

import type { Json } from './values/json.ts';
import type { ResourceSchema } from './declarations/schemas.ts';
import type { SettingGroup } from './declarations/model.ts';

/** A group with the form of its settings. */
export interface SettingGroupForm extends Pick<SettingGroup, 'name' | 'title' | 'description' | 'where'> {
  schema: Pick<ResourceSchema, 'type' | 'title' | 'additionalProperties' | 'properties'> & { required: string[] };
  validatorUrl: string;
}

/** What is stored of a setting. */
export interface SettingState {
  key: string;
  /** The value that holds. */
  value: Json;
  /** Null while the default holds and none was ever stored. */
  row: {
    id: number;
    version: number;
    /** Whether a value is stored: otherwise the default holds again. */
    isSet: boolean;
    /** Why the stored value does not hold; it was stored under another declaration. */
    fault: string | null;
    updatedAt: string;
    /** Null: the server itself, or somebody whom the caller may not see. */
    updatedBy: string | null;
  } | null;
}

/** A stored setting that this version does not have. */
export interface UnusedSetting {
  id: number;
  key: string;
  value: string | null;
}

export interface DeclaredSettings {
  groups: SettingGroupForm[];
  settings: SettingState[];
  unused: UnusedSetting[];
  canUpdate: boolean;
}

/** `value` null: the default holds again. `version`: of the row as it was read, null where there was none. */
export interface SettingChange {
  key: string;
  value: Json;
  version: number | null;
}

export interface SettingChanges {
  changes: SettingChange[];
}
