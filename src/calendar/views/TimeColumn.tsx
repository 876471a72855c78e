import { formatMinute, type ClockHours } from '../../../domain/values/formats.ts';
import { type CSSProperties, memo } from 'react';
import { wallTimeOf, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { gapsOf, positionOf, positionOfMinute, type DayAxis } from '../layout/axis.ts';
import { DAY, MINUTE } from '../layout/days.ts';
import type { TimeBox } from '../layout/timeBoxes.ts';
import { startText, noteText, whenText } from '../layout/texts.ts';
import { LINE_HEIGHT, percent, rem, type DrawingSettings } from '../layout/settings.ts';
import type { CalendarSplit, SpecialHoursBand } from '../layout/types.ts';
import { drawItem } from './drawItem.tsx';
import styles from './TimeColumn.module.css';
import type { Column } from './timeColumns.ts';

/** A share of the grid's width below which a line of words is not wrapped: it would be a letter wide. */
const SLIM = 0.035;

/** Pixels of height below which there is one line. */
const SHORT = 36;

/** Pixels of height of the smallest line of words. */
const TINY = 9;

/** How much of an event there is room for: pixels of its height and of that with the free time below, and its share of the grid's width. */
function looks(high: number, room: number, share: number): string | undefined {
  if (high < TINY) return room < TINY || share < SLIM ? styles.moment : styles.spill;
  if (high < LINE_HEIGHT) return styles.tiny;
  if (share < SLIM) return styles.slim;
  return high < SHORT ? styles.short : styles.event;
}

interface BoxesProps {
  /** Whether Tab reaches the first event: no slot is there for it. */
  hasStop: boolean;
  columns: number;
  length: number;
  column: Column;
  settings: DrawingSettings;
  opens: boolean;
  changes: boolean;
}

export const Boxes = memo(function Boxes({ column, columns, length, hasStop, settings, opens, changes }: BoxesProps) {
  const { boxes, background } = column.boxes;
  const pixels = settings.cellHeight / settings.timeStep;
  const draw = (box: TimeBox) => {
    const { placed, top, height, left, width, part, room } = box;
    const high = height * pixels;
    const note = noteText(placed, column.split !== null);
    // Before the title there is room for the beginning alone.
    const isBrief = settings.isTimeFirst && high < SHORT;
    const when = isBrief ? startText(placed, settings.clock) : whenText(placed, settings.clock);
    const extra = part === 'first' ? ` (+${placed.lastDay - placed.firstDay}d)` : '';
    const className = looks(high, room * pixels, width / columns);
    const isWrapped = className === styles.event;
    return drawItem(placed, placed.item.id, {
      className,
      isWrapped,
      // One property, not four: there may be hundreds.
      style: {
        inset: `${rem(top * pixels)} ${percent(1 - left - width)} ${rem((length - top - height) * pixels)} ${percent(left)}`,
      },
      meta: `${when}${extra}${note === '' || isBrief ? '' : `${isWrapped ? '\n' : ' · '}${note}`}`,
      part,
      isStop: hasStop && box === (background[0] ?? boxes[0]),
      clock: settings.clock,
      place: column.split?.label,
      opens,
      hasHandle: changes && placed.item.background !== true && (part === 'only' || part === 'last'),
    });
  };
  return (
    <>
      {background.map(draw)}
      {boxes.map(draw)}
    </>
  );
});

interface BackdropProps {
  axis: DayAxis;
  hoursOf?: ((date: string) => readonly SpecialHoursBand[]) | undefined;
  date: string;
  split: CalendarSplit | null;
  pixels: number;
}

/** What is behind the events: hours, and what the clock of this day does not show. */
export const Backdrop = memo(function Backdrop({ date, split, axis, pixels, hoursOf }: BackdropProps) {
  const bands = (hoursOf?.(date) ?? []).filter(
    (band) => band.split === undefined || split === null || band.split === split.id,
  );
  return (
    <>
      {bands.map((band, index) => {
        const top = positionOfMinute(axis, band.from);
        const height = positionOfMinute(axis, band.to, 'end') - top;
        if (height <= 0) return null;
        return (
          <div
            key={index}
            className={styles.band}
            data-behind=""
            data-look={band.look}
            style={{ top: rem(top * pixels), height: rem(height * pixels), '--at': rem(top * pixels) } as CSSProperties}
          >
            {band.label !== '' && <span>{band.label}</span>}
          </div>
        );
      })}
      {gapsOf(axis, date).map(({ at, height, isRepeated }) => (
        <div
          key={at}
          className={styles.gap}
          style={{ top: rem(at * pixels), height: rem(height * pixels) }}
          title={
            isRepeated ? 'This time is repeated only on another day' : 'Clocks go forward: this time does not exist'
          }
        />
      ))}
    </>
  );
});

interface NowProps {
  axis: DayAxis;
  pixels: number;
  clock: ClockHours | undefined;
  now: number;
  date: string;
  offsets: readonly ZoneOffset[];
}

export function Now({ now, date, axis, pixels, clock, offsets }: NowProps) {
  const at = positionOf(axis, date, now);
  if (at === null || at < 0 || at > axis.length) return null;
  const wall = wallTimeOf(now, offsets);
  return (
    <div
      className={styles.now}
      style={{ top: rem(at * pixels) }}
      title={formatMinute((wall % DAY) / MINUTE, clock)}
      data-now=""
      aria-hidden="true"
    />
  );
}
