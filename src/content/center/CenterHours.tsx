import { useQuery } from '@tanstack/react-query';
import type { CenterView } from '../../../domain/calls/centers.ts';
import { callQuery } from '../../app/callApi.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { localClock } from '../cards/localClock.ts';
import { hoursText, openState, todayState } from '../cards/openState.ts';
import { PlaceState } from '../cards/PlaceState.tsx';
import { useNow } from '../sessions/useNow.ts';
import styles from './Center.module.css';

/** So that a display running all day moves on to the next day. In milliseconds. */
const REFRESH = 5 * 60_000;

export function CenterHours({ view: { locationId } }: { view: CenterView }) {
  if (locationId === null) return <p className={styles.note}>This center has no opening hours.</p>;
  return <HoursToday locationId={locationId} />;
}

function HoursToday({ locationId }: { locationId: number }) {
  const { data: week, isPending } = useQuery({
    ...callQuery('GET /api/locations/:id/hours', { params: { id: locationId } }),
    refetchInterval: REFRESH,
  });
  const now = useNow();
  if (isPending) return <Skeleton height={90} />;
  if (week == null || week.days === null) return <p className={styles.note}>Hours could not be displayed.</p>;
  const clock = localClock(now ?? week.asOf, week.clock);
  const today = week.days.find(({ date }) => date === (clock?.date ?? week.today));
  const state = openState(week.next === null ? week.days : [...week.days, week.next], clock);
  return (
    <div className={styles.hours}>
      <PlaceState state={state ?? todayState(today)} />
      {today !== undefined && (
        <p className={styles.note}>
          Today: {hoursText(today)}
          {today.reason !== null && ` (${today.reason})`}
        </p>
      )}
    </div>
  );
}
