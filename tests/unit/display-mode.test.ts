import { expect, test } from 'vitest';
import { displayMode } from '../../domain/display-mode.ts';

test.each([
  [320, 'Mobile'],
  [599, 'Mobile'],
  [600, 'Medium desktop'],
  [899, 'Medium desktop'],
  [900, 'Large desktop'],
  [1199, 'Large desktop'],
  [1200, 'Full desktop'],
])('a window %i px wide is %s', (width, mode) => {
  expect(displayMode(width)).toBe(mode);
});
