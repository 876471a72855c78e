import { Skeleton, SKELETON_DELAY } from './Skeleton.tsx';
import { useDelayed } from './useDelayed.ts';
import styles from './Skeleton.module.css';

export interface LoadingProps {
  /** Announced to screen readers: "Loading my requests". */
  label?: string;
  /** Number of placeholder lines. */
  lines?: number;
  /** Height of one line in px; 44 for table rows. */
  lineHeight?: number;
}

export function Loading({ label = 'Loading', lines = 6, lineHeight = 24 }: LoadingProps) {
  const isSaid = useDelayed(SKELETON_DELAY);
  return (
    <div className={styles.stack} aria-busy="true">
      <span role="status" className="visually-hidden">
        {isSaid ? label : ''}
      </span>
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} height={lineHeight} width={index % 3 === 2 ? '62%' : '100%'} />
      ))}
    </div>
  );
}
