import { expect, test } from 'vitest';
import { compactSource } from '../../scripts/compact-source.mjs';

test('comments and indentation go, and lines keep their numbers', () => {
  const source = '/**\n * Doc\n */\nexport function one() {\n    // why\n    return 1; /* one */\n}\n';
  expect(compactSource('a.js', source)).toBe('\n\n\nexport function one() {\n\nreturn 1;  \n}\n');
});

test('literals keep their values, without characters outside ASCII', () => {
  const source = 'const a = ["“  x\\\\”", `…\n  ${1}  // no comment`, /[–]  "/u, { œ: "\\“" }];';
  const compacted = compactSource('a.js', source);
  expect(compacted).toMatch(/^[\0-\x7f]*$/);
  const evaluate = (code: string): unknown => new Function(`${code} return [a[0], a[1], a[2].test('–  "'), a[3]];`)();
  expect(evaluate(compacted)).toEqual(evaluate(source));
});

test('the raw text of a tagged template stays', () => {
  expect(compactSource('a.js', 'const a = String.raw`“\\n`;')).toContain('`“\\n`');
});
