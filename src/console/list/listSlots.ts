import type { ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { MenuItem } from '../../ui/Menu.tsx';
import type { Filter } from '../engine/filterModel.ts';

export type Id = string | number;
export type ListRow = Row & { id: Id };

export interface ListSlots {
  /** A sentence below the title. */
  lead?: string;
  above?: ReactNode;
  /** A permanent filter, without a chip and not cleared. */
  always?: Filter;
  switches?: ReactNode;
  /** Columns named in the address, which take precedence over the stored view; null: none. */
  columns?: { named: readonly string[] | null; onChange: (names: readonly string[]) => void };
  /** Custom cell renderers by field. */
  cells?: Readonly<Record<string, (row: ListRow) => ReactNode>>;
  /** Target of the first column; null: no link. Default: the record's page. */
  rowPath?: (row: ListRow) => string | null;
  /** Actions at the end of each row. Default: the edit link. */
  rowActions?: (row: ListRow) => ReactNode;
  /** Entries of the menu of a row, before its actions. */
  rowItems?: (row: ListRow) => readonly MenuItem[];
  /** The export's path below /api/, and a description of its additional columns ("and each question"). */
  exported?: { path: string; more: string };
  /** Refetch interval in milliseconds. */
  refreshEvery?: number;
  /** Cache key for rows that do not come from the resource's own list (`ConsoleFrame.getList`). */
  source?: string;
  emptyState?: ReactNode;
}

export const NO_SLOTS: ListSlots = {};

/** The slots, with what the resource declares where they say nothing. */
export function withDeclared({ config: { list } }: ClientResource, given: ListSlots): ListSlots {
  const { lead, refreshSeconds } = list;
  return {
    ...(lead === undefined ? {} : { lead }),
    ...(refreshSeconds === undefined ? {} : { refreshEvery: refreshSeconds * 1000 }),
    ...given,
  };
}
