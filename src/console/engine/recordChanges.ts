import { sameJson } from '../../../domain/values/json.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { FormSection } from '../../../domain/declarations/resource-config.ts';
import type { ResourceSchema } from '../../../domain/declarations/schemas.ts';
import type { FormData } from '../../forms/shared/formServices.ts';

/** The fields of `data` that differ from the original row. Null, empty and absent are equal. */
export function changedFields(base: FormData, data: FormData): FormData {
  const names = new Set([...Object.keys(base), ...Object.keys(data)]);
  return Object.fromEntries(
    [...names].filter((name) => !sameValue(base[name], data[name])).map((name) => [name, data[name] ?? null]),
  );
}

/** Whether two values are equal for the field's input, which has a single empty state. */
export function sameValue(a: unknown, b: unknown): boolean {
  return sameJson(given(a), given(b));
}

function given(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

export function formDataOf(row: Row, schema: ResourceSchema): FormData {
  return Object.fromEntries(
    Object.keys(schema.properties)
      .filter((name) => row[name] != null)
      .map((name) => [name, row[name]]),
  );
}

/** The data of a duplicate: without what belongs to the one record alone, and with the values that every duplicate starts with. */
export function copyOf(row: Row, { fields, formSchema, config }: ClientResource): FormData {
  const owned = new Set(fields.filter(({ kind }) => KINDS[kind].owned).map(({ name }) => name));
  const starting = formDataOf(config.duplicate?.values ?? {}, formSchema.create);
  return Object.fromEntries(
    Object.entries({ ...formDataOf(row, formSchema.create), ...starting }).filter(([name]) => !owned.has(name)),
  );
}

/** Whether the section is shown for these data. An unticked checkbox is false. */
export function isSectionShown({ when = {} }: FormSection, data: FormData): boolean {
  return Object.entries(when).every(([name, value]) =>
    value === false ? data[name] !== true : sameValue(data[name], value),
  );
}

export function shownFields(sections: readonly FormSection[], data: FormData): ReadonlySet<string> {
  return new Set(sections.filter((section) => isSectionShown(section, data)).flatMap((section) => section.fields));
}

/** The sections that a form of all fields shows. */
export function shownSections(resource: ClientResource, mode: 'create' | 'update', data: FormData): FormSection[] {
  return resourceSections(resource, Object.keys(resource.formSchema[mode].properties)).filter((section) =>
    isSectionShown(section, data),
  );
}

/** The data with hidden fields reset to their stored values, so that a save does not change them. */
export function withHiddenAsStored(sections: readonly FormSection[], data: FormData, stored: FormData): FormData {
  const shown = shownFields(sections, data);
  const hidden = new Set(sections.flatMap((section) => section.fields).filter((name) => !shown.has(name)));
  const unchanged = (from: FormData, isHidden: boolean) =>
    Object.entries(from).filter(([name]) => hidden.has(name) === isHidden);
  return Object.fromEntries([...unchanged(data, false), ...unchanged(stored, true)]);
}

/** The configured sections, reduced to the named fields; those that no section names come last. */
export function resourceSections(resource: ClientResource, names: readonly string[]): FormSection[] {
  const sections = resource.config.form
    .map((section) => ({ ...section, fields: section.fields.filter((name) => names.includes(name)) }))
    .filter((section) => section.fields.length > 0);
  const rest = names.filter((name) => !sections.some((section) => section.fields.includes(name)));
  return rest.length > 0 ? [...sections, { section: sections.length > 0 ? 'More' : '', fields: rest }] : sections;
}

/** A create does not send empty fields. */
export function withoutNulls(data: FormData): FormData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value != null));
}
