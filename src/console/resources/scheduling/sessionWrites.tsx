import { useMemo } from 'react';
import { useNavigate, useLocation } from 'react-router-dom';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { StaffEntry } from '../../../../domain/calls/staff-calendar.ts';
import { prompt } from '../../../app/dialogs/prompts.tsx';
import { readRow } from '../../../app/rows.ts';
import { useResource } from '../../../app/useResources.ts';
import type { CalendarItem, CalendarSlot, CalendarWrites } from '../../../calendar/layout/types.ts';
import { valuesOfSlot, type CalendarTarget } from '../../calendar/calendarItems.ts';
import type { MoveAnswer } from '../../calendar/moveQuestion.ts';
import { calendarWrites } from '../../calendar/useCalendarWrites.ts';
import { useRowWriter } from '../../calendar/useRowWriter.ts';
import { createPath } from '../../engine/paths.ts';
import { MoveSession } from '../sessions/MoveSession.tsx';
import type { HoursContext } from './hoursContext.ts';
import { createDrawn } from './hoursDialogs.tsx';
import { blockWrites } from './hoursWrites.tsx';
import type { StaffItem } from './staffItems.ts';
import { STAFF_CALENDAR_KEY } from './useStaffCalendar.ts';

const WRITTEN = [STAFF_CALENDAR_KEY, 'instances'];

/** Sessions and blocks, and what the account can do with each, in the calendar that shows them with places and hours. */
export function useStaffWrites(
  context: HoursContext | null,
  zone: string,
  placeId: string | undefined,
  given: readonly StaffItem[],
): { items: readonly StaffItem[]; writes: CalendarWrites } {
  const sessions = useSessionWrites(zone, placeId);
  const blocks = context === null ? {} : blockWrites(context);
  const writesOf = (item: CalendarItem) => (isBlock(item) ? blocks : sessions);
  const create =
    context !== null && blocks.create
      ? (slot: CalendarSlot) => createDrawn(context, slot, sessions.create)
      : sessions.create;
  const [canMove, canMoveBlock, canDelete] = [sessions.change, blocks.change, blocks.remove].map(Boolean);
  const items = useMemo(
    () =>
      given.map((item): StaffItem => {
        const [editable, deletable] = isBlock(item) ? [canMoveBlock, canDelete] : [canMove && isMovable(item), false];
        return { ...item, editable: editable === true, deletable: deletable === true };
      }),
    [given, canMove, canMoveBlock, canDelete],
  );
  const writes = {
    ...(create && { create }),
    ...((blocks.change ?? sessions.change) && {
      change: async (item: CalendarItem, to: CalendarSlot) => (await writesOf(item).change?.(item, to)) ?? null,
    }),
    ...(blocks.remove && { remove: blocks.remove }),
  };
  return { items, writes };
}

function isBlock(item: CalendarItem): boolean {
  return (item as StaffItem).entry.kind === 'block';
}

function isMovable({ entry }: StaffItem): boolean {
  return ['draft', 'published'].includes(entry.state);
}

function useSessionWrites(zone: string, placeId: string | undefined): CalendarWrites {
  const resource = useResource('instances');
  const writer = useRowWriter(WRITTEN);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (resource === undefined) return {};
  const { create, change } = calendarWrites({
    resource,
    writer,
    prompt,
    findTarget: (item) => readTarget(resource, (item as StaffItem).entry),
    valuesOf: (_, slot) => valuesOfSlot(resource, slot, zone),
    confirmMove: ({ row, values }) =>
      prompt<MoveAnswer>((onAnswer) => <MoveSession {...{ resource, row, values, onAnswer }} />),
    create: async (slot) => {
      const record = valuesOfSlot(resource, { ...(placeId === undefined ? {} : { split: placeId }), ...slot }, zone);
      await navigate(createPath(resource), { state: { record, cameFrom: { pathname, search } } });
      return null;
    },
  });
  return { ...(create && { create }), ...(change && { change }) };
}

/** The entries have no version: the session is read, and written as it is then. */
async function readTarget(resource: ClientResource, { recordId, start }: StaffEntry): Promise<CalendarTarget> {
  const row = await readRow('instances', recordId);
  return { resource, row: { ...row }, date: row.dates == null ? null : start };
}
