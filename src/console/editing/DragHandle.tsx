import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { ReorderItem } from './useReorder.ts';
import styles from './editing.module.css';

interface DragHandleProps {
  /** What it moves, and its position: "Move Hours, card 2 of 5". */
  label: string;
  name: string;
  handle: ReorderItem['handle'];
  className?: string | undefined;
}

/** A drag handle for mouse, touch and arrow keys. `[data-handle]` finds it again after a move. */
export function DragHandle({ label, name, handle, className }: DragHandleProps) {
  return (
    <button
      type="button"
      className={classNames(styles.handle, className)}
      data-handle={name}
      aria-label={label}
      title="Drag, or press the up and down arrow keys"
      {...handle}
    >
      <Icon name="grip-vertical" size={16} />
    </button>
  );
}

export function reorderClass({ line, isDragged }: ReorderItem): string {
  return classNames(
    line === 'before' && styles.lineBefore,
    line === 'after' && styles.lineAfter,
    isDragged && styles.dragged,
  );
}
