import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './server-process.ts';

/** An entry of the build's manifest. */
export interface BuiltChunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** The browser folder of the current build. */
export function browserBuild(): string {
  return join(PROJECT, 'dist', readFileSync(join(PROJECT, 'dist', 'current'), 'utf8').trim(), 'browser');
}

export function builtManifest(): Record<string, BuiltChunk> {
  return written('manifest.json') as Record<string, BuiltChunk>;
}

/** The script of each dynamically imported source. */
export function builtSources(): Record<string, string> {
  return written('sources.json') as Record<string, string>;
}

/** The manifest's names of the chunks that hold the sources, and of all that these import statically. Throws for an unknown source. */
export function chunksOf(sources: readonly string[]): string[] {
  const manifest = builtManifest();
  const files = builtSources();
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    manifest[name]?.imports?.forEach(visit);
  };
  for (const source of sources) {
    const file = files[source] ?? manifest[source]?.file;
    const chunk = Object.entries(manifest).find(([, one]) => one.file === file);
    if (file === undefined || chunk === undefined) throw new Error(`The build has no ${source}. Run npm run build.`);
    visit(chunk[0]);
  }
  return [...found];
}

/** The sources of a chunk, from its source map. */
export function sourcesOf(name: string): readonly string[] {
  const map = join(browserBuild(), `${builtManifest()[name]?.file}.map`);
  // The bundler's own runtime has no source.
  return existsSync(map) ? (read(map) as { sources: string[] }).sources : [];
}

function written(name: string): unknown {
  return read(join(browserBuild(), '.vite', name));
}

/** A build has a folder of its own, whose files never change. */
function read(file: string): unknown {
  const known = contents.get(file);
  if (known !== undefined) return known;
  const content = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  contents.set(file, content);
  return content;
}
const contents = new Map<string, unknown>();
