import { blockingError } from '../../../app/useLastAnswer.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { DeedList } from './DeedList.tsx';
import { useJobHistory } from './jobCalls.ts';

/** Who did what to jobs, newest first. */
export function HistoryPanel() {
  const history = useJobHistory();
  const error = blockingError(history);
  if (error) {
    return (
      <ErrorState title="The history could not be loaded" onRetry={() => void history.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!history.data) return <Loading label="Loading the history" lines={6} />;
  if (history.data.length === 0)
    return (
      <EmptyState icon="history" title="Nobody has done anything yet">
        Whoever retries, cancels, discards or sends jobs again is listed here.
      </EmptyState>
    );
  return (
    <Card>
      <DeedList deeds={history.data} linked />
    </Card>
  );
}
