import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import { useResource } from '../../../app/useResources.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { ConsoleFrame } from '../../frame/ConsoleFrame.tsx';
import { ListPage } from '../../list/ListPage.tsx';
import type { ListSlots } from '../../list/listSlots.ts';
import { submissionCells } from './cells.tsx';
import { columnsIn, requestsAddress, requestsIn, withoutDone } from './listAddress.ts';

const MINUTE = 60_000;

/** /requests/viewsubmissions: the requests, for the staff who process them. */
export function Screen() {
  const submissions = useResource('submissions');
  if (!submissions?.can.list) {
    return (
      <Page title="No access">
        <ErrorState title="Your account cannot view requests">Ask an administrator for access.</ErrorState>
      </Page>
    );
  }
  return <Requests submissions={submissions} />;
}

function Requests({ submissions }: { submissions: ClientResource }) {
  const requests = useMemo(() => requestsIn(submissions), [submissions]);
  const address = useMemo(() => requestsAddress(requests), [requests]);
  return (
    <ConsoleFrame resource={submissions} address={address}>
      <ListPage resource={requests} mainAction={null} slots={useRequestSlots(requests)} />
    </ConsoleFrame>
  );
}

function useRequestSlots({ fields }: ClientResource): ListSlots {
  const [parameters, setParameters] = useSearchParams();
  const always = withoutDone(parameters);
  const showsDone = parameters.get('showDone') === 'true';
  /** Sets a parameter of the address. `page`: 'first' where it changes which rows are listed. */
  const setParameter = useCallback(
    (name: string, value: string | null, page: 'same' | 'first') =>
      setParameters((present) => {
        const next = new URLSearchParams(present);
        if (page === 'first') next.delete('page');
        next.delete(name);
        if (value !== null) next.set(name, value);
        return next;
      }),
    [setParameters],
  );
  const showDone = (isOn: boolean) => setParameter('showDone', isOn ? 'true' : null, 'first');
  const named = useMemo(() => columnsIn(parameters, fields), [parameters, fields]);
  const nameColumns = useCallback(
    (names: readonly string[]) => setParameter('columns', names.join(','), 'same'),
    [setParameter],
  );
  return {
    ...(always ? { always } : {}),
    switches: (
      <CheckboxField label="Show done" checked={showsDone} onChange={(event) => showDone(event.target.checked)} />
    ),
    columns: { named, onChange: nameColumns },
    cells: submissionCells,
    rowPath: ({ id }) => `/requests/viewsubmission/${id}/staff`,
    exported: { path: 'requests/submissions', more: 'and each question' },
    refreshEvery: MINUTE,
    emptyState: (
      <EmptyState
        icon="inbox"
        title={showsDone ? 'No requests yet' : 'No open requests'}
        actions={!showsDone && <Button onClick={() => showDone(true)}>Show completed requests</Button>}
      >
        {showsDone ? 'New requests appear here.' : 'All requests are completed.'}
      </EmptyState>
    ),
  };
}
