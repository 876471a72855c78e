import { expect, test } from 'vitest';
import { parseGroupName } from '../../server/features/identity/group-names.ts';
import { mappedGroups } from '../../server/features/identity/memberships.ts';

const PROVIDERS = { ldap: new Set(['campus']), openid: new Set(['library']) };

test('a group of a directory or provider that does not exist is no one else’s', () => {
  for (const written of ['ldap:gone:admins', 'openid:gone:admins', 'LDAP:library:admins', 'openid:campus:admins']) {
    expect(parseGroupName(written, PROVIDERS)?.provider).not.toBeNull();
    const known = [{ kind: 'openid' as const, provider: 'library', groups: [written, 'admins', 'gone:admins'] }];
    expect(mappedGroups([{ id: 1, directoryNames: [written] }], known, PROVIDERS), written).toEqual([]);
  }
});

test('a directory and a provider are distinguished, and a colon in a plain name is part of it', () => {
  const known = [{ kind: 'openid' as const, provider: 'library', groups: ['admins', 'urn:mace:staff'] }];
  const groups = ['library:admins', 'ldap:library:admins', 'openid:library:admins', 'campus:admins', 'urn:mace:staff'];
  const mapped = groups.map((written, id) => ({ id, directoryNames: [written] }));
  expect(mappedGroups(mapped, known, PROVIDERS)).toEqual([0, 2, 4]);
});
