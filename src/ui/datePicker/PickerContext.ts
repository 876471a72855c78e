import { createContext, use } from 'react';
import type { PickerConfig } from './pickerConfig.ts';
import type { WallRange } from './selection.ts';

export interface Picker {
  config: PickerConfig;
  /** The value in wall time; a single one is the start. */
  walls: WallRange;
  now: () => number;
  /** Takes a value; `isLast` closes a popover. */
  pick: (walls: WallRange, isLast: boolean) => void;
  /** Closes the popover; null for an inline picker. */
  close: (() => void) | null;
  /** What a choice has led to that was not asked for, or why it was refused. */
  notice: string | null;
  say: (notice: string | null) => void;
}

export const PickerContext = createContext<Picker | null>(null);

export function usePicker(): Picker {
  const picker = use(PickerContext);
  if (picker === null)
    throw new Error(
      'DatePicker context missing. Please verify this component is nested within a valid context provider.',
    );
  return picker;
}
