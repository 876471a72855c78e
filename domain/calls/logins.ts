import { calls } from './call.ts';
import { CheckResult } from './debug.ts';
import { Type, type Static } from './type.ts';

/** One step of trying where people log in: what it found, in a sentence, and what to do about it. */
const TrialStep = Type.Object({
  ...CheckResult.properties,
  title: Type.String(),
  /** Milliseconds. */
  ms: Type.Number(),
});
export type TrialStep = Static<typeof TrialStep>;

/** Identities of a directory or provider that are known here: linked to an account, waiting for one, removed there. */
const KnownIdentities = Type.Object({
  linked: Type.Count,
  waiting: Type.Count,
  removed: Type.Count,
});
export type KnownIdentities = Static<typeof KnownIdentities>;

/** A directory as it is configured, without its password. */
const LdapDirectorySummary = Type.Object({
  name: Type.String(),
  label: Type.String(),
  servers: Type.Array(
    Type.Object({
      url: Type.String(),
      security: Type.Enum(['ldaps', 'starttls', 'none']),
      hasOwnAuthorities: Type.Boolean(),
    }),
  ),
  bindDn: Type.Nullable(Type.String()),
  hasPassword: Type.Boolean(),
  people: Type.Object({
    base: Type.String(),
    filter: Type.String(),
    id: Type.String(),
    userName: Type.String(),
    /** Further attributes whose values people may log in with. */
    loginNames: Type.Array(Type.String()),
    displayName: Type.String(),
    email: Type.String(),
  }),
  groups: Type.Nullable(
    Type.Object({
      base: Type.String(),
      filter: Type.String(),
      name: Type.String(),
      member: Type.String(),
      mode: Type.Enum(['walk', 'memberOf', 'inChain']),
    }),
  ),
  provisioning: Type.Boolean(),
  known: KnownIdentities,
});
export type LdapDirectorySummary = Static<typeof LdapDirectorySummary>;

/** What trying a directory has shown: the steps at each of its servers. */
const LdapTrial = Type.Object({
  servers: Type.Array(
    Type.Object({
      url: Type.String(),
      steps: Type.Array(TrialStep),
    }),
  ),
});
export type LdapTrial = Static<typeof LdapTrial>;

/** An identity provider as it is configured, without its secret. */
const OpenidProviderSummary = Type.Object({
  name: Type.String(),
  label: Type.String(),
  issuer: Type.String(),
  clientId: Type.String(),
  clientAuthentication: Type.Enum(['basic', 'post', 'none']),
  /** The address to register there. */
  callback: Type.String(),
  scopes: Type.Array(Type.String()),
  claims: Type.Object({
    userName: Type.String(),
    displayName: Type.String(),
    email: Type.String(),
    /** Null: it is not read. */
    studentId: Type.Nullable(Type.String()),
    groups: Type.Nullable(Type.String()),
    roles: Type.Nullable(Type.String()),
  }),
  /** Null: everyone with an account at the provider. */
  allowedDomains: Type.Nullable(Type.Array(Type.String())),
  provisioning: Type.Boolean(),
  known: KnownIdentities,
});
export type OpenidProviderSummary = Static<typeof OpenidProviderSummary>;

/** What trying a provider has shown. */
const OpenidTrial = Type.Object({
  steps: Type.Array(TrialStep),
});
export type OpenidTrial = Static<typeof OpenidTrial>;

const NamedProvider = Type.Object({ name: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }) });

export const ldapCalls = calls({
  'GET /api/ldap/directories': {
    summary: 'Directories: as configured, without passwords',
    response: Type.Array(LdapDirectorySummary),
  },
  'POST /api/ldap/directories/:name/try': {
    summary: 'Directories: tests one, with or without a username',
    params: NamedProvider,
    body: Type.Object({ username: Type.Optional(Type.String({ maxLength: 254 })) }),
    response: LdapTrial,
  },
});

export const openidCalls = calls({
  'GET /api/openid/providers': {
    summary: 'Identity providers: as configured, without secrets',
    response: Type.Array(OpenidProviderSummary),
  },
  'POST /api/openid/providers/:name/try': {
    summary: 'Identity providers: tests one, without logging anyone in',
    params: NamedProvider,
    response: OpenidTrial,
  },
});
