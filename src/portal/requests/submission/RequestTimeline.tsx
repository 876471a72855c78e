import { Card } from '../../../ui/Card.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { Timeline, TimelineEntry } from '../../../ui/Timeline.tsx';
import type { IconName } from '../../../../domain/icons.ts';
import type { TimelineEntry as Event } from '../../../../domain/request-calls.ts';
import { STATUS_LABELS } from '../../../../domain/workflow.ts';
import { When } from '../../../requests/When.tsx';
import styles from './RequestTimeline.module.css';

const ICONS: Readonly<Record<Event['kind'], IconName>> = {
  submitted: 'send',
  resubmitted: 'redo',
  status: 'arrow-right',
  assigned: 'user-check',
};

/** The history of a request, newest last. */
export function RequestTimeline({ entries }: { entries: readonly Event[] }) {
  return (
    <Card title="Timeline">
      <Timeline>
        {entries.map((entry) => (
          <TimelineEntry key={entry.id} icon={ICONS[entry.kind]}>
            <p className={styles.what}>
              {entry.kind === 'status' && entry.to && <StatusChip status={entry.to} />}
              {wordsOf(entry)}
            </p>
            {entry.reason && <blockquote className={styles.reason}>{entry.reason}</blockquote>}
            <p className={styles.who}>
              {entry.who}, <When at={entry.at} />
            </p>
          </TimelineEntry>
        ))}
      </Timeline>
    </Card>
  );
}

/** The text next to the status chip. */
function wordsOf({ kind, to, text }: Event): string {
  if (kind !== 'status' || to === null) return text;
  return text
    .split(' · ')
    .filter((part) => part !== STATUS_LABELS[to])
    .join(' · ');
}
