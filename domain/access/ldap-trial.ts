import type { KnownIdentities, TrialStep } from './login-trial.ts';

/** A directory as it is configured, without its password. */
export interface LdapDirectorySummary {
  name: string;
  label: string;
  servers: readonly { url: string; security: 'ldaps' | 'starttls' | 'none'; hasOwnAuthorities: boolean }[];
  bindDn: string | null;
  hasPassword: boolean;
  people: {
    base: string;
    filter: string;
    id: string;
    userName: string;
    loginNames: readonly string[];
    displayName: string;
    email: string;
  };
  groups: { base: string; filter: string; name: string; member: string; mode: string } | null;
  provisioning: boolean;
  known: KnownIdentities;
}

/** What trying a directory has shown: the steps at each of its servers. */
export interface LdapTrial {
  servers: readonly { url: string; steps: readonly TrialStep[] }[];
}
