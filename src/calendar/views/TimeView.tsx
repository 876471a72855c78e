import { formatDay, formatMinute, type ClockHours } from '../../../domain/values/formats.ts';
import { memo, useLayoutEffect, useMemo, useRef, type CSSProperties, type ReactElement } from 'react';
import { wallTimeOf, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { positionOf, positionOfMinute, type DayAxis } from '../layout/axis.ts';
import type { Bar } from '../layout/bars.ts';
import { DAY, dateOf, dayOf, weekdayName, weekdayOf } from '../layout/days.ts';
import { noteText } from '../layout/texts.ts';
import { rem } from '../layout/settings.ts';
import type { SpecialHoursBand } from '../layout/types.ts';
import { drawItem } from './drawItem.tsx';
import { printedHours } from './printedHours.ts';
import { Backdrop, Boxes, Now } from './TimeColumn.tsx';
import {
  allDayBars,
  columnName,
  columnsOf,
  lanesOver,
  slotName,
  type Column,
  type ColumnSource,
  type TimeSlot,
} from './timeColumns.ts';
import itemStyles from './items.module.css';
import styles from './TimeView.module.css';

export interface TimeViewProps extends ColumnSource {
  label: string;
  offsets: readonly ZoneOffset[];
  /** Epoch milliseconds. */
  now: number | null;
  selected: string;
  slot: TimeSlot | null;
  isDisabled: (date: string) => boolean;
  hoursOf?: ((date: string) => readonly SpecialHoursBand[]) | undefined;
  opens: boolean;
  changes: boolean;
  /** Pixels; without it the grid is as high as the window allows. */
  maxHeight?: number | undefined;
  /** Without the row of dates: for one day whose date is said elsewhere. */
  hasHead?: boolean;
}

export function TimeView(props: TimeViewProps): ReactElement {
  const { label, dates, axis, items, splits, settings, now, offsets } = props;
  const columns = useMemo(
    () => columnsOf({ dates, axis, items, splits, settings }),
    [dates, axis, items, splits, settings],
  );
  const printed = useMemo(
    () => printedHours(columns, axis, settings, props.hoursOf),
    [columns, axis, settings, props.hoursOf],
  );
  const today = now === null ? null : dateOf(Math.floor(wallTimeOf(now, offsets) / DAY));
  const box = useFirstPosition(props, columns, today);
  const pixels = settings.cellHeight / settings.timeStep;
  return (
    <div
      ref={box}
      className={styles.box}
      style={props.maxHeight === undefined ? undefined : { maxHeight: rem(props.maxHeight) }}
      data-scroller=""
    >
      <div
        role="grid"
        aria-label={label}
        className={`${styles.grid} ${itemStyles.colors}`}
        style={{ '--columns': columns.length, ...printed } as CSSProperties}
        data-splits={splits.length > 0 ? '' : undefined}
        data-first={settings.isTimeFirst ? 'time' : undefined}
      >
        <Top {...props} columns={columns} today={today} />
        <div role="row" className={`${styles.row} ${styles.hours}`}>
          <Gutter axis={axis} pixels={pixels} clock={settings.clock} />
          <Lines axis={axis} pixels={pixels} />
          {columns.map((column) => (
            <TimeCell
              key={`${column.date} ${column.split?.id ?? ''}`}
              {...props}
              {...{ column, pixels, today }}
              columns={columns.length}
              isFirst={column === columns[0]}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Scrolls to where reading begins, once for each range of dates. */
function useFirstPosition(props: TimeViewProps, columns: readonly Column[], today: string | null) {
  const { dates, axis } = props;
  const box = useRef<HTMLDivElement>(null);
  const settledFor = useRef('');
  useLayoutEffect(() => {
    const key = `${dates.join()} ${axis.length}`;
    if (box.current === null || settledFor.current === key) return;
    settledFor.current = key;
    const at = firstPosition(props, columns, today);
    const column = box.current.querySelector('[data-area="time"]');
    box.current.scrollTop = (at / axis.length) * (column?.clientHeight ?? 0);
  });
  return box;
}

type TopProps = TimeViewProps & { columns: readonly Column[]; today: string | null };

function Top(props: TopProps): ReactElement {
  const { dates, splits, columns, today, hasHead = true } = props;
  const perDate = Math.max(1, splits.length);
  return (
    <div className={styles.top} role="rowgroup" data-bare={hasHead ? undefined : ''}>
      <div role="row" className={hasHead ? styles.row : 'visually-hidden'}>
        <span className={styles.corner} aria-hidden="true" />
        {dates.map((date) => (
          <div
            key={date}
            role="columnheader"
            className={styles.heading}
            style={perDate > 1 ? { gridColumn: `span ${perDate}` } : undefined}
            aria-colspan={perDate > 1 ? perDate : undefined}
            aria-label={formatDay(date, 'full')}
            data-heading={date}
            data-today={date === today ? '' : undefined}
          >
            <span className={styles.date}>
              <span>{weekdayName(date).slice(0, 3)}</span>
              <span className={styles.number}>{Number(date.slice(8))}</span>
            </span>
          </div>
        ))}
      </div>
      {splits.length > 0 && (
        <div role="row" className={styles.row}>
          <span className={styles.corner} aria-hidden="true" />
          {columns.map(({ date, split }) => (
            <div key={`${date} ${split?.id}`} role="columnheader" className={styles.split} title={split?.detail}>
              {split?.label}
            </div>
          ))}
        </div>
      )}
      <AllDayRow {...props} perDate={perDate} />
    </div>
  );
}

function AllDayRow(props: TopProps & { perDate: number }): ReactElement | null {
  const { dates, splits, columns, settings, opens, changes, perDate } = props;
  const bars = useMemo(() => allDayBars(dates, splits, columns), [dates, splits, columns]);
  if (bars.every((row) => row.length === 0)) return null;
  return (
    <div role="row" className={styles.row} data-row="all-day">
      <span className={styles.gutterText} aria-hidden="true">
        all day
      </span>
      {columns.map(({ date, split }, index) => (
        <div
          key={`${date} ${split?.id ?? ''}`}
          role="gridcell"
          className={styles.allDay}
          style={{ '--lanes': lanesOver(bars, index, perDate) } as CSSProperties}
          data-day={date}
          data-area="all-day"
          data-split={split?.id}
        >
          {(bars[index] ?? []).map((bar) => drawBar(bar, settings.clock, opens, changes, splits.length > 0))}
        </div>
      ))}
    </div>
  );
}

interface TimeCellProps extends TimeViewProps {
  column: Column;
  columns: number;
  isFirst: boolean;
  pixels: number;
  today: string | null;
}

function TimeCell(props: TimeCellProps): ReactElement {
  const { column, axis, pixels, settings, slot, now, today, selected, isDisabled, offsets } = props;
  const { date, split } = column;
  return (
    <div
      role="gridcell"
      tabIndex={-1}
      className={styles.column}
      style={{ height: rem(axis.length * pixels) }}
      data-day={date}
      data-area="time"
      data-split={split?.id}
      data-today={date === today ? '' : undefined}
      data-weekend={isWeekend(date) ? '' : undefined}
      data-selected={date === selected ? '' : undefined}
      aria-selected={date === selected}
      aria-disabled={isDisabled(date) || undefined}
      aria-label={columnName(column)}
    >
      <Backdrop date={date} split={split} axis={axis} pixels={pixels} hoursOf={props.hoursOf} />
      {slot !== null && slot.date === date && slot.split === split?.id && (
        <div
          key={slot.at}
          role="button"
          tabIndex={0}
          className={styles.slot}
          style={{
            top: rem(slot.at * pixels),
            height: rem(Math.min(settings.timeStep, axis.length - slot.at) * pixels),
          }}
          data-slot={slot.at}
          aria-label={slotName(slot, axis, column, settings.clock)}
        />
      )}
      <Boxes
        column={column}
        columns={props.columns}
        length={axis.length}
        hasStop={slot === null && props.isFirst}
        settings={settings}
        opens={props.opens}
        changes={props.changes}
      />
      {date === today && now !== null && (
        <Now now={now} date={today} axis={axis} pixels={pixels} clock={settings.clock} offsets={offsets} />
      )}
    </div>
  );
}

function drawBar(
  bar: Bar,
  clock: ClockHours | undefined,
  opens: boolean,
  changes: boolean,
  isInColumn: boolean,
): ReactElement {
  const { placed, from, to, lane, part } = bar;
  return drawItem(placed, placed.item.id, {
    className: styles.bar,
    style: { top: `calc(${lane} * var(--line) + 2px)`, width: `calc(${to - from + 1} * 100% - 4px)` },
    meta: noteText(placed, isInColumn),
    part,
    clock,
    opens,
    span: to - from + 1,
    hasHandle: changes && (part === 'only' || part === 'last'),
  });
}

interface GutterProps {
  axis: DayAxis;
  pixels: number;
  clock: ClockHours | undefined;
}

const Gutter = memo(function Gutter({ axis, pixels, clock }: GutterProps) {
  return (
    <div className={styles.gutter} aria-hidden="true" style={{ height: rem(axis.length * pixels) }}>
      {axis.rows.map(({ at, height, minute, isRepeated }) => (
        <div key={at} className={styles.hour} style={{ top: rem(at * pixels), height: rem(height * pixels) }}>
          <span>
            {formatMinute(minute, clock)}
            {isRepeated && <small>again</small>}
          </span>
        </div>
      ))}
    </div>
  );
});

const Lines = memo(function Lines({ axis, pixels }: Omit<GutterProps, 'clock'>) {
  return (
    <div className={styles.lines} aria-hidden="true">
      {axis.rows.map(({ at }) => at > 0 && <span key={at} style={{ top: rem(at * pixels) }} />)}
    </div>
  );
});

function isWeekend(date: string): boolean {
  return weekdayOf(dayOf(date)) > 5;
}

/** Where reading begins: half a row before the first event, the opening or now, whatever is first; at eight otherwise. */
function firstPosition(
  { axis, dates, hoursOf, settings, now }: TimeViewProps,
  columns: readonly Column[],
  today: string | null,
): number {
  let first = positionOfMinute(axis, 8 * 60);
  for (const { boxes } of columns)
    for (const { part, top } of boxes.boxes) if (part === 'only' || part === 'first') first = Math.min(first, top);
  for (const date of dates)
    for (const { look, from } of hoursOf?.(date) ?? [])
      if (look !== 'closed') first = Math.min(first, positionOfMinute(axis, from));
  if (today !== null && now !== null) first = Math.min(first, positionOf(axis, today, now) ?? first);
  return Math.max(0, first - settings.timeStep / 2);
}
