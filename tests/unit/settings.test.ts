import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileSettings } from '../../server/features/files/feature.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import {
  isLoopback,
  readSettings,
  sessionSecret,
  SettingsError,
  type SettingsPart,
} from '../../server/platform/settings.ts';
import { watchSyncs } from '../factories/synced-files.ts';

function faultsOf(env: Record<string, string>): string[] {
  try {
    readSettings(env, '/project');
    return [];
  } catch (error) {
    return error instanceof SettingsError ? error.faults : [`${error}`];
  }
}

describe('settings', () => {
  test('have defaults that need no environment', () => {
    expect(readSettings({}, '/project', FEATURE_SETTINGS)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: '/project/data',
      uploadDir: '/project/data/files',
      databaseUrl: null,
      workers: 1,
      trustProxy: false,
    });
  });

  test('take folders relative to the project and the files below DATA_DIR', () => {
    expect(readSettings({ DATA_DIR: 'other data' }, '/project', FEATURE_SETTINGS)).toMatchObject({
      dataDir: '/project/other data',
      uploadDir: '/project/other data/files',
    });
    expect(readSettings({ DATA_DIR: '/srv/atrium', UPLOAD_DIR: '/files' }, '/project', FEATURE_SETTINGS)).toMatchObject(
      {
        dataDir: '/srv/atrium',
        uploadDir: '/files',
      },
    );
  });

  test('treat an empty variable as not given', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' }, '/project')).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test('report every fault together', () => {
    const faults = faultsOf({
      PORT: '70000',
      WORKERS: '-1',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://a',
      SESSION_SECRET: 'short',
      HOST: 'a b',
      PUBLIC_URL: 'portal',
      TRUST_PROXY: 'anyone',
      TEST_CLOCK_OFFSET: '1000',
    });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      'HOST',
      'PORT',
      'DATABASE_URL',
      'SESSION_SECRET',
      'WORKERS',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'PUBLIC_URL',
      'TEST_CLOCK_OFFSET',
    ]);
  });

  test('of a feature are read and checked with those of the platform, each by the feature that declares it', () => {
    const part: SettingsPart = {
      variables: ['LASER_POWER'],
      read: ({ text, report }) => {
        report('LASER_POWER', 'a number of watts', text('LASER_POWER') ?? '');
        return {};
      },
    };
    const reading = (parts: SettingsPart[]) => () => readSettings({ PORT: 'x', LASER_POWER: 'hot' }, '/project', parts);
    expect(reading([part])).toThrow(/PORT must be .*\nLASER_POWER must be a number of watts, but is "hot"/s);
    const greedy: SettingsPart = { variables: [], read: ({ text }) => ({ uploadDir: text('SESSION_SECRET') ?? '' }) };
    expect(reading([greedy])).toThrow('SESSION_SECRET is not among the variables of its feature');
  });

  test('of features are listed in the README', () => {
    const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');
    const variables = FEATURE_SETTINGS.flatMap((part) => part.variables);
    expect(FEATURE_SETTINGS).toContain(fileSettings);
    expect(variables.filter((name) => !readme.includes(`| \`${name}\``))).toEqual([]);
  });

  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['HSOT', 'HOST'],
    ['WORKER', 'WORKERS'],
    ['database_url', 'DATABASE_URL'],
    ['SESION_SECRETS', 'SESSION_SECRET'],
    ['BOUNCE_LISTENS', 'BOUNCE_LISTEN'],
  ])('refuse %s, which would be ignored', (name, meant) => {
    expect(() => readSettings({ [name]: 'x' }, '/project', FEATURE_SETTINGS)).toThrow(
      `${name} is not a setting. Did you mean ${meant}?`,
    );
  });

  test('leave alone what other programs have in the environment', () => {
    const names = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'POST',
      'SORT',
      'NODE_OPTIONS',
      'PGHOST',
      'PGDATABASE',
      'PGPORT',
    ];
    const more = ['npm_config_loglevel', 'INIT_CWD', 'LOGNAME', 'MAIL', 'XDG_DATA_DIRS', 'OTEL_TRACES_SAMPLER'];
    const others = ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_RESOURCE_ATTRIBUTES', 'UV_THREADPOOL_SIZE', 'NODE_ENV'];
    const env = Object.fromEntries([...names, ...more, ...others].map((name) => [name, 'production']));
    expect(() => readSettings(env, '/project', FEATURE_SETTINGS)).not.toThrow();
  });

  test('do not print passwords', () => {
    expect(faultsOf({ DATABASE_URL: 'pg://atrium:geheim@host/db', SESSION_SECRET: 'geheim' }).join()).not.toContain(
      'geheim',
    );
  });

  test.each([
    ['PORT', '1e3'],
    ['PORT', '3000x'],
    ['PORT', '-1'],
    ['DATABASE_POOL', '1'],
    ['WORKERS', '2.5'],
  ])('refuse %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toHaveLength(1);
  });

  test('move the clock in tests only', () => {
    const moved = { TEST_CLOCK_OFFSET: '-86400000' };
    expect(readSettings({ ...moved, NODE_ENV: 'test' }, '/p').clockOffset).toBe(-86_400_000);
    for (const env of [moved, { ...moved, NODE_ENV: 'production' }])
      expect(faultsOf(env)).toEqual([
        'TEST_CLOCK_OFFSET must be absent, save for tests with NODE_ENV=test, but is "-86400000".',
      ]);
    expect(faultsOf({ TEST_CLOCK_OFFSET: 'a day', NODE_ENV: 'test' })).toHaveLength(1);
  });

  test('read which proxies are trusted', () => {
    expect(readSettings({ TRUST_PROXY: '2' }, '/p').trustProxy).toBe(2);
    expect(readSettings({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }, '/p').trustProxy).toEqual(['loopback', '10.0.0.0/8']);
  });

  test('keep only the origin of PUBLIC_URL', () => {
    expect(readSettings({ PUBLIC_URL: 'https://portal.example.edu/path' }, '/p').publicUrl).toBe(
      'https://portal.example.edu',
    );
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.0.4', false],
])('isLoopback(%s) is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});

test('concurrent processes never read an incomplete session secret', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-secret-'));
  for (let round = 0; round < 50; round += 1) {
    const settings = readSettings({ DATA_DIR: join(folder, String(round)) }, '/project');
    const file = join(settings.dataDir, 'session-secret');
    const made = sessionSecret(settings);
    while (!existsSync(file)) await new Promise(setImmediate);
    const found = readFileSync(file, 'utf8');
    expect(found).toMatch(/^[\w-]{43}$/);
    expect(await made).toBe(found);
    expect(await readdir(settings.dataDir)).toEqual(['session-secret']);
  }
  await rm(folder, { recursive: true });
});

describe('the generated session secret', () => {
  test('survives a power cut, and is written once', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'atrium-secret-')));
    const disk = await watchSyncs(folder);
    const settings = readSettings({ DATA_DIR: join(folder, 'data') }, '/project');
    const secret = await sessionSecret(settings);
    expect(disk.sizeAfterCut(join(folder, 'data', 'session-secret'))).toBe(secret.length);
    // A full or broken disk does not prevent the use of one that exists.
    disk.fail();
    expect(await sessionSecret(settings)).toBe(secret);
    expect(await sessionSecret({ ...settings })).toBe(secret);
    disk.restore();
    await rm(folder, { recursive: true });
  });

  test('is refused when its file is damaged, so that nothing is signed with a key that others can guess', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-secret-'));
    await writeFile(join(folder, 'session-secret'), '');
    await expect(sessionSecret(readSettings({ DATA_DIR: folder }, '/project'))).rejects.toThrow(/is damaged/);
    await rm(folder, { recursive: true });
  });
});
