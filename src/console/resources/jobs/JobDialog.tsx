import type { JobDetail } from '../../../../domain/operations/jobs.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FactList } from '../../../ui/FactList.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { DeedList } from './DeedList.tsx';
import { JobButtons } from './JobButtons.tsx';
import { useJob } from './jobCalls.ts';
import { JobStateChip } from './JobStateChip.tsx';
import { attemptsText } from './jobWords.ts';
import layout from '../../../ui/layout.module.css';
import styles from './jobs.module.css';
import { Moment } from './Moment.tsx';
import { useJobActions } from './useJobActions.tsx';

interface JobDialogProps {
  queue: string;
  id: string;
  onClose: () => void;
}

/** One job: what happened to it, and what can be done with it. */
export function JobDialog({ queue, id, onClose }: JobDialogProps) {
  const answer = useJob({ queue, id });
  // A dead letter is gone once it is decided about.
  const actions = useJobActions((job) => job.state === 'dead' && onClose());
  const error = blockingError(answer);
  const job = error ? undefined : answer.data;
  return (
    <>
      <Dialog
        title={<span className={styles.code}>{queue}</span>}
        width={640}
        closeButton
        onClose={onClose}
        actions={
          <>
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
            {job && <JobButtons job={job} actions={actions} />}
          </>
        }
      >
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState icon="inbox" title="This job is gone">
            Jobs that are done, failed or cancelled are deleted after a week; a dead letter as soon as it is decided
            about.
          </EmptyState>
        ) : error ? (
          <ErrorState title="The job could not be loaded" onRetry={() => void answer.refetch()}>
            {error.message}
          </ErrorState>
        ) : job ? (
          <Facts job={job} />
        ) : (
          <Loading label="Loading the job" lines={6} />
        )}
      </Dialog>
      {actions.dialog}
    </>
  );
}

function Facts({ job }: { job: JobDetail }) {
  const isDue = job.state === 'waiting' || job.state === 'retrying';
  return (
    <div className={layout.stack5}>
      <FactList
        inline
        facts={[
          { key: 'state', label: 'State', value: <JobStateChip state={job.state} /> },
          { key: 'attempts', label: 'Attempts', value: attemptsText(job) },
          {
            key: 'created',
            label: job.state === 'dead' ? 'Given up' : 'Enqueued',
            value: <Moment at={job.createdAt} />,
          },
          ...(isDue
            ? [
                {
                  key: 'due',
                  label: job.state === 'retrying' ? 'Next attempt' : 'Due',
                  value: <Moment at={job.startsAt} />,
                },
              ]
            : []),
          ...(job.startedAt === null
            ? []
            : [{ key: 'started', label: 'Last started', value: <Moment at={job.startedAt} /> }]),
          ...(job.endedAt === null ? [] : [{ key: 'ended', label: 'Ended', value: <Moment at={job.endedAt} /> }]),
        ]}
      />
      <FactList
        facts={[
          ...(job.error === null
            ? []
            : [
                {
                  key: 'error',
                  label: 'Error of the last attempt',
                  value: <span className={styles.wholeError}>{job.error}</span>,
                },
              ]),
          {
            key: 'keys',
            label: 'Data (names only)',
            value: job.keys.length === 0 ? 'None' : <span className={styles.code}>{job.keys.join(', ')}</span>,
          },
          {
            key: 'id',
            label: 'Id',
            value: (
              <span className={styles.copied}>
                <span className={styles.code}>{job.id}</span> <CopyButton text={job.id} label="Copy" of="the id" />
              </span>
            ),
          },
        ]}
      />
      {job.isSentAgain && <p className={styles.quiet}>It was sent again: a new job has taken its place.</p>}
      {job.history.length > 0 && (
        <section>
          <h3 className={styles.heading}>History</h3>
          <DeedList deeds={job.history} />
        </section>
      )}
    </div>
  );
}
