import { useCallback, useState } from 'react';
import type { ClassCell, ClassColumn, ClassGrid, ClassPerson } from '../../../domain/calls/classes.ts';

/** The requirements that are selected, by person: both ids. */
export type Selection = ReadonlyMap<number, ReadonlySet<number>>;

export type CellRef = readonly [entryId: number, requirementId: number];

export interface Selecting {
  selection: Selection;
  toggle: (cells: readonly CellRef[]) => void;
  add: (cells: readonly CellRef[]) => void;
  clear: () => void;
}

export function useSelection(): Selecting {
  const [selection, setSelection] = useState<Selection>(new Map());
  const toggle = useCallback((cells: readonly CellRef[]) => setSelection((now) => changed(now, cells, 'toggle')), []);
  const add = useCallback((cells: readonly CellRef[]) => setSelection((now) => changed(now, cells, 'add')), []);
  const clear = useCallback(() => setSelection(new Map()), []);
  return { selection, toggle, add, clear };
}

function changed(now: Selection, cells: readonly CellRef[], way: 'toggle' | 'add'): Selection {
  const isOff = way === 'toggle' && cells.every(([entry, requirement]) => now.get(entry)?.has(requirement));
  const next = new Map(now);
  // What is not changed stays the same set, so that its row is not drawn again.
  const copied = new Map<number, Set<number>>();
  for (const [entry, requirement] of cells) {
    const set = copied.get(entry) ?? new Set(now.get(entry));
    copied.set(entry, set);
    if (isOff) set.delete(requirement);
    else set.add(requirement);
  }
  for (const [entry, set] of copied)
    if (set.size === 0) next.delete(entry);
    else next.set(entry, set);
  return next;
}

export interface SelectedCell {
  person: ClassPerson;
  column: ClassColumn;
  cell: ClassCell;
}

/** The selected cells that there are, row by row. */
export function selectedCells({ people, columns }: ClassGrid, selection: Selection): SelectedCell[] {
  return people.flatMap((person) => {
    const own = selection.get(person.id);
    if (own === undefined) return [];
    return columns.flatMap((column, at) => {
      const cell = person.cells[at];
      return cell !== undefined && own.has(column.id) ? { person, column, cell } : [];
    });
  });
}
