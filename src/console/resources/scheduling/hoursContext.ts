import { useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { StaffPlace } from '../../../../domain/calls/staff-calendar.ts';
import { prompt, type Prompt } from '../../../app/dialogs/prompts.tsx';
import { RetryKey } from '../../../app/RetryKey.ts';
import { useResources } from '../../../app/useResources.ts';
import type { CalendarItem, CalendarWrites, Undo } from '../../../calendar/layout/types.ts';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useRowWriter, type RowWriter } from '../../calendar/useRowWriter.ts';
import type { SpecialRow } from './hours.ts';
import { STAFF_CALENDAR_KEY, type useStaffCalendar } from './useStaffCalendar.ts';

export const SPECIAL_KEY = 'specialHours';

const WRITTEN = [STAFF_CALENDAR_KEY, SPECIAL_KEY, 'locations', 'blocks', 'hoursExceptions'];

export interface HoursContext {
  prompt: Prompt;
  writer: RowWriter;
  /** Without those that the account cannot see. */
  resources: Readonly<{ blocks: ClientResource } & Partial<Record<'hoursExceptions' | 'locations', ClientResource>>>;
  places: readonly StaffPlace[];
  /** The place that new blocks are for, unless a column names another. */
  placeId: number | undefined;
  zone: string;
  /** Of the dates that are shown. */
  special: readonly SpecialRow[];
  /** Outlives the refetch after a lost answer, so that a repeated drag is the same call. */
  retryKey: RetryKey;
}

const NO_SPECIAL: readonly SpecialRow[] = [];

/** What the dialogs of hours and blocks need; null where the account cannot see blocks. */
export function useHoursContext(
  { places, zone }: Pick<ReturnType<typeof useStaffCalendar>, 'places' | 'zone'>,
  placeId: number | undefined,
  special = NO_SPECIAL,
): HoursContext | null {
  const writer = useRowWriter(WRITTEN);
  const [retryKey] = useState(() => new RetryKey());
  const { blocks, ...others } = Object.fromEntries(useResources().map((resource) => [resource.name, resource]));
  if (blocks === undefined) return null;
  const resources = { blocks, ...others };
  return { prompt, writer, resources, places, placeId, zone, special, retryKey };
}

/** What an item's dialog calls to delete it; undefined where the account cannot. */
export function deletionOf({ remove }: CalendarWrites, item: CalendarItem | undefined): (() => void) | undefined {
  return remove && item && (() => void announceUndo(remove(item), `“${item.title}” is deleted.`));
}

/** Changes by a button or a click have their undo in a toast; the calendar announces its own. */
export async function announceUndo(change: Promise<Undo | null>, done = 'Saved'): Promise<void> {
  try {
    const undo = await change;
    if (undo !== null) showUndoable(done, undo);
  } catch (failure) {
    showToast(failure instanceof Error ? failure.message : 'It could not be saved.', { tone: 'error' });
  }
}
