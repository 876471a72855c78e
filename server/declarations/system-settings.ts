import type { SettingKey, SystemSettingValues } from '../../domain/generated/settings.ts';
import type { Json } from '../../domain/values/json.ts';
import type { Field, SettingGroup } from '../../domain/declarations/model.ts';
import type { PropertySchema } from '../../domain/declarations/schemas.ts';
import { termsFault } from '../../domain/values/terms.ts';

export interface DeclaredSetting {
  key: string;
  group: SettingGroup;
  field: Field;
}

export function settingsByKey(groups: readonly SettingGroup[]): Map<string, DeclaredSetting> {
  return new Map(
    groups.flatMap((group) =>
      group.fields.map((field): [string, DeclaredSetting] => {
        const key = `${group.name}.${field.name}`;
        return [key, { key, group, field }];
      }),
    ),
  );
}

/** The text that a value is stored as: texts as they are, everything else as JSON. */
export function settingText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of a stored text; the text itself where it is no JSON, so that its type is found to be wrong. */
export function settingValue(schema: PropertySchema, text: string): Json {
  if (schema.type === 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The value that holds while none is stored; null where the setting may be empty. */
export function defaultOf({ schema }: Pick<Field, 'schema'>): Json {
  return schema.default ?? null;
}

/** What a schema cannot express, by key: what is wrong with a value that the schema admits, or null. */
const RULES: { [Key in SettingKey]?: (value: SystemSettingValues[Key]) => string | null } = {
  'site.terms': termsFault,
};

/** What is wrong with a value beyond its schema; null when nothing is. */
export function settingFault(key: string, value: Json): string | null {
  const rule = (RULES as Record<string, ((given: Json) => string | null) | undefined>)[key];
  return value === null ? null : (rule?.(value) ?? null);
}
