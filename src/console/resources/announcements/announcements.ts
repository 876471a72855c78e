import type { Outcome, Way } from '../../../../domain/messages/announcements.ts';
import type { Selection } from '../../../../domain/calls/announcements.ts';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';

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
