import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RenderDocument } from '../../../domain/content/document.ts';
import type { Settings } from '../settings.ts';

export interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The output of `npm run build` (scripts/prepare.mjs): files for browsers, and the renderer of documents. */
export interface Build {
  folders: string[];
  html: string;
  manifest: Record<string, Chunk>;
  /** The script of each dynamically imported source (scripts/file-groups.ts). */
  files: Record<string, string>;
  /** The script that starts every page, as documents can hold it. */
  start: string;
  styles: Record<string, string>;
  /** Hashes of the inline scripts in documents, for the content security policy. */
  scriptHashes: string[];
  render: RenderDocument;
}

/** The build named by dist/current; null when none exists (API tests). */
export async function loadBuild({ root }: Settings): Promise<Build | null> {
  const dist = join(root, 'dist');
  if (!existsSync(join(dist, 'current'))) return null;
  const current = join(dist, (await readFile(join(dist, 'current'), 'utf8')).trim());
  const browser = join(current, 'browser');
  const html = await readFile(join(browser, 'index.html'), 'utf8');
  const written = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(browser, '.vite', name), 'utf8')) as unknown;
  const manifest = (await written('manifest.json')) as Record<string, Chunk>;
  const sheets = [...new Set(Object.values(manifest).flatMap(({ css = [] }) => css))];
  const styles = Object.fromEntries(
    await Promise.all(sheets.map(async (file) => [file, await readFile(join(browser, file), 'utf8')] as const)),
  );
  const start = await startScript(browser, manifest);
  return {
    folders: [browser, ...(await earlier(dist, current))],
    html,
    manifest,
    files: (await written('sources.json')) as Record<string, string>,
    start,
    styles,
    scriptHashes: [...inlineScripts(html), start].map(scriptHash),
    render: lazyRenderer(join(current, 'render', 'render.js')),
  };
}

/** Loaded with the first document: a process that only works on jobs renders none. */
function lazyRenderer(file: string): RenderDocument {
  let load: Promise<{ renderDocument: RenderDocument }> | undefined;
  return async (request) => {
    load ??= import(pathToFileURL(file).href) as Promise<{ renderDocument: RenderDocument }>;
    return (await load).renderDocument(request);
  };
}

/** Imports relative to its file become absolute. The source's address is what stack traces name. */
async function startScript(browser: string, manifest: Build['manifest']): Promise<string> {
  const file = manifest['index.html']?.file ?? '';
  const code = await readFile(join(browser, file), 'utf8');
  if (code.includes('</script')) throw new Error(`${file} cannot be part of a document`);
  const absolute = code
    .replace(/(["'`])\.\/(?=[\w.-]+\.js\1)/g, '$1/assets/')
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '');
  return `${absolute}\n//# sourceURL=/${file}\n`;
}

/** Newest first. */
async function earlier(dist: string, current: string): Promise<string[]> {
  const folders = (await readdir(dist))
    .map((name) => join(dist, name))
    .filter((folder) => folder !== current && existsSync(join(folder, 'complete')));
  const aged = await Promise.all(folders.map(async (folder) => ({ folder, time: (await stat(folder)).mtimeMs })));
  return aged.toSorted((a, b) => b.time - a.time).map(({ folder }) => join(folder, 'browser'));
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1] ?? '');
}

function scriptHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
