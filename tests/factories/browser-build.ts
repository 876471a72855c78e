import { readFileSync } from 'node:fs';
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
  return JSON.parse(readFileSync(join(browserBuild(), '.vite', 'manifest.json'), 'utf8')) as Record<string, BuiltChunk>;
}
