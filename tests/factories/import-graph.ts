import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

const PROJECT = join(import.meta.dirname, '..', '..');
const SOURCES = ['domain', 'server', 'src', 'scripts', 'tests'];
const SOURCE = /\.(ts|tsx|mts|mjs|js)$/;

/** The imports between files, including types, dynamic imports and re-exports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Paths relative to the project of all sources below these folders. */
export function sourceFiles(folders: readonly string[] = SOURCES): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
}

export function sourceText(file: string): string {
  return readFileSync(join(PROJECT, file), 'utf8');
}

/** Parses all sources. Throws for a relative import that resolves to no file. */
export function importGraph(): ImportGraph {
  const files = sourceFiles();
  return new Map(files.map((file) => [file, importsOf(file)]));
}

function importsOf(file: string): string[] {
  const path = join(PROJECT, file);
  return ts.preProcessFile(readFileSync(path, 'utf8'), true, true).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.') || !SOURCE.test(fileName)) return [];
    return [relative(PROJECT, join(dirname(path), fileName))];
  });
}

/** Import cycles: strongly connected components of more than one node (Tarjan), and self-loops. */
export function circlesOf(graph: ImportGraph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (node: string): number => {
    order.set(node, order.size);
    let lowest = order.get(node) ?? 0;
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) lowest = Math.min(lowest, visit(next));
      else if (stack.includes(next)) lowest = Math.min(lowest, order.get(next) ?? lowest);
    }
    if (lowest === order.get(node)) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1 || graph.get(node)?.includes(node)) circles.push(circle.sort());
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}
