import { holdsAny, type Actor } from '../../domain/declarations/actor.ts';
import type { ClientAction } from '../../domain/declarations/actions.ts';
import type { BoardLink } from '../../domain/declarations/boards.ts';
import type { ClientModel, ClientResource, ShellModel } from '../../domain/declarations/client-model.ts';
import type { Field, Model, Resource } from '../../domain/declarations/model.ts';
import {
  CALENDAR_PARTS,
  type CalendarConfig,
  type FormSection,
  type RecordRule,
} from '../../domain/declarations/resource-config.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import { isView } from '../../domain/declarations/fields.ts';
import { ACTIONS, canAccess, canAccessField, type Access } from '../declarations/permission.ts';
import { parsedRules } from '../declarations/record-rules.ts';
import type { LoginWays, ProviderButton } from '../../domain/values/login-problems.ts';
import { validatorFor } from './validators.ts';
import { clientReports } from './report-access.ts';
import type { AccessResolver } from './access-resolver.ts';
import { asksBefore, type Action } from './command-registry.ts';

/** The settings that the shell model holds parts of. */
export interface LoginSettings {
  openidProviders: readonly ProviderButton[];
  ldapDirectories: readonly unknown[];
  localLogin: boolean;
  /** Null without a mail server. */
  smtp: unknown;
}

/** How people log in. Without a provider the form is there in any case. */
export function loginWays({ openidProviders, ldapDirectories, localLogin, smtp }: LoginSettings): LoginWays {
  const isForAll = localLogin || ldapDirectories.length > 0 || openidProviders.length === 0;
  return {
    providers: openidProviders.map(({ name, label }) => ({ name, label })),
    passwordsOf: isForAll ? 'everyone' : 'administrators',
    newPasswords: !localLogin ? null : smtp === null ? 'staff' : 'mail',
  };
}

export function shellModel(model: Model, settings: LoginSettings, resolver: AccessResolver, actor: Actor): ShellModel {
  const {
    revision,
    site: {
      documentation: { system },
      ...site
    },
    roles,
    routes,
    menu,
  } = model;
  const listable = [...model.resources.values()]
    .filter((resource) => !resource.config.internal && resolver.canRead(actor, resource))
    .map(({ name }) => name);
  return {
    revision,
    site: { ...site, documentation: { system } },
    roles,
    routes,
    menu,
    listable,
    boards: boardsOf(model, actor),
    login: loginWays(settings),
  };
}

export function boardsOf({ boards }: Model, { roles: held }: Pick<Actor, 'roles'>): BoardLink[] {
  return boards.filter(({ roles }) => holdsAny(held, roles)).map(({ name, title, icon }) => ({ name, title, icon }));
}

export function clientModel(model: Model, resolver: AccessResolver, actor: Actor): ClientModel {
  const resources = [...model.resources.values()].flatMap(
    (resource) => clientResource(resolver, actor, resource) ?? [],
  );
  return { revision: model.revision, resources, reports: clientReports(resolver, actor) };
}

/** Null for a resource that the caller can neither read nor create. */
function clientResource(resolver: AccessResolver, actor: Actor, resource: Resource): ClientResource | null {
  if (resource.config.internal) return null;
  const access = Object.fromEntries(
    ACTIONS.map((action) => [action, resolver.access(actor, resource, action)]),
  ) as Record<(typeof ACTIONS)[number], Access>;
  const { writes } = resource.config;
  const can = {
    list: canAccess(access.read),
    create: writes.create && canAccess(access.create),
    update: writes.update && canAccess(access.update),
    delete: writes.delete && canAccess(access.delete),
    export: canAccess(access.read) && canAccess(access.export),
    history: !isView(resource) && canAccess(access.read) && canAccess(access.history),
  };
  if (!can.list && !can.create) return null;
  const writable = (action: 'create' | 'update', field: Field): boolean =>
    can[action] &&
    !field.readOnly &&
    !(action === 'update' && field.schema['x-fixed']) &&
    canAccessField(access[action], field.name);
  const fields = resource.fields
    .filter((field) => field.schema['x-internal'] !== true && canAccessField(access.read, field.name))
    // Deleted rows are shown to those alone who may restore them.
    .filter((field) => !field.engine || field.name !== 'deletedAt' || can.delete)
    .map((field) => ({ ...field, readOnly: !writable('create', field) && !writable('update', field) }));
  const formSchema = {
    create: withNewValues(writableSchema(resource, (field) => writable('create', field))),
    update: writableSchema(resource, (field) => writable('update', field)),
  };
  const validators = { create: validatorFor(formSchema.create).url, update: validatorFor(formSchema.update).url };
  const { name, config, idKind } = resource;
  const shown = {
    ...visibleConfig(config, fields, canWriteToPeople(resolver, actor)),
    rules: visibleRules(resource, fields),
  };
  const actions = resolver.permittedActions(actor, resource).map(clientAction);
  return { name, config: shown, idKind, fields, formSchema, validators, actions, can };
}

function clientAction(action: Action): ClientAction {
  const { declaration, schema, command, unchanged } = action;
  const { name, label, icon, placement, permission, tone, hint, replaces, undoSeconds, afterCreate } = declaration;
  return {
    ...{ name, label, icon, placement, permission, tone },
    asks: command.inputsFor ? 'plan' : asksBefore(action, schema !== null),
    inputs: schema && { schema, validator: validatorFor(schema).url },
    ...(hint && { hint }),
    ...(replaces && { replaces }),
    ...(undoSeconds && { undoSeconds }),
    ...(command.planned && { planned: [...command.planned] }),
    ...(afterCreate && { afterCreate }),
    ...(command.refreshes && { refreshes: command.refreshes }),
    ...(unchanged && { unchanged: unchanged.name }),
  };
}

function withNewValues(schema: ResourceSchema): ResourceSchema {
  const properties = Object.entries(schema.properties).map(([name, { 'x-new': values, ...property }]) => [
    name,
    values === undefined ? property : { ...property, enum: values },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
}

function writableSchema({ schema, fields }: Resource, isWritable: (field: Field) => boolean): ResourceSchema {
  const writable = fields.filter(isWritable);
  return {
    title: schema.title,
    type: 'object',
    additionalProperties: false,
    required: writable.filter((field) => field.required).map((field) => field.name),
    properties: Object.fromEntries(writable.map((field) => [field.name, field.schema])),
  };
}

function visibleConfig(
  config: Resource['config'],
  fields: readonly Field[],
  hasRecipients: boolean,
): Resource['config'] {
  const shown = (names: string[]): string[] =>
    names.filter((name) => name === 'q' || fields.some((field) => field.name === name));
  const { calendar, recipients, undo: _, duplicate, ...rest } = config;
  const values = Object.entries(duplicate?.values ?? {}).filter(([name]) => shown([name]).length > 0);
  const shownCalendar = calendar && visibleCalendar(calendar, shown);
  return {
    ...rest,
    ...(shownCalendar ? { calendar: shownCalendar } : {}),
    ...(recipients !== undefined && hasRecipients && shown([recipients]).length > 0 ? { recipients } : {}),
    list: {
      ...config.list,
      columns: shown(config.list.columns),
      filters: shown(config.list.filters),
      ...(config.list.wide ? { wide: shown(config.list.wide) } : {}),
      ...(config.list.sums ? { sums: shown(config.list.sums) } : {}),
    },
    form: config.form.map((section) => visibleSection(section, shown)).filter((section) => section.fields.length > 0),
    commandFields: shown(config.commandFields),
    ...(values.length > 0 ? { duplicate: { values: Object.fromEntries(values) } } : {}),
  };
}

/** The rules all of whose fields the caller can read; the server checks the others. */
function visibleRules(resource: Resource, fields: readonly Field[]): RecordRule[] {
  const names = new Set(fields.map(({ name }) => name));
  const parsed = parsedRules(resource);
  return resource.config.rules.filter((_, index) =>
    [...(parsed[index]?.fields ?? [])].every((name) => names.has(name)),
  );
}

/** Lists lead to people only for accounts that can create something for them. */
function canWriteToPeople(resolver: AccessResolver, actor: Actor): boolean {
  return [...resolver.model.resources.values()].some(
    (resource) => resource.config.forRecipients !== undefined && canAccess(resolver.access(actor, resource, 'create')),
  );
}

/** Null without start or end. */
function visibleCalendar(calendar: CalendarConfig, shown: (names: string[]) => string[]): CalendarConfig | null {
  const { start, end = start } = calendar;
  if (shown([start, end]).length < 2) return null;
  const parts = CALENDAR_PARTS.flatMap((part) => {
    const name = calendar[part];
    return name !== undefined && shown([name]).length > 0 ? [[part, name]] : [];
  });
  return { ...(Object.fromEntries(parts) as CalendarConfig), occurrences: calendar.occurrences === true };
}

function visibleSection({ when = {}, ...section }: FormSection, shown: (names: string[]) => string[]): FormSection {
  const conditions = Object.entries(when).filter(([name]) => shown([name]).length > 0);
  return {
    ...section,
    fields: shown(section.fields),
    ...(conditions.length > 0 ? { when: Object.fromEntries(conditions) } : {}),
  };
}
