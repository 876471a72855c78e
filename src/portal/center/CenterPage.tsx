import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { CenterView } from '../../../domain/calls/centers.ts';
import { standardCenterPage } from '../../content/center/standardCenterPage.ts';
import { callQuery } from '../../app/callApi.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useSession } from '../../app/useSession.ts';
import { centerViewQuery } from '../../content/center/centerViewQuery.ts';
import { ContentPageView } from '../../content/ContentPageView.tsx';
import { ContentFailure } from '../content/ContentFailure.tsx';
import { ContentLoading } from '../content/ContentLoading.tsx';

/** So that a display running all day moves on. In milliseconds. */
const REFRESH = 60_000;

/** /centers/view/:id. */
export function CenterPage() {
  const { id = '' } = useParams();
  return <CenterDisplay id={id} />;
}

/** What is open, who is on duty and what is happening at a center. */
export function CenterDisplay({ id }: { id: number | string }) {
  const { data: view, error } = useQuery({ ...centerViewQuery(id), refetchInterval: REFRESH });
  if (view !== undefined) return <Center view={view} />;
  return error === null ? <ContentLoading /> : <ContentFailure error={error} path={`/centers/view/${id}`} />;
}

/** Its page if administrators have made one, which can be unpublished meanwhile. */
function Center({ view }: { view: CenterView }) {
  const { kioskSession } = useSession();
  const { data: own, isPending } = useQuery({
    ...callQuery('GET /api/content/page', { query: { title: view.pageName ?? '' } }),
    enabled: view.pageName !== null,
    refetchInterval: REFRESH * 5,
  });
  const page = view.pageName === null ? undefined : own;
  usePageLook({ record: view.name, theme: page?.theme ?? 'dark', backgroundUrl: page?.backgroundUrl ?? null });
  if (view.pageName !== null && isPending) return <ContentLoading />;
  return <ContentPageView page={page ?? standardCenterPage(view)} kiosk={kioskSession} display />;
}
