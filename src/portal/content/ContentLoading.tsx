import { Skeleton, SKELETON_DELAY } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../ui/useDelayed.ts';
import styles from './ContentScreen.module.css';

export function ContentLoading() {
  const isSaid = useDelayed(SKELETON_DELAY);
  return (
    <div className={styles.loading} aria-busy="true">
      <span role="status" className="visually-hidden">
        {isSaid ? 'Loading the page' : ''}
      </span>
      <Skeleton height="min(60svh, 560px)" />
      <div className={styles.row}>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} height={240} />
        ))}
      </div>
    </div>
  );
}
