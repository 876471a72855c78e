import { callApi } from '../../../app/callApi.ts';

export const settingsQuery = {
  queryKey: ['systemSettings', 'declared'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi('GET /api/systemSettings/declared', { signal }),
  staleTime: 0,
};
