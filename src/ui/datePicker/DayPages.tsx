import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type TouchEvent } from 'react';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { DayGrid, dayOf } from './DayGrid.tsx';
import { DAY, monthOf, startOfDay, startOfMonth } from './days.ts';
import type { DayRules } from './disabledDays.ts';
import { formatMask } from './masks.ts';
import { MonthsPanel } from './MonthsPanel.tsx';
import { dayForKey, initialMonth, isReachable, pageWith, swipeDirection } from './navigation.ts';
import { pageView } from './pageViews.ts';
import { snapped } from './pickerConfig.ts';
import { usePicker } from './PickerContext.ts';
import { clickDay, clickRange, daysOfDrag, extendDrag, firstDisabled, type RangeDrag } from './selection.ts';
import styles from './PickerPanel.module.css';

/** Pages of days beside each other; the focus is on one day of them. */
export function DayPages({ takesFocus }: { takesFocus: boolean }) {
  const { config, walls, now, pick, say } = usePicker();
  const { days, rows, columns, firstWeekday, isRange } = config;
  const view = pageView(config.view, firstWeekday);
  const size = rows * columns;
  const today = startOfDay(now());
  const [drag, setDrag] = useState<RangeDrag | null>(null);
  const [day, setDay] = useState(() =>
    startDay(initialMonth(config.initialPage, walls.start, today), walls.start, today),
  );
  const [page, setPage] = useState(() => view.pageOf(day));
  const [isChoosingMonth, setIsChoosingMonth] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const wantsFocus = useRef(false);
  const touch = useRef<{ x: number; y: number; at: number } | null>(null);

  // The page follows a value that has been typed or chosen elsewhere. A range that was chosen here has an end at this day.
  const [seen, setSeen] = useState(walls.start);
  if (seen !== walls.start) {
    setSeen(walls.start);
    if (walls.start !== null && ![walls.start, walls.end ?? walls.start].map(startOfDay).includes(day)) {
      setDay(startOfDay(walls.start));
      setPage(pageWith(view.pageOf(walls.start), page, size));
    }
  }
  // Opened again by its button while it is open.
  useEffect(() => {
    if (takesFocus) focusDay(area.current);
  }, [takesFocus]);
  // With the page that shows the day: an effect of an earlier one may run between the key and its page.
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusDay(area.current);
  });

  const moveTo = (wanted: number, focus: boolean) => {
    const next = clampDay(wanted, days);
    wantsFocus.current = focus;
    setDay(next);
    setPage(pageWith(view.pageOf(next), page, size));
    if (drag !== null) setDrag(extendDrag(drag, next, days));
  };
  /** Turns the page; the day that the keyboard is at comes along. */
  const turn = (direction: 1 | -1) => {
    const next = page + direction * size;
    if (!canTurn(direction)) return;
    setPage(next);
    setDay(view.firstDayOf(next));
  };
  const canTurn = (direction: 1 | -1) => {
    const first = page + direction * size;
    return isReachable(monthOf(view.firstDayOf(first)), monthOf(view.firstDayOf(first + size) - DAY), days);
  };

  const click = (clicked: number) => {
    setDay(clicked);
    setPage(pageWith(view.pageOf(clicked), page, size));
    const anchor = isRange && !days.isDisabled(clicked) ? drag?.anchor : undefined;
    const disabled = firstDisabled(anchor ?? clicked, clicked, days);
    say(disabled === undefined ? null : `${formatMask(disabled, 'L')} cannot be chosen`);
    const [start, end] = [snapped(0, 'start', config), snapped(0, 'end', config)];
    if (!isRange) {
      const next = clickDay(walls.start, clicked, days, { isRequired: config.isRequired, time: start });
      if (next !== undefined) pick({ start: next, end: null }, config.mode === 'date');
      return;
    }
    const result = clickRange(drag, clicked, walls, days, { start, end });
    if (result === null) return;
    if ('drag' in result) return setDrag(result.drag);
    setDrag(null);
    pick(result.value, config.mode === 'date');
  };

  const onKeyDown = (event: KeyboardEvent) => {
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
    moveTo(next, true);
  };
  const onTouchStart = ({ touches, timeStamp }: TouchEvent) => {
    const finger = touches.item(0);
    touch.current =
      finger === null || touches.length > 1 ? null : { x: finger.clientX, y: finger.clientY, at: timeStamp };
  };
  const onTouchEnd = ({ changedTouches, timeStamp }: TouchEvent) => {
    const finger = changedTouches.item(0);
    const start = touch.current;
    touch.current = null;
    if (finger === null || start === null) return;
    const direction = swipeDirection({
      dx: finger.clientX - start.x,
      dy: finger.clientY - start.y,
      ms: timeStamp - start.at,
    });
    if (direction !== null) turn(direction);
  };

  const shown = drag === null ? walls : daysOfDrag(drag);
  const months = Array.from({ length: size }, (_, index) => page + index);
  const step = size === 1 ? view.name : `${size} ${view.name}s`;
  return (
    <div ref={area} className={styles.pages}>
      {isChoosingMonth ? (
        <MonthsPanel
          month={monthOf(day)}
          today={today}
          onChoose={(month) => {
            setIsChoosingMonth(false);
            moveTo(startOfMonth(month), true);
          }}
        />
      ) : (
        <div
          className={styles.grids}
          style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
          onTouchStart={onTouchStart}
          onTouchEnd={onTouchEnd}
        >
          {months.map((shownPage, index) => (
            <div key={shownPage} className={styles.month}>
              <div className={styles.head}>
                {index === 0 ? (
                  <IconButton
                    icon="chevron-left"
                    size="small"
                    label={`Previous ${step}`}
                    aria-disabled={!canTurn(-1) || undefined}
                    onClick={() => turn(-1)}
                  />
                ) : (
                  <span className={styles.gap} />
                )}
                <button
                  type="button"
                  id={`${titleId}-${index}`}
                  className={styles.title}
                  aria-live="polite"
                  onClick={() => setIsChoosingMonth(true)}
                  title="Choose month and year"
                >
                  {view.titleOf(shownPage)} <Icon name="chevron-down" size={16} />
                </button>
                {index === columns - 1 ? (
                  <IconButton
                    icon="chevron-right"
                    size="small"
                    label={`Next ${step}`}
                    aria-disabled={!canTurn(1) || undefined}
                    onClick={() => turn(1)}
                  />
                ) : (
                  <span className={styles.gap} />
                )}
              </div>
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
                onOver={(one) => drag !== null && setDrag(extendDrag(drag, one, days))}
                onKeyDown={onKeyDown}
              />
            </div>
          ))}
        </div>
      )}
    </div>
  );
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
