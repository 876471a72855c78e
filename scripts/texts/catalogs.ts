// The texts of the sources, and the files that hold them: texts/<language>/<surface>.json, by file and by id.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { extractDeclared } from './declarations.ts';
import { extractMessages, type Message } from './extract.ts';
import { surfaceOf } from './surfaces.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const ENGLISH = 'en';
/** By file, then by id. */
export type Catalog = Record<string, Record<string, string>>;

const FOLDERS = ['src', 'server', 'domain', 'schemas', 'config'];
/** Demonstration data are records, and schemas/meta describes declarations to editors of code. */
const EXCLUDED = /^(config\/demo|schemas\/meta|domain\/generated)\/|\.d\.ts$|^config\/permissions\.json$/;
const SOURCE = /\.(tsx?|json)$/;

export async function sourceFiles(): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => {
      const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
    }),
  );
  const files = listed.flat().map((file) => file.replaceAll('\\', '/'));
  return files.filter((file) => SOURCE.test(file) && !EXCLUDED.test(file) && !file.endsWith('tsconfig.json')).sort();
}

/** The texts of a source; none if people read nothing of it. */
export function messagesOf(file: string, source: string): Message[] {
  if (EXCLUDED.test(file) || !SOURCE.test(file)) return [];
  return file.endsWith('.json') ? extractDeclared(file, source) : extractMessages(file, source, declaredNames());
}

let names: ReadonlySet<string> | undefined;

/** Values of enumerations: code that has one of them as a text of its own means the value. */
function declaredNames(): ReadonlySet<string> {
  if (names) return names;
  const found = new Set<string>();
  const collect = (value: unknown, member = ''): void => {
    if (member === 'enum' && Array.isArray(value)) for (const item of value) found.add(String(item));
    else if (Array.isArray(value)) for (const item of value) collect(item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) collect(item, name);
  };
  for (const file of readdirSync(join(ROOT, 'schemas'), { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.json')) collect(JSON.parse(readFileSync(join(ROOT, 'schemas', file), 'utf8')));
  names = found;
  return names;
}

/** The id of a text within its file. */
export function idOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** All texts of the sources as English catalogs, by surface. */
export async function readSources(): Promise<Map<string, Catalog>> {
  const catalogs = new Map<string, Catalog>();
  for (const file of await sourceFiles()) {
    const found = messagesOf(file, await readFile(join(ROOT, file), 'utf8'));
    const messages = found.filter(({ owner }) => owner === undefined);
    if (messages.length === 0) continue;
    const surface = surfaceOf(file);
    const catalog = catalogs.get(surface) ?? {};
    catalogs.set(surface, catalog);
    catalog[file] = Object.fromEntries(messages.map(({ text }) => [idOf(text), text]));
  }
  return catalogs;
}

function folderOf(language: string): string {
  return join(ROOT, 'texts', language);
}

/** The files of a language, by surface. */
export async function readCatalogs(language: string): Promise<Map<string, Catalog>> {
  const files = (await readdir(folderOf(language)).catch(() => [])).filter((file) => file.endsWith('.json')).sort();
  const read = files.map(async (file) => {
    const catalog = JSON.parse(await readFile(join(folderOf(language), file), 'utf8')) as Catalog;
    return [file.slice(0, -'.json'.length), catalog] as const;
  });
  return new Map(await Promise.all(read));
}

export async function writeCatalogs(language: string, catalogs: ReadonlyMap<string, Catalog>): Promise<void> {
  await mkdir(folderOf(language), { recursive: true });
  for (const surface of (await readCatalogs(language)).keys())
    if (!catalogs.has(surface)) await rm(join(folderOf(language), `${surface}.json`));
  for (const [surface, catalog] of catalogs)
    await writeFile(join(folderOf(language), `${surface}.json`), `${JSON.stringify(catalog, null, 2)}\n`);
}
