import { Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const HistoryDialog = lazyComponent(() => import('./HistoryDialog.tsx').then((module) => module.HistoryDialog));

export interface ManagerActionsBarProps {
  placeId: number | undefined;
  onBlock: () => void;
  onSpecial: () => void;
  onUsual: (placeId: number) => void;
}

/** What else can be done than on the calendar itself: each by a form. */
export function ManagerActionsBar({ placeId, onBlock, onSpecial, onUsual }: ManagerActionsBarProps) {
  const [showsHistory, setShowsHistory] = useState(false);
  return (
    <>
      <Button icon="history" onClick={() => setShowsHistory(true)}>
        History
      </Button>
      {placeId !== undefined && (
        <Button icon="clock" onClick={() => onUsual(placeId)}>
          Usual hours
        </Button>
      )}
      <Button icon="calendar-clock" onClick={onSpecial}>
        Special hours
      </Button>
      <Button variant="primary" icon="plus" onClick={onBlock}>
        Block
      </Button>
      {showsHistory && (
        <Suspense>
          <HistoryDialog placeId={placeId} onClose={() => setShowsHistory(false)} />
        </Suspense>
      )}
    </>
  );
}
