import { formatTime } from '../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
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

const ICONS = {
  saved: 'circle-check',
  saving: 'refresh-cw',
  unsaved: 'circle-dot',
  failed: 'triangle-alert',
  faulty: 'triangle-alert',
  conflict: 'triangle-alert',
} as const satisfies Record<DraftState<unknown>['kind'], IconName>;

export function SaveStatus({ draft, onRetry, untouched, saved, faulty }: SaveStatusProps) {
  const { timezone } = useModel().site;
  return (
    <span className={styles.saveStatus} role="status">
      <Icon name={ICONS[draft.kind]} size={16} />
      {statusText()}
    </span>
  );

  function statusText(): ReactNode {
    switch (draft.kind) {
      case 'saved':
        return draft.at === null ? untouched : `${saved} ${formatTime(draft.at, timezone)}`;
      case 'saving':
        return 'Saving';
      case 'unsaved':
        return 'Unsaved changes';
      case 'faulty':
        return <>Not saved: {faulty}</>;
      case 'conflict':
        return 'Not saved';
      case 'failed':
        return (
          <>
            Not saved: {draft.message}
            {draft.isRetried && ' It will be retried automatically.'}
            <Button size="small" onClick={onRetry}>
              Retry
            </Button>
          </>
        );
    }
  }
}
