import type { ReactNode } from 'react';
import type { Row } from '../../../domain/model.ts';
import type { Filter } from './filterModel.ts';

export type Id = string | number;
export type ListRow = Row & { id: Id };

/** The selected rows of the page, and how the selection ends. */
export interface Selection {
  rows: readonly ListRow[];
  clear: () => void;
}

/** Where the list of a resource is more than its declaration. */
export interface ListSlots {
  /** A sentence under the title. */
  lead?: string;
  /** What is asked besides the filter: it has no chip and is not cleared. */
  always?: Filter;
  /** Fields whose filter stands ready in the bar; the others are in its menu. */
  pinned?: readonly string[];
  /** Behind the filters. */
  switches?: ReactNode;
  /** The columns that the address names, which win over those that are remembered; null: none. */
  columns?: { named: readonly string[] | null; onChange: (names: readonly string[]) => void };
  /** By field: how its cells are drawn, where not by the kind of its values. */
  cells?: Readonly<Record<string, (row: ListRow) => ReactNode>>;
  /** Where the first column leads; null: nowhere. Default: the record's page. */
  rowPath?: (row: ListRow) => string | null;
  /** At the end of each row. Default: the way to its form. */
  rowActions?: (row: ListRow) => ReactNode;
  /** Instead of editing and deleting. Rows of the shown page can be selected then, and no others. */
  bulkActions?: (selection: Selection) => ReactNode;
  /** Where the export is asked for, below /api/, and what its columns have besides the fields ("and each question"). */
  exported?: { path: string; more: string };
  /** Milliseconds after which the rows are asked for again. */
  refreshEvery?: number;
  /** Under which the answers are kept, where the rows are not those of the resource's own list (`ConsoleFrame.getList`). */
  source?: string;
  /** In place of the usual words, where there is nothing without a filter. */
  emptiness?: ReactNode;
}

export const NO_SLOTS: ListSlots = {};
