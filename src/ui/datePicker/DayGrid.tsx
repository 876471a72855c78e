import { formatDay } from '../../../domain/values/formats.ts';
import { memo, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import { WEEKDAY_NAMES } from '../../../domain/values/date-names.ts';
import { classNames } from '../classNames.ts';
import { isoDay, wallOfIso, weekdayOf } from './days.ts';
import { usePicker } from './PickerContext.ts';
import { placeInRange } from './selection.ts';
import styles from './DayGrid.module.css';

interface DayGridProps {
  labelledBy: string;
  days: readonly number[];
  isOfPage: (day: number) => boolean;
  showsOthers: boolean;
  focused: number;
  today: number;
  start: number | null;
  end: number | null;
  onClick: (day: number) => void;
  onOver: (day: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Weeks of days, after the grid pattern of the ARIA Authoring Practices. Disabled days can be focused, not chosen. */
export function DayGrid({ labelledBy, days, onClick, onOver, onKeyDown, ...props }: DayGridProps) {
  const { config } = usePicker();
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, index) => days.slice(index * 7, index * 7 + 7));
  const dayAt = ({ target }: MouseEvent | PointerEvent) => dayOf(target);
  return (
    <table
      role="grid"
      aria-labelledby={labelledBy}
      aria-multiselectable={config.isRange || undefined}
      className={styles.grid}
      onKeyDown={onKeyDown}
      onClick={(event) => {
        const day = dayAt(event);
        if (day !== undefined) onClick(day);
      }}
      onPointerOver={(event) => {
        const day = dayAt(event);
        if (day !== undefined) onOver(day);
      }}
    >
      <thead>
        <tr>
          {(weeks[0] ?? []).map((day) => {
            const name = WEEKDAY_NAMES[weekdayOf(day)] ?? '';
            return (
              <th key={day} scope="col" abbr={name}>
                <span aria-hidden="true">{name.slice(0, 2)}</span>
                <span className="visually-hidden">{name}</span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const isOther = !props.isOfPage(day);
              if (isOther && !props.showsOthers) return <td key={day} className={styles.blank} />;
              const place = placeInRange(day, props.start, props.end);
              return (
                <DayCell
                  key={day}
                  day={day}
                  place={place ?? ''}
                  isOther={isOther}
                  isFocused={day === props.focused}
                  isToday={day === props.today}
                  isDisabled={config.days.isDisabled(day)}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The day of a cell, or of what is in one. */
export function dayOf(target: EventTarget): number | undefined {
  const date = target instanceof Element ? target.closest<HTMLElement>('[data-date]')?.dataset['date'] : undefined;
  return date === undefined ? undefined : wallOfIso(date);
}

interface DayCellProps {
  day: number;
  place: string;
  isOther: boolean;
  isFocused: boolean;
  isToday: boolean;
  isDisabled: boolean;
}

const PLACE_WORDS: Readonly<Record<string, string>> = {
  start: ', first day',
  end: ', last day',
  inside: ', in the range',
};

const DayCell = memo(function DayCell({ day, place, isOther, isFocused, isToday, isDisabled }: DayCellProps) {
  return (
    <td
      role="gridcell"
      tabIndex={isFocused ? 0 : -1}
      data-date={isoDay(day)}
      data-place={place === '' ? undefined : place}
      aria-selected={place !== ''}
      aria-disabled={isDisabled || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-label={formatDay(isoDay(day), 'full') + (PLACE_WORDS[place] ?? '')}
      className={classNames(styles.day, isOther && styles.other)}
    >
      <span>{new Date(day).getUTCDate()}</span>
    </td>
  );
});
