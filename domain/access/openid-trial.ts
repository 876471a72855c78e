import type { KnownIdentities, TrialStep } from './login-trial.ts';

/** An identity provider as it is configured, without its secret. */
export interface OpenidProviderSummary {
  name: string;
  label: string;
  issuer: string;
  clientId: string;
  clientAuthentication: 'basic' | 'post' | 'none';
  /** The address to register there. */
  callback: string;
  scopes: readonly string[];
  claims: { userName: string; displayName: string; email: string; groups: string | null; roles: string | null };
  /** Null: everybody whom the provider lets in. */
  allowedDomains: readonly string[] | null;
  provisioning: boolean;
  known: KnownIdentities;
}

/** What trying a provider has shown. */
export interface OpenidTrial {
  steps: readonly TrialStep[];
}
