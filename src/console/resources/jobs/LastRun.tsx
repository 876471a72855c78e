import { Link } from 'react-router-dom';
import type { JobRun } from '../../../../domain/operations/jobs.ts';
import { addressOf } from './jobAddress.ts';
import { JobStateChip } from './JobStateChip.tsx';
import styles from './jobs.module.css';
import { Moment } from './Moment.tsx';

/** How and when the last job of a queue ran; leads to that job. */
export function LastRun({ queue, run }: { queue: string; run: JobRun | null }) {
  if (run === null) return <span className={styles.quiet}>Not yet</span>;
  const { id, state, startedAt, endedAt } = run;
  return (
    <span className={styles.lastRun}>
      <Link to={addressOf({ tab: 'jobs', state, queue, job: { queue, id } })} className={styles.link}>
        <Moment at={endedAt ?? startedAt} />
      </Link>
      <JobStateChip state={state} />
    </span>
  );
}
