import { describe, expect, test } from 'vitest';
import { outageOf } from '../../server/platform/outage.ts';

const coded = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('an outage', () => {
  test.each([
    ['ENOSPC', 507, 'server.disk-full'],
    ['EDQUOT', 507, 'server.disk-full'],
    ['53100', 503, 'server.disk-full'],
    ['25006', 503, 'server.read-only'],
    ['53300', 503, 'server.busy'],
    ['FST_ERR_REOPENED_CLOSE_SERVER', 503, 'server.stopping'],
    ['57P01', 503, 'server.unavailable'],
    ['ECONNREFUSED', 503, 'server.unavailable'],
  ])('%s is answered %i %s, also as the cause of another error', (code, status, name) => {
    expect(outageOf(coded(code))).toMatchObject({ status, code: name });
    expect(outageOf(new Error('In the middle', { cause: coded(code) }))).toMatchObject({ status, code: name });
    expect(outageOf(new AggregateError([coded(code)]))).toMatchObject({ status, code: name });
  });

  test('is no fault of a statement or of the program', () => {
    for (const error of [coded('22012'), coded('42703'), new TypeError('x is undefined'), 'text', null])
      expect(outageOf(error)).toBeNull();
  });
});
