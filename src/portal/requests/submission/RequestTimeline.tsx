import { Icon } from '../../../ui/Icon.tsx';
import { Card } from '../../../ui/Card.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import type { IconName } from '../../../../domain/icons.ts';
import type { TimelineEntry } from '../../../../domain/request-calls.ts';
import { STATUS_LABELS } from '../../../../domain/workflow.ts';
import { When } from '../../../requests/When.tsx';
import styles from './Timeline.module.css';

const ICONS: Readonly<Record<TimelineEntry['kind'], IconName>> = {
  submitted: 'send',
  resubmitted: 'redo',
  status: 'arrow-right',
  assigned: 'user-check',
};

/** Who did what when; the newest last. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Card title="Timeline">
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id} className={styles.entry}>
            <span className={styles.mark}>
              <Icon name={ICONS[entry.kind]} size={14} />
            </span>
            <div>
              <p className={styles.what}>
                {entry.kind === 'status' && entry.to && <StatusChip status={entry.to} />}
                {wordsOf(entry)}
              </p>
              {entry.reason && <blockquote className={styles.reason}>{entry.reason}</blockquote>}
              <p className={styles.who}>
                {entry.who}, <When at={entry.at} />
              </p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** What is said beside the status, which has its chip. */
function wordsOf({ kind, to, text }: TimelineEntry): string {
  if (kind !== 'status' || to === null) return text;
  return text
    .split(' · ')
    .filter((part) => part !== STATUS_LABELS[to])
    .join(' · ');
}
