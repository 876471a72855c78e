import { expect, test } from 'vitest';
import { fileFacts, fileValue } from '../../domain/values/file-value.ts';
import { acceptsName, fileEnding } from '../../domain/requests/upload-rules.ts';

const id = '0d3c6f3e-8a3c-4f0e-9d59-0d0e52f4f3a1';

test('a file is described by what its field holds', () => {
  const file = { id, size: 48_213, name: 'Hand book, 2nd.pdf' };
  expect(fileValue(file)).toBe(`${id}/48213/Hand book, 2nd.pdf`);
  expect(fileFacts(fileValue(file))).toEqual(file);
});

test.each([
  id,
  `${id}/0/a.pdf`,
  `${id}/1/`,
  `${id}/1/a/b.pdf`,
  `${id}/1/a\\b.pdf`,
  `${id.toUpperCase()}/1/a.pdf`,
  `/1/a`,
])('%j describes none', (text) => {
  expect(fileFacts(text)).toBeNull();
});

test.each([
  ['plan.PDF', '.pdf'],
  ['a.tar.gz', '.gz'],
  ['..exe', '.exe'],
  ['.htaccess', ''],
  ['plan', ''],
  ['plan.', '.'],
])('the ending of %j is %j', (name, ending) => {
  expect(fileEnding(name)).toBe(ending);
  expect(acceptsName({ 'x-accept': ['.pdf'] }, name)).toBe(ending === '.pdf');
});
