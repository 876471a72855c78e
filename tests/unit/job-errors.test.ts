import { describe, expect, test } from 'vitest';
import { errorText } from '../../server/platform/jobs/job-errors.ts';

describe('the text of an error', () => {
  test.each([
    ['name and message', { name: 'TypeError', message: 'No such row' }, 'TypeError: No such row'],
    ['no name that says nothing', { name: 'Error', message: 'No such row' }, 'No such row'],
    ['a thrown text', { value: 'timed out' }, 'timed out'],
    ['its cause', { message: 'Housekeeping', cause: { message: 'disk full' } }, 'Housekeeping (disk full)'],
    ['nothing of its stack', { message: 'No', stack: 'Error: No\n at /srv/portal/a.ts:1' }, 'No'],
    ['one line', { message: 'first\n  second' }, 'first second'],
  ])('has %s', (_what, output, text) => {
    expect(errorText(output, null)).toBe(text);
  });

  test.each([[null], [undefined], ['text'], [{}], [{ message: '' }], [{ message: 5 }]])('is none for %j', (output) => {
    expect(errorText(output, null)).toBeNull();
  });

  test.each([
    ['an address', 'connect postgres://atrium:hunter2@db:5432/x failed', 'connect postgres://…@db:5432/x failed'],
    ['a header', 'Authorization: Bearer abcdef123456', 'Authorization: … …'],
    ['a named secret', 'SMTP_PASSWORD=hunter2 refused', 'SMTP_PASSWORD=… refused'],
    ['JSON', '{"apiKey":"k-123"}', '{"apiKey":…'],
  ])('has no secret in %s', (_where, message, text) => {
    expect(errorText({ message }, null)).toBe(text);
  });

  test('has no value of the job, at any depth', () => {
    const data = { to: 'ada@campus.example', rows: [{ code: 'ada@campus' }, 98_765], flag: true, short: 'No' };
    const shown = errorText({ message: 'No email to ada@campus.example (98765), nor ada@campus' }, data);
    expect(shown).toBe('No email to … (…), nor …');
  });

  test('is short', () => {
    expect(errorText({ message: 'x'.repeat(100_000) }, null)).toHaveLength(500);
  });
});
