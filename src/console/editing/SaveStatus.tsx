import { formatTime } from '../../../domain/values/formats.ts';
import type { ReactNode } from 'react';
import type { IconName } from '../../../domain/declarations/icons.ts';
import { useModel } from '../../app/useModel.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { DraftState } from './DraftSaver.ts';
import styles from './editing.module.css';

export interface SaveStatusTexts {
  /** While nothing has been changed: "Draft saved". */
  untouched: ReactNode;
  /** What prevents saving. */
  faulty?: ReactNode;
}

interface SaveStatusProps extends SaveStatusTexts {
  draft: DraftState<unknown>;
  /** Absent where the page has a button that saves. */
  onRetry: (() => void) | undefined;
}

const ICONS = {
  saved: 'circle-check',
  saving: 'refresh-cw',
  unsaved: 'circle-dot',
  failed: 'triangle-alert',
  faulty: 'triangle-alert',
  conflict: 'triangle-alert',
} as const satisfies Record<DraftState<unknown>['kind'], IconName>;

export function SaveStatus({ draft, onRetry, untouched, faulty }: SaveStatusProps) {
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
        return draft.at === null ? untouched : `Saved ${formatTime(draft.at, timezone)}`;
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
            {onRetry && (
              <Button size="small" onClick={onRetry}>
                Retry
              </Button>
            )}
          </>
        );
    }
  }
}
