import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const LAYOUT = join('src', 'ui', 'layout.module.css');

interface Sheet {
  file: string;
  css: string;
  classes: ReadonlySet<string>;
}

const sheets: Sheet[] = globSync('src/**/*.module.css', { cwd: ROOT }).map((file) => {
  const css = read(file).replace(/\/\*.*?\*\//gs, '');
  const selectors = [...css.replace(/:global\([^)]*\)/g, '').matchAll(/([^{}]*)\{/g)]
    .map(([, text = '']) => text)
    .join(' ');
  return { file, css, classes: new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)) };
});

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g;
const users = globSync('src/**/*.tsx', { cwd: ROOT })
  .concat(globSync('src/**/*.ts', { cwd: ROOT }))
  .flatMap((file) => {
    const code = read(file);
    return [...code.matchAll(IMPORT)].map(([, name = '', path = '']) => ({
      file,
      sheet: normalize(join(dirname(file), path)),
      classes: [...code.matchAll(new RegExp(`(?<![\\w/.])${name}\\.(\\w+)`, 'g'))].map(([, used = '']) => used),
      isByName: new RegExp(`\\b${name}\\[`).test(code),
    }));
  });

test('a style sheet has no unused class', () => {
  const dead = sheets.flatMap(({ file, classes }) => {
    const own = users.filter(({ sheet }) => sheet === file);
    const used = new Set(own.flatMap((user) => user.classes));
    // Classes chosen by a property's value: only the types know which.
    if (own.some(({ isByName }) => isByName)) return [];
    return [...classes].filter((name) => !used.has(name)).map((name) => `${file} .${name}`);
  });
  expect(dead).toEqual([]);
});

test('code uses no class that its style sheet lacks', () => {
  const missing = users.flatMap(({ file, sheet, classes }) => {
    const known = sheets.find((one) => one.file === sheet)?.classes;
    return classes.filter((name) => known?.has(name) !== true).map((name) => `${file} .${name}`);
  });
  expect(missing).toEqual([]);
});

test('a custom property that is used without a fallback is defined', () => {
  const all = globSync('src/**/*.css', { cwd: ROOT }).map(read).join('\n');
  const code = globSync('src/**/*.{ts,tsx}', { cwd: ROOT }).map(read).join('\n');
  // A registered property alone has only its initial value.
  const defined = new Set(
    [...all.matchAll(/(--[\w-]+)\s*:/g), ...code.matchAll(/['"`](--[\w-]+)/g)].map(([, name]) => name),
  );
  const used = new Set([...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('a rule that only stacks or aligns uses a layout primitive instead of a class of its own', () => {
  const stack = /^display: flex; flex-direction: column; gap: var\(--space-[1-6]\)$/;
  const toolbar = /^display: flex; flex-wrap: wrap; gap: var\(--space-[1-3]\)$/;
  const pane = /^display: flex; flex-direction: column; gap: var\(--space-4\); min-width: 0$/;
  const repeated = sheets
    .filter(({ file }) => file !== LAYOUT)
    .flatMap(({ file, css }) =>
      [...css.matchAll(/(?<=^|\})\s*((?:\.\w+[,\s]*)+)\{([^{}]*)\}/g)].flatMap(([, selector = '', block = '']) => {
        const text = block
          .split(';')
          .map((line) => line.trim())
          .filter(Boolean)
          .sort()
          .join('; ');
        const names = selector.split(',').map((name) => name.trim());
        // A class that other rules refer to as well is not merely a stack.
        const isWhole = names.every(
          (name) => !/\s/.test(name) && css.split(new RegExp(`\\${name}(?![\\w-])`)).length === 2,
        );
        return isWhole && [stack, toolbar, pane].some((shape) => shape.test(text))
          ? [`${file} ${selector.trim()}`]
          : [];
      }),
    );
  expect(repeated).toEqual([]);
});
