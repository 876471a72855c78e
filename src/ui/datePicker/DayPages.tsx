import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
  type TouchEvent,
} from 'react';
import { DayGrid, dayOf } from './DayGrid.tsx';
import { DAY, monthOf, startOfDay, startOfMonth } from './days.ts';
import type { DayRules } from './disabledDays.ts';
import { formatMask } from './masks.ts';
import { MonthsPanel } from './MonthsPanel.tsx';
import { dayForKey, initialMonth, isReachable, pageWith, swipeDirection } from './navigation.ts';
import { pageView } from './pageViews.ts';
import { PanelHead } from './PanelHead.tsx';
import { snapped } from './pickerConfig.ts';
import { usePicker } from './PickerContext.ts';
import { clickDay, clickRange, daysOfDrag, extendDrag, firstDisabled, type RangeDrag } from './selection.ts';
import styles from './PickerPanel.module.css';

/** Pages of days beside each other; the focus is on one day of them. */
export function DayPages({ takesFocus }: { takesFocus: boolean }) {
  const { config, walls, now } = usePicker();
  const { rows, columns, isRange } = config;
  const today = startOfDay(now());
  const area = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<RangeDrag | null>(null);
  const pages = usePages(area, today);
  const { view, day, page, canTurn, turn } = pages;
  const moveTo = (wanted: number) => {
    const next = pages.moveTo(wanted);
    if (drag !== null) setDrag(extendDrag(drag, next, config.days));
  };
  const click = useDayClick(pages.show, drag, setDrag);
  const onKeyDown = useDayKeys({ day, drag, setDrag, click, moveTo });
  const [isChoosingMonth, setIsChoosingMonth] = useState(false);
  const titleId = useId();
  const swipe = useSwipe(turn);
  // Opened again by its button while it is open.
  useEffect(() => {
    if (takesFocus) focusDay(area.current);
  }, [takesFocus]);
  const shown = drag === null ? walls : daysOfDrag(drag);
  const size = rows * columns;
  if (isChoosingMonth) {
    const choose = (month: number) => {
      setIsChoosingMonth(false);
      moveTo(startOfMonth(month));
    };
    return (
      <div ref={area} className={styles.pages}>
        <MonthsPanel month={monthOf(day)} today={today} onChoose={choose} />
      </div>
    );
  }
  return (
    <div ref={area} className={styles.pages}>
      <div className={styles.grids} style={{ gridTemplateColumns: `repeat(${columns}, auto)` }} {...swipe}>
        {Array.from({ length: size }, (_, index) => page + index).map((shownPage, index) => (
          <div key={shownPage} className={styles.month}>
            <PanelHead
              step={size === 1 ? view.name : `${size} ${view.name}s`}
              {...{ canTurn, onTurn: turn }}
              hasPrevious={index === 0}
              hasNext={index === columns - 1}
              id={`${titleId}-${index}`}
              title="Choose month and year"
              onClick={() => setIsChoosingMonth(true)}
            >
              {view.pageTitle(shownPage)}
            </PanelHead>
            <DayGrid
              labelledBy={`${titleId}-${index}`}
              days={view.daysOf(shownPage)}
              isOfPage={(one) => view.pageOf(one) === shownPage}
              showsOthers={size === 1}
              focused={day}
              today={today}
              start={shown.start}
              end={isRange ? shown.end : shown.start}
              onClick={click}
              onOver={(one) => drag !== null && setDrag(extendDrag(drag, one, config.days))}
              onKeyDown={onKeyDown}
            />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The day that the keyboard is at, and the first page, which follow each other and the value. */
function usePages(area: RefObject<HTMLElement | null>, today: number) {
  const { config, walls } = usePicker();
  const { days, rows, columns } = config;
  const view = pageView(config.view, config.firstWeekday);
  const size = rows * columns;
  const [day, setDay] = useState(() =>
    startDay(initialMonth(config.initialPage, walls.start, today), walls.start, today),
  );
  const [page, setPage] = useState(() => view.pageOf(day));
  const wantsFocus = useRef(false);
  const show = (next: number) => {
    setDay(next);
    setPage(pageWith(view.pageOf(next), page, size));
  };
  // The page follows a value that has been typed or chosen elsewhere. A range that was chosen here has an end at this day.
  const [seen, setSeen] = useState(walls.start);
  if (seen !== walls.start) {
    setSeen(walls.start);
    if (walls.start !== null && ![walls.start, walls.end ?? walls.start].map(startOfDay).includes(day))
      show(startOfDay(walls.start));
  }
  // With the page that shows the day: an effect of an earlier one may run between the key and its page.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusDay(area.current);
  });
  const canTurn = (direction: 1 | -1) => {
    const first = page + direction * size;
    return isReachable(monthOf(view.firstDayOf(first)), monthOf(view.firstDayOf(first + size) - DAY), days);
  };
  return {
    ...{ view, day, page, show, canTurn },
    /** With the focus. */
    moveTo: (wanted: number): number => {
      const next = clampDay(wanted, days);
      wantsFocus.current = true;
      show(next);
      return next;
    },
    turn: (direction: 1 | -1) => {
      if (!canTurn(direction)) return;
      const next = page + direction * size;
      setPage(next);
      setDay(view.firstDayOf(next));
    },
  };
}

function useDayClick(show: (day: number) => void, drag: RangeDrag | null, setDrag: (drag: RangeDrag | null) => void) {
  const { config, walls, pick, say } = usePicker();
  const { days, isRange, isRequired, mode } = config;
  return (clicked: number) => {
    show(clicked);
    const anchor = isRange && !days.isDisabled(clicked) ? drag?.anchor : undefined;
    const disabled = firstDisabled(anchor ?? clicked, clicked, days);
    say(disabled === undefined ? null : `${formatMask(disabled, 'L')} cannot be chosen`);
    const [start, end] = [snapped(0, 'start', config), snapped(0, 'end', config)];
    if (!isRange) {
      const next = clickDay(walls.start, clicked, days, { isRequired, time: start });
      if (next !== undefined) pick({ start: next, end: null }, mode === 'date');
      return;
    }
    const result = clickRange(drag, clicked, walls, days, { start, end });
    if (result === null) return;
    if ('drag' in result) return setDrag(result.drag);
    setDrag(null);
    pick(result.value, mode === 'date');
  };
}

interface DayKeys {
  day: number;
  drag: RangeDrag | null;
  setDrag: (drag: RangeDrag | null) => void;
  click: (day: number) => void;
  moveTo: (day: number) => void;
}

function useDayKeys({ day, drag, setDrag, click, moveTo }: DayKeys) {
  const { firstWeekday } = usePicker().config;
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    // Not the day of the last key: a pointer or a screen reader may have moved the focus.
    const focused = dayOf(event.target) ?? day;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return click(focused);
    }
    if (event.key === 'Escape' && drag !== null) {
      event.preventDefault();
      event.stopPropagation();
      return setDrag(null);
    }
    const next = dayForKey(focused, event, firstWeekday);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  };
}

function useSwipe(turn: (direction: 1 | -1) => void) {
  const touch = useRef<{ x: number; y: number; at: number } | null>(null);
  return {
    onTouchStart: ({ touches, timeStamp }: TouchEvent) => {
      const finger = touches.item(0);
      touch.current =
        finger === null || touches.length > 1 ? null : { x: finger.clientX, y: finger.clientY, at: timeStamp };
    },
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => {
      const finger = changedTouches.item(0);
      const start = touch.current;
      touch.current = null;
      if (finger === null || start === null) return;
      const [dx, dy] = [finger.clientX - start.x, finger.clientY - start.y];
      const direction = swipeDirection({ dx, dy, ms: timeStamp - start.at });
      if (direction !== null) turn(direction);
    },
  };
}

/** The value's day or today where the first page shows it, else the first of its month. */
function startDay(month: number, value: number | null, today: number): number {
  const wanted = startOfDay(value ?? today);
  return monthOf(wanted) === month ? wanted : startOfMonth(month);
}

function clampDay(day: number, { first, last }: Pick<DayRules, 'first' | 'last'>): number {
  return Math.max(first, Math.min(last, day));
}

function focusDay(area: HTMLElement | null): void {
  area?.querySelector<HTMLElement>('[data-date][tabindex="0"]')?.focus({ preventScroll: true });
}
