import { declaredFields } from '../../domain/declarations/fields.ts';
import type { SettingKey, SystemSettingValues } from '../../domain/generated/settings.ts';
import { matchRoute } from '../../domain/access/match-route.ts';
import type { SettingGroup } from '../../domain/declarations/model.ts';
import type { RouteDeclaration, SiteConfig, SiteSetting } from '../../domain/declarations/site.ts';
import { defaultOf, settingFault, settingsByKey } from './system-settings.ts';
import { didYouMean, reporter, type Report } from './faults.ts';
import type { DeclarationFiles } from './files.ts';
import { withOptions, type Lists } from './options.ts';
import { checkValues, valueFaults } from './values.ts';

const FILE = 'config/settings.json';

type WrittenGroup = Pick<SettingGroup, 'name' | 'title' | 'description' | 'properties'> &
  Partial<Pick<SettingGroup, 'where'>>;

interface Known {
  lists: Lists;
  /** Undefined when they could not be read. */
  routes: readonly RouteDeclaration[] | undefined;
  /** The settings that the server reads. */
  keys: readonly SettingKey[];
}

/** Reads config/settings.json. A setting that the server reads and no one declares is a fault, too. */
export async function loadSettings(files: DeclarationFiles, { lists, routes, keys }: Known): Promise<SettingGroup[]> {
  const written = (await files.declared<{ groups: WrittenGroup[] }>(FILE, 'settings'))?.groups;
  if (!written) return [];
  const report = reporter(files.faults, FILE);
  const groups = written.map((group, index): SettingGroup => {
    if (written.findIndex(({ name }) => name === group.name) < index)
      report(['groups', index, 'name'], `There is another group "${group.name}"`);
    const { properties } = withOptions(group, lists);
    return { ...group, properties, fields: declaredFields({ properties }), where: group.where ?? {} };
  });
  groups.forEach((group, index) => checkGroup(group, written[index]!, ['groups', index], routes, report));
  const declared = settingsByKey(groups);
  for (const key of keys.filter((other) => !declared.has(other)))
    report(['groups'], `The setting "${key}" is missing: the server needs it`);
  return groups;
}

/** What the settings say of the site before anything is stored. */
export function initialSite(groups: readonly SettingGroup[]): Pick<SiteConfig, SiteSetting> {
  const declared = settingsByKey(groups);
  const initial = <Key extends SettingKey>(key: Key): SystemSettingValues[Key] => {
    const setting = declared.get(key);
    return (setting ? defaultOf(setting.field) : null) as SystemSettingValues[Key];
  };
  return {
    timezone: initial('site.timezone'),
    locale: initial('site.locale'),
    currency: initial('site.currency'),
    terms: initial('site.terms'),
    uploadMegabytes: initial('limits.uploadMegabytes'),
  };
}

function checkGroup(
  { name: group, fields, properties, where }: SettingGroup,
  written: WrittenGroup,
  steps: (string | number)[],
  routes: Known['routes'],
  report: Report,
): void {
  for (const { name, schema } of fields) {
    const at = [...steps, 'properties', name];
    checkValues(written.properties[name]!, at, true, report);
    const { default: value } = schema;
    if (value === undefined) continue;
    // The written property does not say which values its list of options has.
    const faults = schema['x-options'] ? valueFaults(schema, value) : [];
    const fault =
      faults.length > 0
        ? `${JSON.stringify(value)} is not a value of "${schema['x-options'] ?? ''}"${hint(schema.enum, value)}`
        : settingFault(`${group}.${name}`, value);
    if (fault !== null) report([...at, 'default'], fault);
  }
  for (const [name, places] of Object.entries(where)) {
    if (!properties[name])
      report([...steps, 'where', name], `There is no setting "${name}"${didYouMean(name, Object.keys(properties))}`);
    places.forEach(({ to }, index) => {
      if (routes && !matchRoute(to.split(/[?#]/)[0] ?? '', routes))
        report([...steps, 'where', name, index, 'to'], `There is no page "${to}"`);
    });
  }
}

function hint(values: readonly (string | number)[] = [], value: unknown): string {
  return typeof value === 'string' ? didYouMean(value, values.map(String)) : '';
}
