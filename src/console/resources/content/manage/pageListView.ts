import type { PageListEntry } from '../../../../../domain/page-content.ts';
import { STATES, stateOf } from '../pageState.ts';
import type { StateKey } from '../pageState.ts';
import { PAGE_TYPES } from '../pageTypes.ts';

export const SORTABLE = ['title', 'type', 'state', 'views', 'changedAt'] as const;
export type SortKey = (typeof SORTABLE)[number];

/** What the address of the list says. */
export interface PageListView {
  q: string;
  state: StateKey | null;
  type: string | null;
  sort: SortKey;
  order: 'ASC' | 'DESC';
}

export function readView(search: URLSearchParams): PageListView {
  const sort = SORTABLE.find((key) => key === search.get('sort')) ?? 'title';
  return {
    q: search.get('q') ?? '',
    state: STATES.find(({ key }) => key === search.get('state'))?.key ?? null,
    type: PAGE_TYPES.find(({ type }) => type === search.get('type'))?.type ?? null,
    sort,
    order: search.get('order') === 'DESC' ? 'DESC' : 'ASC',
  };
}

/** What is as usual is left out. */
export function writeView({ q, state, type, sort, order }: PageListView): URLSearchParams {
  const said: [string, string | null][] = [
    ['q', q === '' ? null : q],
    ['state', state],
    ['type', type],
    ['sort', sort === 'title' ? null : sort],
    ['order', order === 'ASC' ? null : order],
  ];
  return new URLSearchParams(said.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

export function stateOfEntry({ published, hasDraft, publishAt, deletedAt }: PageListEntry): StateKey {
  return stateOf({ isPublished: published, hasDraft, publishAt, deletedAt });
}

/** The pages that match, in order. Deleted ones are shown when they are asked for only. */
export function viewedPages(
  pages: readonly PageListEntry[],
  { q, state, type, sort, order }: PageListView,
): PageListEntry[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const matching = pages.filter((page) => {
    const text = `${page.title} ${page.name} ${page.category}`.toLowerCase();
    const its = stateOfEntry(page);
    return (
      (state === null ? its !== 'deleted' : its === state) &&
      (type === null || page.type === type) &&
      words.every((word) => text.includes(word))
    );
  });
  const sign = order === 'ASC' ? 1 : -1;
  return matching.toSorted((a, b) => sign * compare(a, b, sort) || compare(a, b, 'title'));
}

function compare(a: PageListEntry, b: PageListEntry, by: SortKey): number {
  switch (by) {
    case 'views':
      return a.views - b.views;
    case 'state':
      return (
        STATES.findIndex(({ key }) => key === stateOfEntry(a)) - STATES.findIndex(({ key }) => key === stateOfEntry(b))
      );
    case 'changedAt':
      return a.changedAt < b.changedAt ? -1 : a.changedAt > b.changedAt ? 1 : 0;
    default:
      return a[by].localeCompare(b[by], 'en', { numeric: true });
  }
}
