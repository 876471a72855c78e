import type { Entry } from 'ldapts';
import { isPermanentId, type ProvidedPerson } from '../identity/provider.ts';
import type { LdapSettings, PeopleSettings } from './settings.ts';

/** Where directories say that an account is disabled: Active Directory, 389 Directory Server, the password policy of OpenLDAP. */
const STATE = ['userAccountControl', 'nsAccountLock', 'pwdAccountLockedTime'];
const ACCOUNT_DISABLED = 2;
const LOCKED_FOR_GOOD = '000001010000Z';

/** A person's entry, as far as it is used here. */
export interface PersonEntry extends Omit<ProvidedPerson, 'groups' | 'issuer'> {
  dn: string;
  isDisabled: boolean;
  memberOf: string[];
}

/** The attributes asked for of people. */
export function personAttributes({ id, userName, displayName, email }: PeopleSettings): string[] {
  return [id, userName, displayName, email, 'memberOf', ...STATE];
}

/** Those of them that are no text. */
export function binaryAttributes({ id }: PeopleSettings): string[] {
  return isGuid(id) ? [id] : [];
}

/** Null for an entry without a permanent id, who cannot be known again. */
export function personOf(entry: Entry, people: PeopleSettings): PersonEntry | null {
  const subject = subjectOf(entry, people.id);
  if (subject === null || !isPermanentId(subject)) return null;
  const [control = ''] = texts(entry, 'userAccountControl');
  const isDisabled =
    (Number(control) & ACCOUNT_DISABLED) !== 0 ||
    texts(entry, 'nsAccountLock').some((value) => value.toLowerCase() === 'true') ||
    texts(entry, 'pwdAccountLockedTime').includes(LOCKED_FOR_GOOD);
  return {
    dn: entry.dn,
    subject,
    userName: texts(entry, people.userName)[0] ?? null,
    displayName: texts(entry, people.displayName)[0] ?? null,
    email: texts(entry, people.email)[0] ?? null,
    isDisabled,
    memberOf: texts(entry, 'memberOf'),
  };
}

/** The value with which the directory is asked for a permanent id. */
export function idValue({ people }: LdapSettings, subject: string): string | Buffer {
  return isGuid(people.id) ? Buffer.from(subject, 'hex') : subject;
}

/** The values of an attribute, whose name may come back in other capitals than it was asked for. */
export function texts(entry: Entry, attribute: string): string[] {
  const value = valueOf(entry, attribute);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : Buffer.isBuffer(one) ? [`${one}`] : [],
  );
}

function subjectOf(entry: Entry, id: string): string | null {
  if (!isGuid(id)) return texts(entry, id)[0]?.toLowerCase() ?? null;
  const value = valueOf(entry, id);
  const bytes = Array.isArray(value) ? value[0] : value;
  return Buffer.isBuffer(bytes) && bytes.length > 0 ? bytes.toString('hex') : null;
}

function valueOf(entry: Entry, attribute: string) {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? [] : (entry[name] ?? []);
}

function isGuid(attribute: string): boolean {
  return attribute.toLowerCase() === 'objectguid';
}
