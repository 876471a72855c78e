import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../ui/Banner.tsx';
import { readSubmission } from '../../../requests/requestCalls.ts';

/** What staff asked for, visible while the answers are edited. */
export function RequestedChanges({ submissionId }: { submissionId: number }) {
  const role = 'Default';
  const detail = useQuery({
    queryKey: ['requests', 'submissions', String(submissionId), role],
    queryFn: () => readSubmission(submissionId, role),
  });
  const reason = detail.data?.canResubmit ? detail.data.reason : null;
  if (!reason) return null;
  return (
    <Banner tone="warning" title="What we need from you">
      {reason}
    </Banner>
  );
}
