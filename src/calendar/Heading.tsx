import type { ReactElement } from 'react';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import type { CalendarView } from './layout/types.ts';
import styles from './Calendar.module.css';

export interface HeadingProps {
  title: string;
  broader: CalendarView | null;
  view: CalendarView;
  /** Which of the views is drawn: a list may replace it. */
  shown: CalendarView;
  views: readonly CalendarView[];
  onView: (view: CalendarView) => void;
  isLoading: boolean;
  /** A grid says by itself when something is there, but not that nothing is. */
  isEmpty: boolean;
  /** Where the arrows lead; null where they lead nowhere. */
  steps: { previous: string | null; next: string | null };
  /** The zone of the times, for a viewer whose clock differs. */
  foreignZone: string | null;
}

const VIEW_NAMES: Readonly<Record<CalendarView, string>> = {
  years: 'Years',
  year: 'Year',
  month: 'Month',
  week: 'Week',
  day: 'Day',
  agenda: 'List',
};

const STEP_NAMES: Readonly<Record<CalendarView, string>> = {
  years: '25 years',
  year: 'year',
  month: 'month',
  week: 'week',
  day: 'day',
  agenda: '30 days',
};

const EMPTY_WORDS: Readonly<Partial<Record<CalendarView, string>>> = {
  month: 'Nothing in this month',
  week: 'Nothing in this week',
  day: 'Nothing on this day',
};

/** Title, arrows, today and the views. What its buttons do is decided by the calendar, by data-navigate. */
export function Heading(props: HeadingProps): ReactElement {
  const { title, broader, view, shown, views, onView, isLoading, isEmpty, steps, foreignZone } = props;
  return (
    <div className={styles.heading}>
      <div className={styles.steps}>
        <Button size="small" className={styles.today} data-navigate="today">
          <Icon name="calendar-check" size={16} />
          <span className="phone-hidden">Today</span>
        </Button>
        <IconButton
          size="small"
          icon="chevron-left"
          label={`Previous ${STEP_NAMES[view]}`}
          data-navigate="previous"
          aria-disabled={steps.previous === null || undefined}
        />
        <IconButton
          size="small"
          icon="chevron-right"
          label={`Next ${STEP_NAMES[view]}`}
          data-navigate="next"
          aria-disabled={steps.next === null || undefined}
        />
      </div>
      <h2 className={styles.title} aria-live="polite">
        {broader === null ? (
          title
        ) : (
          <button type="button" data-navigate="title" title={`Show the ${VIEW_NAMES[broader].toLowerCase()}`}>
            {title}
          </button>
        )}
      </h2>
      <span className={styles.loading} role="status">
        {isLoading ? 'Loading events' : isEmpty ? EMPTY_WORDS[shown] : ''}
      </span>
      {views.length > 1 && <ViewSelect views={views} shown={shown} onView={onView} />}
      {views.length > 1 && (
        <div role="group" aria-label="View" className={styles.views}>
          {views.map((one) => (
            <button
              key={one}
              type="button"
              className={styles.view}
              aria-pressed={one === shown}
              data-navigate={`view:${one}`}
            >
              {VIEW_NAMES[one]}
            </button>
          ))}
        </div>
      )}
      {foreignZone !== null && view !== 'year' && view !== 'years' && (
        <p className={styles.zone}>Times are in {foreignZone}.</p>
      )}
    </div>
  );
}

function ViewSelect({ views, shown, onView }: Pick<HeadingProps, 'views' | 'shown' | 'onView'>): ReactElement {
  return (
    <div className={styles.viewSelect}>
      <select aria-label="View" value={shown} onChange={({ target }) => onView(target.value as CalendarView)}>
        {views.map((one) => (
          <option key={one} value={one}>
            {VIEW_NAMES[one]}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </div>
  );
}
