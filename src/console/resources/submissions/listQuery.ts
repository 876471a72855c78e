import type { Json } from '../../../../domain/model.ts';
import { DONE, STATUSES } from '../../../../domain/workflow.ts';
import type { Status } from '../../../../domain/workflow.ts';

/** Columns of the list, in their usual order. The first one leads to the request. */
export const COLUMNS = [
  'id',
  'form',
  'formGroup',
  'status',
  'submittedBy',
  'assignedTo',
  'costCents',
  'createdAt',
  'statusSince',
  'expectedOn',
] as const;
export type ColumnName = (typeof COLUMNS)[number];
export const USUAL_COLUMNS: ColumnName[] = [
  'id',
  'form',
  'status',
  'submittedBy',
  'assignedTo',
  'costCents',
  'createdAt',
  'statusSince',
];

/** The field of the resource that a column shows, by which it is exported. */
export const FIELD_OF_COLUMN: Record<ColumnName, string> = {
  id: 'id',
  form: 'formId',
  formGroup: 'formGroupId',
  status: 'status',
  submittedBy: 'submittedById',
  assignedTo: 'assignedToId',
  costCents: 'costCents',
  createdAt: 'createdAt',
  statusSince: 'statusSince',
  expectedOn: 'expectedOn',
};

export const SORTABLE = ['id', 'status', 'costCents', 'createdAt', 'statusSince', 'expectedOn'] as const;
export type SortField = (typeof SORTABLE)[number];

/** What the address of the list says. The names are the specification's. */
export interface ListQuery {
  q: string;
  formGroupId: number | null;
  formId: number | null;
  status: Status[];
  submittedById: number | null;
  assignedToId: number | 'none' | null;
  showDone: boolean;
  sortBy: SortField;
  sortOrder: 'ASC' | 'DESC';
  columns: ColumnName[] | null;
  page: number;
  itemsPerPage: number | null;
}

const LARGEST_PAGE = 100;

/** Reads the address; what makes no sense in it counts as not said. */
export function readListQuery(parameters: URLSearchParams): ListQuery {
  const list = (name: string) =>
    parameters
      .getAll(name)
      .flatMap((text) => text.split(','))
      .filter((word) => word !== '');
  const columns = list('columns').filter((word): word is ColumnName => isOneOf(COLUMNS, word));
  const sortBy = parameters.get('sortBy') ?? '';
  return {
    q: parameters.get('q')?.trim().slice(0, 200) ?? '',
    formGroupId: positive(parameters.get('formGroupId')),
    formId: positive(parameters.get('formId')),
    status: STATUSES.filter((status) => list('status').includes(status)),
    submittedById: positive(parameters.get('submittedById')),
    assignedToId: parameters.get('assignedToId') === 'none' ? 'none' : positive(parameters.get('assignedToId')),
    showDone: parameters.get('showDone') === 'true',
    sortBy: isOneOf(SORTABLE, sortBy) ? sortBy : 'createdAt',
    sortOrder: parameters.get('sortOrder')?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    columns: columns.length > 0 ? [...new Set(columns)] : null,
    page: positive(parameters.get('page')) ?? 1,
    itemsPerPage: clamp(positive(parameters.get('itemsPerPage'))),
  };
}

/** The address of a list; what is as usual is left out. */
export function writeListQuery(query: ListQuery): URLSearchParams {
  const said: [string, string | number | null | false][] = [
    ['q', query.q !== '' && query.q],
    ['formGroupId', query.formGroupId],
    ['formId', query.formId],
    ['status', query.status.length > 0 && query.status.join(',')],
    ['submittedById', query.submittedById],
    ['assignedToId', query.assignedToId],
    ['showDone', query.showDone && 'true'],
    ['sortBy', query.sortBy !== 'createdAt' && query.sortBy],
    ['sortOrder', query.sortOrder !== 'DESC' && 'asc'],
    ['columns', query.columns !== null && query.columns.join(',')],
    ['page', query.page > 1 && query.page],
    ['itemsPerPage', query.itemsPerPage],
  ];
  return new URLSearchParams(
    said.flatMap(([name, value]) => (value === null || value === false ? [] : [[name, String(value)]])),
  );
}

/** The filter that the server takes. Asking for a status that is done shows it without asking for done ones. */
export function filterOf(query: ListQuery): Record<string, Json> {
  const { q, formGroupId, formId, status, submittedById, assignedToId, showDone } = query;
  const hidesDone = !showDone && !status.some((one) => DONE.includes(one));
  return {
    ...(q === '' ? {} : { q }),
    ...(formGroupId === null ? {} : { formGroupId }),
    ...(formId === null ? {} : { formId }),
    ...(status.length === 0 ? {} : { status }),
    ...(submittedById === null ? {} : { submittedById }),
    ...(assignedToId === null ? {} : assignedToId === 'none' ? { assignedToId_null: true } : { assignedToId }),
    ...(hidesDone ? { done: false } : {}),
  };
}

/** Whether the list is narrowed by anything but leaving out what is done. */
export function isFiltered(query: ListQuery): boolean {
  const { q, formGroupId, formId, status, submittedById, assignedToId } = query;
  return (
    q !== '' || status.length > 0 || [formGroupId, formId, submittedById, assignedToId].some((value) => value !== null)
  );
}

export const NO_FILTER = {
  q: '',
  formGroupId: null,
  formId: null,
  status: [],
  submittedById: null,
  assignedToId: null,
} satisfies Partial<ListQuery>;

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

function clamp(size: number | null): number | null {
  return size === null ? null : Math.min(size, LARGEST_PAGE);
}

function isOneOf<T extends string>(all: readonly T[], word: string): word is T {
  return (all as readonly string[]).includes(word);
}
