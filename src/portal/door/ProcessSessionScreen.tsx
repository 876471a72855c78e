import { useParams } from 'react-router-dom';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { BACK, Door } from './Door.tsx';
import { useStoredDoorList } from './stored/useStoredDoorList.ts';

/** /scheduling/processinstance/:id: who comes to a session. */
export function Screen() {
  const { id } = useParams();
  return <Session key={id} id={Number(id)} />;
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
