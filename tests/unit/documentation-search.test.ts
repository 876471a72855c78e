import { expect, test } from 'vitest';
import { searchTextOfPath } from '../../domain/content/documentation-search.ts';

test.each([
  ['/content/static/traning', 'traning'],
  ['/content/static/Laser_cuting-hours.html', 'Laser cuting hours'],
  ['/rooms%20and%20hours/', 'rooms and hours'],
  ['/%E0%A4%A', 'E0 A4 A'],
  ['/signup/details/999', ''],
  ['/', ''],
  [`/${'word-'.repeat(40)}`, 'word '.repeat(16).trim()],
])('%s is searched for as “%s”', (path, text) => {
  expect(searchTextOfPath(path)).toBe(text);
});
