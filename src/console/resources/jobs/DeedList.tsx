import { Link } from 'react-router-dom';
import type { JobHistoryEntry } from '../../../../domain/operations/jobs.ts';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import { addressOf } from './jobAddress.ts';
import { ACTION_ICONS, deedObject, deedWords } from './jobWords.ts';
import styles from './jobs.module.css';
import { Moment } from './Moment.tsx';

/** Who did what. `linked`: each entry leads to its job, or to the queue's. */
export function DeedList({ deeds, linked = false }: { deeds: readonly JobHistoryEntry[]; linked?: boolean }) {
  return (
    <Timeline>
      {deeds.map((deed) => {
        const [verb, after] = deedWords(deed);
        return (
          <TimelineEntry key={deed.id} icon={ACTION_ICONS[deed.action]}>
            <p>
              <strong>{deed.actor}</strong> {verb} <Subject deed={deed} linked={linked} />
              {after}
            </p>
            <p className={styles.quiet}>
              <Moment at={deed.at} />
            </p>
          </TimelineEntry>
        );
      })}
    </Timeline>
  );
}

function Subject({ deed, linked }: { deed: JobHistoryEntry; linked: boolean }) {
  const { queue, jobId: id, from } = deed;
  const words = deedObject(deed);
  if (!linked) return <>{words}</>;
  // A dead letter is gone once it is decided about.
  const to = id === null || from === 'dead' ? { queue } : { queue, job: { queue, id } };
  return (
    <>
      {words} of{' '}
      <Link to={addressOf({ tab: 'jobs', state: from, ...to })} className={styles.code}>
        {queue}
      </Link>
    </>
  );
}
