import type { JobSchedule } from '../../../../domain/operations/jobs.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { useOverview } from './jobCalls.ts';
import styles from './jobs.module.css';
import { LastRun } from './LastRun.tsx';
import { Moment } from './Moment.tsx';

const COLUMNS: readonly Column<JobSchedule>[] = [
  { key: 'queue', header: 'Queue', cell: ({ queue }) => <span className={styles.code}>{queue}</span> },
  {
    key: 'cron',
    header: 'Schedule (cron)',
    cell: ({ cron, zone }) => (
      <span>
        <span className={styles.code}>{cron}</span> <span className={styles.quiet}>{zone}</span>
      </span>
    ),
  },
  { key: 'next', header: 'Next run', cell: ({ nextAt }) => <Moment at={nextAt} /> },
  { key: 'last', header: 'Last run', cell: ({ queue, lastRun }) => <LastRun queue={queue} run={lastRun} /> },
];

/** What starts by itself, and when. */
export function SchedulesPanel() {
  const overview = useOverview();
  const error = blockingError(overview);
  if (error) {
    return (
      <ErrorState title="The schedules could not be loaded" onRetry={() => void overview.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!overview.data) return <Loading label="Loading the schedules" lines={4} lineHeight={44} />;
  const { schedules } = overview.data;
  if (schedules.length === 0) return <EmptyState icon="calendar-clock" title="Nothing is scheduled" />;
  return (
    <Card flush>
      <Table caption="Schedules" columns={COLUMNS} rows={schedules} rowKey={({ queue, cron }) => `${queue} ${cron}`} />
    </Card>
  );
}
