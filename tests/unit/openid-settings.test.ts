import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openidSettings } from '../../server/features/oidc/settings.ts';
import { readSettings, SettingsError, type Settings } from '../../server/platform/settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'openid-'));
const file = join(folder, 'providers.json');
afterAll(() => rmSync(folder, { recursive: true }));

const CAMPUS = { name: 'campus', label: 'Campus ID', issuer: 'https://login.example.edu', clientId: 'atrium' };

function read(providers: unknown, env: Record<string, string> = { OPENID_SECRETS: 'campus=s3cret' }): Settings {
  writeFileSync(file, typeof providers === 'string' ? providers : JSON.stringify({ providers }));
  return readSettings({ OPENID_FILE: file, ...env }, folder, [openidSettings]);
}

function faults(...given: Parameters<typeof read>): string {
  try {
    read(...given);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.join('\n');
    throw error;
  }
  return '';
}

describe('the file of the OpenID Connect providers', () => {
  test('is not needed', () => {
    expect(readSettings({}, folder, [openidSettings]).openidProviders).toEqual([]);
  });

  test('names a provider in four words, the rest is as usual', () => {
    expect(read([CAMPUS]).openidProviders).toEqual([
      {
        ...CAMPUS,
        clientSecret: 's3cret',
        clientAuthentication: 'basic',
        scopes: ['openid', 'profile', 'email'],
        parameters: {},
        claims: {
          userName: 'preferred_username',
          displayName: 'name',
          email: 'email',
          studentId: null,
          groups: null,
          roles: null,
        },
        withoutGroups: 'unknown',
        allowedDomains: null,
        provisioning: true,
        clockTolerance: 30,
        sessionMinutes: 60,
      },
    ]);
  });

  test('has the secrets of several beside it, which can contain signs', () => {
    const library = { ...CAMPUS, name: 'library', issuer: 'https://id.library.example.edu/x/' };
    const { openidProviders } = read([CAMPUS, library], { OPENID_SECRETS: 'library=a=b,c  campus=:;"' });
    expect(openidProviders.map(({ clientSecret }) => clientSecret)).toEqual([':;"', 'a=b,c']);
  });

  test('can name a provider on this machine by http', () => {
    for (const issuer of ['http://localhost:4000', 'http://127.0.0.1:1', 'http://[::1]:8080/realm'])
      expect(read([{ ...CAMPUS, issuer }]).openidProviders).toHaveLength(1);
  });

  test.each([
    ['http://login.example.edu'],
    ['http://localhost.evil.example'],
    ['login.example.edu'],
    ['ftp://login.example.edu'],
    ['javascript:alert(1)'],
    ['https://login.example.edu/?x=1'],
    ['https://someone@login.example.edu'],
  ])('refuses the issuer %s', (issuer) => {
    expect(faults([{ ...CAMPUS, issuer }])).toBe(
      `"issuer" of "campus" in ${file} must be an https address such as https://login.example.edu/realms/campus, but is "${issuer}".`,
    );
  });

  test.each(['common', 'organizations', 'consumers'])('refuses the many organizations of Microsoft (%s)', (tenant) => {
    expect(faults([{ ...CAMPUS, issuer: `https://login.microsoftonline.com/${tenant}/v2.0` }])).toContain(
      'the one of a single organization',
    );
  });

  test.each<[string, unknown, string]>([
    ['no JSON', '{', 'a JSON file that can be read'],
    ['another form', { providers: {} }, 'Must be a list'],
    ['no client', [{ ...CAMPUS, clientId: undefined }], 'at /providers/0: "clientId" is missing'],
    ['a mistyped key', [{ ...CAMPUS, scope: [] }], 'Did you mean "scopes"?'],
    ['two of a name', [CAMPUS, CAMPUS], 'another one for each provider, but is "campus"'],
    ['a parameter of ours', [{ ...CAMPUS, parameters: { redirect_uri: 'x' } }], 'but is "redirect_uri"'],
    ['a session of a week', [{ ...CAMPUS, sessionMinutes: 10_080 }], '/providers/0/sessionMinutes'],
  ])('is refused in a sentence with %s', (_what, providers, words) => {
    expect(faults(providers)).toContain(words);
  });

  test('wants a secret, or none for a public client, and never repeats it', () => {
    expect(faults([CAMPUS], {})).toContain('OPENID_SECRETS must be set with "campus=secret"');
    const open = { ...CAMPUS, clientAuthentication: 'none' };
    expect(read([open], {}).openidProviders[0]?.clientSecret).toBeNull();
    const messages = [faults([open]), faults([CAMPUS], { OPENID_SECRETS: 'campus=s3cret other=s3cret' })];
    expect(messages[0]).toContain('a public client');
    expect(messages[1]).toContain('name=secret');
    expect(messages.join()).not.toContain('s3cret');
  });
});
