import { useQuery, type QueryClient } from '@tanstack/react-query';
import type { DoorList } from '../../../../domain/calls/door.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { callApi, callQuery } from '../../../app/callApi.ts';

/** In milliseconds: with the answer's way, two people at two doors see each other's marks within 3 s, while the page is visible. */
const REFRESH_MS = 2_000;

/** A line that drops what is sent answers nothing, and fails after so many milliseconds. */
export const PATIENCE = 10_000;

/** Whether a call may succeed later, as it is. */
export function isTemporary(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
}

export function useLive<Answer>({
  queryKey,
  queryFn,
}: {
  queryKey: string[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => queryFn({ signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) }),
    staleTime: 0,
    // A refusal stays one: asking again would ask for a login again and again.
    refetchInterval: ({ state: { error } }) => (error === null || isTemporary(error) ? REFRESH_MS : false),
  });
}

export function doorListQuery(instanceId: number) {
  return callQuery('GET /api/events/door/:instanceId', { params: { instanceId } });
}

export function useDoorEvent(eventId: number) {
  return useLive(callQuery('GET /api/events/door/events/:eventId', { params: { eventId } }));
}

/** Nothing is requested below two letters. */
export function useDoorPeople(q: string) {
  return useQuery({ ...callQuery('GET /api/events/door/people', { query: { q } }), enabled: q.length >= 2 });
}

/** The list as it is now, after a change or a refusal. */
export async function refreshDoor(client: QueryClient, id: number): Promise<DoorList | undefined> {
  const { queryKey } = doorListQuery(id);
  await client.invalidateQueries({ queryKey });
  return client.getQueryData<DoorList>(queryKey);
}

export function useDoorTerms(sessionId: number, enabled = true) {
  return useQuery({
    ...callQuery('GET /api/events/door/:instanceId/terms', { params: { instanceId: sessionId } }),
    staleTime: 0,
    enabled,
  });
}

/** `effect`: that of the question. */
export const runTicketAction = (action: 'move' | 'remove', id: number, inputs: Row = {}, effect?: string) =>
  callApi('POST /api/:resource/actions/:action', {
    params: { resource: 'tickets', action },
    body: { ids: [id], inputs, ...(effect !== undefined && { effect }) },
  });

/** Returns the id of the ticket there. */
export async function moveTicket(
  id: number,
  toInstanceId: number,
  { reason, effect }: { reason?: string | undefined; effect?: string | undefined } = {},
): Promise<number> {
  const inputs = { toInstanceId, ...(reason !== undefined && { reason }) };
  const { result } = await runTicketAction('move', id, inputs, effect);
  return (result as [number])[0];
}
