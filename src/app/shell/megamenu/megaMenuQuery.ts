import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../callApi.ts';

export const megaMenuQuery = queryOptions({ ...callQuery('GET /api/content/megamenu'), staleTime: 60_000 });
