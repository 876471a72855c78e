import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useLocation } from 'react-router-dom';
import { pageAddress } from '../../../domain/content.ts';
import { CONTENT_RETRY } from '../../../domain/constants.ts';
import { ApiError } from '../../app/ApiError.ts';
import { usePageLook } from '../../app/theme/pageLook.ts';
import { trackPageView } from '../../app/tracking/trackPageView.ts';
import { useSession } from '../../app/useSession.ts';
import { contentPageQuery } from '../../content/contentCalls.ts';
import { ContentPageView } from '../../content/ContentPageView.tsx';
import { ContentFailure, isGoneForGood } from './ContentFailure.tsx';
import { ContentLoading } from './ContentLoading.tsx';
import { pageNameOf } from './pageNameOf.ts';

/** The content page that the address names. */
export function Screen() {
  const { pathname, search, hash } = useLocation();
  const { kioskSession } = useSession();
  const { data: page, error } = useQuery({
    ...contentPageQuery(pageNameOf(pathname)),
    retry: false,
    // What a document brought along stands until the next try.
    retryOnMount: false,
    refetchInterval: ({ state }) => (state.status === 'error' && !isGoneForGood(state.error) ? CONTENT_RETRY : false),
  });
  // Asking again clears the error; what was told stays until there is an answer.
  const [failure, setFailure] = useState<Error | null>(null);
  if (error !== null && error !== failure) setFailure(error);
  const isGone = isGoneForGood(error) || (error instanceof ApiError && error.status === 404);
  // The answer to a former name is the page as it is called now.
  const isMoved = page !== undefined && page.name !== pageNameOf(pathname).trim().toLowerCase();
  const shown = isGone || isMoved ? undefined : page;
  usePageLook(
    shown === undefined ? null : { title: shown.title, theme: shown.theme, backgroundUrl: shown.backgroundUrl },
  );
  useView(shown, pathname);
  useDeepLink(shown !== undefined);
  if (isMoved && !isGone) return <Navigate replace to={`${pageAddress(page.name)}${search}${hash}`} />;
  if (shown !== undefined) return <ContentPageView page={shown} kiosk={kioskSession} />;
  return failure === null ? <ContentLoading /> : <ContentFailure error={failure} />;
}

/** Counts the view once the page is there. */
function useView(page: { title: string; category: string } | undefined, path: string): void {
  const isCounted = useRef(false);
  useEffect(() => {
    if (page === undefined || isCounted.current) return;
    isCounted.current = true;
    trackPageView({ pageName: page.title, path, category: page.category });
  }, [page, path]);
}

/** Goes to the card that the address names, when it was not there yet as the address was reached. */
function useDeepLink(isThere: boolean): void {
  const { hash } = useLocation();
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (!isThere || wasThere.current) return;
    wasThere.current = true;
    if (/^#card-\d+$/.test(hash)) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isThere, hash]);
}
