import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router-dom';
import { HOME_PAGE, pageAddress } from '../../../domain/content/content.ts';
import { CONTENT_RETRY } from '../../../domain/values/constants.ts';
import { ApiError } from '../../app/ApiError.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { trackPageView } from '../../app/tracking/trackPageView.ts';
import { useSession } from '../../app/useSession.ts';
import { callQuery } from '../../app/callApi.ts';
import { ContentPageView } from '../../content/ContentPageView.tsx';
import { ContentFailure, isDeletedPermanently } from './ContentFailure.tsx';
import { ContentLoading } from './ContentLoading.tsx';
import { pageNameOf } from './pageNameOf.ts';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Visitors need none of its code. Without it the page is as theirs. */
const PersonalHome = lazyComponent(
  async () => (await import('../home/PersonalHome.tsx')).PersonalHome,
  () => null,
);

export function Screen() {
  const { pathname, search, hash } = useLocation();
  const { isLoggedIn, kioskSession } = useSession();
  const { data: page, error } = useQuery({
    ...callQuery('GET /api/content/page', { query: { title: pageNameOf(pathname) } }),
    retry: false,
    // An error embedded in the document is shown until the next retry.
    retryOnMount: false,
    refetchInterval: ({ state }) =>
      state.status === 'error' && !isDeletedPermanently(state.error) ? CONTENT_RETRY : false,
  });
  // A refetch clears the query's error; it stays visible until there is a response.
  const [failure, setFailure] = useState<Error | null>(null);
  if (error !== null && error !== failure) setFailure(error);
  const isDeleted = isDeletedPermanently(error) || (error instanceof ApiError && error.status === 404);
  // A former name is answered with the page under its current name.
  const isMoved = page !== undefined && page.name !== pageNameOf(pathname).trim().toLowerCase();
  const shown = isDeleted || isMoved ? undefined : page;
  usePageLook(
    shown === undefined ? null : { record: shown.title, theme: shown.theme, backgroundUrl: shown.backgroundUrl },
  );
  useView(shown, pathname);
  useDeepLink(shown !== undefined);
  if (isMoved && !isDeleted) return <Navigate replace to={`${pageAddress(page.name)}${search}${hash}`} />;
  if (shown !== undefined)
    return (
      <>
        {shown.name === HOME_PAGE && isLoggedIn && !kioskSession && (
          <CodeBoundary>
            <PersonalHome />
          </CodeBoundary>
        )}
        <ContentPageView page={shown} kiosk={kioskSession} />
      </>
    );
  return failure === null ? <ContentLoading /> : <ContentFailure error={failure} path={pathname} />;
}

function useView(page: { title: string; category: string } | undefined, path: string): void {
  const isCounted = useRef(false);
  useEffect(() => {
    if (page === undefined || isCounted.current) return;
    isCounted.current = true;
    trackPageView({ pageName: page.title, path, category: page.category });
  }, [page, path]);
}

/** Scrolls to the card or section in the fragment, if it was rendered only after navigation. */
function useDeepLink(isThere: boolean): void {
  const { hash } = useLocation();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (!isThere || wasThere.current) return;
    wasThere.current = true;
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
}
