import { Skeleton, SKELETON_DELAY } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../ui/useDelayed.ts';
import layout from '../../ui/layout.module.css';
import styles from './boards.module.css';

const NUMBERS = 4;
const CONTENTS = 2;

export function BoardSkeleton() {
  const isAnnounced = useDelayed(SKELETON_DELAY);
  return (
    <div className={layout.stack5} aria-busy="true">
      <span role="status" className="visually-hidden">
        {isAnnounced ? 'Loading the board' : ''}
      </span>
      <div className={styles.tiles}>
        <div className={styles.numbers}>
          {Array.from({ length: NUMBERS }, (_, index) => (
            <Skeleton key={index} height={112} />
          ))}
        </div>
        <div className={styles.contents}>
          {Array.from({ length: CONTENTS }, (_, index) => (
            <Skeleton key={index} height={320} />
          ))}
        </div>
      </div>
    </div>
  );
}
