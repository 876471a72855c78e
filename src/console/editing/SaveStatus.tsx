import type { ReactNode } from 'react';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatClock } from '../values/formats.ts';
import type { DraftState } from './DraftSaver.ts';
import styles from './editing.module.css';

interface SaveStatusProps {
  draft: DraftState<unknown>;
  onRetry: () => void;
  /** While nothing has been changed: "Draft saved". */
  untouched: ReactNode;
  /** Before the clock: "Draft saved". */
  saved: string;
  /** What prevents saving. */
  faulty?: ReactNode;
}

/** The save state of a draft. */
export function SaveStatus({ draft, onRetry, untouched, saved, faulty }: SaveStatusProps) {
  const { timezone } = useModel().site;
  return (
    <span className={styles.saveStatus} role="status">
      {statusText()}
    </span>
  );

  function statusText(): ReactNode {
    switch (draft.kind) {
      case 'saved':
        return (
          <>
            <Icon name="circle-check" size={16} />
            {draft.at === null ? untouched : `${saved} ${formatClock(draft.at, timezone)}`}
          </>
        );
      case 'saving':
        return (
          <>
            <Icon name="refresh-cw" size={16} />
            Saving
          </>
        );
      case 'failed':
        return (
          <>
            <Icon name="triangle-alert" size={16} />
            Not saved: {draft.message}
            {draft.isRetried && ' It will be retried automatically.'}
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
          </>
        );
      case 'faulty':
        return (
          <>
            <Icon name="triangle-alert" size={16} />
            Not saved: {faulty}
          </>
        );
      case 'conflict':
        return (
          <>
            <Icon name="triangle-alert" size={16} />
            Not saved
          </>
        );
      case 'unsaved':
        return (
          <>
            <Icon name="circle-dot" size={16} />
            Unsaved changes
          </>
        );
    }
  }
}
