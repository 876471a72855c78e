import type { CalendarItem, CalendarPosition, CalendarSlot, CalendarSplit } from '../layout/types.ts';
import type { LocalDays } from './localDays.ts';
import type { Allowed } from './permissions.ts';

/** A day, or the part of one, that lies under the pointer or has the focus. */
export interface Cell {
  day: string;
  /** Cells of months and years are broad: nothing is put there. */
  area: 'time' | 'all-day' | 'month' | 'broad';
  split?: string;
  /** In a time grid: the instant at that height. */
  instant?: number;
}

/** The calendar as it is now: read at every step, since it changes during a gesture. */
export interface GestureContext {
  position: CalendarPosition;
  days: LocalDays;
  snapToTime: number;
  timeStep: number;
  splits: readonly CalendarSplit[];
  canCreate: boolean;
  item: (id: string) => CalendarItem | undefined;
  allowed: (item: CalendarItem) => Allowed;
  /** Within the calendar's dates. */
  isOpen: (date: string) => boolean;
  isShown: (date: string) => boolean;
  /** The minute at which something new begins on a date, where no time was pointed at. */
  firstMinute: (date: string) => number;
}

export interface Preview {
  kind: 'move' | 'resize' | 'create';
  item?: string;
  slot: CalendarSlot;
}

export type Effect =
  | { do: 'wait'; timer: GestureTimer; for: number }
  | { do: 'stop'; timer: GestureTimer }
  /** Further events of the pointer come here, wherever it is. */
  | { do: 'capture'; pointer: number }
  | { do: 'preview'; preview: Preview | null }
  /** Shows the delete button of an item; null hides it. */
  | { do: 'offer-delete'; item: string | null; takesFocus: boolean }
  /** As pressing the control would. */
  | { do: 'navigate'; control: string }
  /** To the narrower view of a day. */
  | { do: 'drill'; day: string }
  | { do: 'go'; position: CalendarPosition }
  /** The click that follows is part of the gesture. */
  | { do: 'swallow-click' }
  | { do: 'create'; slot: CalendarSlot }
  | { do: 'change'; item: string; slot: CalendarSlot };

export type GestureTimer = 'hold' | 'lift' | 'hover';
