import { expect, test } from 'vitest';
import { dataProvider } from '../../src/console/engine/dataProvider.ts';
import { answerApi, listOf, refusal } from './site-api.ts';

/** The requests that leave the page. */
function watchRequests(): string[] {
  const sent: string[] = [];
  const answered = window.fetch;
  window.fetch = (input, init) => {
    sent.push(`${init?.method ?? 'GET'} ${String(input)}`);
    return answered(input, init);
  };
  return sent;
}

const answers = {
  'GET /api/links': () => listOf('links', [{ id: 1 }, { id: 2 }]),
  'GET /api/links/1': () => ({ id: 1 }),
  'GET /api/links/2': () => refusal(404, 'resource.not-found', 'There is no such link'),
};
const one = (id: number, signal?: AbortSignal) => dataProvider.getOne('links', { id, ...(signal ? { signal } : {}) });

test('reads that start together are one request, each with its own answer or refusal', async () => {
  answerApi(answers);
  const sent = watchRequests();
  const [list, found, missing] = await Promise.allSettled([dataProvider.getList('links', {}), one(1), one(2)]);
  expect(sent).toEqual(['POST /api/batch']);
  expect(list).toMatchObject({ value: { data: [{ id: 1 }, { id: 2 }], total: 2 } });
  expect(found).toMatchObject({ value: { data: { id: 1 } } });
  expect(missing).toMatchObject({ reason: { status: 404, message: 'There is no such link' } });
});

test('a single read is sent alone', async () => {
  answerApi(answers);
  const sent = watchRequests();
  await one(1);
  expect(sent).toEqual(['GET /api/links/1']);
});

test('what is aborted before is not sent, and what is aborted later leaves the others', async () => {
  answerApi(answers);
  const sent = watchRequests();
  const early = new AbortController();
  const late = new AbortController();
  const results = [one(1), one(1, early.signal), one(1, late.signal)];
  const settled = Promise.allSettled(results);
  early.abort();
  setTimeout(() => late.abort());
  const [completed, ...aborted] = await settled;
  expect(sent).toEqual(['POST /api/batch']);
  expect(completed).toMatchObject({ value: { data: { id: 1 } } });
  for (const result of aborted) expect(result).toMatchObject({ reason: { name: 'AbortError' } });
});
