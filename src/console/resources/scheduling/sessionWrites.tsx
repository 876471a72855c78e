import { useNavigate, useLocation } from 'react-router-dom';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { StaffEntry } from '../../../../domain/calls/staff-calendar.ts';
import { prompt } from '../../../app/dialogs/prompts.tsx';
import { readRow } from '../../../app/rows.ts';
import { useResource } from '../../../app/useResources.ts';
import type { CalendarWrites } from '../../../calendar/types.ts';
import { valuesOfSlot, type CalendarTarget } from '../../calendar/calendarItems.ts';
import type { MoveAnswer } from '../../calendar/moveQuestion.ts';
import { calendarWrites, type PlannedMove } from '../../calendar/useCalendarWrites.ts';
import { useRowWriter } from '../../calendar/useRowWriter.ts';
import { createPath } from '../../engine/paths.ts';
import { updateRow, versionOf } from '../../engine/rowWrites.ts';
import { MoveSession } from '../sessions/MoveSession.tsx';
import type { StaffItem } from './staffItems.ts';
import { STAFF_CALENDAR_KEY } from './useStaffCalendar.ts';

const WRITTEN = [STAFF_CALENDAR_KEY, 'instances'];

/** Sessions are moved, resized and drawn in the calendar that shows places, hours and blocks, by accounts that schedule them. */
export function useSessionWrites(zone: string, placeId: string | undefined): CalendarWrites | undefined {
  const resource = useResource('instances');
  const writer = useRowWriter(WRITTEN);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (resource === undefined) return undefined;
  const { create, change } = calendarWrites({
    resource,
    writer,
    prompt,
    findTarget: (item) => sessionTarget(resource, (item as StaffItem).entry),
    valuesOf: (_, slot) => valuesOfSlot(resource, slot, zone),
    confirmMove,
    create: async (slot) => {
      const record = valuesOfSlot(resource, { ...(placeId === undefined ? {} : { split: placeId }), ...slot }, zone);
      await navigate(createPath(resource), { state: { record, cameFrom: { pathname, search } } });
      return null;
    },
  });
  return { ...(create && { create }), ...(change && { change }) };
}

/** Whether the entry is a session that can be moved here: one of several dates is changed on its page. */
export function isMovable({ kind, state, id, recordId }: StaffEntry): boolean {
  return kind === 'instance' && ['draft', 'published'].includes(state) && id === `instance-${recordId}`;
}

function sessionTarget(resource: ClientResource, { recordId, start, end, placeId }: StaffEntry): CalendarTarget {
  const row = { id: recordId, version: 0, startsAt: start, endsAt: end, locationId: placeId };
  return { resource, row, date: null };
}

/** The entries have no version: the session is read, and written as it is then. */
async function confirmMove({ resource, row: { id }, values }: PlannedMove): Promise<MoveAnswer | null> {
  const row = await readRow('instances', Number(id));
  if (row.dates != null) throw new Error('It has several dates. Change them on its page.');
  const answer = await prompt<MoveAnswer>((onAnswer) => (
    <MoveSession row={{ ...row }} {...{ resource, values, onAnswer }} />
  ));
  if (answer === null || 'changes' in answer) return answer;
  return { changes: await updateRow(versionOf('instances', { ...row }), answer.values) };
}
