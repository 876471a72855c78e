import type { CheckResult } from '../operations/diagnostics.ts';

/** One step of trying where people log in: what it found, in a sentence, and what to do about it. */
export interface TrialStep extends CheckResult {
  title: string;
  /** Milliseconds. */
  ms: number;
}

/** Identities of a directory or provider that are known here: linked to an account, waiting for one, gone. */
export interface KnownIdentities {
  linked: number;
  waiting: number;
  gone: number;
}
