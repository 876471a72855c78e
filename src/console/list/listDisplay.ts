import type { CalendarPosition } from '../../calendar/layout/types.ts';
import type { Filter } from '../engine/filterModel.ts';

export type ListDisplay = 'list' | 'calendar';

const OWN = ['display', 'view', 'date'];

/** How a list's address asks for its rows to be shown. */
export function displayIn(search: string): ListDisplay {
  return new URLSearchParams(search).get('display') === 'calendar' ? 'calendar' : 'list';
}

/** The same list shown otherwise: its filter, order and page size stay. `usual`: the filter that the list alone has without another. */
export function searchOfDisplay(
  search: string,
  display: ListDisplay,
  position?: CalendarPosition,
  usual: Filter = {},
): string {
  const usually = Object.keys(usual).length === 0 ? null : JSON.stringify(usual);
  const stored = [...new URLSearchParams(search)].filter(
    ([name, value]) =>
      !OWN.includes(name) && name !== 'page' && !(display === 'calendar' && name === 'filter' && value === usually),
  );
  const isUsual = usually !== null && !stored.some(([name]) => name === 'filter');
  const own =
    display === 'list'
      ? // Said even if nothing else is, or react-admin shows the list as it was before.
        [...(isUsual ? [['filter', usually]] : []), ['page', '1']]
      : [['display', display], ...(position ? Object.entries(position) : [])];
  return `?${new URLSearchParams([...stored, ...own])}`;
}
