import { expect, test } from 'vitest';
import { archiveName } from '../../server/features/personal-data/export.ts';

test.for([
  ['plan.pdf', '7-plan.pdf'],
  ['plän "x": <3> | a?*.pdf', '7-plän _x__ _3_ _ a__.pdf'],
  ['../../etc/passwd', '7-.._.._etc_passwd'],
  ['ends. .', '7-ends'],
  ['. .', '7-file'],
  ['.pdf', '7-.pdf'],
  ['NUL', '7-NUL'],
])('%s is unpacked as %s', ([name = '', unpacked]) => {
  expect(archiveName('7', name)).toBe(unpacked);
});

test('a long name is cut between characters, and keeps its ending', () => {
  const name = archiveName('7', `${'🧶'.repeat(120)}.pdf`);
  expect(name).toMatch(/^7-(🧶)+\.pdf$/u);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(182);
});
