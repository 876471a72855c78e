import type { CalendarItem, CalendarWrites } from '../layout/types.ts';
import { isMultiDay } from './slots.ts';
import type { LocalDays } from './localDays.ts';

export interface Allowed {
  move: boolean;
  resize: boolean;
  remove: boolean;
}

/** What may be done with an item now. Asked whenever something is done: it may have changed since the item was drawn. */
export function allowedFor(item: CalendarItem, writes: CalendarWrites | undefined, days: LocalDays): Allowed {
  const canChange = writes?.change !== undefined && item.background !== true;
  return {
    move: canChange && (item.draggable ?? item.editable ?? true) && !isMultiDay(item, days),
    resize: canChange && (item.resizable ?? item.editable ?? true),
    remove: writes?.remove !== undefined && (item.deletable ?? item.editable ?? true),
  };
}
