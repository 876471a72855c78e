import { afterEach, expect, test, vi } from 'vitest';
import { api, readApi, send, sendReadsBy } from '../../src/app/api.ts';

const noContent = () => Promise.resolve(new Response(null, { status: 204 }));

afterEach(() => {
  sendReadsBy(send);
  vi.unstubAllGlobals();
});

test('a response without content is undefined, for reads as for other calls', async () => {
  vi.stubGlobal('fetch', noContent);
  sendReadsBy(noContent);
  expect(await readApi('/api/setup')).toBeUndefined();
  expect(await api('/api/setup')).toBeUndefined();
});
