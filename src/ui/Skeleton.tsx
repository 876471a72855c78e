import { classNames } from './classNames.ts';
import { useDelayed } from './useDelayed.ts';
import styles from './Skeleton.module.css';

export const SKELETON_DELAY = 150;

export interface SkeletonProps {
  width?: string | number;
  height?: string | number;
  className?: string;
}

/** A grey placeholder bar. Reserves its space immediately and appears after 150 ms. */
export function Skeleton({ width = '100%', height = '1em', className }: SkeletonProps) {
  const isSeen = useDelayed(SKELETON_DELAY);
  return (
    <span
      aria-hidden="true"
      className={classNames(styles.bar, !isSeen && styles.hidden, className)}
      style={{ width, height }}
    />
  );
}
