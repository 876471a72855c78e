import { describe, expect, test } from 'vitest';
import { responseProblem } from '../../src/app/api.ts';

const GENERIC = 'The server answered with status 502. Try again in a moment.';

describe('the texts of failed responses', () => {
  test.each([
    [
      'a problem: its detail',
      JSON.stringify({ code: 'a.b', detail: 'The page is locked.', status: 423 }),
      'The page is locked.',
    ],
    ['a text', 'Closed for maintenance.\n', 'Closed for maintenance.'],
    ['a text as JSON', '"Closed for maintenance."', 'Closed for maintenance.'],
    ["a proxy's page", '  <!doctype html><title>Bad gateway</title>', GENERIC],
    ['other JSON', '{"error":"x"}', GENERIC],
    ['nothing', '', GENERIC],
  ])('%s', async (_, body, words) => {
    expect((await responseProblem(new Response(body, { status: 502 }))).detail).toBe(words);
  });

  test('a long text is cut', async () => {
    expect((await responseProblem(new Response('word '.repeat(1000), { status: 500 }))).detail.length).toBeLessThan(
      600,
    );
  });
});
