import { useCallback, useMemo, useRef, type KeyboardEvent, type MouseEvent, type ReactElement } from 'react';
import type { ZoneOffset } from '../../domain/values/zoned-time.ts';
import { axisOf } from './layout/axis.ts';
import { placeItems } from './layout/placement.ts';
import { DEFAULT_SETTINGS } from './layout/settings.ts';
import type { CalendarItem, SpecialHoursBand } from './layout/types.ts';
import { TimeView } from './views/TimeView.tsx';
import ground from './ground.module.css';

export interface DayCalendarProps {
  label: string;
  items: readonly CalendarItem[];
  date: string;
  /** Of the place, for the date and what reaches into it. */
  offsets: readonly ZoneOffset[];
  now: number | null;
  /** Minutes of wall time. */
  timeFrom: number;
  timeTo: number;
  /** Pixels of an hour. */
  cellHeight: number;
  /** Opening hours, closed ones among them, from midnight to midnight. */
  hours: readonly SpecialHoursBand[];
  /** Pixels at the default text size; a longer day scrolls, a shorter one is as high as it is. */
  height: number;
  onOpen: (item: CalendarItem) => void;
}

/** Pixels: room for a line of words and for a finger, where the time after an event is free. */
const WANTED_HEIGHT = 24;

/** The day view alone, for a card: without heading and navigation, and with little code. */
export function DayCalendar(props: DayCalendarProps): ReactElement {
  const { label, items, date, offsets, now, hours, height, onOpen, timeFrom, timeTo, cellHeight } = props;
  const root = useRef<HTMLDivElement>(null);
  const dates = useMemo(() => [date], [date]);
  const settings = useMemo(
    () => ({
      ...DEFAULT_SETTINGS,
      clock: 12 as const,
      timeFrom,
      timeTo,
      cellHeight,
      wantedEventHeight: WANTED_HEIGHT,
      isTimeFirst: true,
    }),
    [timeFrom, timeTo, cellHeight],
  );
  const axis = useMemo(() => axisOf(dates, offsets, settings), [dates, offsets, settings]);
  const byDay = useMemo(
    () => new Map([[date, placeItems(items, offsets, { first: date, last: date })]]),
    [items, offsets, date],
  );
  const hoursOf = useCallback(() => hours, [hours]);
  const open = (element: Element | null) => {
    const item = items.find(({ id }) => id === element?.getAttribute('data-item'));
    if (item !== undefined) onOpen(item);
  };
  const onClick = (event: MouseEvent) => open((event.target as Element).closest('[data-item]'));
  // One stop for Tab; arrow keys move among the events.
  const onKeyDown = (event: KeyboardEvent) => {
    const events = [...(root.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const index = events.indexOf(event.target as HTMLElement);
    if (index >= 0 && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return open(event.target as Element);
    }
    const steps: Record<string, number> = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: events.length - 1 };
    const next = index < 0 ? undefined : events[steps[event.key] ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div ref={root} className={ground.ground} onClick={onClick} onKeyDown={onKeyDown} role="presentation">
      <TimeView
        label={label}
        dates={dates}
        axis={axis}
        offsets={offsets}
        items={byDay}
        splits={NONE}
        settings={settings}
        now={now}
        selected={date}
        slot={null}
        opens
        changes={false}
        maxHeight={height}
        hoursOf={hoursOf}
        hasHead={false}
        isDisabled={never}
      />
    </div>
  );
}

const NONE: readonly never[] = [];
const never = (): boolean => false;
