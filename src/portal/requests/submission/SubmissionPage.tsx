import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router-dom';
import { ApiError } from '../../../app/ApiError.ts';
import { blockingError } from '../../../app/useLastAnswer.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { threadKey } from '../../../../domain/message-calls.ts';
import type { SubmissionDetail } from '../../../../domain/request-calls.ts';
import { CustomerAsks } from '../../../requests/conversation/CustomerAsks.tsx';
import { readSubmission } from '../../../requests/requestCalls.ts';
import { useReadAtRecord } from '../../messages/useReadAtRecord.ts';
import { ActionPanel } from './ActionPanel.tsx';
import { Answers } from './Answers.tsx';
import { Facts } from './Facts.tsx';
import { Revisions } from './Revisions.tsx';
import { RequestTimeline } from './RequestTimeline.tsx';
import styles from './SubmissionPage.module.css';

/** A request, for its customer and for staff. The role in the address can only narrow what is shown. */
export function Screen() {
  const { id = '', role } = useParams();
  const client = useQueryClient();
  const queryKey = ['requests', 'submissions', id, role ?? ''];
  const detail = useQuery({ queryKey, queryFn: () => readSubmission(Number(id), role), enabled: /^\d+$/.test(id) });
  const changed = (next: SubmissionDetail | undefined) => {
    if (next && role === undefined) client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ['requests', 'submissions'] });
  };
  useReadAtRecord(detail.data === undefined ? null : threadKey('submissions', detail.data.id), () =>
    changed(undefined),
  );
  const error = blockingError(detail);
  if (!/^\d+$/.test(id) || (error instanceof ApiError && error.status >= 400 && error.status < 500)) {
    const mine = (
      <ButtonLink to="/requests/myrequests" variant="primary">
        My requests
      </ButtonLink>
    );
    return (
      <Page title="Request">
        <EmptyState icon="file-text" title="This request is not here" actions={mine}>
          It does not exist, or you may not see it.
        </EmptyState>
      </Page>
    );
  }
  if (error) {
    return (
      <Page title={`Request #${id}`}>
        <ErrorState title="The request could not be loaded" onRetry={() => void detail.refetch()}>
          {error.message}
        </ErrorState>
      </Page>
    );
  }
  if (!detail.data)
    return (
      <Page title={`Request #${id}`}>
        <Loading label="Loading the request" lines={9} lineHeight={36} />
      </Page>
    );
  return <Submission detail={detail.data} onChanged={changed} />;
}

interface SubmissionProps {
  detail: SubmissionDetail;
  onChanged: (next?: SubmissionDetail) => void;
}

function Submission({ detail, onChanged }: SubmissionProps) {
  const isStaff = detail.viewedAs === 'staff';
  const back = isStaff
    ? { to: '/requests/viewsubmissions', label: 'All requests' }
    : { to: '/requests/myrequests', label: 'My requests' };
  return (
    <Page title={detail.form.title} aside={`#${detail.id}`} back={back}>
      <Received detail={detail} />
      <div className={styles.columns}>
        <div className={styles.side}>
          <ActionPanel detail={detail} onChanged={onChanged} />
          <Facts detail={detail} onChanged={onChanged} />
        </div>
        <div className={styles.main}>
          <CustomerAsks detail={detail} onChanged={onChanged} />
          <Answers schema={detail.formVersion.schema} answers={detail.data} files={detail.files} />
          <Revisions detail={detail} />
          <RequestTimeline detail={detail} onChanged={onChanged} />
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
        You can follow it here and under My requests.
      </Banner>
    </div>
  );
}
