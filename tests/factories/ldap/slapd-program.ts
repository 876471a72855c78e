import { spawn } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** A slapd that can be started, and what it needs beside it. */
export interface SlapdProgram {
  binary: string;
  schemas: string;
  /** Null: its back-ends are built in. */
  modules: string | null;
  env: Record<string, string>;
}

const CACHE = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'atrium-slapd');
const INSTALLED = [
  '/usr/sbin/slapd',
  '/usr/libexec/slapd',
  '/usr/lib/openldap/slapd',
  '/opt/homebrew/opt/openldap/libexec/slapd',
];
const SCHEMAS = ['/etc/ldap/schema', '/etc/openldap/schema', '/opt/homebrew/etc/openldap/schema'];
const MODULES = ['/usr/lib/ldap', '/usr/lib64/openldap', '/usr/lib/openldap'];
/** Come with every system, in a version that fits. */
const OF_THE_SYSTEM = /^lib(c6|crypt1|perl.*)$/;

/**
 * The installed slapd; otherwise that of the packages of Debian or Ubuntu, which are fetched once and unpacked below node_modules, without
 * being installed and without being root. Throws with what to do where neither is possible.
 */
export async function slapdProgram(): Promise<SlapdProgram> {
  return (found ??= installedProgram().then((program) => program ?? fetchedProgram()));
}
let found: Promise<SlapdProgram> | undefined;

async function installedProgram(): Promise<SlapdProgram | null> {
  const binary = await firstThere(INSTALLED);
  const schemas = await firstThere(SCHEMAS);
  if (binary === null || schemas === null) return null;
  return { binary, schemas, modules: await firstThere(MODULES), env: {} };
}

async function fetchedProgram(): Promise<SlapdProgram> {
  if (!(await isThere(join(CACHE, 'usr', 'sbin', 'slapd')))) await fetchPackages();
  const libraries = join(CACHE, 'usr', 'lib');
  const folders = (await readdir(libraries, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && entry.name.includes('-linux-'))
    .map((entry) => join(libraries, entry.name));
  const program = {
    binary: join(CACHE, 'usr', 'sbin', 'slapd'),
    schemas: join(CACHE, 'etc', 'ldap', 'schema'),
    modules: join(CACHE, 'usr', 'lib', 'ldap'),
    env: { LD_LIBRARY_PATH: [...folders, process.env['LD_LIBRARY_PATH'] ?? ''].filter(Boolean).join(delimiter) },
  };
  const version = await run(program.binary, ['-VV'], { env: program.env });
  if (!/OpenLDAP/.test(version.output)) throw missing(`The slapd that was fetched does not start: ${version.output}`);
  return program;
}

/** Two test files may do this at the same time: the first one that is ready stays. */
async function fetchPackages(): Promise<void> {
  await mkdir(join(CACHE, '..'), { recursive: true });
  const work = await mkdtemp(join(CACHE, '..', 'atrium-slapd-'));
  try {
    const unpacked = join(work, 'unpacked');
    const packages = await downloaded(work);
    for (const name of packages) await demand('dpkg', ['-x', join(work, name), unpacked]);
    await rename(unpacked, CACHE).catch(async (error: unknown) => {
      if (!(await isThere(join(CACHE, 'usr', 'sbin', 'slapd')))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The packages in `folder`. Where the system's lists of packages are empty, they are fetched into that folder first. */
async function downloaded(folder: string): Promise<string[]> {
  const own = ['-o', `Dir::State::lists=${join(folder, 'lists')}`, '-o', `Dir::Cache=${join(folder, 'cache')}`];
  for (const options of [[], own]) {
    if (options.length > 0) {
      await mkdir(join(folder, 'lists', 'partial'), { recursive: true });
      await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true });
      await demand('apt-get', [...options, '-o', 'APT::Sandbox::User=', 'update']);
    }
    const needs = await run('apt-cache', [...options, 'depends', '--important', 'slapd']);
    const libraries = [...needs.output.matchAll(/Depends: (lib\S+)/g)].map(([, name = '']) => name);
    const wanted = libraries.filter((name) => !OF_THE_SYSTEM.test(name));
    const got = await run('apt-get', [...options, 'download', 'slapd', ...new Set(wanted)], { cwd: folder });
    const files = (await readdir(folder)).filter((name) => name.endsWith('.deb'));
    if (got.code === 0 && files.some((name) => name.startsWith('slapd_'))) return files;
  }
  throw missing('apt-get could not fetch the packages of slapd.');
}

function missing(why: string): Error {
  return new Error(
    `${why} The tests of directories speak to a real slapd (OpenLDAP). Install it ("apt-get install slapd", "brew install openldap"), or let apt-get reach its mirror.`,
  );
}

async function demand(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args);
  if (code !== 0) throw missing(`${command} failed: ${output.trim().slice(-500)}`);
}

/** Never throws: a program that is not there has the code 127. */
export function run(
  command: string,
  args: string[],
  { cwd, env, argv0 }: { cwd?: string; env?: Record<string, string>; argv0?: string } = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C', ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...(argv0 === undefined ? {} : { argv0 }),
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text));
    child.stderr.on('data', (text: Buffer) => (output += text));
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function firstThere(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await isThere(path)) return path;
  return null;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
