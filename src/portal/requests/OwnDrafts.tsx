import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../app/callApi.ts';
import { Drafts } from '../../requests/Drafts.tsx';

/** The user's drafts, as they are each time that the page is opened. */
export function OwnDrafts() {
  const { data } = useQuery({ ...callQuery('GET /api/requests/drafts'), refetchOnMount: 'always' });
  return <Drafts drafts={data} />;
}
