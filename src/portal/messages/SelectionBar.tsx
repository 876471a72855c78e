import { formatCount } from '../../../domain/values/formats.ts';
import { useEffect, useRef } from 'react';
import type { ThreadSummary } from '../../../domain/calls/messages.ts';
import type { Mark } from '../../../domain/messages/threads.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { changedBy } from './useMarks.ts';
import styles from './ThreadList.module.css';

interface SelectionBarProps {
  threads: readonly ThreadSummary[];
  /** `threads` are the newest ones of more. */
  hasMore: boolean;
  selected: readonly ThreadSummary[];
  onSelectAll: (isSelected: boolean) => void;
  onMark: (keys: readonly string[], mark: Mark) => void;
  /** Of the box, also what is not shown. Absent where nothing is unread. */
  onReadAll?: (() => void) | undefined;
}

const ACTIONS = [
  { mark: 'read', icon: 'check', label: 'Mark as read' },
  { mark: 'unread', icon: 'mail', label: 'Mark as unread' },
  { mark: 'archived', icon: 'archive', label: 'Archive' },
  { mark: 'kept', icon: 'archive-restore', label: 'Unarchive' },
] as const;

/** Selects all that are shown, and marks what is selected. */
export function SelectionBar({ threads, hasMore, selected, onSelectAll, onMark, onReadAll }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = selected.length === threads.length;
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = selected.length > 0 && !isAll;
  }, [selected.length, isAll]);
  // The pressed button goes, and focus with it.
  const acting = (work: () => void) => () => {
    box.current?.focus();
    work();
  };
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          ref={box}
          type="checkbox"
          aria-label="Select all"
          checked={isAll}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        <span role="status">
          {selected.length === 0
            ? `${hasMore ? 'The newest ' : ''}${formatCount(threads.length, 'conversation', 'conversations')}`
            : `${selected.length} selected`}
        </span>
      </label>
      {selected.length === 0 && onReadAll && (
        <Button variant="quiet" size="small" onClick={acting(onReadAll)}>
          Mark all as read
        </Button>
      )}
      {selected.length > 0 && (
        <div className={styles.actions} role="group" aria-label="What is selected">
          {ACTIONS.map(({ mark, icon, label }) => {
            const keys = changedBy(mark, selected).map(({ key }) => key);
            if (keys.length === 0) return null;
            return <IconButton key={mark} icon={icon} label={label} onClick={acting(() => onMark(keys, mark))} />;
          })}
        </div>
      )}
    </div>
  );
}
