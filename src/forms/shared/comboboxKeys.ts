import type { KeyboardEvent } from 'react';
import type { Option } from './formServices.ts';

/** The option that the arrow keys have moved to: known by its value, for the list may change under it. */
export type Active = { value: Option['value'] } | 'first' | 'last' | null;

/** -1 where there is none. */
export function activeIndex(active: Active, found: readonly Option[]): number {
  if (active === null) return -1;
  if (active === 'first') return found.length > 0 ? 0 : -1;
  if (active === 'last') return found.length - 1;
  return found.findIndex(({ value }) => value === active.value);
}

/** The next option, from the last to the first and the other way round. */
export function stepFrom(current: number, step: 1 | -1, found: readonly Option[]): Active {
  const from = current === -1 && step === -1 ? 0 : current;
  const option = found[(from + step + found.length) % found.length];
  return option ? { value: option.value } : null;
}

const KEYS = [
  'ArrowDown',
  'ArrowUp',
  'Alt+ArrowDown',
  'Alt+ArrowUp',
  'Enter',
  'Escape',
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
] as const;
type Key = (typeof KEYS)[number];

function listKey(event: KeyboardEvent): Key | null {
  if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return null;
  const name = event.altKey ? `Alt+${event.key}` : event.key;
  return KEYS.find((key) => key === name) ?? null;
}

interface Moves {
  open: boolean;
  isEmpty: boolean;
  isUnchanged: boolean;
  show: (at?: Active) => void;
  hide: () => void;
  enter: () => void;
  restore: () => void;
  clearActive: () => void;
  move: (step: 1 | -1) => void;
}

export function handleListKey(event: KeyboardEvent, moves: Moves): void {
  const key = listKey(event);
  if (key === null || !act(key, moves)) return;
  event.preventDefault();
  if (key === 'Escape') event.stopPropagation();
}

/** Returns whether the key was the list's. */
function act(key: Key, { open, isEmpty, isUnchanged, ...moves }: Moves): boolean {
  switch (key) {
    case 'ArrowDown':
    case 'ArrowUp':
      moves.move(key === 'ArrowDown' ? 1 : -1);
      return true;
    case 'Alt+ArrowDown':
      moves.show();
      return true;
    case 'Alt+ArrowUp':
      moves.hide();
      return true;
    case 'Enter':
      // Otherwise it is the form's.
      if (!open && isEmpty) return false;
      moves.enter();
      return true;
    case 'Escape':
      if (!open && isUnchanged) return false;
      if (open) moves.hide();
      else moves.restore();
      return true;
    default:
      // They move the caret: the attention is back in the text.
      moves.clearActive();
      return false;
  }
}
