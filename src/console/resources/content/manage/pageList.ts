import { declaredFields } from '../../../../../domain/declarations/fields.ts';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import type { ResourceSchema } from '../../../../../domain/declarations/schemas.ts';
import type { PageListEntry } from '../../../../../domain/calls/page-editor.ts';
import type { Filter } from '../../../engine/filterModel.ts';
import { namedAddress, type ListAddress } from '../../../list/listAddress.ts';
import type { ListRow } from '../../../list/listSlots.ts';
import { localList, type LocalListQuery } from '../../../list/localList.ts';
import { STATES, pageStateKey, type StateKey } from '../pageState.ts';

/** Key of the list's queries, view and selection, distinct from those of the resource's generated list. */
export const SOURCE = 'content-pages';

/** A page of the list with its state. */
export type PageRow = PageListEntry & { state: StateKey };

const SEARCHED = ['title', 'name', 'category'];

/** What the list shows beside the page's own fields. */
const PROPERTIES: ResourceSchema['properties'] = {
  state: {
    type: 'string',
    title: 'State',
    enum: STATES.map(({ key }) => key),
    'x-labels': Object.fromEntries(STATES.map(({ key, label }) => [key, label])),
  },
  views: { type: 'integer', title: 'Views, 30 days' },
  changedAt: { type: 'string', format: 'date-time', title: 'Last change' },
  changedBy: { type: 'string', title: 'Changed by' },
};
const OWN: Readonly<Record<string, string>> = { title: 'Page', name: 'Address', type: 'Type', category: 'Category' };

/** The pages resource adapted for this list: with a state, edited page by page. */
export function pagesIn(pages: ClientResource): ClientResource {
  const fields = [
    ...pages.fields.flatMap((field) =>
      field.name in OWN ? [{ ...field, title: OWN[field.name] ?? field.title }] : [],
    ),
    ...declaredFields({ properties: PROPERTIES, required: ['state', 'views'] }),
  ];
  return {
    ...pages,
    config: {
      ...pages.config,
      label: 'Site pages',
      plural: 'pages',
      list: {
        columns: ['title', 'state', 'views', 'changedAt', 'changedBy'],
        filters: ['state', 'type'],
        pinned: ['state', 'type'],
        sort: ['title', 'ASC'],
        // The pages of most sites fit on one.
        pageSize: 100,
      },
    },
    fields: fields.map((field) => ({ ...field, searchable: SEARCHED.includes(field.name) })),
    can: { ...pages.can, update: false, delete: false, export: false },
  };
}

export function pagesAddress(pages: ClientResource): ListAddress {
  return namedAddress(pages, { filters: ['state', 'type'], sort: 'sort', order: 'order', perPage: 'perPage' });
}

/** The page behind a row of the list. */
export function entryOf(row: ListRow): PageRow {
  return row as unknown as PageRow;
}

/** The pages that match the filter, sorted. Deleted ones are only included when the filter names states. */
export function listedPages(pages: ClientResource, entries: readonly PageListEntry[], question: LocalListQuery) {
  const asksForState = Object.keys(question.filter).some((key) => key === 'state' || key.startsWith('state_'));
  const filter: Filter = asksForState ? question.filter : { ...question.filter, state_neq: 'deleted' };
  const rows = entries.map((entry) => ({
    ...entry,
    state: pageStateKey({ ...entry, isPublished: entry.published }),
  }));
  return localList(pages, rows, { ...question, filter });
}
