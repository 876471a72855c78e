import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DraftVersion, PagePresence } from '../../../../../domain/calls/page-editor.ts';
import { callApi } from '../../../../app/callApi.ts';
import { randomId } from '../../../../ui/browserApis.ts';

const EVERY = 10_000;
const NO_OTHERS: PagePresence['others'] = [];

export interface Presence {
  others: PagePresence['others'];
  version: DraftVersion | null;
  /** Changes with each report, in milliseconds; 0 before the first. */
  reportedAt: number;
}

/** Reports that the page is open here and which section is being edited, and receives who else edits it. A hidden tab does not report. */
export function usePresence(id: number, section: string | null): Presence {
  const [tab] = useState(randomId);
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['content', 'presence', id, tab, section],
    queryFn: () => callApi('PUT /api/content/pages/:id/presence', { params: { id }, body: { tab, section } }),
    refetchInterval: EVERY,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    // Completes even while the tab is being closed.
    const leave = () =>
      void callApi('DELETE /api/content/pages/:id/presence', { params: { id }, query: { tab }, keepalive: true }).catch(
        () => undefined,
      );
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id, tab]);
  return { others: data?.others ?? NO_OTHERS, version: data?.version ?? null, reportedAt: dataUpdatedAt };
}
