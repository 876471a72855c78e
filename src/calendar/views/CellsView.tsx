import type { ReactElement } from 'react';
import { monthName, yearOf } from '../layout/days.ts';
import { countText } from './countText.ts';
import { closuresOf, describeClosures } from '../layout/closures.ts';
import { SmallMonth, SmallYear } from './SmallParts.tsx';
import styles from './CellsView.module.css';

export interface CellsViewProps {
  label: string;
  view: 'years' | 'year';
  /** First dates of the months or years. */
  cells: readonly string[];
  /** Number of events by cell; null where they are not shown. */
  counts: ReadonlyMap<string, number> | null;
  /** The same by day of the year, or by month of the years. */
  within: ReadonlyMap<string, number>;
  today: string | null;
  selected: string;
  isDisabled: (cell: string) => boolean;
  /** Why the place is closed that day; empty where it is not. */
  reasonOf: (date: string) => string;
}

const COLUMNS = { years: 5, year: 3 } as const;

export function CellsView(props: CellsViewProps): ReactElement {
  const { label, view, cells, counts, within, today, selected, isDisabled, reasonOf } = props;
  const columns = COLUMNS[view];
  const length = view === 'years' ? 4 : 7;
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  return (
    <div role="grid" aria-label={label} className={styles.grid} data-kind={view}>
      {rows.map((row) => (
        <div key={row[0]} role="row" className={styles.row}>
          {row.map((cell) => {
            const name = view === 'years' ? String(yearOf(cell)) : monthName(cell);
            const count = counts?.get(cell) ?? 0;
            const closures = closuresOf(cell, view === 'years' ? 12 : 1, reasonOf);
            const closureTexts = describeClosures(closures);
            const isNow = today?.slice(0, length) === cell.slice(0, length);
            return (
              <div
                key={cell}
                role="gridcell"
                tabIndex={cell === selected ? 0 : -1}
                className={styles.cell}
                data-day={cell}
                data-area={view}
                data-today={isNow ? '' : undefined}
                aria-selected={cell === selected}
                aria-disabled={isDisabled(cell) || undefined}
                aria-current={isNow ? 'date' : undefined}
                aria-label={[
                  `${name}${view === 'year' ? ` ${yearOf(cell)}` : ''}`,
                  ...(counts === null ? [] : [countText(count)]),
                  ...closureTexts,
                ].join(', ')}
              >
                <span className={styles.head}>
                  <span className={styles.name}>{name}</span>
                  {counts !== null && (
                    <span className={styles.count} data-none={count === 0 ? '' : undefined}>
                      {countText(count)}
                    </span>
                  )}
                </span>
                {view === 'year' && <SmallMonth {...{ cell, today, closures }} counts={within} />}
                {view === 'years' && (count > 0 || closures.size > 0) && (
                  <SmallYear {...{ cell, today, closures }} counts={within} />
                )}
                {closureTexts.length > 0 && (
                  <span className={styles.closures} aria-hidden="true">
                    {closureTexts.join('. ')}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
