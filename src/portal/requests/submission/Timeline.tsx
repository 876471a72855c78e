import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/Card.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import type { IconName } from '../../../../domain/icons.ts';
import type { TimelineEntry } from '../../../../domain/request-calls.ts';
import { When } from '../When.tsx';
import styles from './Timeline.module.css';

const ICONS: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  submitted: 'send', resubmitted: 'redo', status: 'arrow-right', assigned: 'user-check',
};

/** Who did what when; the newest last. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Card title="Timeline">
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span className={styles.mark}><Icon name={ICONS[entry.kind]} size={14} /></span>
            <div>
              <p className={styles.what}>
                {entry.text}
                {entry.to && entry.kind === 'status' && <StatusChip status={entry.to} />}
              </p>
              {entry.reason && <blockquote className={styles.reason}>{entry.reason}</blockquote>}
              <p className={styles.who}>{entry.who}, <When at={entry.at} /></p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
