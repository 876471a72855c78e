import { expect, test } from 'vitest';
import { idValue, personAttributes, readPerson } from '../../server/features/ldap/entries.ts';

const people = {
  base: 'dc=campus',
  filter: '(objectClass=user)',
  id: 'objectGUID',
  userName: 'sAMAccountName',
  loginNames: [],
  displayName: 'displayName',
  email: 'mail',
};
const guid = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
const entry = { dn: 'CN=Ada,DC=campus', objectGUID: guid, samaccountname: 'Ada', displayName: 'Ada L.', mail: [] };

test('a person of Active Directory is known by the bytes of the permanent id', () => {
  const person = readPerson({ ...entry, userAccountControl: '512' }, people);
  expect(person).toMatchObject({
    subject: guid.toString('hex'),
    userName: 'Ada',
    email: null,
    disabledFrom: Infinity,
    memberOf: { values: [], next: null },
    primaryGroup: null,
  });
  expect(idValue({ people }, guid.toString('hex'))).toEqual(guid);
});

test('the student ID is read where the configuration says which attribute is one', () => {
  const numbered = { ...people, studentId: 'employeeNumber' };
  expect(
    [personAttributes(people), personAttributes(numbered)].map((names) => names.includes('employeeNumber')),
  ).toEqual([false, true]);
  expect(readPerson({ ...entry, employeenumber: '00123' }, numbered)).toMatchObject({ studentId: '00123' });
  expect(readPerson(entry, numbered)).toMatchObject({ studentId: null });
  expect(readPerson({ ...entry, employeenumber: '00123' }, people)).not.toHaveProperty('studentId');
});

test.each([
  ['Active Directory', { userAccountControl: '514' }],
  ['389 Directory Server', { nsAccountLock: 'TRUE' }],
  ['the password policy of OpenLDAP', { pwdAccountLockedTime: '000001010000Z' }],
])('a disabled account is recognized by %s', (_, state) => {
  expect(readPerson({ ...entry, ...state }, people)?.disabledFrom).toBe(-Infinity);
});

test('an entry without a permanent id is no one', () => {
  expect(readPerson({ dn: 'CN=Ada,DC=campus', sAMAccountName: 'Ada' }, people)).toBeNull();
});
