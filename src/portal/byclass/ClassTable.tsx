import { formatDay } from '../../../domain/values/formats.ts';
import { memo, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ClassColumn, ClassGrid, ClassPerson } from '../../../domain/calls/classes.ts';
import { CELL_STATES } from '../../../domain/sessions/signup.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { cellText, STATES } from './cellTexts.ts';
import { nextPlace, type Place } from './gridKeys.ts';
import type { CellRef, Selecting } from './useSelection.ts';
import pageTable from '../../ui/pageTable.module.css';
import styles from './ByClass.module.css';

interface Props {
  grid: ClassGrid;
  people: readonly ClassPerson[];
  selecting: Selecting;
}

function useGrid({ grid, people, selecting: { selection, toggle, add, clear } }: Props) {
  const { columns } = grid;
  const [given, setPlace] = useState<Place>({ row: 1, column: 1 });
  const last = { row: people.length, column: columns.length };
  const place = { row: Math.min(given.row, last.row), column: Math.min(given.column, last.column) };
  const table = useRef<HTMLTableElement>(null);
  const isMoved = useRef(false);
  useLayoutEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    const cell = table.current?.querySelector<HTMLElement>('[tabindex="0"]');
    // As far as it takes: browsers would bring it to the middle of the page, and the titles out of it.
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  // What was done with the selection goes with it: the keyboard goes on from where it was in the grid.
  const wasEmpty = useRef(true);
  useEffect(() => {
    const isOver = !wasEmpty.current && selection.size === 0;
    wasEmpty.current = selection.size === 0;
    if (isOver && document.activeElement?.contains(table.current))
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [selection]);

  /** What a place stands for: a cell, the open cells of a person, or those of a requirement. */
  const cellsAt = ({ row, column }: Place): CellRef[] => {
    const rows = row === 0 ? people : people.slice(row - 1, row);
    const wanted = column === 0 ? columns : columns.slice(column - 1, column);
    const isOne = row > 0 && column > 0;
    return rows.flatMap((person) =>
      wanted.flatMap((one): CellRef[] => {
        const cell = person.cells[columns.indexOf(one)];
        return isOne || cell?.state !== 'done' ? [[person.id, one.id]] : [];
      }),
    );
  };
  const move = (to: Place): void => {
    isMoved.current = true;
    setPlace(to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLAnchorElement) return;
    const to = nextPlace(place, event, last);
    if (to !== null) {
      event.preventDefault();
      if (event.shiftKey && place.row > 0 && to.row > 0 && to.column > 0) add([...cellsAt(place), ...cellsAt(to)]);
      move(to);
    } else if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      toggle(cellsAt(place));
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      add(cellsAt({ row: 0, column: 0 }));
    } else if (event.key === 'Escape') clear();
  };
  const onClick = (event: MouseEvent): void => {
    const at = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    if (at === null) return;
    const [row = 0, column = 0] = (at.dataset['place'] ?? '').split(' ').map(Number);
    move({ row, column });
    toggle(cellsAt({ row, column }));
  };
  const tab = (row: number, column: number) => ({
    'data-place': `${row} ${column}`,
    tabIndex: place.row === row && place.column === column ? 0 : -1,
  });
  return { table, place, tab, onKeyDown, onClick };
}

/**
 * The ARIA pattern of a grid: one cell is in the order of Tab, keys move from there. Space selects the cell, the person or, in the first
 * row, everyone who has not done it; Shift with an arrow selects on the way.
 */
export function ClassTable(props: Props) {
  const { grid, people } = props;
  const { columns } = grid;
  const { selection } = props.selecting;
  const { table, place, tab, onKeyDown, onClick } = useGrid(props);
  return (
    <div className={classNames(pageTable.box, styles.box)}>
      <table
        ref={table}
        role="grid"
        className={styles.grid}
        aria-label={`People and requirements of ${grid.name}`}
        aria-multiselectable
        aria-rowcount={people.length + 1}
        aria-colcount={columns.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead className={pageTable.head}>
          <tr>
            <th scope="col" {...tab(0, 0)}>
              Person
            </th>
            {columns.map((column, at) => (
              <th key={column.id} scope="col" {...tab(0, at + 1)}>
                <ColumnHead column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person, at) => (
            <PersonRow
              key={person.id}
              person={person}
              row={at + 1}
              columns={columns}
              selected={selection.get(person.id)}
              active={place.row === at + 1 ? place.column : null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ColumnHead({ column: { title, dueOn, isOverdue, sums } }: { column: ClassColumn }) {
  return (
    <span className={styles.head}>
      <span className={styles.title}>{title}</span>
      <span className={classNames(styles.due, isOverdue && styles.late)}>
        {dueOn === null ? 'No date' : `${isOverdue ? 'Was due' : 'Due'} ${formatDay(dueOn)}`}
      </span>
      <span className={styles.sums}>{formatSum(sums)}</span>
    </span>
  );
}

/** "3 done, 1 signed up, 2 missing" */
export function formatSum(sums: ClassColumn['sums']): string {
  return CELL_STATES.filter((state) => sums[state] > 0)
    .map((state) => `${sums[state]} ${STATES[state].words.toLowerCase()}`)
    .join(', ');
}

interface RowProps {
  person: ClassPerson;
  row: number;
  columns: readonly ClassColumn[];
  selected: ReadonlySet<number> | undefined;
  /** The column that is in the order of Tab, if it is in this row. */
  active: number | null;
}

/** Drawn again only where something of it has changed: there are thousands of cells. */
const PersonRow = memo(function PersonRow({ person, row, columns, selected, active }: RowProps) {
  return (
    <tr>
      <th scope="row" data-place={`${row} 0`} tabIndex={active === 0 ? 0 : -1}>
        <span className={styles.name}>{person.name}</span>
        <PersonFacts person={person} />
      </th>
      {person.cells.map((cell, at) => {
        const { id } = columns[at] ?? { id: 0 };
        return (
          <td
            key={id}
            role="gridcell"
            data-place={`${row} ${at + 1}`}
            data-state={cell.state}
            tabIndex={active === at + 1 ? 0 : -1}
            aria-selected={selected?.has(id) ?? false}
            title={cell.exemption?.reason}
          >
            <span className={styles.cell}>
              <Icon name={STATES[cell.state].icon} size={16} />
              {cellText(cell)}
            </span>
          </td>
        );
      })}
    </tr>
  );
});

export function PersonFacts({ person: { studentId, section, userId } }: { person: ClassPerson }) {
  const facts = [studentId, section, userId === null ? 'no account yet' : null].filter((one) => one !== null);
  return facts.length === 0 ? null : <span className={styles.facts}>{facts.join(', ')}</span>;
}
