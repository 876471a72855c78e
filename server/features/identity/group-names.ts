import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';

/** A directory and an OpenID Connect provider may have the same name. */
export type ProviderKind = 'ldap' | 'openid';
export type ProviderNames = Readonly<Record<ProviderKind, ReadonlySet<string>>>;

/** A group elsewhere. Without a provider: the group of this name at any of them. */
export interface ExternalGroup {
  provider: { kind: ProviderKind; name: string } | null;
  name: string;
}

const KINDS = ['ldap', 'openid'] as const;

/** The issuer of a directory's people is "ldap:" and its name (provider.ts). */
export function kindOfIssuer(issuer: string): ProviderKind {
  return issuer.startsWith('ldap:') ? 'ldap' : 'openid';
}

/**
 * Parses a name of a group elsewhere: "staff" of any provider, "campus:staff" of the provider "campus" alone; "ldap:campus:staff" and
 * "openid:campus:staff" say which one is meant where two have the name. A colon after anything else is part of the group's name. Null: two
 * have the name, and which one is meant is not said.
 */
export function parseGroupName(written: string, providers: ProviderNames): ExternalGroup | null {
  const text = written.trim();
  const [first = '', ...rest] = text.split(':');
  const [prefix, second] = [first.toLowerCase(), rest[0]?.toLowerCase() ?? ''];
  const kind = KINDS.find((one) => one === prefix);
  // Also where there is no such provider (anymore): otherwise the group would be one that any other may have.
  if (kind && rest.length > 1) return { provider: { kind, name: second }, name: rest.slice(1).join(':') };
  if (rest.length === 0) return { provider: null, name: text };
  const [only, other] = KINDS.filter((one) => providers[one].has(prefix));
  if (only === undefined) return { provider: null, name: text };
  return other === undefined ? { provider: { kind: only, name: prefix }, name: rest.join(':') } : null;
}

export function configuredProviders({
  ldapDirectories,
  openidProviders,
}: Pick<Settings, 'ldapDirectories' | 'openidProviders'>): ProviderNames {
  return {
    ldap: new Set(ldapDirectories.map(({ name }) => name)),
    openid: new Set(openidProviders.map(({ name }) => name)),
  };
}

/**
 * The configured providers, and those of the names' prefixes that have identities here although they are no longer configured:
 * otherwise "campus:staff" would become a group that any other provider may have once "campus" is removed.
 */
export async function providersNamedBy(
  { settings }: Needs<'settings'>,
  tx: Tx,
  names: readonly string[],
): Promise<ProviderNames> {
  const configured = configuredProviders(settings);
  const prefixes = names
    .flatMap((name) => name.trim().toLowerCase().split(':').slice(0, 2))
    .filter((prefix) => !configured.ldap.has(prefix) && !configured.openid.has(prefix));
  if (prefixes.length === 0) return configured;
  const { rows } = await sql<{ name: string; ldap: boolean; openid: boolean }>`
    select p.name,
      exists (select 1 from identities where provider = p.name and issuer like 'ldap:%') as ldap,
      exists (select 1 from identities where provider = p.name and issuer not like 'ldap:%') as openid
    from unnest(${[...new Set(prefixes)]}::text[]) as p (name)`.execute(tx);
  const withFormer = (kind: ProviderKind) =>
    new Set([...configured[kind], ...rows.filter((row) => row[kind]).map(({ name }) => name)]);
  return { ldap: withFormer('ldap'), openid: withFormer('openid') };
}
