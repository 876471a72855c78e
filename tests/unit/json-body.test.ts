import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readJson } from '../../server/platform/http/json-body.ts';
import { processorTime } from '../factories/processor-time.ts';

const read = (text: string): unknown => readJson(Buffer.from(text));

test('any plain JSON value is parsed as by JSON.parse', () => {
  const plain = fc
    .jsonValue({ maxDepth: 8 })
    .filter((value) => !/\\u0000|__proto__|constructor|prototype/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(plain, (value) => {
      const text = JSON.stringify(value);
      expect(read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('nothing at all is no body', () => {
  expect(read('')).toBeUndefined();
});

test('64 levels are accepted and 65 refused', () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
  expect(() => read(nested(64))).not.toThrow();
  expect(() => read(nested(65))).toThrow('64 levels');
});

test('half a megabyte of brackets is refused without delay', async () => {
  const took = await processorTime(() =>
    expect(() => read('['.repeat(250_000) + ']'.repeat(250_000))).toThrow('levels deep'),
  );
  expect(took).toBeLessThan(1_000);
});

test.each([
  ['{"a":"\\u0000"}', 'NUL'],
  ['{"a\\u0000":1}', 'NUL'],
  ['"\\udc00"', 'Unicode'],
  ['{"__proto__":1}', '__proto__'],
  ['[{"a":{"constructor":1}}]', 'constructor'],
  ['{"a":1', 'JSON'],
  ['{a:1}', 'JSON'],
  ['NaN', 'JSON'],
])('%s is refused with a reason', (text, word) => {
  expect(() => read(text)).toThrow(word);
});

test('error reports are read with unstorable characters replaced', () => {
  const text = '{"a":"x\\u0000y\\ud83d","b":[["\\udc00"],"ok \\ud83d\\ude00"]}';
  expect(readJson(Buffer.from(text), { mend: true })).toEqual({ a: 'x\ufffdy\ufffd', b: [['\ufffd'], 'ok 😀'] });
  expect(readJson(Buffer.from('"\\u0000"'), { mend: true })).toBe('\ufffd');
  expect(() => readJson(Buffer.from('{"a\\u0000":1}'), { mend: true })).toThrow('NUL');
});

test('bytes that are not UTF-8 are refused', () => {
  expect(() => readJson(Buffer.from([0x22, 0xc0, 0x80, 0x22]))).toThrow('UTF-8');
});
