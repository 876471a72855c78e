import { fieldThrough } from '../../domain/declarations/fields.ts';
import { ICONS, isIconName } from '../../domain/declarations/icons.ts';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { Resource, Role } from '../../domain/declarations/model.ts';
import type { MenuEntry, RouteDeclaration } from '../../domain/declarations/site.ts';
import type { BoardDeclaration } from '../../domain/declarations/boards.ts';
import type { ReportDeclaration } from '../../domain/declarations/reports.ts';
import { checkRole } from './access.ts';
import { SCREENS } from '../../domain/declarations/screens.ts';
import { didYouMean, reporter, type Fault, type Report } from './faults.ts';
import type { WrittenConfig } from './written-config.ts';

const BOARD_PATH = '/board';
const BOARD_SCREEN = 'console:board';

export const REPORT_SCREEN = 'console:report';

export type WrittenRoute = Partial<RouteDeclaration> & Pick<RouteDeclaration, 'name' | 'path' | 'screen'>;
export type WrittenEntry = Omit<MenuEntry, 'roles' | 'entries' | 'isPage'> & {
  roles?: string[];
  entries?: WrittenEntry[];
};

export function resourcePaths(resource: Resource): Record<'list' | 'create' | 'edit' | 'show', string> {
  const { path, createPath, editPath } = resource.config;
  return {
    list: path,
    create: createPath ?? `${path}/create`,
    edit: (editPath ?? `${path}/{id}`).replace('{id}', ':id'),
    show: `${path}/:id/show`,
  };
}

const DEFAULTS: Pick<RouteDeclaration, 'requiredRoles' | 'kioskAllowed' | 'backgroundTheme'> = {
  requiredRoles: [],
  kioskAllowed: false,
  backgroundTheme: 'light',
};

/** The routes as declared, then those of the generated pages and reports that no entry declares. */
export function routesOf(
  written: WrittenRoute[],
  resources: Map<string, Resource>,
  { reports, boards }: { reports: readonly ReportDeclaration[]; boards: readonly BoardDeclaration[] },
): RouteDeclaration[] {
  // `filter` removes the holes left by invalid entries (keep-valid.ts).
  const routes = written.filter(() => true).map((route): RouteDeclaration => ({ ...DEFAULTS, login: false, ...route }));
  const taken = new Set(routes.map((route) => pathShape(route.path)));
  const add = (route: RouteDeclaration): void => {
    if (taken.has(pathShape(route.path))) return;
    taken.add(pathShape(route.path));
    routes.push(route);
  };
  for (const resource of resources.values()) {
    if (resource.config.internal) continue;
    const paths = resourcePaths(resource);
    const list = routes.find((route) => pathShape(route.path) === pathShape(paths.list));
    const label = resource.config.label.toLowerCase();
    const one = resource.schema.title.toLowerCase();
    const pages = {
      list: { title: label },
      create: { title: `create ${one}` },
      edit: { title: `edit ${one}` },
      show: { title: one },
    };
    for (const page of ['list', 'create', 'edit', 'show'] as const) {
      const { filter: _filter, ...like } = list ?? { ...DEFAULTS, login: true, filter: undefined };
      add({ ...like, name: pages[page].title, path: paths[page], screen: `resource:${resource.name}` });
    }
  }
  const special = [
    ...reports.map(({ title, path, roles }) => ({ title: title.toLowerCase(), path, roles, screen: REPORT_SCREEN })),
    ...(boards.length > 0
      ? [{ title: 'board', path: BOARD_PATH, roles: boards.flatMap(({ roles }) => roles), screen: BOARD_SCREEN }]
      : []),
  ];
  for (const { roles, title, ...route } of special)
    add({ ...DEFAULTS, ...route, name: title, login: true, requiredRoles: [...new Set(roles)] });
  return routes;
}

/** Reports routes of reports that do not exist, and paths of reports at which something else is shown. */
export function checkReportRoutes(
  written: WrittenRoute[],
  reports: readonly ReportDeclaration[],
  resources: Map<string, Resource>,
  faults: Fault[],
): void {
  const inRoutes = reporter(faults, 'config/routes.json');
  written.forEach(({ path, screen }, index) => {
    if (screen === REPORT_SCREEN && !reports.some((report) => report.path === path))
      inRoutes(['routes', index, 'screen'], `There is no report with the path "${path}"`);
  });
  const pages = [...resources.values()].flatMap((resource) =>
    resource.config.internal ? [] : Object.values(resourcePaths(resource)),
  );
  const taken = [...pages, ...written.flatMap(({ path, screen }) => (screen === REPORT_SCREEN ? [] : path))].map(
    pathShape,
  );
  for (const { name, path } of reports)
    if (taken.includes(pathShape(path)))
      reporter(faults, `config/reports/${name}.json`)(['path'], `Another page already has the path "${path}"`);
}

function pathParameters(path: string): string[] {
  return path.split('/').flatMap((segment) => (segment.startsWith(':') ? [segment.slice(1).replace('?', '')] : []));
}

/** Patterns of the same shape match the same paths: /a/:id and /a/:name. */
function pathShape(path: string): string {
  return (
    path
      .replace(/\/+$/, '')
      .replace(/:[A-Za-z][A-Za-z0-9]*\??/g, ':')
      .toLowerCase() || '/'
  );
}

/** Reports routes that clash, with each other or with the pages of a resource, and unknown roles and resources. */
export function checkRoutes(
  written: WrittenRoute[],
  roles: Role[] | undefined,
  resources: Map<string, Resource>,
  report: Report,
): void {
  const seen = new Map<string, WrittenRoute>();
  written.forEach((route, index) => {
    const at = ['routes', index];
    route.requiredRoles?.forEach((role, place) => checkRole(role, roles, [...at, 'requiredRoles', place], report));
    if (
      !/^\/([A-Za-z0-9._~-]+|:[A-Za-z][A-Za-z0-9]*\??)?(\/([A-Za-z0-9._~-]+|:[A-Za-z][A-Za-z0-9]*\??))*(\/\*)?$/.test(
        route.path,
      )
    ) {
      report([...at, 'path'], 'Not a path such as /requests/view/:formName');
    }
    const earlier = seen.get(pathShape(route.path));
    if (earlier)
      report([...at, 'path'], `"${route.path}" conflicts with the route "${earlier.name}" (${earlier.path})`);
    seen.set(pathShape(route.path), route);
    const parameters = pathParameters(route.path);
    route.numeric?.forEach((name, place) => {
      if (!parameters.includes(name)) report([...at, 'numeric', place], `The path has no :${name}`);
    });
    for (const name of typeof route.staff === 'object' ? Object.keys(route.staff) : [])
      if (!parameters.includes(name)) report([...at, 'staff', name], `The path has no :${name}`);
    checkFilter(route, resources, at, report);
    if (!route.screen.startsWith('resource:')) {
      if (!Object.hasOwn(SCREENS, route.screen))
        report(
          [...at, 'screen'],
          `There is no screen "${route.screen}"${didYouMean(route.screen, Object.keys(SCREENS))}`,
        );
      return;
    }
    const name = route.screen.slice('resource:'.length);
    const resource = resources.get(name);
    if (!resource) report([...at, 'screen'], `There is no resource "${name}"${didYouMean(name, resources.keys())}`);
    else if (resource.config.internal) report([...at, 'screen'], `"${name}" is internal: it has no pages`);
  });
}

/** Reports filters by unknown fields and by parameters that the path does not have. */
function checkFilter(
  route: WrittenRoute,
  resources: Map<string, Resource>,
  at: (string | number)[],
  report: Report,
): void {
  const screen = route.screen.replace(/^resource:/, '');
  const resource = resources.get(screen);
  for (const [name, value] of Object.entries(route.filter ?? {})) {
    const steps = [...at, 'filter', name];
    const field = fieldThrough(screen, name, (of, own) => resources.get(of)?.fields.find((one) => one.name === own));
    if (!resource) report(steps, `There is no resource "${screen}"${didYouMean(screen, resources.keys())}`);
    else if (!field) {
      const names = resource.fields.map((one) => one.name);
      report(steps, `"${screen}" has no field "${name}"${didYouMean(name, names)}`);
    }
    if (value.startsWith(':') && !route.path.split('/').includes(value)) report(steps, `The path has no ${value}`);
  }
}

/** Reports pages of resources that share an address with another resource or with a portal page. */
export function checkPaths(written: WrittenRoute[], resources: Map<string, Resource>, faults: Fault[]): void {
  const taken = new Map<string, string>();
  written.forEach((route) => {
    if (route.screen.startsWith('portal:')) taken.set(pathShape(route.path), `the route "${route.name}"`);
  });
  for (const resource of resources.values()) {
    if (resource.config.internal) continue;
    const report = reporter(faults, `config/resources/${resource.name}.json`);
    const { createPath, editPath } = resource.config;
    for (const [page, path] of Object.entries(resourcePaths(resource))) {
      const owner = taken.get(pathShape(path));
      const key = page === 'create' && createPath ? 'createPath' : page === 'edit' && editPath ? 'editPath' : 'path';
      if (owner) report([key], `The ${page} page ${path} conflicts with ${owner}`);
      else taken.set(pathShape(path), `the ${page} page of "${resource.name}"`);
    }
  }
}

export function menuOf(
  written: WrittenEntry[],
  routes: RouteDeclaration[],
  { resources, reports }: { resources: Map<string, Resource>; reports: readonly ReportDeclaration[] },
): MenuEntry[] {
  const menu = written.map(menuEntry);
  const linked = new Set(menuAddresses(menu));
  const pages = [
    ...[...resources.values()].flatMap(({ config }) => (config.internal ? [] : config)),
    ...reports.map(({ menu: group, path, title, icon }) => ({ menu: group, path, label: title, icon })),
  ];
  for (const { menu: group, path, label, icon } of pages) {
    if (group === null || linked.has(path)) continue;
    const requiredRoles = routes.find((route) => route.path === path)?.requiredRoles ?? [];
    const entry: MenuEntry = { label, icon, to: path, roles: requiredRoles, when: 'loggedIn' };
    const home = menu.find((candidate) => candidate.label === group);
    if (home) home.entries = withEntry(home.entries ?? [], entry);
    else menu.push({ label: group, roles: [], entries: [entry] });
  }
  return menu;
}

/** In a section with headings it is below the last one. */
function withEntry(entries: MenuEntry[], entry: MenuEntry): MenuEntry[] {
  const heading = entries.at(-1)?.heading;
  return [...entries, heading === undefined ? entry : { ...entry, heading }];
}

/** Reports a group of the menu that a resource names and that config/menu.json does not have. */
export function checkMenuGroup(written: WrittenConfig, menu: WrittenEntry[], report: Report): void {
  const group = written.menu;
  if (group === undefined || group === null || menu.some((entry) => entry.label === group)) return;
  const known = menu.map((entry) => entry.label);
  const hint = didYouMean(group, known) || (known.length === 0 ? '' : `. There are: ${known.join(', ')}`);
  report(['menu'], `The menu has no group "${group}"${hint}`);
}

function menuEntry(written: WrittenEntry): MenuEntry {
  const { entries, roles, ...rest } = written;
  return { ...rest, roles: roles ?? [], ...(entries ? { entries: entries.flatMap(sectionEntries) } : {}) };
}

/** A group within a section becomes the heading of its entries. */
function sectionEntries({ entries, ...written }: WrittenEntry): MenuEntry[] {
  return entries?.map((entry) => ({ ...menuEntry(entry), heading: written.label })) ?? [menuEntry(written)];
}

function menuAddresses(entries: MenuEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.to === undefined ? [] : [entry.to.replace(/[?#].*/, '').replace(/(.)\/$/, '$1')]),
    ...menuAddresses(entry.entries ?? []),
  ]);
}

/** Reports entries without a target and unknown roles and icons. */
export function checkMenu(
  entries: WrittenEntry[],
  routes: RouteDeclaration[],
  roles: Role[] | undefined,
  steps: (string | number)[],
  report: Report,
): void {
  entries.forEach((entry, index) => {
    const at = [...steps, index];
    entry.roles?.forEach((role, place) => checkRole(role, roles, [...at, 'roles', place], report));
    if (entry.icon !== undefined && !isIconName(entry.icon))
      report([...at, 'icon'], `There is no icon "${entry.icon}"${didYouMean(entry.icon, ICONS)}`);
    if (entry.to === undefined && !entry.setting && !entry.entries && !entry.action)
      report(at, 'The entry does nothing: give "to", "setting", "entries" or "action"');
    if (entry.to !== undefined && entry.setting !== undefined)
      report([...at, 'setting'], 'The entry already has an address: leave "to" or "setting" out');
    if (entry.to?.startsWith('/') && !entry.newTab && matchRoute(entry.to.replace(/[?#].*/s, ''), routes) === null) {
      report(
        [...at, 'to'],
        `No route has the address "${entry.to}"${didYouMean(
          entry.to,
          routes.map((route) => route.path),
        )}`,
      );
    }
    if (entry.entries) checkMenu(entry.entries, routes, roles, [...at, 'entries'], report);
  });
}
