import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../ui/Banner.tsx';
import { callApi } from '../../../app/callApi.ts';
import styles from './RequestFormPage.module.css';

/** What staff asked for, visible while the answers are edited. */
export function RequestedChanges({ submissionId }: { submissionId: number }) {
  const role = 'Default';
  const detail = useQuery({
    queryKey: ['submissions', 'requests', String(submissionId), role],
    queryFn: () => callApi('GET /api/requests/submissions/:id', { params: { id: submissionId }, query: { role } }),
  });
  if (!detail.data?.canResubmit) return null;
  const { conversation, timeline, reason } = detail.data;
  const asks = timeline.filter(({ message }) => message?.kind === 'Resubmit' && conversation.open.includes(message.id));
  if (asks.length === 0 && !reason) return null;
  return (
    <Banner tone="warning" title="What we need from you">
      {asks.length === 0 && reason}
      {asks.map(({ id, text, message }) => (
        <div key={id} className={styles.asked}>
          <p>{text}</p>
          {message?.files.map(({ id: file, url, name }) => (
            <a key={file} href={url} download>
              {name}
            </a>
          ))}
        </div>
      ))}
    </Banner>
  );
}
