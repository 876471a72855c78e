import { formatDay } from '../../../domain/values/formats.ts';
import { memo, type CSSProperties, type ReactElement } from 'react';
import { dayOf, monthName, weekdayName, weekdayOf } from '../layout/days.ts';
import type { MonthDay } from '../layout/month.ts';
import type { PlacedItem } from '../layout/placement.ts';
import { startText, noteText } from '../layout/texts.ts';
import { countText } from './countText.ts';
import { drawItem } from './drawItem.tsx';
import { printedMonth } from './printedMonth.ts';
import { useIsPrinting } from './useIsPrinting.ts';
import { useTodayInView } from './useTodayInView.ts';
import { useLines } from './useLines.ts';
import itemStyles from './items.module.css';
import styles from './MonthView.module.css';

export interface MonthViewProps {
  label: string;
  rows: readonly (readonly MonthDay[])[];
  /** First of the month: days of its neighbors are quiet. */
  month: string;
  today: string | null;
  selected: string;
  isDisabled: (date: string) => boolean;
  /** Why the place is closed that day, or has other hours; empty where there is no reason. */
  reasonOf: (date: string) => string;
  opens: boolean;
  changes: boolean;
  canOpenDay: boolean;
}

export function MonthView(props: MonthViewProps): ReactElement {
  const { label, rows, month, today, selected, isDisabled, reasonOf, opens, changes } = props;
  const grid = useTodayInView(today);
  const isPrinting = useIsPrinting();
  const canOpenDay = !isPrinting && props.canOpenDay;
  const printed = isPrinting ? printedMonth(rows, (placed) => metaOf(placed, true)) : {};
  const columns = rows[0]?.length ?? 7;
  const lines = useLines();
  return (
    <div
      ref={grid}
      role="grid"
      aria-label={label}
      className={`${styles.grid} ${itemStyles.colors}`}
      style={{ '--columns': columns, ...printed } as CSSProperties}
    >
      <div role="row" className={styles.head}>
        {(rows[0] ?? []).map(({ date }) => (
          <div key={date} role="columnheader" aria-label={weekdayName(date)} className={styles.weekday}>
            {weekdayName(date).slice(0, 1)}
            <span className={styles.rest}>{weekdayName(date).slice(1, 3)}</span>
          </div>
        ))}
      </div>
      {rows.map((row) => (
        <div
          key={row[0]?.date}
          role="row"
          className={styles.week}
          style={{ '--lines': linesOf(row, props, lines) } as CSSProperties}
        >
          {row.map((day) => (
            <Cell
              key={day.date}
              day={day}
              lines={lines}
              isOutside={!day.date.startsWith(month.slice(0, 7))}
              isToday={day.date === today}
              isSelected={day.date === selected}
              isDisabled={isDisabled(day.date)}
              reason={reasonOf(day.date)}
              opens={opens}
              changes={changes}
              canOpenDay={canOpenDay}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface CellProps extends Pick<MonthViewProps, 'opens' | 'changes' | 'canOpenDay'> {
  day: MonthDay;
  /** Lines of a day that is not drawn whole: so many events, or one less and how many more there are. */
  lines: number;
  isOutside: boolean;
  isToday: boolean;
  isSelected: boolean;
  isDisabled: boolean;
  reason: string;
}

const Cell = memo(function Cell({ day, isOutside, isToday, isSelected, isDisabled, reason, ...drawing }: CellProps) {
  const { date, count } = day;
  const number = Number(date.slice(8));
  return (
    <div
      role="gridcell"
      tabIndex={isSelected ? 0 : -1}
      className={styles.day}
      style={day.lanes > 0 ? ({ '--lanes': day.lanes } as CSSProperties) : undefined}
      data-day={date}
      data-area="month"
      data-outside={isOutside ? '' : undefined}
      data-today={isToday ? '' : undefined}
      data-weekend={weekdayOf(dayOf(date)) > 5 ? '' : undefined}
      aria-selected={isSelected}
      aria-disabled={isDisabled || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={[formatDay(date, 'full'), countText(count), reason].filter((part) => part !== '').join(', ')}
    >
      <span className={styles.top} aria-hidden="true">
        <span className={styles.number}>
          {number === 1 && <span className={styles.month}>{monthName(date).slice(0, 3)}</span>}
          <span className={styles.date}>{number}</span>
        </span>
        {reason !== '' && (
          <span className={styles.reason} title={reason}>
            {reason}
          </span>
        )}
      </span>
      <span className={styles.count} aria-hidden="true">
        {count > 0 && <span>{count}</span>}
      </span>
      <Items day={day} {...drawing} />
    </div>
  );
});

interface ItemsProps extends Pick<CellProps, 'day' | 'lines' | 'opens' | 'changes' | 'canOpenDay'> {
  day: MonthDay;
}

const Items = memo(function Items({ day, lines, opens, changes, canOpenDay }: ItemsProps) {
  const drawn = drawnItems(day, lines, canOpenDay);
  const hidden = day.items.length - drawn.length;
  return (
    <>
      {day.bars.map(({ placed, from, to, lane, part }) =>
        drawItem(placed, placed.item.id, {
          className: styles.bar,
          style: { top: `calc(var(--head) + ${lane} * var(--line))`, width: `calc(${to - from + 1} * 100% - 6px)` },
          meta: metaOf(placed, part === 'only' || part === 'first'),
          part,
          opens,
          span: to - from + 1,
          hasHandle: changes && placed.allDay && (part === 'only' || part === 'last'),
        }),
      )}
      {drawn.map((placed) =>
        drawItem(placed, placed.item.id, {
          className: placed.allDay ? styles.whole : styles.timed,
          meta: metaOf(placed, true),
          part: 'only',
          opens,
        }),
      )}
      {hidden > 0 && (
        <button type="button" tabIndex={-1} className={styles.more} data-more={day.date}>
          + {hidden} more
        </button>
      )}
    </>
  );
});

function drawnItems({ items, lanes }: MonthDay, lines: number, canOpenDay: boolean): readonly PlacedItem[] {
  const room = Math.max(1, lines - lanes);
  if (!canOpenDay || items.length <= room) return items;
  return items.slice(0, Math.max(0, room - 1));
}

/** Lines of the highest day of a week, for the height that it has before it is drawn. */
function linesOf(row: readonly MonthDay[], { canOpenDay }: MonthViewProps, least: number): number {
  let most = least;
  for (const day of row) {
    const drawn = drawnItems(day, least, canOpenDay);
    const lines = day.lanes + drawn.length + Number(drawn.length < day.items.length);
    most = Math.max(most, lines);
  }
  return most;
}

function metaOf(placed: PlacedItem, hasTime: boolean): string {
  const note = noteText(placed);
  const time = placed.allDay || !hasTime ? '' : startText(placed);
  return time !== '' && note !== '' ? `${time} · ${note}` : time + note;
}
