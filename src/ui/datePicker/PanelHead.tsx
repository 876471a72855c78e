import type { ComponentProps } from 'react';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import styles from './PickerPanel.module.css';

type Direction = 1 | -1;

interface PanelHeadProps extends ComponentProps<'button'> {
  /** What a button turns by: "month", "12 years". */
  step: string;
  canTurn: (direction: Direction) => boolean;
  onTurn: (direction: Direction) => void;
  /** Of several pages beside each other only the outer ones have a button. */
  hasPrevious?: boolean;
  hasNext?: boolean;
}

/** The title of a page, itself a button, between the buttons that turn it. */
export function PanelHead(props: PanelHeadProps) {
  const { step, canTurn, onTurn, hasPrevious = true, hasNext = true, children, ...title } = props;
  const turn = (direction: Direction) => (
    <IconButton
      icon={direction === -1 ? 'chevron-left' : 'chevron-right'}
      size="small"
      label={`${direction === -1 ? 'Previous' : 'Next'} ${step}`}
      aria-disabled={!canTurn(direction) || undefined}
      onClick={() => canTurn(direction) && onTurn(direction)}
    />
  );
  return (
    <div className={styles.head}>
      {hasPrevious ? turn(-1) : <span className={styles.gap} />}
      <button type="button" className={styles.title} aria-live="polite" {...title}>
        {children} <Icon name="chevron-down" size={16} />
      </button>
      {hasNext ? turn(1) : <span className={styles.gap} />}
    </div>
  );
}
