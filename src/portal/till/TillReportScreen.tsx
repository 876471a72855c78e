import { Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Page } from '../../ui/Page.tsx';
import { useTillKeys } from './useTillKeys.ts';

/** Apart, so that it shares the code of receipts without making public pages larger. */
const ReportSheet = lazyComponent(() => import('./ReportSheet.tsx').then((module) => module.ReportSheet));

/** /payment/till/reports/:id: what a drawer took in, from its opening to its count. */
export function Screen() {
  const { id } = useParams();
  const query = useQuery(callQuery('GET /api/till/sessions/:id', { params: { id: Number(id) } }));
  useTillKeys({ p: () => query.data !== undefined && window.print() });
  const missing = (
    <EmptyState icon="wallet" title="Till session not found">
      The link may be incomplete, or you do not have access to it.
    </EmptyState>
  );
  return (
    <Page
      title="Till report"
      width="reading"
      back={{ to: '/payment/till', label: 'Till' }}
      actions={
        <>
          <ButtonLink
            to={`/payment/till/entries?filter=${encodeURIComponent(JSON.stringify({ tillSessionId: Number(id) }))}`}
          >
            Entries
          </ButtonLink>
          <Button icon="printer" variant="primary" aria-keyshortcuts="P" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <QueryView query={query} what="the till report" lines={1} lineHeight={420} missing={missing}>
        {(report) => (
          <Suspense fallback={<Loading />}>
            <ReportSheet report={report} />
          </Suspense>
        )}
      </QueryView>
    </Page>
  );
}
