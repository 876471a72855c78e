import { describe, expect, test } from 'vitest';
import { fingerprint, levelled, topFrame } from '../../server/features/event-log/fingerprint.ts';
import { processorTime } from '../factories/processor-time.ts';

const CHROME =
  'TypeError: x is undefined\n    at Calendar (https://atrium.example/assets/calendar-B1x_-9Zq.js:1:4711)\n    at renderWithHooks (https://atrium.example/assets/index-abcdefgh.js:8:1)';
const FIREFOX =
  'Calendar@https://atrium.example/assets/calendar-B1x_-9Zq.js:1:4711\nrenderWithHooks@https://atrium.example/assets/index-abcdefgh.js:8:1';

describe('one kind are events whose messages differ only in', () => {
  test.each([
    ['numbers', 'Order 17 of 40 failed', 'Order 3 of 41 failed'],
    ['uuids', 'No file 0b7e1c1e-4a51-4c1c-9a52-0d4a3ce0f001', 'No file ffffffff-4a51-4c1c-9a52-0d4a3ce0f0aa'],
    ['hashes', 'Chunk 3f2a9c0d1e4b5a6f7c8d is gone', 'Chunk 00112233445566778899aabb is gone'],
    [
      'hosts, ports and queries',
      'GET http://localhost:3000/api/users/7?filter={"q":"a"} failed',
      'GET https://atrium.example/api/users/12#top failed',
    ],
    ['values in quotes', 'No student called "Jane Doe"', 'No student called \u201cLi, Wei\u201d'],
    [
      'kinds of quotes',
      "Cannot read properties of undefined (reading 'map')",
      'Cannot read properties of undefined (reading `map`)',
    ],
    ['white space and capitals', 'Request  Failed\n', 'request failed'],
  ])('%s', (_what, one, other) => {
    expect(levelled(one)).toBe(levelled(other));
    expect(fingerprint('error', one, 'No stack trace')).toBe(fingerprint('error', other, 'No stack trace'));
  });

  test('the release of the files in the stack trace', () => {
    const later = CHROME.replaceAll('B1x_-9Zq', 'Q0000000')
      .replaceAll('4711', '12')
      .replaceAll('atrium.example', 'localhost:5300');
    expect(fingerprint('error', 'TypeError', CHROME)).toBe(fingerprint('error', 'TypeError', later));
  });
});

test('another level, message, name of the code or top of the stack is another kind', () => {
  const seen = [
    fingerprint('error', 'x is undefined', CHROME),
    fingerprint('warning', 'x is undefined', CHROME),
    fingerprint('error', 'y is undefined', CHROME),
    fingerprint('error', "x is undefined (reading 'map')", CHROME),
    fingerprint('error', "x is undefined (reading 'find')", CHROME),
    fingerprint('error', 'x is undefined', CHROME.replace('at Calendar', 'at Header')),
    fingerprint('error', 'x is undefined', 'No stack trace'),
  ];
  expect(new Set(seen).size).toBe(seen.length);
  for (const key of seen) expect(key).toMatch(/^[0-9a-f]{64}$/);
});

test('the top of the stack is found in every browser\u2019s form', () => {
  expect(topFrame(CHROME)).toMatch(/^at Calendar /);
  expect(topFrame(FIREFOX)).toMatch(/^Calendar@/);
  expect(topFrame('No stack trace')).toBe('');
  expect(topFrame('No Exception')).toBe('');
});

test('long hostile texts are normalized quickly', async () => {
  const took = await processorTime(() => {
    for (const text of [
      "'".repeat(8000),
      '"a b'.repeat(2000),
      '0'.repeat(8000),
      'f0'.repeat(4000),
      'http://'.repeat(1100),
      '-'.repeat(8000),
      '?#'.repeat(4000),
      `${'@'.repeat(4000)}:${'1'.repeat(3990)}x`,
      `${'@:1'.repeat(2600)} x`,
    ])
      fingerprint('error', text, text);
  });
  expect(took).toBeLessThan(500);
});
