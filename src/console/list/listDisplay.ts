import type { CalendarPosition } from '../../calendar/types.ts';

export type ListDisplay = 'list' | 'calendar';

const OWN = ['display', 'view', 'date'];

/** How a list's address asks for its rows to be shown. */
export function displayIn(search: string): ListDisplay {
  return new URLSearchParams(search).get('display') === 'calendar' ? 'calendar' : 'list';
}

/** The same list shown otherwise: its filter, order and page size stay. */
export function searchOfDisplay(search: string, display: ListDisplay, position?: CalendarPosition): string {
  const kept = [...new URLSearchParams(search)].filter(([name]) => !OWN.includes(name) && name !== 'page');
  const own =
    display === 'list'
      ? // Said even if nothing else is, or react-admin shows the list as it was before.
        [['page', '1']]
      : [['display', display], ...(position ? Object.entries(position) : [])];
  return `?${new URLSearchParams([...kept, ...own])}`;
}
