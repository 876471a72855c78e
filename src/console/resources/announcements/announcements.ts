import type { Outcome, Way } from '../../../../domain/messages/announcements.ts';
import type { Selection } from '../../../../domain/calls/announcements.ts';

export const WAY_LABELS: Readonly<Record<Way, string>> = {
  mail: 'Email right away',
  digest: 'In the daily digest',
  portal: 'In the portal only',
  none: 'None (opted out)',
};

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  waiting: 'Not sent yet',
  mailed: 'Email sent',
  mailWaiting: 'Email waiting',
  mailFailed: 'Email not delivered',
  daily: 'Waiting for the daily digest',
  portal: 'In the portal only',
  none: 'None (opted out)',
  left: 'Account no longer active',
};

/** The address of the page on which an announcement to the people of a list is written. */
export function composePath({ source, filter }: Selection): string {
  return `/admin/announcements/create?${new URLSearchParams({ source, filter: JSON.stringify(filter) })}`;
}
