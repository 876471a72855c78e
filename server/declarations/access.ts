import { CAPABILITIES, rolesWith } from '../../domain/declarations/capabilities.ts';
import { parseRule } from '../../domain/declarations/condition.ts';
import { ACTIONS, ownPermissions } from './permission.ts';
import { QueryFault } from '../../domain/declarations/query-fault.ts';
import type { Resource, Role } from '../../domain/declarations/model.ts';
import type { MenuEntry, RouteDeclaration, SiteConfig, SiteSetting } from '../../domain/declarations/site.ts';
import { didYouMean, type Report } from './faults.ts';
import { isKnown } from './written-config.ts';

export interface WrittenRule {
  role: string;
  resource: string;
  actions: string[];
  readFields?: string[];
  writeFields?: string[];
  condition?: object | null;
  description?: string;
}

export type WrittenRole = Omit<Role, 'capabilities' | 'isUnprivileged'> & {
  capabilities?: string[];
  isUnprivileged?: boolean;
};

export function rolesOf(written: readonly WrittenRole[], report: Report): Role[] {
  checkRoles(written, report);
  return written.map(({ capabilities = [], isUnprivileged = false, ...role }) => {
    const known = CAPABILITIES.filter((name) => capabilities.includes(name));
    return {
      ...role,
      capabilities: known.includes('everything') ? [...CAPABILITIES] : known,
      isUnprivileged: isUnprivileged || role.implicit !== undefined,
    };
  });
}

function checkRoles(roles: readonly WrittenRole[], report: Report): void {
  const seen = new Set<string>();
  roles.forEach(({ name, implicit, capabilities = [], isUnprivileged, withPin }, index) => {
    if (seen.has(name.toLowerCase())) report(['roles', index, 'name'], `The role "${name}" is declared twice`);
    if (implicit && seen.has(`(${implicit})`))
      report(['roles', index, 'implicit'], `Another role is "${implicit}" already`);
    capabilities.forEach((capability, place) => {
      if (!(CAPABILITIES as readonly string[]).includes(capability))
        report(
          ['roles', index, 'capabilities', place],
          `There is no capability "${capability}"${didYouMean(capability, CAPABILITIES)}`,
        );
    });
    if (capabilities.length > 0 && (implicit !== undefined || isUnprivileged === true))
      report(
        ['roles', index, 'capabilities'],
        'A role that everyone holds, or that is unprivileged, cannot have capabilities',
      );
    if (withPin === true && (capabilities.includes('everything') || implicit !== undefined || isUnprivileged === true))
      report(['roles', index, 'withPin'], 'Only a role with limited rights can need a PIN');
    seen.add(name.toLowerCase());
    if (implicit) seen.add(`(${implicit})`);
  });
  if (!roles.some(({ capabilities }) => capabilities?.includes('everything') === true))
    report(['roles'], 'A role with the capability "everything" is missing');
  for (const implicit of ['public', 'member']) {
    if (!seen.has(`(${implicit})`)) report(['roles'], `A role with "implicit": "${implicit}" is missing`);
  }
}

/** The routes, with the roles that have every permission among those that each requires. */
export function admitUnlimited(roles: readonly Role[], declared: readonly RouteDeclaration[]): RouteDeclaration[] {
  return declared.map((route) => ({ ...route, requiredRoles: withUnlimited(roles, route.requiredRoles) }));
}

export function showUnlimited(roles: readonly Role[], entries: readonly MenuEntry[]): MenuEntry[] {
  return entries.map((entry) => ({
    ...entry,
    roles: withUnlimited(roles, entry.roles),
    ...(entry.entries === undefined ? {} : { entries: showUnlimited(roles, entry.entries) }),
  }));
}

/** Required roles; none are required where the list is empty. */
export function withUnlimited(roles: readonly Role[], required: readonly string[]): string[] {
  return required.length === 0 ? [] : [...new Set([...required, ...rolesWith(roles, 'everything')])];
}

/** Reports an undeclared role; `roles` is undefined when they could not be read. */
export function checkRole(name: string, roles: Role[] | undefined, steps: (string | number)[], report: Report): void {
  if (roles && !roles.some((role) => role.name === name))
    report(
      steps,
      `There is no role "${name}"${didYouMean(
        name,
        roles.map((role) => role.name),
      )}`,
    );
}

export type WrittenSite = Omit<SiteConfig, 'frameHosts' | 'documentation' | SiteSetting> & {
  frameHosts?: string[];
  documentation?: { system?: string; sources: SiteConfig['documentation']['sources'] };
};

/** The site with all defaults filled in, without what its system settings hold; by default it searches itself. */
export function siteOf(written: WrittenSite): Omit<SiteConfig, SiteSetting> {
  const { productName, identityName, description, frameHosts = [], documentation } = written;
  return {
    productName,
    identityName,
    ...(description === undefined ? {} : { description }),
    frameHosts,
    documentation: {
      system: documentation?.system ?? 'documentation',
      sources: documentation?.sources ?? [{ name: productName, kind: 'site' }],
    },
  };
}

export function checkSite(site: WrittenSite, report: Report): void {
  const names = new Set<string>();
  site.documentation?.sources.forEach(({ name, url }, index) => {
    const at = ['documentation', 'sources', index];
    if (names.has(name)) report([...at, 'name'], `There is another source named "${name}"`);
    names.add(name);
    const address = url === undefined ? null : URL.parse(url);
    if (url !== undefined && !address) report([...at, 'url'], `"${url}" is not an address`);
    // The declarations are not secret, so they must not contain credentials.
    if (address && (address.username !== '' || address.password !== ''))
      report([...at, 'url'], 'The address must not contain a user or a password: use "tokenVariable"');
    if (address && (address.search !== '' || address.hash !== ''))
      report([...at, 'url'], 'The address must end with its path');
  });
}

/** The search is at /api/{system}/search, which must not collide with a resource of that name. */
export function checkDocumentationSystem(site: WrittenSite, resources: Map<string, Resource>, report: Report): void {
  const { system } = siteOf(site).documentation;
  if (resources.get(system)?.config.internal === false)
    report(
      ['documentation', 'system'],
      `/api/${system}/search would be a record of the resource "${system}": choose another name for the documentation system`,
    );
}

export function checkRules(
  rules: WrittenRule[],
  roles: Role[] | undefined,
  resources: Map<string, Resource>,
  report: Report,
): void {
  rules.forEach((rule, index) => {
    const at = ['rules', index];
    checkRole(rule.role, roles, [...at, 'role'], report);
    if (rule.resource === '*') {
      checkRuleActions(rule, [...resources.values()], at, report);
      checkGeneralRule(rule, at, report);
      return;
    }
    const resource = resources.get(rule.resource);
    checkRuleActions(rule, resource ? [resource] : [...resources.values()], at, report);
    const open = [...resources.values()].filter((other) => !other.config.internal).map((other) => other.name);
    if (!resource)
      report([...at, 'resource'], `There is no resource "${rule.resource}"${didYouMean(rule.resource, open)}`);
    else if (resource.config.internal)
      report([...at, 'resource'], `"${rule.resource}" is internal: it has no API, so no permissions`);
    else if (isKnown(resource)) checkRule(rule, resource, at, report);
  });
}

function checkGeneralRule(rule: WrittenRule, at: (string | number)[], report: Report): void {
  for (const list of ['readFields', 'writeFields'] as const) {
    rule[list]?.forEach((name, index) => {
      if (name !== '*') report([...at, list, index], 'A rule for all resources must name all fields: ["*"]');
    });
  }
  if (rule.condition && Object.keys(rule.condition).length > 0)
    report([...at, 'condition'], 'A rule for all resources cannot have a condition');
}

function checkRuleActions(
  { actions }: WrittenRule,
  resources: Resource[],
  at: (string | number)[],
  report: Report,
): void {
  const known = [...ACTIONS, ...ownPermissions(resources.flatMap((one) => one.actions))];
  actions.forEach((name, index) => {
    if (!known.includes(name))
      report(
        [...at, 'actions', index],
        `Unknown value "${name}"${didYouMean(name, known) || `. Known: ${known.join(', ')}`}`,
      );
  });
}

function checkRule(rule: WrittenRule, resource: Resource, at: (string | number)[], report: Report): void {
  const fields = new Map(resource.fields.map((field) => [field.name, field]));
  for (const list of ['readFields', 'writeFields'] as const) {
    rule[list]?.forEach((name, index) => {
      if (name !== '*' && !fields.has(name))
        report([...at, list, index], `"${resource.name}" has no field "${name}"${didYouMean(name, fields.keys())}`);
    });
  }
  try {
    if (rule.condition) parseRule(rule.condition, (name) => fields.get(name));
  } catch (error) {
    if (!(error instanceof QueryFault)) throw error;
    const key = Object.keys(rule.condition ?? {}).find((name) => name === error.subject);
    report(
      [...at, 'condition', ...(key === undefined ? [] : [key])],
      `${error.message.replace(/\.$/, '')}${didYouMean(error.subject, fields.keys())}`,
    );
  }
}
