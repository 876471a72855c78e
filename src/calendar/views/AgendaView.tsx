import { formatDay } from '../../../domain/values/formats.ts';
import { memo, type ReactElement } from 'react';
import { monthName, weekdayName } from '../layout/days.ts';
import type { PlacedItem } from '../layout/placement.ts';
import { stateText, whenText } from '../layout/texts.ts';
import type { CalendarSplit } from '../layout/types.ts';
import { countText } from './countText.ts';
import { drawItem } from './drawItem.tsx';
import itemStyles from './items.module.css';
import styles from './AgendaView.module.css';

export interface AgendaViewProps {
  label: string;
  cells: readonly string[];
  items: ReadonlyMap<string, readonly PlacedItem[]>;
  splits: readonly CalendarSplit[];
  /** Why the place is closed that day, or has other hours; empty where there is no reason. */
  reasonOf: (date: string) => string;
  today: string | null;
  selected: string;
  opens: boolean;
}

/** What takes place, as a list by day. */
export function AgendaView(props: AgendaViewProps): ReactElement {
  const { label, cells, items, splits, reasonOf, today, selected, opens } = props;
  // Days without events are left out, but for today and those with other hours.
  const days = cells.filter((date) => (items.get(date)?.length ?? 0) > 0 || date === today || reasonOf(date) !== '');
  const focusable = days.find((date) => date >= selected) ?? days.at(-1);
  return (
    <div role="group" aria-label={label} className={`${styles.list} ${itemStyles.colors}`}>
      {days.map((date) => (
        <Day
          key={date}
          date={date}
          items={items.get(date) ?? NONE}
          splits={splits}
          reason={reasonOf(date)}
          isToday={date === today}
          isFocusable={date === focusable}
          opens={opens}
        />
      ))}
    </div>
  );
}

const NONE: readonly PlacedItem[] = [];

interface DayProps extends Pick<AgendaViewProps, 'opens' | 'splits'> {
  date: string;
  items: readonly PlacedItem[];
  reason: string;
  isToday: boolean;
  isFocusable: boolean;
}

const Day = memo(function Day({ date, items, splits, reason, isToday, isFocusable, opens }: DayProps) {
  return (
    <div
      role="group"
      className={styles.day}
      data-day={date}
      data-area="agenda"
      data-today={isToday ? '' : undefined}
      aria-label={[formatDay(date, 'full'), countText(items.length), reason].filter((part) => part !== '').join(', ')}
      // Arrow keys move from day to day.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isFocusable ? 0 : -1}
    >
      <h3 className={styles.date}>
        <span className={styles.number}>{Number(date.slice(8))}</span>
        <span>
          <Abbreviated word={weekdayName(date)} />
          <span className={styles.month}>{isToday ? 'Today' : <Abbreviated word={monthName(date)} />}</span>
        </span>
      </h3>
      <div className={styles.items}>
        {reason !== '' && <p className={styles.reason}>{reason}</p>}
        {items.length === 0 && isToday && <p className={styles.none}>Nothing today.</p>}
        {items.map((placed) => {
          const place = splits.find(({ id }) => id === placed.item.split)?.label;
          const state = stateText(placed);
          return drawItem(placed, placed.item.id, {
            className: styles.item,
            meta: [whenText(placed), place ?? '', state].filter((text) => text !== '').join(' · '),
            part: 'only',
            place,
            opens,
          });
        })}
      </div>
    </div>
  );
});

/** Three letters on a phone, where dates are a narrow column. */
function Abbreviated({ word }: { word: string }): ReactElement {
  return (
    <>
      {word.slice(0, 3)}
      <span className="phone-hidden">{word.slice(3)}</span>
    </>
  );
}
