import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ldapSettings } from '../../server/features/ldap/settings.ts';
import { readSettings, SettingsError } from '../../server/platform/settings.ts';
import { AUTHORITY } from '../factories/mail/mail-server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-ldap-settings-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const CAMPUS = {
  name: 'campus',
  label: 'Campus',
  servers: ['ldaps://ldap.example.edu'],
  people: { base: 'ou=people,dc=example,dc=edu' },
};

function read(directories: unknown, secrets?: string) {
  const file = join(folder, 'ldap.json');
  writeFileSync(file, JSON.stringify({ directories }));
  const env = { LDAP_FILE: file, ...(secrets === undefined ? {} : { LDAP_SECRETS: secrets }) };
  return readSettings(env, folder, [ldapSettings]).ldapDirectories;
}

function faults(directories: unknown, secrets?: string): string {
  try {
    read(directories, secrets);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.join('\n');
    throw error;
  }
  return '';
}

test('a directory needs a name, a label, servers and a base; the rest is known for its kind', () => {
  expect(readSettings({}, folder, [ldapSettings]).ldapDirectories).toEqual([]);
  expect(read([CAMPUS])[0]).toMatchObject({
    servers: [{ host: 'ldap.example.edu', security: 'ldaps', ca: null }],
    bindDn: null,
    people: { id: 'entryUUID', userName: 'uid' },
    groups: null,
    provisioning: true,
  });
  const active = { ...CAMPUS, kind: 'activeDirectory', groups: { base: 'dc=example,dc=edu' } };
  expect(read([active])[0]).toMatchObject({
    people: { id: 'objectGUID', userName: 'sAMAccountName' },
    groups: { mode: 'walk', member: 'member' },
  });
});

test('passwords come from the environment, also such with spaces', () => {
  const bound = { ...CAMPUS, bindDn: 'cn=portal' };
  expect(read([bound], 'campus=s=cret')[0]?.bindPassword).toBe('s=cret');
  expect(read([bound], '{"campus": "with spaces"}')[0]?.bindPassword).toBe('with spaces');
});

test.each<[string, unknown, string | undefined, string]>([
  ['a misspelt property', [{ ...CAMPUS, servres: [] }], undefined, 'Did you mean "servers"'],
  ['a password in the file', [{ ...CAMPUS, bindPassword: 'x' }], undefined, 'bindPassword'],
  ['two of one name', [CAMPUS, CAMPUS], undefined, 'another one for each directory'],
  ['cleartext that no one asked for', [{ ...CAMPUS, servers: ['ldap://ldap.example.edu'] }], undefined, 'in clear'],
  ['a filter that is none', [{ ...CAMPUS, people: { base: 'x', filter: '(((uid=' } }], undefined, 'people/filter'],
  ['authorities that are none', [{ ...CAMPUS, caFile: '/nowhere.pem' }], undefined, 'caFile'],
  ['a service account without password', [{ ...CAMPUS, bindDn: 'cn=portal' }], undefined, 'campus=password'],
  ['a password of nobody', [CAMPUS], 'campsu=x', 'Did you mean "campus"'],
  ['a user and a password in an address', [{ ...CAMPUS, servers: ['ldaps://u:p@host'] }], undefined, '/servers/0'],
])('%s is a fault in a sentence', (_, directories, secrets, words) => {
  expect(faults(directories, secrets)).toContain(words);
});

test('no fault contains a password', () => {
  expect(faults([{ ...CAMPUS, caFile: AUTHORITY }], 'campus=hush other=hush')).not.toContain('hush');
});

test('cleartext is possible where it is configured, and on this machine', () => {
  const servers = ['ldap://ldap.example.edu'];
  expect(read([{ ...CAMPUS, servers, tls: 'none' }])[0]?.servers[0]?.security).toBe('none');
  expect(read([{ ...CAMPUS, servers, tls: 'starttls' }])[0]?.servers[0]?.security).toBe('starttls');
  expect(read([{ ...CAMPUS, servers: ['ldap://127.0.0.1'] }])[0]?.servers[0]?.security).toBe('none');
});
