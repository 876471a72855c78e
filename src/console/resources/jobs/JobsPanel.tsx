import { Link } from 'react-router-dom';
import { JOB_STATES, type Job, type JobState, type QueueAction } from '../../../../domain/operations/jobs.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import { Table, type Column } from '../../../ui/Table.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { addressOf, type JobAddress } from './jobAddress.ts';
import { JobButtons } from './JobButtons.tsx';
import { useJobList, useOverview } from './jobCalls.ts';
import { ACTION_ICONS, attemptsText, STATES } from './jobWords.ts';
import layout from '../../../ui/layout.module.css';
import styles from './jobs.module.css';
import { Moment } from './Moment.tsx';
import { useJobActions, type JobActions } from './useJobActions.tsx';

/** What can be done with all jobs of a queue that are in a state. */
const ALL: Readonly<Partial<Record<JobState, QueueAction>>> = { failed: 'retry', dead: 'send-again' };

interface JobsPanelProps {
  address: JobAddress;
  go: (change: Partial<JobAddress>) => void;
}

/** The jobs in one state, of all queues or one, a page at a time. */
export function JobsPanel({ address, go }: JobsPanelProps) {
  const { state, queue } = address;
  const actions = useJobActions();
  const queues = useOverview().data?.queues.map(({ name }) => name) ?? [];
  const known = queue === undefined || queues.includes(queue) ? queues : [...queues, queue];
  return (
    <div className={layout.stack4}>
      <div className={styles.filters}>
        <SelectField
          label="State"
          value={state}
          options={JOB_STATES.map((value) => ({ value, label: STATES[value].label }))}
          onChange={(event) => go({ state: event.target.value as JobState, after: undefined })}
        />
        <SelectField
          label="Queue"
          value={queue ?? ''}
          options={[{ value: '', label: 'All queues' }, ...known.map((value) => ({ value, label: value }))]}
          onChange={(event) => go({ queue: event.target.value || undefined, after: undefined })}
        />
      </div>
      <JobList address={address} go={go} actions={actions} />
      {actions.dialog}
    </div>
  );
}

function JobList({ address, go, actions }: JobsPanelProps & { actions: JobActions }) {
  const list = useJobList(address);
  const { state, queue, after } = address;
  const error = blockingError(list);
  if (error && !list.isPlaceholderData) {
    return (
      <ErrorState title="The jobs could not be loaded" onRetry={() => void list.refetch()}>
        {error.message}
      </ErrorState>
    );
  }
  if (!list.data) return <Loading label="Loading the jobs" lines={8} lineHeight={44} />;
  const { jobs, next } = list.data;
  if (jobs.length === 0) return <NoJobs address={address} go={go} />;
  const forAll = queue === undefined ? undefined : ALL[state];
  return (
    <>
      <p className={styles.quiet}>{STATES[state].help}</p>
      <Card
        flush
        className={classNames(list.isPlaceholderData && styles.stale)}
        {...(forAll === undefined || queue === undefined
          ? {}
          : {
              title: `${state === 'dead' ? 'Dead letters' : 'Failed jobs'} of ${queue}`,
              actions: <AllButton queue={queue} action={forAll} actions={actions} />,
            })}
      >
        <Table caption="Jobs" columns={columnsOf(address, actions)} rows={jobs} rowKey={({ id }) => id} />
        {(next !== null || after !== undefined) && (
          <nav className={styles.pages} aria-label="Pages">
            <Button icon="arrow-up" disabled={after === undefined} onClick={() => go({ after: undefined })}>
              Newest
            </Button>
            <Button icon="arrow-down" disabled={next === null} onClick={() => go({ after: next ?? undefined })}>
              Older
            </Button>
          </nav>
        )}
      </Card>
    </>
  );
}

function NoJobs({ address: { state, queue, after }, go }: JobsPanelProps) {
  const isFiltered = queue !== undefined || after !== undefined;
  const label = state === 'dead' ? 'dead letters' : `${STATES[state].label.toLowerCase()} jobs`;
  return (
    <EmptyState
      icon={STATES[state].icon}
      title={after === undefined ? `No ${label}${queue === undefined ? '' : ` of ${queue}`}` : `No older ${label}`}
      {...(isFiltered
        ? {
            actions: (
              <Button onClick={() => go({ queue: undefined, after: undefined })}>Show those of all queues</Button>
            ),
          }
        : {})}
    >
      {STATES[state].help}
    </EmptyState>
  );
}

function AllButton({ queue, action, actions }: { queue: string; action: QueueAction; actions: JobActions }) {
  return (
    <Button className={styles.all} icon={ACTION_ICONS[action]} onClick={() => actions.actOnAll(queue, action)}>
      {action === 'retry' ? 'Retry all' : 'Send all again'}
    </Button>
  );
}

function columnsOf(address: JobAddress, actions: JobActions): Column<Job>[] {
  const { state } = address;
  const isDue = state === 'waiting' || state === 'retrying';
  const hasError = state === 'failed' || state === 'dead' || state === 'retrying';
  const columns: (Column<Job> | false)[] = [
    {
      key: 'job',
      header: 'Job',
      cell: ({ queue, id }) => (
        <Link to={addressOf({ ...address, job: { queue, id } })} className={styles.job}>
          <span className={styles.code}>{queue}</span> <span className={styles.id}>{id.slice(0, 8)}</span>
        </Link>
      ),
    },
    hasError && {
      key: 'error',
      header: 'Error',
      cell: ({ error }) => <span className={styles.error}>{error ?? '–'}</span>,
    },
    { key: 'attempts', header: 'Attempts', cell: (job) => <span className={styles.moment}>{attemptsText(job)}</span> },
    {
      key: 'created',
      header: state === 'dead' ? 'Given up' : 'Enqueued',
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    isDue && {
      key: 'due',
      header: state === 'waiting' ? 'Due' : 'Next attempt',
      cell: ({ startsAt }) => <Moment at={startsAt} />,
    },
    !isDue &&
      state !== 'dead' && {
        key: 'ended',
        header: state === 'running' ? 'Started' : 'Ended',
        cell: ({ startedAt, endedAt }) => <Moment at={state === 'running' ? startedAt : endedAt} />,
      },
    state !== 'done' && {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      cell: (job) => (
        <span className={styles.buttons}>
          {job.isSentAgain ? (
            <span className={styles.quiet}>Sent again</span>
          ) : (
            <JobButtons job={job} actions={actions} size="small" />
          )}
        </span>
      ),
    },
  ];
  return columns.filter((column) => column !== false);
}
