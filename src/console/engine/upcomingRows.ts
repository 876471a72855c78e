import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Accuracy } from '../../../domain/declarations/list-total.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { clock } from '../../ui/clock.ts';
import { usualFilter } from './usualFilter.ts';
import { dataProvider } from './dataProvider.ts';

export interface FoundRows {
  rows: Row[];
  total: number;
  /** Of the total. Default: exact. */
  accuracy?: Accuracy | undefined;
}

/** The first records that match, those to come before past ones, each kind nearest first; the latter only as far as there is room. */
export async function upcomingRows(
  resource: ClientResource,
  { filter, zone, perPage, signal }: { filter: object; zone: string; perPage: number; signal: AbortSignal },
): Promise<FoundRows> {
  const [field] = resource.config.list.sort;
  const read = async (order: 'ASC' | 'DESC', when: object): Promise<FoundRows> => {
    const params = {
      pagination: { page: 1, perPage },
      sort: { field, order },
      filter: { ...when, ...filter },
      signal,
    };
    const { data, total = 0 } = await dataProvider.getList(resource.name, params);
    return { rows: data as Row[], total };
  };
  const { upcoming = field } = resource.config.list;
  const [next, past] = await Promise.all([
    read('ASC', usualFilter(resource, zone)),
    read('DESC', pastFilter(resource, upcoming, zone)),
  ]);
  return { rows: [...next.rows, ...past.rows].slice(0, perPage), total: next.total + past.total };
}

/** What the usual filter leaves out. */
function pastFilter(resource: ClientResource, upcoming: string, zone: string): object {
  const [from = clock.instant()] = Object.values(usualFilter(resource, zone));
  return { [`${upcoming}_lt`]: from };
}
