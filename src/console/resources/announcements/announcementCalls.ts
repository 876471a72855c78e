import type {
  Delivery,
  Outcome,
  People,
  Preview,
  Recipients,
  Selection,
  SendAnnouncement,
  Shown,
  Way,
} from '../../../../domain/announcement-calls.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { api } from '../../../app/api.ts';

/** The API of domain/announcement-calls.ts. All calls throw ApiError. */

export function previewOf(selection: Selection): Promise<Preview> {
  return api('/api/announcements/preview', { method: 'POST', json: selection });
}

export function listPeople(selection: Selection, q: string, start: number): Promise<People> {
  return api('/api/announcements/people', { method: 'POST', json: { ...selection, q, start } });
}

export function sendAnnouncement(announcement: SendAnnouncement, key: string): Promise<{ id: number }> {
  return api('/api/announcements/send', { method: 'POST', json: announcement, headers: { 'idempotency-key': key } });
}

export function readDelivery(id: string): Promise<Delivery> {
  return api(`/api/announcements/${encodeURIComponent(id)}/delivery`);
}

export function takeBack(id: string): Promise<Delivery> {
  return api(`/api/announcements/${encodeURIComponent(id)}/undo`, { method: 'POST' });
}

export function listRecipients(id: string, show: Shown, q: string, start: number): Promise<Recipients> {
  const query = new URLSearchParams({ show, start: String(start), ...(q === '' ? {} : { q }) });
  return api(`/api/announcements/${encodeURIComponent(id)}/recipients?${query}`);
}

export const WAY_LABELS: Readonly<Record<Way, string>> = {
  mail: 'Mail at once',
  digest: 'In the daily mail',
  portal: 'In the portal only',
  none: 'Nothing, by their own choice',
};

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  waiting: 'Not their turn yet',
  mailed: 'Mail sent',
  mailWaiting: 'Mail waits to be sent',
  mailFailed: 'Mail did not arrive',
  daily: 'For their daily mail',
  portal: 'In the portal only',
  none: 'Nothing, by their own choice',
  left: 'Account no longer active',
};

/** Whether the caller may write to the people of this list. */
export function leadsToPeople({ config, can }: ClientResource): boolean {
  return config.recipients !== undefined && can.list;
}

/** The address of the page on which an announcement to the people of a list is written. */
export function composePath({ source, filter }: Selection): string {
  return `/admin/announcements/create?${new URLSearchParams({ source, filter: JSON.stringify(filter) })}`;
}
