import { describe, expect, test } from 'vitest';
import { claimedGroups, isInDomain, claimedPerson } from '../../server/features/oidc/claims.ts';
import type { OpenidProvider } from '../../server/features/oidc/settings.ts';

const PROVIDER: OpenidProvider = {
  name: 'campus',
  label: 'Campus ID',
  issuer: 'https://login.example.edu',
  clientId: 'atrium',
  clientSecret: null,
  clientAuthentication: 'none',
  scopes: ['openid'],
  parameters: {},
  claims: {
    userName: 'preferred_username',
    displayName: 'name',
    email: 'email',
    studentId: null,
    groups: 'groups',
    roles: null,
  },
  withoutGroups: 'unknown',
  allowedDomains: null,
  provisioning: true,
  clockTolerance: 30,
  sessionMinutes: 60,
};

const withClaims = (claims: Partial<OpenidProvider['claims']>): OpenidProvider => ({
  ...PROVIDER,
  claims: { ...PROVIDER.claims, ...claims },
});

describe('groups', () => {
  test.each<[string, unknown, string[] | null]>([
    ['a list', ['staff', ' students ', 'staff', ''], ['staff', 'students']],
    ['none', [], []],
    ['a single one', 'staff', ['staff']],
    ['other values among them', ['staff', 7, null, { name: 'x' }], ['staff']],
    ['other values alone', [7, { name: 'x' }], null],
    ['an object', {}, null],
    ['more than 2,000', Array.from({ length: 2001 }, (_, index) => `g${index}`), null],
    ['a missing claim', undefined, null],
    ['null', null, null],
  ])('from %s', (_what, groups, expected) => {
    expect(claimedGroups(PROVIDER, { groups })).toEqual(expected);
  });

  test('that Microsoft keeps elsewhere could not be read, which is not the same as none', () => {
    const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph' } } };
    expect(claimedGroups(PROVIDER, overage)).toBeNull();
    expect(claimedGroups({ ...PROVIDER, withoutGroups: 'none' }, overage)).toBeNull();
    expect(claimedGroups({ ...PROVIDER, withoutGroups: 'none' }, { hasgroups: true })).toBeNull();
  });

  test('are none without the claim where the configuration says so', () => {
    expect(claimedGroups({ ...PROVIDER, withoutGroups: 'none' }, {})).toEqual([]);
  });

  test('and roles are taken together; both must be known', () => {
    const both = withClaims({ roles: 'realm_access.roles' });
    expect(claimedGroups(both, { groups: ['a'], realm_access: { roles: ['b', 'a'] } })).toEqual(['a', 'b']);
    expect(claimedGroups(both, { groups: ['a'] })).toBeNull();
    expect(
      claimedGroups(withClaims({ groups: 'https://x.example/groups' }), { 'https://x.example/groups': ['c'] }),
    ).toEqual(['c']);
  });

  test('are none where no claim of them is configured', () => {
    expect(claimedGroups(withClaims({ groups: null }), { groups: ['admin'] })).toEqual([]);
  });

  test('cannot be reached through what every object has', () => {
    expect(claimedGroups(withClaims({ groups: 'constructor.name' }), {})).toBeNull();
  });
});

describe('a person', () => {
  test('has the claims that the configuration names, as far as they are texts', () => {
    const claims = { upn: ' ada@example.edu ', name: ['Ada'], email: '', groups: [] };
    expect(claimedPerson(withClaims({ userName: 'upn' }), 'https://i', 'x-1', claims)).toEqual({
      issuer: 'https://i',
      subject: 'x-1',
      userName: 'ada@example.edu',
      displayName: null,
      email: null,
      studentId: null,
      groups: [],
    });
  });

  test('has a student ID where the configuration says which claim is one, also as a number', () => {
    const studentIdOf = (value: unknown) =>
      claimedPerson(withClaims({ studentId: 'eduId' }), 'https://i', 'x-1', { eduId: value }).studentId;
    expect([studentIdOf(' 00123 '), studentIdOf(123), studentIdOf(1.5), studentIdOf(['1'])]).toEqual([
      ...['00123', '123'],
      ...[null, null],
    ]);
    expect(claimedPerson(PROVIDER, 'https://i', 'x-1', { eduId: '1' }).studentId).toBeNull();
  });
});

describe('allowed domains', () => {
  const campus = { ...PROVIDER, allowedDomains: ['example.edu'] };

  test.each<[string, object, boolean]>([
    ['a verified address', { email: 'Ada@Example.EDU', email_verified: true }, true],
    ['one that nothing is said about', { email: 'ada@example.edu' }, true],
    ['an unverified one', { email: 'ada@example.edu', email_verified: false }, false],
    ['one unverified in words', { email: 'ada@example.edu', email_verified: 'false' }, false],
    ['one whose domain Microsoft has not verified', { email: 'ada@example.edu', xms_edov: 0 }, false],
    ['another domain', { email: 'ada@evil.example' }, false],
    ['a domain below', { email: 'ada@x.example.edu' }, false],
    ['a domain that only ends like it', { email: 'ada@evilexample.edu' }, false],
    ['two signs', { email: 'ada@example.edu@evil.example' }, false],
    ['none', {}, false],
    ['a bare domain', { email: 'example.edu' }, false],
  ])('%s', (_what, claims, expected) => {
    expect(isInDomain(campus, { ...claims })).toBe(expected);
  });

  test('without them everyone can log in', () => {
    expect(isInDomain(PROVIDER, {})).toBe(true);
  });

  test('has no address that the provider calls unverified', () => {
    const emailOf = (claims: object) =>
      claimedPerson(PROVIDER, 'https://i', 'x-1', { email: 'ada@example.edu', ...claims }).email;
    for (const claims of [{}, { email_verified: true }, { email_verified: 'true' }, { xms_edov: 1 }])
      expect(emailOf(claims)).toBe('ada@example.edu');
    for (const claims of [{ email_verified: false }, { email_verified: 'false' }, { xms_edov: 0 }])
      expect(emailOf(claims)).toBeNull();
  });
});
