import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { hasRowActions } from '../../actions/resourceActions.ts';
import type { Id, ListRow, ListSlots } from './listSlots.ts';
import type { ListView } from './useListView.ts';

/** A page of rows with its order and selection, shared by the table and the cards. */
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
  /** The rows of the previous query, shown until the new response arrives. */
  isStale: boolean;
  selectAllMatching: () => void;
  selectableAtMost: number;
  onEdit: () => void;
  rowActions: ((row: ListRow) => ReactNode) | undefined;
}

/** Rows are selectable for bulk editing, deletion and actions. */
export function isSelectable({ resource }: Pick<ListRows, 'resource'>): boolean {
  const hasBulkActions = resource.actions.some(({ placement }) => placement.includes('bulk'));
  return hasBulkActions || resource.can.update;
}

export function hasEnd({ resource, slots }: Pick<ListRows, 'resource' | 'slots'>): boolean {
  return slots.rowActions !== undefined || hasRowActions(resource) || resource.can.update;
}
