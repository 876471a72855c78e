import { holdsUnstorable } from '../../../domain/declarations/condition-values.ts';
import type { Tx } from '../../platform/database.ts';

export interface Identity {
  userId: number;
  /** Re-checked in the transaction that opens the session. False if the account or its password has changed. */
  isStillValid(tx: Tx): Promise<boolean>;
  /** The longest time that its sessions last. Default: the setting for all sessions. */
  sessionMinutes?: number;
  /** Called with the id of the new session, in the transaction that opens it. */
  opened?(tx: Tx, sessionId: number): Promise<void>;
}

/** Where passwords are verified: here, or in a directory. Must take equally long for known and unknown names. */
export interface IdentityProvider {
  name: string;
  /**
   * Null for an unknown name or a wrong password. Throws DirectoryDown when no server can decide, and a problem for
   * people with the right password who are not admitted.
   */
  identify(username: string, password: string): Promise<Identity | null>;
}

/** A person as a directory or an identity provider has just described them. */
export interface ProvidedPerson {
  /** The issuer of OpenID Connect, or "ldap:" and the name of the directory in the configuration. */
  issuer: string;
  /** The permanent id there: `sub`, objectGUID, entryUUID. Never a name, an address or a DN. */
  subject: string;
  userName: string | null;
  displayName: string | null;
  email: string | null;
  studentId?: string | null;
  /** Names or ids of all groups, nested ones included. Null: they could not be read, which is not the same as having none. */
  groups: string[] | null;
}

/** Whether it can be stored: 1 to 255 characters that the database accepts. */
export function isPermanentId(subject: string): boolean {
  return subject !== '' && subject.length <= 255 && !holdsUnstorable(subject);
}

export interface Directory extends IdentityProvider {
  name: string;
  issuer: string;
  /** An empty directory is broken, not abandoned. */
  hasPeople(): Promise<boolean>;
  /** Those of `subjects` that it has. Throws DirectoryDown. */
  accountStates(subjects: readonly string[]): Promise<Map<string, 'active' | 'disabled'>>;
  /** Those of `subjects` that it has and has not disabled, with their groups. Throws DirectoryDown. */
  describe(subjects: readonly string[]): Promise<ProvidedPerson[]>;
}

/** No server of a directory could answer; `message` says why, for administrators. */
export class DirectoryDown extends Error {}
