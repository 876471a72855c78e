import { useQuery, type QueryClient } from '@tanstack/react-query';
import type {
  AddAtDoor,
  AddWalkIn,
  DoorEvent,
  DoorEvents,
  DoorList,
  DoorPeople,
  DoorSessions,
  LinkCard,
  MarkTicket,
  SendDoorMarks,
} from '../../../domain/calls/door.ts';
import type { EventTerms } from '../../../domain/calls/session-types.ts';
import { ApiError, isUnreachable } from '../../app/ApiError.ts';
import { api } from '../../app/api.ts';
import { callApi } from '../../app/callApi.ts';

const ROOT = '/api/events/door';
/** In milliseconds: with the answer's way, two people at two doors see each other's marks within 3 s, while the page is visible. */
export const REFRESH_MS = 2_000;

/** A line that drops what is sent answers nothing, and fails after so many milliseconds. */
const PATIENCE = 10_000;

/** Whether a call may succeed later, as it is. */
export function isTemporary(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ApiError && (error.status >= 500 || error.status === 429));
}

function useLive<Answer>(path: string) {
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<Answer>(path, { signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) }),
    staleTime: 0,
    // A refusal stays one: asking again would ask for a login again and again.
    refetchInterval: ({ state: { error } }) => (error === null || isTemporary(error) ? REFRESH_MS : false),
  });
}

export function useDoorSessions() {
  return useLive<DoorSessions>(ROOT);
}

export function useDoorList(id: number) {
  return useLive<DoorList>(`${ROOT}/${id}`);
}

export function useDoorEvents() {
  return useLive<DoorEvents>(`${ROOT}/events`);
}

export function useDoorEvent(id: number) {
  return useLive<DoorEvent>(`${ROOT}/events/${id}`);
}

/** Nothing is asked below two letters. */
export function useDoorPeople(q: string) {
  const path = `${ROOT}/people?${new URLSearchParams({ q })}`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<DoorPeople>(path, { signal }),
    enabled: q.length >= 2,
  });
}

/** The list as it is now, after a change or a refusal. */
export async function refreshDoor(client: QueryClient, id: number): Promise<DoorList | undefined> {
  const queryKey = [`${ROOT}/${id}`];
  await client.invalidateQueries({ queryKey });
  return client.getQueryData<DoorList>(queryKey);
}

/** What somebody agrees to who takes part in the session. */
export function useDoorTerms(sessionId: number, enabled = true) {
  const path = `${ROOT}/${sessionId}/terms`;
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api<EventTerms>(path, { signal }),
    staleTime: 0,
    enabled,
  });
}

export const agreeAtDoor = (id: number, version: string) =>
  callApi('POST /api/events/door/tickets/:id/agreement', { params: { id }, body: { version } });

export const markTicket = (id: number, body: MarkTicket) =>
  callApi('POST /api/events/tickets/:id/status', { params: { id }, body });

export const sendMarks = (instanceId: number, body: SendDoorMarks) =>
  callApi('POST /api/events/door/:instanceId/marks', {
    params: { instanceId },
    body,
    signal: AbortSignal.timeout(PATIENCE),
  });

export const addPerson = (instanceId: number, body: AddAtDoor) =>
  callApi('POST /api/events/door/:instanceId/tickets', { params: { instanceId }, body });

export const addWalkIn = (instanceId: number, body: AddWalkIn) =>
  callApi('POST /api/events/door/:instanceId/walk-ins', { params: { instanceId }, body });

/** Takes a person off the list again who was added just now. */
export const takeBackAdded = (id: number) => callApi('POST /api/events/door/tickets/:id/take-back', { params: { id } });

export const moveTicket = (id: number, toInstanceId: number, reason?: string) =>
  callApi('POST /api/events/door/tickets/:id/move', {
    params: { id },
    body: { toInstanceId, ...(reason === undefined ? {} : { reason }) },
  });

export const scan = (instanceId: number, text: string) =>
  callApi('POST /api/events/door/:instanceId/scan', { params: { instanceId }, body: { text } });

export const linkCard = (id: number, body: LinkCard) =>
  callApi('PUT /api/events/door/people/:id/card', { params: { id }, body });
