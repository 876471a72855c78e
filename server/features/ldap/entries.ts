import type { Entry } from 'ldapts';
import { isPermanentId, type ProvidedPerson } from '../identity/provider.ts';
import type { LdapSettings, PeopleSettings } from './settings.ts';

/** The attributes of disabled accounts: Active Directory, 389 Directory Server, the password policy of OpenLDAP. */
const STATE = ['userAccountControl', 'accountExpires', 'nsAccountLock', 'pwdAccountLockedTime'];
const ACCOUNT_DISABLED = 2;
const LOCKED_FOR_GOOD = '000001010000Z';
const FILE_TIME_EPOCH = Date.UTC(1601, 0);

export interface PersonEntry extends Omit<ProvidedPerson, 'groups' | 'issuer'> {
  dn: string;
  /** When the account is disabled, in epoch milliseconds; Infinity: never. */
  disabledFrom: number;
  memberOf: RangedTexts;
  /** The objectSid of the group that Active Directory counts everyone in without listing them; null elsewhere. */
  primaryGroup: Buffer | null;
}

/** Active Directory returns 1,500 values at a time. */
export interface RangedTexts {
  values: string[];
  /** Where the following ones begin; null: there are none. */
  next: number | null;
}

export function personAttributes({ id, userName, displayName, email, studentId }: PeopleSettings): string[] {
  const named = [id, userName, displayName, email, ...(studentId === undefined ? [] : [studentId])];
  return [...named, 'memberOf', 'objectSid', 'primaryGroupID', ...STATE];
}

export function binaryAttributes({ id }: PeopleSettings): string[] {
  // In the server's spelling, whatever the configuration's.
  return isGuid(id) ? [id, 'objectGUID', 'objectSid'] : ['objectSid'];
}

/** Null for an entry without a permanent id, who cannot be known again. */
export function readPerson(entry: Entry, people: PeopleSettings): PersonEntry | null {
  const subject = entrySubject(entry, people.id);
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
    ...(people.studentId === undefined ? {} : { studentId: texts(entry, people.studentId)[0] ?? null }),
    disabledFrom: isDisabled ? -Infinity : expiryOf(entry),
    memberOf: rangedTexts(entry, 'memberOf'),
    primaryGroup: primaryGroupOf(entry),
  };
}

/** Active Directory writes "never" as 0, or as a time that never comes. */
function expiryOf(entry: Entry): number {
  const ticks = Number(texts(entry, 'accountExpires')[0] ?? 0);
  return ticks > 0 ? FILE_TIME_EPOCH + ticks / 10_000 : Infinity;
}

/** The value by which the directory finds a permanent id. */
export function idValue({ people }: Pick<LdapSettings, 'people'>, subject: string): string | Buffer {
  return isGuid(people.id) ? Buffer.from(subject, 'hex') : subject;
}

/** Attribute names may return in another case than requested. */
export function texts(entry: Entry, attribute: string): string[] {
  const value = attributeValue(entry, attribute);
  const values = Array.isArray(value) ? value : [value];
  return values.flatMap((one) =>
    typeof one === 'string' && one !== '' ? [one] : Buffer.isBuffer(one) ? [`${one}`] : [],
  );
}

/** The values of an attribute that may come in parts: "memberOf;range=0-1499", the last part "memberOf;range=1500-*". */
export function rangedTexts(entry: Entry, attribute: string): RangedTexts {
  const part = Object.keys(entry)
    .map((key) => ({ key, found: /^(.+);range=\d+-(\d+|\*)$/i.exec(key) }))
    .find(({ found }) => found?.[1]?.toLowerCase() === attribute.toLowerCase());
  const end = part?.found?.[2];
  return {
    values: texts(entry, part?.key ?? attribute),
    next: end === undefined || end === '*' ? null : Number(end) + 1,
  };
}

/** A permanent id as the tools of the directory write it: Active Directory turns around the first three parts of its bytes. */
export function formatDirectoryId({ people }: Pick<LdapSettings, 'people'>, subject: string): string {
  const parts = /^(..)(..)(..)(..)(..)(..)(..)(..)(.{4})(.{12})$/.exec(subject);
  if (!isGuid(people.id) || parts === null) return subject;
  const [, a = '', b = '', c = '', d = '', e = '', f = '', g = '', h = '', i = '', j = ''] = parts;
  return `${d}${c}${b}${a}-${f}${e}-${h}${g}-${i}-${j}`;
}

/** The id of the person's domain, with the number of the group as its last part. */
function primaryGroupOf(entry: Entry): Buffer | null {
  const value = attributeValue(entry, 'objectSid');
  const sid = Array.isArray(value) ? value[0] : value;
  const number = Number(texts(entry, 'primaryGroupID')[0] ?? NaN);
  if (!Buffer.isBuffer(sid) || sid.length < 12 || !Number.isInteger(number) || number < 0 || number > 0xffffffff)
    return null;
  const group = Buffer.from(sid);
  group.writeUInt32LE(number, group.length - 4);
  return group;
}

function entrySubject(entry: Entry, id: string): string | null {
  if (!isGuid(id)) return texts(entry, id)[0]?.toLowerCase() ?? null;
  const value = attributeValue(entry, id);
  const bytes = Array.isArray(value) ? value[0] : value;
  return Buffer.isBuffer(bytes) && bytes.length > 0 ? bytes.toString('hex') : null;
}

function attributeValue(entry: Entry, attribute: string) {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? [] : (entry[name] ?? []);
}

function isGuid(attribute: string): boolean {
  return attribute.toLowerCase() === 'objectguid';
}
