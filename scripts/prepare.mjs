// The prerequisites of `npm start` and `npm test`: modules and the browser bundle. Plain JavaScript for Node 20, because nothing is
// installed yet when it first runs.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { mergeRuntime } from './merge-runtime.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const DIST = join(root, 'dist');
/** Names the folder in dist/ that a newly started server serves. */
const CURRENT = join(DIST, 'current');
/** Number of builds to keep, because tabs and servers opened with an earlier one still need its files. */
const KEPT_BUILDS = 3;
/** A file descriptor: npm start reads stdout. */
const STDERR = 2;
const KEPT_MS = 3_600_000;
/** Excludes schemas/ and config/, which the browser receives at run time, and the types generated from them. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'scripts/custom-media.ts',
  'scripts/file-groups.ts',
  'scripts/merge-runtime.mjs',
  'scripts/slim-router.ts',
  'package-lock.json',
  'public',
  'src',
  'domain',
];
/** The language of all texts: a folder of texts/ (docs/guides/texts.md). LANGUAGE itself is the desktop's on many machines. */
export const LANGUAGE = process.env.SITE_LANGUAGE?.trim() || 'en';
const TRANSLATION = LANGUAGE === 'en' ? [] : [`texts/${LANGUAGE}`, 'scripts/texts', 'schemas', 'config'];
const TYPES_ONLY = join('domain', 'generated');

/** A Node that runs TypeScript: the one installed with the project, or the current one if it is recent enough. */
export function nodeBinary() {
  const installed = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(installed)) return installed;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 12)) return process.execPath;
  throw new Error(
    'The Node that comes with the project is missing (were install scripts forbidden?). Run "npm rebuild node", or use Node 24.',
  );
}

/** Runs a command and returns its exit code; `output` is the stdio of stdout and stderr (spawn). */
export function run(command, args, { env = {}, output = 'inherit', cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

/** Runs a program of an installed package with the project's Node. */
export function runTool(file, args, options) {
  return run(nodeBinary(), [join(root, 'node_modules', file), ...args], options);
}

/** Installs the modules of the package in `folder`, unless they were installed from its current lock file. */
export async function installModules(folder = root) {
  const lock = join(folder, 'package-lock.json');
  const marker = join(folder, 'node_modules', '.atrium-installed');
  const digest = hashOf(await readFile(lock));
  if ((await readFile(marker, 'utf8').catch(() => '')) === digest) return;
  if (!(await installedSince(folder, lock))) {
    console.error(
      `Installing the modules${folder === root ? '' : ` of ${relative(root, folder)}`} (once; this takes a minute or two) ...`,
    );
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
    const options = { output: STDERR, cwd: folder };
    const code = npm ? await run(process.execPath, [npm, ...args], options) : await run('npm', args, options);
    if (code !== 0) throw new Error(`npm ci failed with code ${code}. Its messages are above.`);
  }
  await writeFile(marker, digest).catch(() => undefined);
}

/** Whether npm was run by hand after the lock file last changed. */
async function installedSince(folder, lock) {
  const installed = await stat(join(folder, 'node_modules', '.package-lock.json')).catch(() => null);
  return installed !== null && installed.mtimeMs >= (await stat(lock)).mtimeMs - 2000;
}

/**
 * Builds the pages if any of their sources have changed: dist/{hash of the sources}/browser for browsers, .../render for the
 * server, which renders documents with it. A build never modifies the files of another.
 */
export async function buildBundle() {
  if (!existsSync(join(root, 'texts', LANGUAGE)))
    throw new Error(
      `SITE_LANGUAGE is "${LANGUAGE}", but texts/ has only: ${(await readdir(join(root, 'texts'))).join(', ')}.`,
    );
  const name = (await hashOfSources([...SOURCES, ...TRANSLATION])).slice(0, 16);
  const folder = join(DIST, name);
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    console.error('Building the pages ...');
    await rm(folder, { recursive: true, force: true });
    await build('--outDir', join(folder, 'browser'));
    await mergeRuntime(join(folder, 'browser'));
    await build('--outDir', join(folder, 'render'), '--ssr', 'src/render.tsx');
    await compress(join(folder, 'browser'));
    await writeFile(complete, '');
  }
  if ((await readFile(CURRENT, 'utf8').catch(() => '')) === name) return;
  await writeFile(`${CURRENT}.next`, name);
  await rename(`${CURRENT}.next`, CURRENT);
  await removeOldBuilds(name);
}

/** Compacts what the server loads if any of them have changed. */
export async function compactSources() {
  const marker = join(root, 'node_modules', '.cache', `atrium-compacted-${LANGUAGE}.digest`);
  const digest = await hashOfSources(['server', 'domain', 'scripts', 'package-lock.json', ...TRANSLATION]);
  if ((await readFile(marker, 'utf8').catch(() => '')) === digest) return;
  const code = await run(
    nodeBinary(),
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'compact-sources.mjs')],
    {
      output: STDERR,
    },
  );
  // Optional: without it the server also starts, but uses more memory.
  if (code === 0) await writeFile(marker, digest);
}

async function build(...args) {
  const code = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn', ...args], {
    output: STDERR,
    // Overrides the caller's: any other value would bundle React's development build.
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The pages could not be built (code ${code}). The messages are above.`);
}

async function removeOldBuilds(current) {
  const others = (await readdir(DIST, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && entry.name !== current,
  );
  const aged = await Promise.all(
    others.map(async ({ name }) => ({ name, time: (await stat(join(DIST, name))).mtimeMs })),
  );
  const old = aged
    .sort((a, b) => b.time - a.time)
    .slice(KEPT_BUILDS - 1)
    .filter(({ time }) => time < Date.now() - KEPT_MS);
  await Promise.all(old.map(({ name }) => rm(join(DIST, name), { recursive: true, force: true })));
}

async function hashOfSources(sources) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesBelow(join(root, source))) {
      const name = relative(root, file);
      if (!name.startsWith(TYPES_ONLY))
        hash
          .update(`${name}\0`)
          .update(await readFile(file))
          .update('\0');
    }
  }
  return hash.digest('hex');
}

export async function filesBelow(path) {
  const found = await stat(path).catch(() => null);
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}

/** Text files are compressed once, at the highest level, so that the server only has to send them. */
async function compress(folder) {
  const files = (await filesBelow(folder)).filter((file) => /\.(js|css|svg|json|html)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file);
      if (text.length < 1024) return;
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } }),
      );
    }),
  );
}

function hashOf(data) {
  return createHash('sha256').update(data).digest('hex');
}
