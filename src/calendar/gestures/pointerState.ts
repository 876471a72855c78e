import type { CalendarPosition, CalendarSlot } from '../layout/types.ts';
import type { Cell, GestureTimer } from './context.ts';
import type { Hit, Hovered } from './pointed.ts';

export interface Movement {
  type: 'move' | 'up';
  pointer: number;
  x: number;
  y: number;
  hit: Hit;
}

export type PointerStep =
  | (Omit<Movement, 'type'> & { type: 'down'; touch: boolean })
  | Movement
  /** The delete button is requested by a key, or has been pressed. */
  | { type: 'offer-delete'; item: string | null }
  /** Taken by the browser, by another window, or by Escape. */
  | { type: 'cancel' }
  | { type: 'timer'; timer: GestureTimer };

export interface Pressed {
  phase: 'pressed';
  pointer: number;
  touch: boolean;
  x: number;
  y: number;
  hit: Hit;
  /** Moving now drags. Immediately for a mouse, after a rest for a finger. */
  isLifted: boolean;
}

export interface Moving {
  phase: 'moving';
  pointer: number;
  item: string;
  /** Milliseconds from its start to where it was taken. */
  grab: number;
  /** null where it cannot be dropped. */
  to: CalendarSlot | null;
  /** The view that comes back when it is not dropped. */
  from: CalendarPosition;
  over: Hovered | null;
}

interface Resizing {
  phase: 'resizing';
  pointer: number;
  item: string;
  to: CalendarSlot | null;
}

interface Creating {
  phase: 'creating';
  pointer: number;
  cell: Cell;
  origin: number;
  to: CalendarSlot;
}

interface Spent {
  phase: 'spent';
  pointer: number;
}

export interface PointerState {
  gesture: { phase: 'idle' } | Pressed | Moving | Resizing | Creating | Spent;
  deleting: string | null;
}

export const AT_REST: PointerState = { gesture: { phase: 'idle' }, deleting: null };

/** Whether a finger's movement belongs to the gesture and no longer to scrolling. */
export function ownsTouch({ gesture }: PointerState): boolean {
  if (gesture.phase === 'pressed') return gesture.isLifted;
  return gesture.phase !== 'idle';
}
