import { Suspense } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { callApi } from '../../../app/callApi.ts';
import { isNotFound } from '../../../app/useLastAnswer.ts';
import { usePageLook } from '../../../app/pageLook.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { threadKey } from '../../../../domain/messages/threads.ts';
import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import { CustomerAsks } from '../../../requests/conversation/CustomerAsks.tsx';
import { useReadAtRecord } from '../../messages/useReadAtRecord.ts';
import { ActionPanel } from './ActionPanel.tsx';
import { Answers } from './Answers.tsx';
import { Facts } from './Facts.tsx';
import { Quotes } from './Quotes.tsx';
import { Revisions } from './Revisions.tsx';
import { RequestTimeline } from './RequestTimeline.tsx';
import styles from './SubmissionPage.module.css';

const JobTicket = lazyComponent(() => import('./JobTicket.tsx').then((module) => module.JobTicket));

const NOT_FOUND = (
  <EmptyState
    icon="file-text"
    title="Request not found"
    actions={
      <ButtonLink to="/requests/myrequests" variant="primary">
        My requests
      </ButtonLink>
    }
  >
    It does not exist, or you do not have access to it.
  </EmptyState>
);

/** A request, for its customer and for staff. The role in the address can only narrow what is shown. */
export function Screen() {
  const { id = '', role } = useParams();
  const isId = /^\d+$/.test(id);
  const client = useQueryClient();
  const queryKey = ['submissions', 'requests', id, role ?? ''];
  const detail = useQuery({
    queryKey,
    queryFn: () => callApi('GET /api/requests/submissions/:id', { params: { id }, query: { role } }),
    enabled: isId,
  });
  const changed = (next: SubmissionDetail | undefined) => {
    if (next && role === undefined) client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ['submissions', 'requests'] });
  };
  useReadAtRecord(detail.data === undefined ? null : threadKey('submissions', detail.data.id), () =>
    changed(undefined),
  );
  if (!isId) return <Page title="Request">{NOT_FOUND}</Page>;
  return (
    <QueryView
      query={detail}
      what="the request"
      lines={9}
      lineHeight={36}
      hasNotice={false}
      frame={(state, error) => <Page title={isNotFound(error) ? 'Request' : `Request #${id}`}>{state}</Page>}
      missing={NOT_FOUND}
    >
      {(shown) => <Submission detail={shown} onChanged={changed} />}
    </QueryView>
  );
}

interface SubmissionProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

function Submission({ detail, onChanged }: SubmissionProps) {
  const isStaff = detail.viewedAs === 'staff';
  usePageLook({ record: `${detail.subject ?? detail.form.title} #${detail.id}` });
  const back = isStaff
    ? { to: '/requests/viewsubmissions', label: 'All requests' }
    : { to: '/requests/myrequests', label: 'My requests' };
  return (
    <Page
      title={detail.subject ?? detail.form.title}
      aside={detail.subject === null ? `#${detail.id}` : `${detail.form.title} #${detail.id}`}
      back={back}
      actions={
        isStaff && (
          <Button icon="printer" onClick={() => window.print()}>
            Print job ticket
          </Button>
        )
      }
    >
      <Received detail={detail} />
      {isStaff && (
        <Suspense>
          <JobTicket detail={detail} />
        </Suspense>
      )}
      <div className={classNames(styles.columns, isStaff && styles.forStaff)}>
        <div className={styles.side}>
          <ActionPanel detail={detail} />
          <Quotes quotes={detail.quotes} />
          <Facts detail={detail} />
        </div>
        <div className={styles.main}>
          <CustomerAsks detail={detail} onChanged={onChanged} />
          <Answers schema={detail.formVersion.schema} answers={detail.data} files={detail.files} />
          <div className={styles.history}>
            <Revisions detail={detail} />
            <RequestTimeline detail={detail} onChanged={onChanged} />
          </div>
        </div>
      </div>
    </Page>
  );
}

/** Shown once, after submitting. */
function Received({ detail }: { detail: SubmissionDetail }) {
  const state = useLocation().state as { submitted?: 'new' | 'changed' } | null;
  if (!state?.submitted) return null;
  return (
    <div className={styles.received}>
      <Banner
        tone="success"
        title={
          state.submitted === 'new'
            ? `Request #${detail.id} is submitted`
            : `Your changes to request #${detail.id} are submitted`
        }
      >
        {detail.viewedAs === 'staff'
          ? `It belongs to ${detail.submittedBy.name}, who can follow it under My requests.`
          : 'You can follow it here and under My requests.'}
      </Banner>
    </div>
  );
}
