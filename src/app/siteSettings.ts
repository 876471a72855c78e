import { queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import type { SiteDisplaySettings } from '../../domain/calls/content.ts';
import { callQuery } from './callApi.ts';
import { queryClient } from './queryClient.ts';

export const siteSettingsQuery = queryOptions({
  ...callQuery('GET /api/content/siteDisplaySettings'),
  staleTime: 60_000,
});

/** The current settings; defaults until they are loaded. */
export function useSiteSettings(): SiteDisplaySettings {
  return useQuery(siteSettingsQuery).data ?? DEFAULT_SITE_SETTINGS;
}

export function currentSiteSettings(): SiteDisplaySettings {
  return queryClient.getQueryData(siteSettingsQuery.queryKey) ?? DEFAULT_SITE_SETTINGS;
}
