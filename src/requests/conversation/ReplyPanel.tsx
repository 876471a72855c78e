import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmissionDetail } from '../../../domain/request-calls.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { readSubmission } from '../requestCalls.ts';
import { CustomerAsks } from './CustomerAsks.tsx';
import { CustomerComposer } from './CustomerComposer.tsx';
import styles from './Conversation.module.css';

/** Below the messages about a request: what its customer answers, or writes. Staff write on the request's page. */
export function ReplyPanel({ submissionId }: { submissionId: number }) {
  const client = useQueryClient();
  const queryKey = ['requests', 'submissions', String(submissionId), ''];
  const detail = useQuery({ queryKey, queryFn: () => readSubmission(submissionId, undefined) });
  const changed = (next?: SubmissionDetail) => {
    if (next) client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ['requests', 'submissions'] });
    void client.invalidateQueries({ queryKey: ['messages'] });
  };
  if (detail.data) {
    if (detail.data.conversation.as !== 'customer') return null;
    return (
      <div className={styles.reply}>
        <CustomerAsks detail={detail.data} onChanged={changed} />
        <CustomerComposer detail={detail.data} onChanged={changed} />
      </div>
    );
  }
  // Who may not see the request any more has its messages, and nothing to answer.
  if (detail.error && 'status' in detail.error && detail.error.status === 404) return null;
  if (detail.error) {
    return (
      <ErrorState title="You cannot answer now" onRetry={() => void detail.refetch()}>
        {detail.error.message}
      </ErrorState>
    );
  }
  return <Loading label="Loading what is asked" lines={3} />;
}
