import { holdsUnstorable } from '../../../domain/declarations/condition-values.ts';
import type { Tx } from '../../platform/database.ts';

/** An account whose password, or whose login elsewhere, has just been verified. */
export interface Identity {
  userId: number;
  /** Re-checked within the transaction that opens the session. False if the account or its password was changed meanwhile. */
  isStillValid(tx: Tx): Promise<boolean>;
  /** How long its session lasts at most. Default: as long as any other. */
  sessionMinutes?: number;
  /** Called with the id of the new session, in the transaction that opens it. */
  opened?(tx: Tx, sessionId: number): Promise<void>;
}

/** Where passwords are verified: here, or in a directory. Must take equally long for known and unknown names. */
export interface IdentityProvider {
  name: string;
  /**
   * Null for an unknown name or a wrong password. Throws DirectoryDown when nobody can tell, and a problem for somebody whose password
   * is right and who may not enter.
   */
  identify(username: string, password: string): Promise<Identity | null>;
}

/** A person as a directory or an identity provider has just described them. */
export interface ProvidedPerson {
  /** Who says so: the issuer of OpenID Connect, or "ldap:" and the name of the directory in the configuration. */
  issuer: string;
  /** The permanent id there: `sub`, objectGUID, entryUUID. Never a name, an address or a DN. */
  subject: string;
  userName: string | null;
  displayName: string | null;
  email: string | null;
  /** Where the configuration names it. */
  studentId?: string | null;
  /** Names or ids of all groups, nested ones included. Null: they could not be read, which is not the same as having none. */
  groups: string[] | null;
}

/** Whether it can be kept as it is: of 1 to 255 characters, each of which the database can store. */
export function isPermanentId(subject: string): boolean {
  return subject !== '' && subject.length <= 255 && !holdsUnstorable(subject);
}

/** A directory that can be asked about people without their password. */
export interface Directory extends IdentityProvider {
  /** Its name in the configuration. */
  name: string;
  issuer: string;
  /** Whether it holds anybody at all. One that is empty is broken rather than left by everybody. */
  hasPeople(): Promise<boolean>;
  /** Those of `subjects` that it still holds. Throws DirectoryDown. */
  stateOf(subjects: readonly string[]): Promise<Map<string, 'active' | 'disabled'>>;
  /** Those of `subjects` that it holds and has not disabled, with their groups. Throws DirectoryDown. */
  describe(subjects: readonly string[]): Promise<ProvidedPerson[]>;
}

/** No server of a directory could answer; `message` says why, for administrators. */
export class DirectoryDown extends Error {}
