import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { MegaMenuItem } from '../../../../domain/calls/content.ts';
import { isPageHref } from '../../../../domain/values/links.ts';
import { matchRoute } from '../../../../domain/access/match-route.ts';
import { useModel } from '../../useModel.ts';
import { useSession } from '../../useSession.ts';
import { megaMenuQuery } from './megaMenuQuery.ts';
import type { ViewedQuery } from '../../QueryView.tsx';

export function useMegaMenu(): ViewedQuery<MegaMenuItem[]> {
  const { data, error, refetch } = useQuery(megaMenuQuery);
  const { routes } = useModel();
  const { kioskSession } = useSession();
  const items = useMemo(() => {
    const isShown = ({ url }: MegaMenuItem) =>
      isPageHref(url) && matchRoute(url.replace(/[?#].*$/, ''), routes)?.route.kioskAllowed === true;
    return kioskSession ? data?.filter(isShown) : data;
  }, [data, routes, kioskSession]);
  return { data: items, error, refetch };
}
