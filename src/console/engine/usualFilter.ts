import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { clock } from '../../ui/clock.ts';
import { dayInstants, withFieldFilter, type Filter } from './filterModel.ts';

/** What a list is filtered by whose address does not say: from today on, where its configuration names what that is decided by. */
export function usualFilter(resource: ClientResource, zone: string): Filter {
  const { upcoming } = resource.config.list;
  const field = resource.fields.find(({ name }) => name === upcoming);
  if (field === undefined) return {};
  const from = wallClockOf(clock.instant(), zone).slice(0, 10);
  return withFieldFilter({}, field, dayInstants({ from, to: '' }, zone));
}
