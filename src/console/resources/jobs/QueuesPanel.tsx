import { Link } from 'react-router-dom';
import type { JobQueue, JobState } from '../../../../domain/operations/jobs.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { Card } from '../../../ui/Card.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { formatNumber } from '../../values/formats.ts';
import { addressOf } from './jobAddress.ts';
import { useOverview } from './jobCalls.ts';
import { formatJobs, STATES } from './jobWords.ts';
import styles from './jobs.module.css';
import { LastRun } from './LastRun.tsx';
import { Moment } from './Moment.tsx';

const COUNTED: readonly JobState[] = ['waiting', 'retrying', 'running', 'failed', 'dead', 'cancelled', 'done'];

const COLUMNS: readonly Column<JobQueue>[] = [
  { key: 'name', header: 'Queue', cell: (queue) => <QueueName queue={queue} /> },
  ...COUNTED.map((state): Column<JobQueue> => ({
    key: state,
    header: STATES[state].label,
    align: 'end',
    cell: (queue) => <Count queue={queue} state={state} />,
  })),
  { key: 'lastRun', header: 'Last run', cell: (queue) => <LastRun queue={queue.name} run={queue.lastRun} /> },
];

/** Every queue with its jobs, counted by state. */
export function QueuesPanel() {
  const overview = useOverview();
  const error = blockingError(overview);
  if (error) {
    return (
      <ErrorState title="The queues could not be loaded" onRetry={() => void overview.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!overview.data) return <Loading label="Loading the queues" lines={6} lineHeight={44} />;
  const { queues } = overview.data;
  if (queues.length === 0)
    return (
      <EmptyState icon="layers" title="No queues yet">
        A queue is here once its first job was enqueued.
      </EmptyState>
    );
  return (
    <Card flush>
      <Table caption="Queues" columns={COLUMNS} rows={queues} rowKey={({ name }) => name} />
    </Card>
  );
}

function QueueName({ queue: { name, isWorked, waitingSince, counts } }: { queue: JobQueue }) {
  const isStuck = !isWorked && counts.waiting + counts.retrying > 0;
  return (
    <span className={styles.name}>
      <span className={styles.code}>{name}</span>
      {isStuck && (
        <Chip tone="orange" icon="triangle-alert" title="No feature of this version of the portal runs these jobs">
          Nobody works on it
        </Chip>
      )}
      {waitingSince !== null && (
        <span className={styles.quiet}>
          waiting since <Moment at={waitingSince} />
        </span>
      )}
    </span>
  );
}

function Count({ queue: { name, counts, later }, state }: { queue: JobQueue; state: JobState }) {
  const count = counts[state];
  if (count === 0) return <span className={styles.zero}>0</span>;
  return (
    <span>
      <Link
        to={addressOf({ tab: 'jobs', state, queue: name })}
        className={styles.link}
        aria-label={`${STATES[state].label} of ${name}: ${formatJobs(count)}`}
      >
        {formatJobs(count)}
      </Link>
      {state === 'waiting' && later > 0 && <span className={styles.quiet}> ({formatNumber(later)} later)</span>}
    </span>
  );
}
