import type { ClientResource } from '../../../domain/model.ts';
import type { Id, ListRow, ListSlots } from './listSlots.ts';
import type { ListView } from './useListView.ts';

/** What the table and the cards need of a list: the rows of a page, their order and their selection. */
export interface ListRows {
  resource: ClientResource;
  slots: ListSlots;
  view: ListView;
  rows: readonly ListRow[];
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

/** Rows are selected to be changed or deleted together, or for what the list offers instead. */
export function isSelectable({ resource, slots }: Pick<ListRows, 'resource' | 'slots'>): boolean {
  return slots.bulkActions !== undefined || resource.can.update || resource.can.delete;
}

/** Whether rows end in a cell of their own for what can be done with them. */
export function hasEnd({ resource, slots }: Pick<ListRows, 'resource' | 'slots'>): boolean {
  return slots.rowActions !== undefined || resource.can.update;
}
