import { useQuery } from '@tanstack/react-query';
import { SiteLink } from '../app/routing/SiteLink.tsx';
import { classNames } from '../ui/classNames.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { callQuery } from '../app/callApi.ts';
import { localClock } from './cards/localClock.ts';
import { openSummary } from './cards/openState.ts';
import { useNow } from './sessions/useNow.ts';
import styles from './OpenPlaces.module.css';

/** So that a display running all day moves on to the next day. In milliseconds. */
const REFRESH = 5 * 60_000;

/** Whether places are open now, and until when; each leads to its opening hours. */
export function OpenPlaces({ ids }: { ids: readonly number[] }) {
  return (
    <ul className={styles.places} aria-label="Open now">
      {ids.map((id) => (
        <PlaceNow key={id} id={id} />
      ))}
    </ul>
  );
}

function PlaceNow({ id }: { id: number }) {
  const { data: week, isPending } = useQuery({
    ...callQuery('GET /api/locations/:id/hours', { params: { id } }),
    refetchInterval: REFRESH,
  });
  const now = useNow();
  if (isPending)
    return (
      <li className={styles.place}>
        <Skeleton height="2lh" />
      </li>
    );
  if (week === undefined) return null;
  const { days, next } = week;
  const clock = localClock(now ?? week.asOf, week.clock);
  const state = days === null ? null : openSummary(next === null ? days : [...days, next], clock);
  const text = (
    <>
      <span className={styles.name}>{week.displayName}</span>{' '}
      <span className={classNames(styles.state, state?.isOpen === true && styles.open)}>
        {state?.text ?? 'No opening hours'}
      </span>
    </>
  );
  return (
    <li className={styles.place}>
      {week.hoursAt === null ? (
        <span className={styles.face}>{text}</span>
      ) : (
        <SiteLink to={week.hoursAt} className={styles.face}>
          {text}
        </SiteLink>
      )}
    </li>
  );
}
