import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../app/callApi.ts';
import { localClock } from '../../content/cards/localClock.ts';
import { openSummary } from '../../content/cards/openState.ts';
import { useNow } from '../../content/sessions/useNow.ts';

/** " · Open until 6 PM"; nothing for a place without hours, or while they are not known. */
export function PlaceHours({ id }: { id: number }) {
  const { data: week } = useQuery(callQuery('GET /api/locations/:id/hours', { params: { id } }));
  const now = useNow();
  if (week?.days == null) return null;
  const days = week.next === null ? week.days : [...week.days, week.next];
  const state = openSummary(days, localClock(now ?? week.asOf, week.clock));
  return state === null ? null : ` · ${state.text}`;
}
