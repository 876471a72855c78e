import { readFormatsFrom } from '../../domain/values/formats.ts';
import type { SettingKey, SystemSettingValues } from '../../domain/generated/settings.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Model, Row } from '../../domain/declarations/model.ts';
import {
  defaultOf,
  settingFault,
  settingsByKey,
  settingText,
  settingValue,
  type DeclaredSetting,
} from '../declarations/system-settings.ts';
import type { Db } from '../platform/database.ts';
import { ConfigurationStore } from './configuration-store.ts';
import { schemaFaults, normalize } from './validation.ts';

/** The values of the settings of config/settings.json, read at each use: a change applies without a restart. */
export class SystemSettings extends ConfigurationStore<ReadonlyMap<string, Json>> {
  readonly declared: ReadonlyMap<string, DeclaredSetting>;

  constructor(db: Db, { settings, resources }: Model) {
    const declared = settingsByKey(settings);
    super(db, resources.has('systemSettings') ? 'systemSettings' : null, (rows) => storedValues(declared, rows));
    this.declared = declared;
  }

  /** The stored value; the default if none is stored, or one that the declaration no longer admits. */
  value<Key extends SettingKey>(key: Key): SystemSettingValues[Key] {
    if (!this.declared.has(key)) throw new Error(`config/settings.json declares no setting "${key}".`);
    return this.current.get(key) as SystemSettingValues[Key];
  }
}

/** The declarations with what the settings say of the site, which are read at each use. */
export function withSettings(model: Model, settings: SystemSettings): Model {
  const site = {
    ...model.site,
    get productName() {
      return settings.value('site.name') || model.site.productName;
    },
    get identityName() {
      return settings.value('site.identityName') || model.site.identityName;
    },
    get timezone() {
      return settings.value('site.timezone');
    },
    get locale() {
      return settings.value('site.locale');
    },
    get currency() {
      return settings.value('site.currency');
    },
    get terms() {
      return settings.value('site.terms');
    },
    get uploadMegabytes() {
      return settings.value('limits.uploadMegabytes');
    },
  };
  readFormatsFrom(() => site);
  return { ...model, site };
}

/** A stored text as the value that it holds, in the form in which values of its kind are stored, or why it holds none. */
export function readSetting(
  { key, group, field }: DeclaredSetting,
  text: string,
): { value: Json; fault: null } | { value: null; fault: string } {
  const value = normalize(field, settingValue(field.schema, text));
  const fault = schemaFaults(group, { [field.name]: value })[field.name] ?? settingFault(key, value);
  return fault === null ? { value, fault } : { value: null, fault };
}

/** The text as it is stored: as the value's kind has it. */
export function storedText(setting: DeclaredSetting, text: string): string {
  const { value, fault } = readSetting(setting, text);
  return fault === null && value !== null ? settingText(value) : text;
}

function storedValues(declared: ReadonlyMap<string, DeclaredSetting>, rows: readonly Row[]): Map<string, Json> {
  const values = new Map([...declared].map(([key, { field }]) => [key, defaultOf(field)]));
  for (const { key, value: text } of rows) {
    const setting = declared.get(String(key));
    if (!setting || typeof text !== 'string') continue;
    const { value, fault } = readSetting(setting, text);
    if (fault === null) values.set(setting.key, value);
  }
  return values;
}
