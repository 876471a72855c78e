import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder, syncFolder } from './durable-files.ts';
import { MASK, withoutPasswords } from './masked.ts';
import { misspelledVariables } from './misspelled-variables.ts';

const VARIABLES = [
  'HOST',
  'PORT',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'DATABASE_URL',
  'DATABASE_POOL',
  'DATA_DIR',
  'SESSION_SECRET',
  'WORKERS',
  'LOG_LEVEL',
  'SITE_LANGUAGE',
  'NODE_ENV',
  'TEST_CLOCK_OFFSET',
];
const SECRETS = ['SESSION_SECRET'];
/** Treated as secret even if undeclared. The name of a file reveals nothing. */
const SECRET_NAME = /(SECRET|PASSWORD|TOKEN|CREDENTIAL)(?!.*FILE)/;
const SHORTEST_SECRET = 32;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Everything configured by environment variables, read once at start by `readSettings`; the README lists the variables. Features add
 * their own (`SettingsPart`).
 */
export interface Settings {
  /** Folder that holds schemas/, config/ and dist/. */
  root: string;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  /** null: generated and kept in dataDir. Several machines must share one. */
  sessionSecret: string | null;
  workers: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Proxies whose X-Forwarded-* headers are trusted: none, a number of hops, or addresses. */
  trustProxy: false | number | string[];
  /** The http(s) origin that browsers use when a proxy stands in front. */
  publicUrl: string | null;
  /** For tests: milliseconds that the server's clock is ahead of the machine's. */
  clockOffset: number;
  /** Every variable that the portal knows, as it was read, without secrets: null where it is not set. */
  environment: readonly { name: string; value: string | null }[];
}

export class SettingsError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(`The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.join('\n')}`);
    this.faults = faults;
  }
}

type Environment = Record<string, string | undefined>;
type Report = (name: string, expected: string, value: string) => void;

/** Gives a feature access to its own environment variables. */
export interface EnvironmentReader {
  root: string;
  dataDir: string;
  /** The trimmed value of one of the feature's variables; null when unset. */
  text: (variable: string) => string | null;
  /** Reports a fault; all faults are listed together and prevent the start. */
  report: Report;
}

/**
 * The variables of one feature and the settings they determine. The feature declares its properties by merging the interface
 * `Settings`.
 */
export interface SettingsPart {
  variables: readonly string[];
  /** Variables whose values are never shown. Passwords in addresses are masked anyway. */
  secrets?: readonly string[];
  read: (environment: EnvironmentReader) => Partial<Settings>;
}

/**
 * Reads and validates the settings of the platform and of `parts`. `root` is the project's folder. Throws a SettingsError that lists
 * every fault.
 */
export function readSettings(
  env: Environment,
  root: string = process.cwd(),
  parts: readonly SettingsPart[] = [],
): Settings {
  const faults: string[] = [];
  const report: Report = (name, expected, value) => faults.push(`${name} must be ${expected}, but is "${value}".`);
  const text = (name: string): string | null => env[name]?.trim() || null;
  const dataDir = resolve(root, text('DATA_DIR') ?? 'data');
  const platform = {
    environment: environmentOf(text, parts),
    root,
    host: host(text('HOST') ?? '127.0.0.1', report),
    port: whole(report, 'PORT', text('PORT'), { otherwise: 3000, min: 0, max: 65535 }),
    dataDir,
    databaseUrl: databaseUrl(text('DATABASE_URL'), report),
    databasePool: whole(report, 'DATABASE_POOL', text('DATABASE_POOL'), { otherwise: 20, min: 2, max: 1000 }),
    sessionSecret: secret(text('SESSION_SECRET'), report),
    workers: whole(report, 'WORKERS', text('WORKERS'), { otherwise: 1, min: 1, max: 64 }),
    logLevel: readChoice('LOG_LEVEL', text('LOG_LEVEL') ?? 'warn', LOG_LEVELS, report),
    trustProxy: trustProxy(text('TRUST_PROXY'), report),
    publicUrl: publicUrl(text('PUBLIC_URL'), report),
    clockOffset: clockOffset(text('TEST_CLOCK_OFFSET'), text('NODE_ENV'), report),
  };
  const own = parts.map(({ variables, read }) =>
    read({
      root,
      dataDir,
      report,
      text: (variable) => {
        if (!variables.includes(variable)) throw new Error(`${variable} is not among the variables of its feature.`);
        return text(variable);
      },
    }),
  );
  const known = [...VARIABLES, ...parts.flatMap(({ variables }) => variables)];
  faults.push(...misspelledVariables(Object.keys(env), known));
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.assign(platform, ...own) as Settings;
}

function environmentOf(text: (name: string) => string | null, parts: readonly SettingsPart[]): Settings['environment'] {
  const secrets = new Set([...SECRETS, ...parts.flatMap((part) => part.secrets ?? [])]);
  return [...VARIABLES, ...parts.flatMap(({ variables }) => variables)].map((name) => {
    const value = text(name);
    return {
      name,
      value: value === null ? null : secrets.has(name) || SECRET_NAME.test(name) ? MASK : withoutPasswords(value),
    };
  });
}

export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

const secrets = new WeakMap<Settings, Promise<string>>();

/** The configured session secret, or the one in dataDir, which the first start generates. Read once. */
export function sessionSecret(settings: Settings): Promise<string> {
  if (settings.sessionSecret) return Promise.resolve(settings.sessionSecret);
  const known = secrets.get(settings);
  if (known) return known;
  const read = readSecret(join(settings.dataDir, 'session-secret'));
  secrets.set(settings, read);
  read.catch(() => secrets.delete(settings));
  return read;
}

async function readSecret(file: string): Promise<string> {
  const found = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return null;
  });
  if (found === null) {
    await generateSecret(file);
    return readSecret(file);
  }
  if (found.trim().length >= SHORTEST_SECRET) return found.trim();
  throw new SettingsError([
    `${file} is damaged. Restore it from a backup, or delete it: then everyone logs in again, and linked cards and links in emails are no longer valid.`,
  ]);
}

/** Written to a temporary file and then linked, so that processes starting concurrently never read a partial file. */
async function generateSecret(file: string): Promise<void> {
  await makeFolder(dirname(file));
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
    await link(draft, file).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

function host(value: string, report: Report): string {
  if (!/^[A-Za-z0-9._:%-]+$/.test(value)) report('HOST', 'an address or host name such as 127.0.0.1 or 0.0.0.0', value);
  return value;
}

function whole(
  report: Report,
  name: string,
  value: string | null,
  { otherwise, min, max }: { otherwise: number; min: number; max: number },
): number {
  if (value === null) return otherwise;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  report(name, `a whole number from ${min} to ${max}`, value);
  return otherwise;
}

function readChoice<T extends string>(name: string, value: string, allowed: readonly T[], report: Report): T | 'warn' {
  const found = allowed.find((entry) => entry === value);
  if (!found) report(name, `one of ${allowed.join(', ')}`, value);
  return found ?? 'warn';
}

function databaseUrl(value: string | null, report: Report): string | null {
  if (value !== null && !/^postgres(ql)?:\/\/\S+$/.test(value)) {
    report(
      'DATABASE_URL',
      'a PostgreSQL address such as postgres://user:password@host/database',
      withoutPasswords(value),
    );
  }
  return value;
}

function secret(value: string | null, report: Report): string | null {
  if (value !== null && value.length < SHORTEST_SECRET)
    report('SESSION_SECRET', `at least ${SHORTEST_SECRET} characters long`, '***');
  return value;
}

function trustProxy(value: string | null, report: Report): false | number | string[] {
  if (value === null || value === 'false' || value === '0') return false;
  if (/^\d+$/.test(value)) return Number(value);
  const addresses = value.split(',').map((entry) => entry.trim());
  if (!addresses.every((entry) => /^[0-9A-Fa-f.:]+(\/\d{1,3})?$/.test(entry) || entry === 'loopback')) {
    report('TRUST_PROXY', 'a number of proxies, or addresses divided by commas', value);
  }
  return addresses;
}

function publicUrl(value: string | null, report: Report): string | null {
  if (value === null) return null;
  const url = URL.parse(value);
  if (url && (url.protocol === 'http:' || url.protocol === 'https:')) return url.origin;
  report('PUBLIC_URL', 'an address such as https://portal.example.edu', value);
  return null;
}

/** A wrong clock extends sessions and publishes pages early, so it is only accepted in tests. */
function clockOffset(value: string | null, environment: string | null, report: Report): number {
  if (value === null) return 0;
  if (environment !== 'test') report('TEST_CLOCK_OFFSET', 'absent, save for tests with NODE_ENV=test', value);
  else if (/^-?\d{1,13}$/.test(value)) return Number(value);
  else report('TEST_CLOCK_OFFSET', 'a whole number of milliseconds', value);
  return 0;
}
