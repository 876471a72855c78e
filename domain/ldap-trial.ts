import type { CheckOutcome } from './diagnostics.ts';

/** A directory as it is configured, without its password. */
export interface LdapDirectorySummary {
  name: string;
  label: string;
  servers: readonly { url: string; security: 'ldaps' | 'starttls' | 'none'; hasOwnAuthorities: boolean }[];
  bindDn: string | null;
  hasPassword: boolean;
  people: { base: string; filter: string; id: string; userName: string; displayName: string; email: string };
  groups: { base: string; filter: string; name: string; member: string; mode: string } | null;
  provisioning: boolean;
  /** Identities of it that are known here: linked to an account, waiting for one, gone. */
  known: { linked: number; waiting: number; gone: number };
}

/** One step of trying a directory. */
export interface TrialStep {
  title: string;
  outcome: CheckOutcome;
  /** A sentence. */
  says: string;
  /** Milliseconds. */
  ms: number;
}

/** What trying a directory has shown: the steps at each of its servers. */
export interface LdapTrial {
  servers: readonly { url: string; steps: readonly TrialStep[] }[];
}
