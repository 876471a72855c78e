import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import styles from './scheduling.module.css';

const HistoryDialog = lazyComponent(() => import('./HistoryDialog.tsx').then((module) => module.HistoryDialog));

export interface ManagerActionsBarProps {
  placeId: number | undefined;
  /** How hours and blocks are changed on the calendar itself. */
  guide: string;
  onBlock: () => void;
  onSpecial: () => void;
  onUsual: (placeId: number) => void;
}

/** What else can be done than on the calendar itself: each by a form. On a phone, all but the first in a menu. */
export function ManagerActionsBar({ placeId, guide, onBlock, onSpecial, onUsual }: ManagerActionsBarProps) {
  const [showsHistory, setShowsHistory] = useState(false);
  const isPhone = useMedia('below-medium');
  const showHistory = () => setShowsHistory(true);
  const editUsual = placeId === undefined ? null : () => onUsual(placeId);
  return (
    <>
      {!isPhone && (
        <>
          <Button icon="history" onClick={showHistory}>
            History
          </Button>
          {editUsual !== null && (
            <Button icon="clock" onClick={editUsual}>
              Usual hours
            </Button>
          )}
          <Button icon="calendar-clock" onClick={onSpecial}>
            Special hours
          </Button>
        </>
      )}
      <Button variant="primary" icon="plus" onClick={onBlock}>
        Block
      </Button>
      {isPhone && (
        <Menu
          label="More"
          align="end"
          head={<p className={styles.guide}>{guide}</p>}
          items={[
            { key: 'special', label: 'Special hours', icon: 'calendar-clock', onSelect: onSpecial },
            ...(editUsual === null
              ? []
              : [{ key: 'usual', label: 'Usual hours', icon: 'clock' as const, onSelect: editUsual }]),
            { key: 'history', label: 'History', icon: 'history', onSelect: showHistory },
          ]}
          trigger={(props) => <IconButton {...props} variant="secondary" icon="ellipsis" label="More" />}
        />
      )}
      {showsHistory && (
        <CodeBoundary>
          <HistoryDialog placeId={placeId} onClose={() => setShowsHistory(false)} />
        </CodeBoundary>
      )}
    </>
  );
}
