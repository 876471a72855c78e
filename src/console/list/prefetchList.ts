import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { listViewKey } from '../../app/preferences.ts';
import { modelStore } from '../../app/modelStore.ts';
import { queryClient } from '../../app/queryClient.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { preferenceQuery } from '../engine/usePreference.ts';
import { usualFilter } from '../engine/usualFilter.ts';
import { pageSizeOf, type StoredView } from './useListView.ts';

/** Loads the first page of a list under the key of react-admin's query, so that the first render shows rows. */
export async function prefetchList(resource: ClientResource): Promise<void> {
  const stored = await queryClient
    .fetchQuery(preferenceQuery<StoredView>(listViewKey(resource.name)))
    .catch(() => null);
  const [field, order] = resource.config.list.sort;
  const params = {
    pagination: { page: 1, perPage: pageSizeOf(resource, stored) },
    sort: { field, order },
    filter: usualFilter(resource, modelStore.get().model?.site.timezone ?? 'UTC'),
  };
  await queryClient.prefetchQuery({
    queryKey: [resource.name, 'getList', params],
    queryFn: ({ signal }) => dataProvider.getList(resource.name, { ...params, signal }),
  });
}
