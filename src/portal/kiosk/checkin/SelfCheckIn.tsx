import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../app/callApi.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { SelfCheckInScreen } from './SelfCheckInScreen.tsx';

/** A kiosk for one session, to which people check in by themselves. */
export function SelfCheckIn() {
  const state = useQuery(callQuery('GET /api/events/self-check-in'));
  return (
    <QueryView query={state} what="self check-in">
      {(shown) => <SelfCheckInScreen state={shown} />}
    </QueryView>
  );
}
