import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(ROOT, 'docs/reading-paths.md'), 'utf8');
const steps = [...page.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm)].map(([, file = '', name = '']) => ({
  file,
  name,
}));

/** Whether the source declares the function, method, class or constant, or contains the key in quotation marks. */
function declares(source: string, name: string): boolean {
  if (source.includes(`'${name}'`) || source.includes(`"${name}"`)) return true;
  if (!/^\w+$/.test(name)) return false;
  const declared = String.raw`^(?:export )?(?:async )?(?:function|class|const) ${name}\b`;
  const method = String.raw`^  (?:private )?(?:async )?${name}(?:<[^>]+>)?(?:\(|: (?:async )?\()`;
  return new RegExp(`${declared}|${method}`, 'm').test(source);
}

test('the reading paths have steps', () => {
  expect(steps.length).toBeGreaterThan(60);
});

test('each row of the reading paths is a step', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toHaveLength(steps.length);
});

test.each(steps)('$name is in $file', ({ file, name }) => {
  const path = join(ROOT, file);
  expect(existsSync(path), file).toBe(true);
  expect(declares(readFileSync(path, 'utf8'), name), `${name} in ${file}`).toBe(true);
});
