import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MEDIA } from '../../domain/values/media.ts';
import { expandCustomMedia } from '../../scripts/custom-media.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const sheets = globSync('src/**/*.css', { cwd: ROOT });
const code = ['src/**/*.{ts,tsx}', 'server/**/*.ts', 'domain/**/*.ts'].flatMap((glob) => globSync(glob, { cwd: ROOT }));
/** Mail programs know neither ranges nor the site's widths. */
const OWN_WIDTHS = [join('domain', 'values', 'media.ts'), join('server', 'features', 'messages', 'mail-frame.ts')];
const LENGTH = /\d(?:px|r?em)\b/;

test('the widths of the window at which something changes are the specification’s, and grow with the text', () => {
  const pixels = Object.entries(MEDIA).map(([name, query]) => [
    name,
    query.replace(/([\d.]+)em/, (_, em) => `${Number(em) * 16}px`),
  ]);
  expect(Object.fromEntries(pixels)).toEqual({
    'below-small': '(width < 300px)',
    low: '(height < 520px)',
    short: '(height < 700px)',
    'below-tall': '(height < 901px)',
    'below-medium': '(width < 600px)',
    'from-medium': '(width >= 600px)',
    'below-large': '(width < 900px)',
    'from-large': '(width >= 900px)',
    'below-full': '(width < 1200px)',
    'from-full': '(width >= 1200px)',
    'from-wide': '(width >= 1800px)',
    'below-wide': '(width < 1800px)',
    'full-logo': '(width > 1000px)',
  });
});

test('style sheets name such a width, and none has one of its own', () => {
  const queries = sheets.flatMap((file) =>
    [...read(file).matchAll(/@media[^{]*/g)].map(([query]) => ({ file, query })),
  );
  expect(queries.length).toBeGreaterThan(0);
  expect(queries.filter(({ query }) => LENGTH.test(query))).toEqual([]);
  for (const { query } of queries) expect(expandCustomMedia(query)).not.toContain('(--');
});

test('no style sheet imports another: the replacement would not see that one', () => {
  expect(sheets.filter((file) => /@import/.test(read(file)))).toEqual([]);
});

test('code reads such a width from the one place, and none has one of its own', () => {
  const own =
    /\((?:(?:min|max)-)?(?:width|height)(?::|\s*[<>]=?)\s*(?:[\d.]+(?:px|r?em)|\$\{)[^)]*\)|matchMedia\([^)]*\d(?:px|r?em)/;
  const found = code.flatMap((file) => {
    const match = own.exec(read(file));
    return match && !OWN_WIDTHS.includes(file) ? [`${file}: ${match[0]}`] : [];
  });
  expect(found).toEqual([]);
});

test('a name is replaced by its query, anywhere in the rule', () => {
  expect(expandCustomMedia('@media (--from-medium) and (--below-large) {}')).toBe(
    `@media ${MEDIA['from-medium']} and ${MEDIA['below-large']} {}`,
  );
  expect(expandCustomMedia('@media not (--full-logo) {}')).toBe(`@media not ${MEDIA['full-logo']} {}`);
});

test('an unknown breakpoint fails the build', () => {
  expect(() => expandCustomMedia('@media (--below-tiny) {}')).toThrow('(--below-tiny) is not one of');
});

test('rules other than media queries are left unchanged', () => {
  const css = '.a { width: var(--below-medium); } @media (hover: none) { .a { top: 0; } }';
  expect(expandCustomMedia(css)).toBe(css);
});
