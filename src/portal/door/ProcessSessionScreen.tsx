import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { send } from '../../app/api.ts';
import { callPath, type AnswerTo } from '../../app/callApi.ts';
import { useSession } from '../../app/useSession.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { BACK, Door } from './Door.tsx';
import { SelfCheckInScreen } from './self/lazySelf.ts';
import { useStoredDoorList } from './stored/useStoredDoorList.ts';

/** /scheduling/processinstance/:id: who comes to a session. */
export function Screen() {
  const { id } = useParams();
  const { kioskSession } = useSession();
  return kioskSession ? <AtKiosk id={Number(id)} /> : <Session key={id} id={Number(id)} />;
}

const SELF = callPath('GET /api/events/self-check-in');

/** Null where this browser is not switched to self check-in. */
async function selfCheckIn(signal: AbortSignal): Promise<AnswerTo<'GET /api/events/self-check-in'> | null> {
  const response = await send(SELF, { signal });
  return response.ok ? ((await response.json()) as AnswerTo<'GET /api/events/self-check-in'>) : null;
}

/** Where staff have handed the screen over, people check in by themselves. */
function AtKiosk({ id }: { id: number }) {
  const { data, error, refetch } = useQuery({ queryKey: [SELF], queryFn: ({ signal }) => selfCheckIn(signal) });
  if (error !== null)
    return (
      <ErrorState title="Self check-in could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (data === undefined) return <Loading label="Loading self check-in" lines={4} />;
  return data === null ? <Session key={id} id={id} /> : <SelfCheckInScreen state={data} />;
}

function Session({ id }: { id: number }) {
  const { list, outdatedSince, answeredAt, error, retry } = useStoredDoorList(id);
  if (list === undefined)
    return (
      <Page title={error === null ? '' : 'Process event'} back={BACK}>
        {error === null ? (
          <Loading label="Loading the people of this session" lines={8} lineHeight={56} />
        ) : (
          <ErrorState title="The session could not be loaded" onRetry={retry}>
            {error.message}
          </ErrorState>
        )}
      </Page>
    );
  return <Door {...{ list, outdatedSince, answeredAt }} onRetry={retry} />;
}
