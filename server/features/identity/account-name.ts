import { createHash } from 'node:crypto';
import { holdsUnstorable } from '../../../domain/declarations/condition-values.ts';
import { FORMATS } from '../../declarations/formats.ts';
import type { ProvidedPerson } from './provider.ts';

const LONGEST_NAME = 64;

export interface StoredPerson {
  userName: string;
  displayName: string | null;
  /** Null if invalid: an address that cannot receive mails would refuse the whole account. */
  email: string | null;
}

export function toStoredPerson(person: ProvidedPerson): StoredPerson {
  const email = cleaned(person.email, 254);
  return {
    userName: cleaned(person.userName, 254) ?? '',
    displayName: cleaned(person.displayName, 120),
    email: email !== null && FORMATS.email.test(email) ? email : null,
  };
}

/** Null if invalid: rosters of classes and cards identify people by it. */
export function studentIdOf({ studentId }: ProvidedPerson): string | null {
  const plain = studentId?.trim() ?? '';
  return /^[A-Za-z0-9._-]{1,20}$/.test(plain) ? plain : null;
}

/** Without those that cannot be stored, which no group here can take either. */
export function storableGroups(groups: readonly string[]): string[] {
  return [...new Set(groups)].filter((group) => !holdsUnstorable(group));
}

/**
 * The username of a new account: the one that the person has at the provider, as far as usernames here allow. Someone without a usable
 * one gets a name that says nothing.
 */
export function accountNameOf(person: ProvidedPerson): string {
  const plain = (person.userName ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9._@-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  if (plain !== '' && plain.length <= LONGEST_NAME) return plain;
  return `person-${createHash('sha256')
    .update(JSON.stringify([person.issuer, person.subject]))
    .digest('hex')
    .slice(0, 12)}`;
}

function cleaned(text: string | null, longest: number): string | null {
  const plain = (text ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .trim();
  return plain === '' ? null : plain;
}
