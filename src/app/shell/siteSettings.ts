import { queryOptions, useQuery } from '@tanstack/react-query';
import { DEFAULT_SITE_SETTINGS, type SiteDisplaySettings } from '../../../domain/content/content.ts';
import { api } from '../api.ts';
import { queryClient } from '../queryClient.ts';

const PATH = '/api/content/siteDisplaySettings';

/** The query key is the path, so that the document's embedded data is used. */
export const siteSettingsQuery = queryOptions({
  queryKey: [PATH],
  queryFn: ({ signal }) => api<SiteDisplaySettings | null>(PATH, { signal }),
  staleTime: 60_000,
});

/** The current settings; defaults until they are loaded. */
export function useSiteSettings(): SiteDisplaySettings {
  return useQuery(siteSettingsQuery).data ?? DEFAULT_SITE_SETTINGS;
}

/** Like useSiteSettings, for use outside of components. */
export function currentSiteSettings(): SiteDisplaySettings {
  return queryClient.getQueryData(siteSettingsQuery.queryKey) ?? DEFAULT_SITE_SETTINGS;
}
