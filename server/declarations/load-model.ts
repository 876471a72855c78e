import { fileURLToPath } from 'node:url';
import { fieldThrough } from '../../domain/declarations/fields.ts';
import type { MessageCategory } from '../../domain/messages/messages.ts';
import { SETTING_KEYS } from '../../domain/generated/settings.ts';
import type { Model, Resource, Role } from '../../domain/declarations/model.ts';
import type { RouteDeclaration } from '../../domain/declarations/site.ts';
import type { ReportDeclaration } from '../../domain/declarations/reports.ts';
import type { ResourceSchema } from '../../domain/declarations/schemas.ts';
import {
  checkDocumentationSystem,
  admitUnlimited,
  checkRules,
  checkSite,
  rolesOf,
  showUnlimited,
  siteOf,
  type WrittenRole,
  type WrittenRule,
  type WrittenSite,
} from './access.ts';
import { loadBoards } from './boards.ts';
import { loadCardTypes } from './cards.ts';
import { loadMessages } from './messages.ts';
import { checkContent } from './content.ts';
import { DeclarationFaults, didYouMean, reporter, type Fault, type Report } from './faults.ts';
import { DeclarationFiles } from './files.ts';
import {
  checkMenu,
  checkMenuGroup,
  checkPaths,
  checkReportRoutes,
  checkRoutes,
  menuOf,
  routesOf,
  type WrittenEntry,
  type WrittenRoute,
} from './navigation.ts';
import {
  checkConfig,
  checkDuplicate,
  checkInternalReferences,
  checkOptionDefaults,
  checkRequiredFields,
  resourceOf,
} from './resources.ts';
import type { WrittenConfig } from './written-config.ts';
import { validItems, validKeys, validProperties } from './keep-valid.ts';
import { checkSchema, formerNames, resourceNameFault, withLimits } from './schemas.ts';
import { loadReports } from './reports.ts';
import { optionLists, withOptions } from './options.ts';
import { initialSite, loadSettings } from './settings.ts';
import { loadTickets } from './tickets.ts';
import { checkFolder, checkView } from './views.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const ENTRIES = ['site', 'settings', 'roles', 'permissions', 'routes', 'menu', 'workflow', 'tickets'];

/**
 * Reads and validates all files of schemas/ and config/ below `root`. Throws DeclarationFaults with every fault. Has no side effects.
 * `isGenerating`: the types that name what the server reads are about to be made, so nothing is compared with them.
 */
export async function loadModel(root: string, { isGenerating = false } = {}): Promise<Model> {
  const faults: Fault[] = [];
  const files = new DeclarationFiles(root, faults);
  const site = await files.declared<WrittenSite>('config/site.json', 'site');
  if (site) checkSite(site, reporter(faults, 'config/site.json'));
  const writtenRoles = (await files.declared<{ roles: WrittenRole[] }>('config/roles.json', 'roles'))?.roles;
  const roles = writtenRoles && rolesOf(writtenRoles, reporter(faults, 'config/roles.json'));
  const configs = new Map<string, WrittenConfig>();
  const messages = await loadMessages(files, roles);
  const { categories } = messages;
  const resources = await loadResources(files, { roles, configs, categories });
  if (site) checkDocumentationSystem(site, resources, reporter(faults, 'config/site.json'));
  const written = await readLists(files);
  const { routes, menu } = written;
  await files.refuseOthers('config', ENTRIES);

  const groups = (menu ?? []).map(({ label }) => label);
  const reports = await loadReports(files, { resources, roles, groups });
  const boards = await loadBoards(files, { resources, reports, roles });
  const allRoutes = routesOf(routes ?? [], resources, { reports, boards });
  checkLists(written, { roles, resources, configs, reports, allRoutes }, faults);
  await checkContent(files, resources);
  const settings = await loadSettings(files, {
    lists: optionLists(roles ?? [], new Map(), configs, categories),
    routes: routes && allRoutes,
    keys: isGenerating || !resources.has('systemSettings') ? [] : SETTING_KEYS,
  });
  checkRecipientsEvents(resources, messages, faults);
  const cardTypes = await loadCardTypes(files, resources);
  const tickets = await loadTickets(files, resources, messages);
  if (faults.length > 0 || !site || !roles || !menu) throw new DeclarationFaults(faults);
  return {
    resources,
    cardTypes,
    messages,
    tickets,
    roles,
    routes: admitUnlimited(roles, allRoutes),
    menu: showUnlimited(roles, menuOf(menu, allRoutes, { resources, reports })),
    settings,
    reports,
    boards,
    site: { ...siteOf(site), ...initialSite(settings) },
    revision: files.revision,
  };
}

interface WrittenLists {
  routes: WrittenRoute[] | undefined;
  menu: WrittenEntry[] | undefined;
  rules: WrittenRule[] | undefined;
}

async function readLists(files: DeclarationFiles): Promise<WrittenLists> {
  const keepsRule = validItems('rules', ['role', 'resource']);
  const routes = await files.declared<WrittenLists>('config/routes.json', 'routes', validItems('routes'));
  const menu = await files.declared<{ entries: WrittenEntry[] }>('config/menu.json', 'menu', validItems('entries'));
  const rules = await files.declared<WrittenLists>('config/permissions.json', 'permissions', keepsRule);
  return { routes: routes?.routes, menu: menu?.entries, rules: rules?.rules };
}

interface Known {
  roles: Role[] | undefined;
  resources: Map<string, Resource>;
  configs: ReadonlyMap<string, WrittenConfig>;
  reports: readonly ReportDeclaration[];
  allRoutes: RouteDeclaration[];
}

function checkLists({ routes, menu, rules }: WrittenLists, known: Known, faults: Fault[]): void {
  const { roles, resources, configs, reports, allRoutes } = known;
  checkRelated(configs, resources, reports, faults);
  if (rules) checkRules(rules, roles, resources, reporter(faults, 'config/permissions.json'));
  if (routes) checkRoutes(routes, roles, resources, reporter(faults, 'config/routes.json'));
  if (routes && menu) checkMenu(menu, allRoutes, roles, ['entries'], reporter(faults, 'config/menu.json'));
  for (const [name, written] of menu ? configs : [])
    checkMenuGroup(written, menu ?? [], reporter(faults, `${CONFIGS}/${name}.json`));
  checkPaths(routes ?? [], resources, faults);
  if (routes) checkReportRoutes(routes, reports, resources, faults);
}

const SCHEMAS = 'schemas/resources';
const VIEWS = 'schemas/views';
const CONFIGS = 'config/resources';

/** Placeholder for an unreadable schema: its name is declared, its fields are unknown. */
const UNREAD: ResourceSchema = { title: '', type: 'object', additionalProperties: false, properties: {} };

interface ResourceParts {
  roles: Role[] | undefined;
  /** Filled with what is written. */
  configs: Map<string, WrittenConfig>;
  categories: readonly MessageCategory[];
}

async function loadResources(
  files: DeclarationFiles,
  { roles, configs, categories }: ResourceParts,
): Promise<Map<string, Resource>> {
  const { faults } = files;
  const tables = await files.names(SCHEMAS);
  const views = await files.names(VIEWS, true);
  const names = [...tables, ...views.filter((name) => !tables.includes(name))];
  const schemaFile = (name: string): string => `${tables.includes(name) ? SCHEMAS : VIEWS}/${name}.json`;
  for (const name of views.filter((one) => tables.includes(one)))
    reporter(faults, `${VIEWS}/${name}.json`)([], `"${name}" is already a resource of ${SCHEMAS}`);
  const configured = await files.names(CONFIGS);
  refuseSingles(names, configured, schemaFile, faults);
  const schemas = new Map<string, ResourceSchema>();
  for (const name of names)
    schemas.set(name, (await files.declared<ResourceSchema>(schemaFile(name), 'resource', validProperties)) ?? UNREAD);
  for (const name of configured)
    configs.set(
      name,
      (await files.declared<WrittenConfig>(`${CONFIGS}/${name}.json`, 'resource-config', validKeys)) ?? {},
    );
  checkNames(names, configs, schemaFile, faults);
  checkFormerResources(schemas, schemaFile, faults);
  const lists = optionLists(roles ?? [], schemas, configs, categories);
  const all = new Map<string, Resource>();
  for (const [name, schema] of schemas) {
    const written = configs.get(name) ?? {};
    const report = reporter(faults, schemaFile(name));
    if (schema !== UNREAD) {
      checkFolder(schema, !tables.includes(name), report);
      checkSchema(schema, schemas, report);
      checkView(schema, report);
    }
    const resource = resourceOf(name, withLimits(withOptions(schema, lists), written.list?.sort?.[0]), written);
    checkRequiredFields(resource, report);
    if (roles) checkOptionDefaults(resource, report);
    checkConfig(resource, written, reporter(faults, `${CONFIGS}/${name}.json`));
    all.set(name, resource);
  }
  for (const [name, resource] of all) {
    const { config, fields } = resource;
    checkDuplicate(resource, all, reporter(faults, `${CONFIGS}/${name}.json`));
    checkPinned(resource, all, reporter(faults, `${CONFIGS}/${name}.json`));
    if (!config.internal) checkInternalReferences(fields, all, reporter(faults, schemaFile(name)));
  }
  return all;
}

/** Reports filters that are always offered and of no property, here or of a record that is referred to. */
function checkPinned({ name, config }: Resource, all: ReadonlyMap<string, Resource>, report: Report): void {
  config.list.pinned?.forEach((pinned, index) => {
    const field = fieldThrough(name, pinned, (of, own) => all.get(of)?.fields.find((one) => one.name === own));
    if (!field) report(['list', 'pinned', index], `There is no property "${pinned}"`);
  });
}

/** Reports lists that lead to what is neither a resource with pages nor a report. */
function checkRelated(
  configs: ReadonlyMap<string, WrittenConfig>,
  resources: ReadonlyMap<string, Resource>,
  reports: readonly ReportDeclaration[],
  faults: Fault[],
): void {
  const pages = [...resources.values()].filter(({ config }) => !config.internal);
  const known = [...pages, ...reports].map(({ name }) => name);
  for (const [name, { list: { related = [] } = {} }] of configs)
    related.forEach((other, index) => {
      if (known.includes(other)) return;
      const report = reporter(faults, `${CONFIGS}/${name}.json`);
      report(['list', 'related', index], `There is no resource and no report "${other}"${didYouMean(other, known)}`);
    });
}

type FileOf = (name: string) => string;

function refuseSingles(names: string[], configured: string[], fileOf: FileOf, faults: Fault[]): void {
  for (const name of names.filter((other) => !configured.includes(other))) {
    const hint = didYouMean(
      name,
      configured.filter((other) => !names.includes(other)),
    );
    faults.push({ file: fileOf(name), pointer: '', message: `${CONFIGS}/${name}.json is missing${hint}` });
  }
  for (const name of configured.filter((other) => !names.includes(other))) {
    const hint = didYouMean(
      name,
      names.filter((other) => !configured.includes(other)),
    );
    faults.push({ file: `${CONFIGS}/${name}.json`, pointer: '', message: `${SCHEMAS}/${name}.json is missing${hint}` });
  }
}

function checkNames(names: string[], configs: Map<string, WrittenConfig>, fileOf: FileOf, faults: Fault[]): void {
  const seen = new Map<string, string>();
  for (const name of names) {
    const file = fileOf(name);
    const fault = resourceNameFault(name, configs.get(name)?.internal ?? false);
    if (fault) faults.push({ file, pointer: '', message: fault });
    const twin = seen.get(name.toLowerCase());
    if (twin !== undefined) faults.push({ file, pointer: '', message: `"${name}" and "${twin}" differ only in case` });
    seen.set(name.toLowerCase(), name);
  }
  if (!names.includes('users'))
    faults.push({
      file: `${SCHEMAS}/users.json`,
      pointer: '',
      message: 'The file is missing: each record names the account that wrote it',
    });
}

function checkFormerResources(schemas: Map<string, ResourceSchema>, fileOf: FileOf, faults: Fault[]): void {
  const seen = new Map<string, string>();
  for (const [name, schema] of schemas) {
    const report = reporter(faults, fileOf(name));
    for (const former of formerNames(schema)) {
      if (schemas.has(former))
        report(['x-was'], `"${former}" is still a resource: a former name must no longer be in use`);
      if (seen.has(former)) report(['x-was'], `"${seen.get(former) ?? ''}" is already the former name of "${former}"`);
      seen.set(former, name);
    }
  }
  if (schemas.get('users')?.['x-id'] === 'uuid') {
    faults.push({
      file: `${SCHEMAS}/users.json`,
      pointer: '/x-id',
      message: 'Accounts have numbers as ids: "x-id" must be "integer"',
    });
  }
}

function checkRecipientsEvents(resources: Model['resources'], { events }: Model['messages'], faults: Fault[]): void {
  for (const { name, config } of resources.values()) {
    const { recipientsEvent: event } = config;
    if (event === undefined || events.get(event)?.templates['people'] !== undefined) continue;
    const report = reporter(faults, `config/resources/${name}.json`);
    report(['recipientsEvent'], `There is no event "${event}" for "people"${didYouMean(event, events.keys())}`);
  }
}
