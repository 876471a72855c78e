import type { QueryClient } from '@tanstack/react-query';
import { callPath } from '../../app/callApi.ts';

export function refreshClass(client: QueryClient, classId: number): Promise<void> {
  return client.invalidateQueries({
    queryKey: [callPath('GET /api/events/classes/:classId', { params: { classId } })],
  });
}
