// Writes compact copies of what a server loads, its own TypeScript and that of its packages, into files named by the hash of their content.
// A server loads these instead (compacted-sources.mjs): Node's type stripper takes 20 MB for the lifetime of the process, and V8 holds
// all comments of all sources.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compactSource } from './compact-source.mjs';
import { COMPACTED, compactedFile } from './compacted-sources.mjs';
import { filesBelow, LANGUAGE, root } from './prepare.mjs';

/** Without side effects, they import all that a started server does. */
const ENTRIES = ['app.ts', 'open-services.ts', 'prepare-database.ts', 'features/index.ts'];

const wanted = new Set();
const translate = LANGUAGE === 'en' ? null : (await import('./texts/language.ts')).translator(LANGUAGE);
await mkdir(COMPACTED, { recursive: true });
const folders = await Promise.all(['server', 'domain'].map((folder) => filesBelow(join(root, folder))));
for (const file of folders.flat().filter((name) => name.endsWith('.ts')))
  await add(file, stripTypeScriptTypes(await translated(file)));
if (LANGUAGE !== 'en') await translateDeclarations();
for (const file of await loadedPackageFiles()) await add(file).catch((error) => console.error(error.message));
for (const name of await readdir(COMPACTED)) if (!wanted.has(join(COMPACTED, name))) await rm(join(COMPACTED, name));
process.exit(0);

async function translated(file) {
  const text = await readFile(file, 'utf8');
  return translate?.(relative(root, file).replaceAll('\\', '/'), text) ?? text;
}

/** The server reads these instead of the declarations (server/declarations/translated.ts). */
async function translateDeclarations() {
  const files = await Promise.all(['config', 'schemas'].map((folder) => filesBelow(join(root, folder))));
  for (const file of files.flat().filter((name) => name.endsWith('.json')))
    await write(compactedFile(await readFile(file), 'json'), await translated(file));
}

async function loadedPackageFiles() {
  const loaded = new Set();
  const hooks = registerHooks({
    load(url, context, next) {
      if (/^file:.*\/node_modules\/.*\.[cm]?js$/.test(url)) loaded.add(fileURLToPath(url));
      return next(url, context);
    },
  });
  for (const entry of ENTRIES) await import(join(root, 'server', entry));
  hooks.deregister();
  return loaded;
}

async function add(source, script) {
  const text = await readFile(source, 'utf8');
  await write(compactedFile(text), compactSource(`${source}.js`, script ?? text));
}

async function write(file, content) {
  wanted.add(file);
  await writeFile(`${file}.${process.pid}`, content);
  await rename(`${file}.${process.pid}`, file);
}
