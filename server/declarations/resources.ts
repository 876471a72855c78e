import { fieldsOf, isView, kindOf, representedNames } from '../../domain/declarations/fields.ts';
import { ICONS, isIconName } from '../../domain/declarations/icons.ts';
import { filterKindOf, isSortable, KINDS } from '../../domain/declarations/kinds.ts';
import type { Field, Resource } from '../../domain/declarations/model.ts';
import type { FormSection, ResourceConfig } from '../../domain/declarations/resource-config.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { isKnown, type WrittenConfig } from './written-config.ts';
import { declaredActions, checkActions } from './actions.ts';
import { checkCalendar, type FieldAt } from './calendar.ts';
import { checkExportFormats } from './export-formats.ts';
import { didYouMean, type Report } from './faults.ts';
import { checkForm } from './form-sections.ts';
import { calendarRules, checkRules } from './record-rules.ts';
import { valueFaults } from './values.ts';
import { checkViewConfig } from './views.ts';

const PAGE_SIZE = 25;
const COLUMNS = 6;
const OTHERS = 'More';

/** Options whose written value is the effective one. */
const PLAIN_OPTIONS = [
  ...([
    'plural',
    'exports',
    'icon',
    'path',
    'editPath',
    'createPath',
    'count',
    'menu',
    'softDelete',
    'internal',
    'cached',
  ] as const),
  ...([
    'undo',
    'duplicate',
    'calendar',
    'notifiesOfChanges',
    'recipients',
    'recipientsEvent',
    'forRecipients',
  ] as const),
];

const LIST_OPTIONS = [
  'sort',
  'upcoming',
  'pageSize',
  'lead',
  'pinned',
  'empty',
  'addFrom',
  'onRecords',
  'sums',
  'refreshSeconds',
  'related',
  'wide',
] as const;

/** A schema and its configuration, every default filled in. */
export function resourceOf(name: string, schema: ResourceSchema, written: WrittenConfig): Resource {
  const config: ResourceConfig = {
    ...{ icon: 'table', path: `/admin/${name}`, count: 'estimated', menu: 'Settings' },
    ...{ softDelete: false, internal: false, cached: false },
    ...declaredOf(written, PLAIN_OPTIONS),
    label: written.label ?? schema.title,
    represent: written.represent ?? defaultRepresentation(schema),
    list: {
      columns: [],
      filters: [],
      sort: ['id', 'DESC'],
      pageSize: PAGE_SIZE,
      ...declaredOf(written.list ?? {}, LIST_OPTIONS),
    },
    form: [],
    rules: [...(written.rules ?? []), ...calendarRules(schema, written.calendar)],
    writes: isView({ schema })
      ? { create: false, update: false, delete: false }
      : { create: true, update: true, delete: true, ...written.writes },
    commandFields: [...new Set([...(written.commandFields ?? []), ...(written.states ? [written.states.field] : [])])],
  };
  const fields = fieldsOf(schema, config);
  const short = fields.filter((field) => !field.engine && !field.long && KINDS[field.kind].listed === 'default');
  config.list.columns = written.list?.columns ?? orId(short.slice(0, COLUMNS));
  config.list.filters = written.list?.filters ?? [
    ...(fields.some((field) => field.searchable) ? ['q'] : []),
    ...short.filter((field) => filterKindOf(field) !== 'presence').map((field) => field.name),
  ];
  config.form = completeForm(written.form ?? [], fields);
  return {
    name,
    schema,
    config,
    fields,
    idKind: schema['x-id'] ?? 'integer',
    actions: declaredActions(schema, written, config),
  };
}

function declaredOf<T extends object, K extends keyof T>(written: T, names: readonly K[]): Partial<Pick<T, K>> {
  return Object.fromEntries(
    names.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])),
  ) as Partial<Pick<T, K>>;
}

function orId(fields: Field[]): string[] {
  return fields.length === 0 ? ['id'] : fields.map((field) => field.name);
}

function defaultRepresentation(schema: ResourceSchema): string {
  const first = Object.entries(schema.properties).find(([, property]) => KINDS[kindOf(property)].names);
  return first ? `{${first[0]}}` : '#{id}';
}

/** Writable fields that no section lists are appended in a last section, so that a new property needs no change of the form. */
function completeForm(form: FormSection[], fields: Field[]): FormSection[] {
  const named = new Set(form.flatMap((section) => section.fields));
  const rest = fields.filter((field) => !field.readOnly && !named.has(field.name)).map((field) => field.name);
  if (rest.length === 0) return form;
  return [...form, { section: form.length === 0 ? 'Details' : OTHERS, fields: rest }];
}

/** Reports defaults that are not among the values of their declared list (x-options). */
export function checkOptionDefaults(resource: Resource, report: Report): void {
  for (const { name, schema } of resource.fields) {
    const values = (schema.items ?? schema)['x-options'] ? ((schema.items ?? schema).enum ?? []) : undefined;
    for (const value of values && schema.default !== undefined ? [schema.default].flat() : []) {
      if (!values?.includes(String(value)))
        report(
          ['properties', name, 'default'],
          `There is no "${String(value)}" in the list${didYouMean(String(value), values?.map(String) ?? [])}`,
        );
    }
  }
}

/** Reports required properties that only the server writes, where people create the records: every one would be refused. */
export function checkRequiredFields({ schema, config, fields }: Resource, report: Report): void {
  if (!config.writes.create) return;
  for (const { name, schema: property } of fields) {
    const isRequired = schema.required?.includes(name) === true && property.default === undefined;
    const isWrittenByServer = property['x-computed'] === true || config.commandFields.includes(name);
    if (isRequired && isWrittenByServer)
      report(
        ['properties', name],
        'It is required, and only the server writes it, so no record could be created: give it a "default", remove it from "required", or set "writes": { "create": false }',
      );
  }
}

export function checkConfig(resource: Resource, written: WrittenConfig, report: Report): void {
  const known = new Map(resource.fields.map((field) => [field.name, field]));
  const fieldAt = (name: string, steps: (string | number)[]): Field | undefined => {
    const field = known.get(name);
    if (!field && isKnown(resource)) report(steps, `There is no field "${name}"${didYouMean(name, known.keys())}`);
    return field;
  };
  if (written.icon !== undefined && !isIconName(written.icon))
    report(['icon'], `There is no icon "${written.icon}"${didYouMean(written.icon, ICONS)}`);
  checkViewConfig(resource, written, report);
  checkRepresentation(written.represent, fieldAt, report);
  checkList(resource, written, fieldAt, report);
  checkForm(written.form ?? [], fieldAt, report);
  if (isKnown(resource)) checkExportFormats(resource, report);
  if (written.calendar) checkCalendar(written.calendar, fieldAt, report);
  checkRecipients(resource, written.recipients, fieldAt, report);
  written.commandFields?.forEach((name, index) => {
    if (fieldAt(name, ['commandFields', index])?.engine)
      report(['commandFields', index], `The engine already writes "${name}"`);
  });
  written.undo?.fields?.forEach((name, index) => {
    const at = ['undo', 'fields', index];
    const field = fieldAt(name, at);
    if (field && (field.engine || !field.readOnly)) report(at, `"${name}" is not written only by commands`);
  });
  for (const [name, value] of Object.entries(written.duplicate?.values ?? {})) {
    const at = ['duplicate', 'values', name];
    const field = fieldAt(name, at);
    if (field?.readOnly) report(at, `"${name}" is not in the form`);
    const [fault] = field ? valueFaults(field.schema, value) : [];
    if (fault !== undefined) report(at, fault);
  }
  checkActions(resource, written, report);
  checkRules(resource, written.rules ?? [], report);
  checkPath(written.path, ['path'], 0, report);
  checkPath(written.createPath, ['createPath'], 0, report);
  checkPath(written.editPath, ['editPath'], 1, report);
}

/** Reports references that are copied with a record and do not lead to it, or whose rows cannot be copied. */
export function checkDuplicate(
  { name, config }: Resource,
  resources: ReadonlyMap<string, Resource>,
  report: Report,
): void {
  config.duplicate?.with?.forEach((reference, index) => {
    const at = ['duplicate', 'with', index];
    const [other = '', own = ''] = reference.split('.');
    const resource = resources.get(other);
    const field = resource?.fields.find((one) => one.name === own);
    if (!resource) report(at, `There is no resource "${other}"${didYouMean(other, resources.keys())}`);
    else if (!isKnown(resource)) return;
    else if (field?.kind !== 'reference' || field.reference !== name || field.engine)
      report(at, `"${reference}" is not a reference to ${name}`);
    else if (!['cascade', 'keep'].includes(field.schema['x-on-delete'] ?? ''))
      report(at, `"${reference}" is not deleted with the record ("x-on-delete"), so it is not part of it`);
    else if (resource.fields.some((one) => one.schema['x-unique'] === true && !one.readOnly))
      report(at, `Records of "${other}" have unique values and cannot be copied`);
  });
}

/** Recipients are accounts. */
function checkRecipients(resource: Resource, name: string | undefined, fieldAt: FieldAt, report: Report): void {
  const field = name === undefined ? undefined : fieldAt(name, ['recipients']);
  const leadsToPerson =
    field?.name === 'id' ? resource.name === 'users' : field?.kind === 'reference' && field.reference === 'users';
  if (field && !leadsToPerson)
    report(['recipients'], `"${field.name}" does not lead to a person: name a reference to users`);
}

function checkRepresentation(represent: string | undefined, fieldAt: FieldAt, report: Report): void {
  if (represent === undefined) return;
  for (const name of representedNames(represent)) {
    const kind = fieldAt(name, ['represent'])?.kind;
    if (kind && (KINDS[kind].text === 'json' || KINDS[kind].text === 'html'))
      report(['represent'], `"${name}" is of kind "${kind}" and cannot name a record`);
  }
  if (/[{}]/.test(represent.replace(/\{[^{}]*\}/g, ''))) report(['represent'], 'A brace is not closed: write {name}');
}

function checkList(resource: Resource, written: WrittenConfig, fieldAt: FieldAt, report: Report): void {
  written.list?.columns?.forEach((name, index) => {
    if (fieldAt(name, ['list', 'columns', index])?.long)
      report(['list', 'columns', index], `"x-long" leaves "${name}" out of lists`);
  });
  written.list?.wide?.forEach((name, index) => {
    if (!resource.config.list.columns.includes(name))
      report(
        ['list', 'wide', index],
        `"${name}" is not a column: add it to "columns"${didYouMean(name, resource.config.list.columns)}`,
      );
  });
  written.list?.filters?.forEach((name, index) => {
    const at = ['list', 'filters', index];
    if (name === 'q') {
      if (isKnown(resource) && !resource.fields.some((field) => field.searchable))
        report(at, 'No field is searched: mark a text with "x-search"');
      return;
    }
    const field = fieldAt(name, at);
    if (field && filterKindOf(field) === 'presence')
      report(at, `Rows cannot be filtered by "${name}": it is of kind "${field.kind}"`);
  });
  checkRelated(written, fieldAt, report);
  const sorted = written.list?.sort?.[0];
  const field = sorted === undefined ? undefined : fieldAt(sorted, ['list', 'sort', 0]);
  if (field && !isSortable(field))
    report(['list', 'sort', 0], `Rows cannot be sorted by "${field.name}": it is of kind "${field.kind}"`);
}

/** What a list adds to the pages of the records that its rows refer to. */
function checkRelated({ list }: WrittenConfig, fieldAt: FieldAt, report: Report): void {
  for (const name of Object.keys(list?.addFrom ?? {}))
    if (fieldAt(name, ['list', 'addFrom', name])?.reference === undefined)
      report(['list', 'addFrom', name], `"${name}" does not refer to a record`);
  const instant = list?.upcoming === undefined ? undefined : fieldAt(list.upcoming, ['list', 'upcoming']);
  if (instant && instant.kind !== 'dateTime')
    report(['list', 'upcoming'], `"${instant.name}" is of kind "${instant.kind}": name a date and time`);
}

/** Reports references to resources without an API: their rows could not be looked up, selected or opened. */
export function checkInternalReferences(
  fields: readonly Field[],
  resources: ReadonlyMap<string, Resource>,
  report: Report,
): void {
  for (const { name, kind, reference, engine } of fields) {
    if (engine || reference === undefined || !resources.get(reference)?.config.internal) continue;
    const steps = ['properties', name, ...(KINDS[kind].list ? ['items'] : []), 'x-reference'];
    report(steps, `"${reference}" is internal: it has no API, so no one could select or see the record`);
  }
}

function checkPath(path: string | undefined, steps: string[], ids: number, report: Report): void {
  if (path === undefined) return;
  const words = path.split('/').slice(1);
  const found = words.filter((word) => word === '{id}').length;
  if (found !== ids) report(steps, ids === 1 ? 'Must contain /{id} once' : 'Must not contain {id}');
  if (!words.every((word) => word === '{id}' || /^[A-Za-z0-9._~-]+$/.test(word)))
    report(steps, 'Must be a path such as /admin/bookings: letters, digits, - and _, no slash at the end');
  if (['api', 'assets', 'healthz', 'readyz'].includes(words[0] ?? ''))
    report(steps, `/${words[0] ?? ''} is reserved for the server`);
}
