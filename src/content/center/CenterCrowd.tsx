import type { CenterView } from '../../../domain/calls/centers.ts';
import { formatCount, formatNumber } from '../../../domain/values/formats.ts';
import styles from './Center.module.css';

/** Differences from the usual of at most this share, or two people, are as usual. */
const TOLERANCE = 0.25;

export function CenterCrowd({ crowd: { here, usual, capacity } }: { crowd: CenterView['crowd'] }) {
  return (
    <div className={styles.crowd}>
      <p>
        <span className={styles.number}>{formatNumber(here)}</span>{' '}
        <span>
          {here === 1 ? 'person here' : 'people here'}
          {capacity !== null && `, room for ${formatNumber(capacity)}`}
        </span>
      </p>
      {capacity !== null && (
        <div className={styles.bar} aria-hidden="true">
          <div className={styles.fill} style={{ inlineSize: `${Math.min(100, (here / capacity) * 100)}%` }} />
          {usual !== null && usual > 0 && (
            <div className={styles.mark} style={{ insetInlineStart: `${Math.min(100, (usual / capacity) * 100)}%` }} />
          )}
        </div>
      )}
      {usual !== null && (
        <p className={styles.note}>
          {comparison(here, usual)}: typically {formatCount(Math.round(usual), 'person', 'people')} at this time
        </p>
      )}
    </div>
  );
}

function comparison(here: number, usual: number): string {
  if (Math.abs(here - usual) <= Math.max(2, usual * TOLERANCE)) return 'As usual';
  return here > usual ? 'More than usual' : 'Less than usual';
}
