import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubmissionDetail } from '../../../domain/calls/requests.ts';
import { callApi } from '../../app/callApi.ts';
import { CustomerAsks } from './CustomerAsks.tsx';
import { CustomerComposer } from './CustomerComposer.tsx';
import styles from './Conversation.module.css';
import { QueryView } from '../../app/QueryView.tsx';

/** Below the messages about a request: what its customer answers, or writes. Staff write on the request's page. */
export function ReplyPanel({ submissionId }: { submissionId: number }) {
  const client = useQueryClient();
  const queryKey = ['submissions', 'requests', String(submissionId), ''];
  const detail = useQuery({
    queryKey,
    queryFn: () => callApi('GET /api/requests/submissions/:id', { params: { id: submissionId } }),
  });
  const changed = (next?: SubmissionDetail) => {
    if (next) client.setQueryData(queryKey, next);
    void client.invalidateQueries({ queryKey: ['submissions', 'requests'] });
    void client.invalidateQueries({ queryKey: ['messages'] });
  };
  return (
    // Without access to the request there is nothing to answer.
    <QueryView
      query={detail}
      what="the request"
      failure="You cannot answer now"
      lines={3}
      hasNotice={false}
      missing={null}
    >
      {(shown) =>
        shown.conversation.as === 'customer' && (
          <div className={styles.reply}>
            <CustomerAsks detail={shown} onChanged={changed} />
            <CustomerComposer detail={shown} onChanged={changed} />
          </div>
        )
      }
    </QueryView>
  );
}
