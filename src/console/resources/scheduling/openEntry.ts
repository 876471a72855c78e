import { formatInstant } from '../../../../domain/values/formats.ts';
import { isReachable, type Access } from '../../../app/menuEntries.ts';
import type { StaffEntry } from '../../../../domain/calls/scheduling.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';

interface EntryAccess {
  reach: Access;
  canEditBlocks: boolean;
}

/** The record's page; null when the account may open none. */
export function recordPath({ kind, recordId }: StaffEntry, { reach, canEditBlocks }: EntryAccess): string | null {
  if (kind === 'block') return `/admin/locations/blocks/${recordId}${canEditBlocks ? '' : '/show'}`;
  const paths = [`/scheduling/editinstance/${recordId}`, `/scheduling/manageinstances/${recordId}/show`];
  return paths.find((path) => isReachable(path, reach)) ?? null;
}

/** What there is to know of a session whose record is not the account's to open. */
export function showEntry({ title, start, end, state, seats, conflicts }: StaffEntry, zone: string): void {
  void showModal({
    type: 'Information',
    header: title,
    message: [
      ['Starts', formatInstant(start, zone)],
      ['Ends', formatInstant(end, zone)],
      ['State', state.charAt(0).toUpperCase() + state.slice(1)],
      ...(seats === null ? [] : [['Seats', `${seats.taken} of ${seats.capacity} taken`] as const]),
      ...(conflicts.length === 0 ? [] : [['Conflicts', conflicts.map(({ text }) => text).join('; ')] as const]),
    ],
  });
}
