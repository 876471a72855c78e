import { describe, expect, test } from 'vitest';
import { MOST_COUNTED } from '../../domain/operations/jobs.ts';
import { addressOf, readAddress, type JobAddress } from '../../src/console/resources/jobs/jobAddress.ts';
import { deedObject, deedWords, formatJobs } from '../../src/console/resources/jobs/jobWords.ts';

const read = (search: string): JobAddress => readAddress(new URLSearchParams(search));
const ID = '6f1c0d4e-2f0b-4a55-9f6e-0f2f6f0f1a2b';

describe('the address of the page of jobs', () => {
  test('is plain for what is shown first', () => {
    expect(read('')).toEqual({ tab: 'queues', state: 'failed', queue: undefined, after: undefined, job: undefined });
    expect(addressOf({})).toBe('');
  });

  test('holds everything that is shown, and the job that is open', () => {
    const address: JobAddress = {
      tab: 'jobs',
      state: 'dead',
      queue: 'images-remove',
      after: `1767225600000000.${ID}`,
      job: { queue: 'images-remove', id: ID },
    };
    expect(read(addressOf(address))).toEqual(address);
  });

  test.each(['tab=all&state=lost&job=1', `job=${ID}`, 'job=a b/c', 'state=__proto__'])(
    'shows what is shown first for %s',
    (search) => {
      expect(read(search)).toEqual(read(''));
    },
  );
});

describe('the history says', () => {
  test.each([
    [{ action: 'retry', from: 'failed', jobId: ID, count: 1 }, 'retried a failed job'],
    [{ action: 'retry', from: 'failed', jobId: null, count: 1_200 }, 'retried 1,200 failed jobs'],
    [{ action: 'send-again', from: 'dead', jobId: null, count: 1 }, 'sent 1 dead letter again'],
    [{ action: 'cancel', from: 'dead', jobId: ID, count: 1 }, 'discarded a dead letter'],
    [{ action: 'cancel', from: 'waiting', jobId: ID, count: 1 }, 'cancelled a waiting job'],
  ] as const)('%j', (deed, words) => {
    const [verb, after] = deedWords(deed);
    expect(`${verb} ${deedObject(deed)}${after}`).toBe(words);
  });
});

test('counts end where counting has ended', () => {
  expect(formatJobs(MOST_COUNTED)).toBe('100,000');
  expect(formatJobs(MOST_COUNTED + 1)).toBe('100,000+');
});
