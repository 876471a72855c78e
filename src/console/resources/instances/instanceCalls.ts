import type { NewSessionLink, SessionLink, SessionLinks } from '../../../../domain/calls/links.ts';
import { api } from '../../../app/api.ts';

/** All calls throw ApiError. */
const linksPath = (id: number): string => `/api/events/instances/${id}/links`;

export function sessionLinksQuery(id: number) {
  return {
    queryKey: ['instances', 'links', id],
    queryFn: ({ signal }: { signal: AbortSignal }) => api<SessionLinks>(linksPath(id), { signal }),
    staleTime: 0,
  };
}

export function makeSessionLink(id: number, json: NewSessionLink): Promise<SessionLink> {
  return api(linksPath(id), { method: 'POST', json });
}

export function revokeSessionLink(id: number, linkId: number): Promise<void> {
  return api(`${linksPath(id)}/${linkId}`, { method: 'DELETE' });
}
