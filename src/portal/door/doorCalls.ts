import { useQuery, type QueryClient } from '@tanstack/react-query';
import type {
  AddAtDoor,
  AddedAtDoor,
  AddWalkIn,
  AgreeAtDoor,
  DoorEvent,
  DoorEvents,
  DoorList,
  DoorPeople,
  DoorSessions,
} from '../../../domain/door-calls.ts';
import type { DoorMarksAnswer, MovedAtDoor, SendDoorMarks } from '../../../domain/sessions/door-marks.ts';
import type { DoorScan, LinkCard } from '../../../domain/sessions/door-scan.ts';
import type { EventTerms, MarkTicket } from '../../../domain/ticket-calls.ts';
import { ApiError, isUnreachable } from '../../app/ApiError.ts';
import { api } from '../../app/api.ts';

/** The API of domain/door-calls.ts. All calls throw ApiError. */
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

export function agreeAtDoor(ticketId: number, json: AgreeAtDoor): Promise<void> {
  return api(`${ROOT}/tickets/${ticketId}/agreement`, { method: 'POST', json });
}

export function markTicket(ticketId: number, mark: MarkTicket): Promise<void> {
  return api(`/api/events/tickets/${ticketId}/status`, { method: 'POST', json: mark });
}

export function sendMarks(sessionId: number, json: SendDoorMarks): Promise<DoorMarksAnswer> {
  return api(`${ROOT}/${sessionId}/marks`, { method: 'POST', json, signal: AbortSignal.timeout(PATIENCE) });
}

export function addPerson(sessionId: number, json: AddAtDoor): Promise<AddedAtDoor> {
  return api(`${ROOT}/${sessionId}/tickets`, { method: 'POST', json });
}

export function addWalkIn(sessionId: number, json: AddWalkIn): Promise<AddedAtDoor> {
  return api(`${ROOT}/${sessionId}/walk-ins`, { method: 'POST', json });
}

/** Takes somebody off the list again who was added just now. */
export function takeBackAdded(ticketId: number): Promise<void> {
  return api(`${ROOT}/tickets/${ticketId}/take-back`, { method: 'POST' });
}

export function moveTicket(ticketId: number, toInstanceId: number, reason?: string): Promise<MovedAtDoor> {
  const json = { toInstanceId, ...(reason === undefined ? {} : { reason }) };
  return api(`${ROOT}/tickets/${ticketId}/move`, { method: 'POST', json });
}

export function scan(sessionId: number, text: string): Promise<DoorScan> {
  return api(`${ROOT}/${sessionId}/scan`, { method: 'POST', json: { text } });
}

export function linkCard(userId: number, card: LinkCard): Promise<void> {
  return api(`${ROOT}/people/${userId}/card`, { method: 'PUT', json: card });
}
