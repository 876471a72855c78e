import { readFileSync } from 'node:fs';
import type { LdapDirectorySummary } from '../../../domain/calls/logins.ts';
import { isLoopback, type EnvironmentReader, type SettingsPart } from '../../platform/settings.ts';
import { readProviderFile } from '../identity/provider-file.ts';
import { ldapts } from '../../platform/lazy-packages.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    ldapDirectories: readonly LdapSettings[];
  }
}

export interface LdapSettings {
  /** Part of the key of its people: "ldap:campus" is their issuer. */
  name: string;
  label: string;
  /** Tried in this order. */
  servers: readonly LdapServer[];
  /** Null: it is searched anonymously. */
  bindDn: string | null;
  bindPassword: string | null;
  people: PeopleSettings;
  /** Null: people have no groups there. */
  groups: GroupSettings | null;
  /** Whether the first login makes an account. */
  provisioning: boolean;
}

export interface LdapServer {
  url: string;
  host: string;
  security: 'ldaps' | 'starttls' | 'none';
  /** PEM of the authorities trusted; null: the usual ones. */
  ca: string | null;
}

/** Without `studentId` it is not read. */
export type PeopleSettings = LdapDirectorySummary['people'] & { studentId?: string };
export type GroupSettings = NonNullable<LdapDirectorySummary['groups']>;

type Kind = 'openldap' | 'activeDirectory';

interface Written {
  name: string;
  label: string;
  kind?: Kind;
  servers: string[];
  tls?: 'starttls' | 'none';
  caFile?: string;
  bindDn?: string;
  people: Pick<PeopleSettings, 'base'> & Partial<PeopleSettings>;
  groups?: Pick<GroupSettings, 'base'> & Partial<GroupSettings>;
  provisioning?: boolean;
}

const FILE = 'LDAP_FILE';
const SECRETS = 'LDAP_SECRETS';

const PEOPLE: Record<Kind, Omit<PeopleSettings, 'base'>> = {
  openldap: {
    filter: '(objectClass=person)',
    id: 'entryUUID',
    userName: 'uid',
    loginNames: [],
    displayName: 'cn',
    email: 'mail',
  },
  activeDirectory: {
    filter: '(&(objectCategory=person)(objectClass=user))',
    id: 'objectGUID',
    userName: 'sAMAccountName',
    loginNames: ['userPrincipalName'],
    displayName: 'displayName',
    email: 'mail',
  },
};
const GROUPS: Record<Kind, Omit<GroupSettings, 'base'>> = {
  openldap: {
    filter: '(|(objectClass=groupOfNames)(objectClass=groupOfUniqueNames)(objectClass=posixGroup))',
    name: 'cn',
    member: 'member',
    mode: 'walk',
  },
  activeDirectory: { filter: '(objectClass=group)', name: 'cn', member: 'member', mode: 'walk' },
};

const DECLARED = {
  file: FILE,
  secrets: SECRETS,
  meta: 'ldap-directories',
  list: 'directories',
  one: 'directory',
  secret: 'password',
} as const;

export const ldapSettings: SettingsPart = {
  variables: [FILE, SECRETS],
  secrets: [SECRETS],
  read: (environment) => ({ ldapDirectories: readDirectories(environment) }),
};

function readDirectories(environment: EnvironmentReader): LdapSettings[] {
  const declared = readProviderFile<Written>(environment, DECLARED);
  if (declared === null) return [];
  const { file, written, secrets } = declared;
  return written.map((one) => completed(one, secrets.get(one.name) ?? null, file, environment));
}

function completed(
  { name, label, kind = 'openldap', servers, tls, caFile, bindDn, people, groups, provisioning = true }: Written,
  bindPassword: string | null,
  file: string,
  environment: EnvironmentReader,
): LdapSettings {
  const { report } = environment;
  const of = `of "${name}" in ${file}`;
  const ca = caFile === undefined ? null : readAuthorities(caFile, of, environment);
  if (bindDn !== undefined && !bindPassword)
    report(SECRETS, `set with "${name}=password" of its service account`, bindPassword === null ? '' : '***');
  if (bindDn === undefined && bindPassword !== null)
    report(`"bindDn" ${of}`, `set where ${SECRETS} has a password`, '');
  const all: LdapSettings = {
    name,
    label,
    servers: servers.map((url) => readServer(url, tls, ca, of, environment)),
    bindDn: bindDn ?? null,
    bindPassword,
    people: { ...PEOPLE[kind], ...people },
    groups: groups ? { ...GROUPS[kind], ...groups } : null,
    provisioning,
  };
  checkFilter(all.people.filter, `"people/filter" ${of}`, environment);
  if (all.groups) checkFilter(all.groups.filter, `"groups/filter" ${of}`, environment);
  return all;
}

function readServer(
  url: string,
  tls: Written['tls'],
  ca: string | null,
  of: string,
  { report }: EnvironmentReader,
): LdapServer {
  const parsed = URL.parse(url);
  const host = (parsed?.hostname ?? '').replace(/^\[|\]$/g, '');
  if (host === '') report(`"servers" ${of}`, 'an address such as ldaps://ldap.example.edu', url);
  if (url.startsWith('ldaps:')) return { url, host, security: 'ldaps', ca };
  if (tls === undefined && !isLoopback(host))
    report(`"tls" ${of}`, 'starttls for a server without ldaps://; none sends passwords in clear text', '');
  return { url, host, security: tls === 'starttls' ? 'starttls' : 'none', ca };
}

function readAuthorities(file: string, of: string, { report }: EnvironmentReader): string | null {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // Reported below.
  }
  report(`"caFile" ${of}`, 'a PEM file with certificates that can be read', file);
  return null;
}

function checkFilter(filter: string, where: string, { report }: EnvironmentReader): void {
  try {
    ldapts().FilterParser.parseString(filter);
  } catch {
    report(where, 'an LDAP filter such as (objectClass=person)', filter);
  }
}
