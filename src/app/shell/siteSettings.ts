import { queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_SITE_SETTINGS, type SiteDisplaySettings } from '../../../domain/content.ts';
import { api } from '../api.ts';
import { queryClient } from '../queryClient.ts';

const PATH = '/api/content/siteDisplaySettings';

/** Null when they cannot be read. The key is the call's path, under which a document brings its answer along. */
export const siteSettingsQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api<SiteDisplaySettings | null>(PATH, { signal }).catch(() => null),
  staleTime: 60_000,
});

/** The present settings; the defaults until they are known. */
export function useSiteSettings(): SiteDisplaySettings {
  return useQuery(siteSettingsQuery).data ?? DEFAULT_SITE_SETTINGS;
}

/** As useSiteSettings, outside of components. */
export function currentSiteSettings(): SiteDisplaySettings {
  return queryClient.getQueryData(siteSettingsQuery.queryKey) ?? DEFAULT_SITE_SETTINGS;
}
