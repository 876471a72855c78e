import type { QueryClient } from '@tanstack/react-query';
import type {
  Certificate,
  NewOwnFeed,
  OwnCertificate,
  OwnFeed,
  OwnSession,
  OwnTicket,
  OwnTickets,
  PublicSession,
  SessionDetails,
} from '../../../domain/calls/session-types.ts';
import type { SignUpBody } from '../../../domain/calls/sign-up.ts';
import { api } from '../../app/api.ts';
import { query, ROOT } from './sessionCalls.ts';

/** `link`: what opens a private session; null without one. */
export function sessionQuery(id: number, link: string | null = null) {
  return query<SessionDetails>(`${ROOT}sessions/${id}${byLink(link)}`);
}

export function ownSessionQuery(id: number, link: string | null = null) {
  return query<OwnSession>(`${ROOT}sessions/${id}/own${byLink(link)}`);
}

export function ownTicketsQuery(when: 'upcoming' | 'past', page: number) {
  return query<OwnTickets>(`${ROOT}tickets?when=${when}&page=${page}`);
}

/** The address of a session's calendar file. */
export function sessionFilePath(id: number, link: string | null = null): string {
  return `${ROOT}sessions/${id}/session.ics${byLink(link)}`;
}

/** A ticket for the session, and for all others of its series where that is booked as a whole. */
export function signUp(
  { id, series }: Pick<PublicSession, 'id' | 'series'>,
  link: string | null = null,
  given?: SignUpBody,
): Promise<OwnTicket> {
  const whole = series?.isBookedAsWhole === true ? `${link === null ? '?' : '&'}whole=true` : '';
  return api(`${ROOT}instances/${id}/tickets${byLink(link)}${whole}`, {
    method: 'POST',
    ...(given === undefined ? {} : { json: given }),
  });
}

/** Confirms the terms of the session's event as they were read. */
export function agree(sessionId: number, version: string, link: string | null): Promise<void> {
  return api(`${ROOT}instances/${sessionId}/agreement${byLink(link)}`, { method: 'POST', json: { version } });
}

/** The part of an address that opens a private session. */
export function byLink(link: string | null): string {
  return link === null ? '' : `?${new URLSearchParams({ link })}`;
}

export function changeTicket(ticketId: number, change: 'cancel' | 'accept' | 'seen'): Promise<OwnTicket> {
  return api(`${ROOT}tickets/${ticketId}/${change}`, { method: 'POST' });
}

/** Of an own ticket, by its id, or for whoever has its link, by the token. */
export function certificateQuery(of: { id: number } | { token: string }) {
  return 'id' in of
    ? query<Certificate | OwnCertificate>(`${ROOT}tickets/${of.id}/certificate`)
    : query<Certificate | OwnCertificate>(`${ROOT}certificates/${encodeURIComponent(of.token)}`);
}

/** The link to the certificate, as it is, leads nowhere from then on. */
export function withdrawCertificate(ticketId: number): Promise<void> {
  return api(`${ROOT}tickets/${ticketId}/certificate`, { method: 'DELETE' });
}

/** A ticket changes the counts of its session and what its owner may do: all that is shown is asked for again. */
export function refreshSessions(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(ROOT) });
}

/** The feed of one's own tickets. */
export const ownFeedQuery = query<OwnFeed>(`${ROOT}feed`);

export function makeOwnFeed(): Promise<NewOwnFeed> {
  return api(`${ROOT}feed`, { method: 'POST' });
}

export function revokeOwnFeed(): Promise<void> {
  return api(`${ROOT}feed`, { method: 'DELETE' });
}
