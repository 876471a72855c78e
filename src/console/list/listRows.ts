import type { ClientResource, Row } from '../../../domain/model.ts';
import type { ListView } from './useListView.ts';

export type Id = string | number;

/** What the table and the cards need of a list: the rows of a page, their order and their selection. */
export interface ListRows {
  resource: ClientResource;
  view: ListView;
  rows: readonly (Row & { id: Id })[];
  sort: { field: string; order: 'ASC' | 'DESC' };
  onSort: (sort: { field: string; order: 'ASC' | 'DESC' }) => void;
  selected: readonly Id[];
  onToggle: (id: Id) => void;
  onSelect: (ids: Id[]) => void;
  total: number;
  /** The rows of the previous question, shown until the answer to the new one is there. */
  isStale: boolean;
  selectAllMatching: () => void;
  selectableAtMost: number;
  onBulk: (action: 'edit' | 'delete') => void;
}

/** Rows are selected to be changed or deleted together. */
export function isSelectable(resource: ClientResource): boolean {
  return resource.can.update || resource.can.delete;
}
