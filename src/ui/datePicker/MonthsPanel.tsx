import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { MONTH_NAMES } from '../../../domain/values/date-names.ts';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { Select } from '../SelectField.tsx';
import { monthOf, partsOf } from './days.ts';
import { entryForKey, isReachable, YEARS_PER_PAGE, yearPageOf, yearsOf } from './navigation.ts';
import { usePicker } from './PickerContext.ts';
import styles from './PickerPanel.module.css';

const COLUMNS = 3;

interface MonthsPanelProps {
  /** The month that the days show. */
  month: number;
  today: number;
  onChoose: (month: number) => void;
}

/** The twelve months of a year, or, by the title, twelve years. */
export function MonthsPanel({ month, today, onChoose }: MonthsPanelProps) {
  const { config } = usePicker();
  const { days } = config;
  const [shows, setShows] = useState<'months' | 'years'>('months');
  const [focused, setFocused] = useState(month);
  const area = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(true);
  const yearId = useId();
  const year = Math.floor(focused / 12);
  const first = yearPageOf(year);
  const showsYears = shows === 'years';
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    area.current?.querySelector<HTMLElement>('[tabindex="0"][data-entry]')?.focus({ preventScroll: true });
  });

  const entries = Array.from({ length: 12 }, (_, index) =>
    showsYears
      ? { from: (first + index) * 12, to: (first + index) * 12 + 11 }
      : { from: year * 12 + index, to: year * 12 + index },
  );
  const step = showsYears ? YEARS_PER_PAGE * 12 : 12;
  const [begin, end] = [entries[0]?.from ?? 0, entries.at(-1)?.to ?? 0];
  const canTurn = (direction: 1 | -1) => isReachable(begin + direction * step, end + direction * step, days);
  const turn = (direction: 1 | -1) => {
    if (canTurn(direction)) setFocused(focused + direction * step);
  };
  const choose = (from: number) => {
    wantsFocus.current = true;
    if (!showsYears) return onChoose(from);
    setFocused(from + (focused % 12));
    setShows('months');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return;
    const next = entryForKey(showsYears ? year : focused, event, COLUMNS);
    if (next === undefined) return;
    event.preventDefault();
    wantsFocus.current = true;
    setFocused(showsYears ? next * 12 + (focused % 12) : next);
  };
  const years = yearsOf(partsOf(today).year, days);
  const title = showsYears ? `${first} – ${first + YEARS_PER_PAGE - 1}` : String(year);
  const noun = showsYears ? '12 years' : 'year';
  return (
    <div ref={area} className={styles.month}>
      <div className={styles.head}>
        <IconButton
          icon="chevron-left"
          size="small"
          label={`Previous ${noun}`}
          aria-disabled={!canTurn(-1) || undefined}
          onClick={() => turn(-1)}
        />
        <button
          type="button"
          className={styles.title}
          aria-live="polite"
          title={showsYears ? 'Choose a month' : 'Choose a year'}
          onClick={() => {
            wantsFocus.current = true;
            setShows(showsYears ? 'months' : 'years');
          }}
        >
          {title} <Icon name="chevron-down" size={16} />
        </button>
        <IconButton
          icon="chevron-right"
          size="small"
          label={`Next ${noun}`}
          aria-disabled={!canTurn(1) || undefined}
          onClick={() => turn(1)}
        />
      </div>
      <div role="group" aria-label={showsYears ? 'Years' : `Months of ${year}`} className={styles.entries}>
        {entries.map(({ from, to }) => {
          const isCurrent = from <= month && month <= to;
          const isDisabled = !isReachable(from, to, days);
          const isFocused = from <= focused && focused <= to;
          const isNow = from <= monthOf(today) && monthOf(today) <= to;
          return (
            <button
              key={from}
              type="button"
              data-entry=""
              onKeyDown={onKeyDown}
              tabIndex={isFocused ? 0 : -1}
              className={styles.entry}
              aria-pressed={isCurrent}
              aria-current={isNow ? 'date' : undefined}
              aria-disabled={isDisabled || undefined}
              {...(showsYears ? {} : { 'aria-label': `${MONTH_NAMES[from % 12]} ${year}` })}
              onClick={() => !isDisabled && choose(from)}
            >
              {showsYears ? from / 12 : MONTH_NAMES[from % 12]?.slice(0, 3)}
            </button>
          );
        })}
      </div>
      <div className={styles.years}>
        <label htmlFor={yearId}>Year</label>
        <Select
          id={yearId}
          options={[...(years.includes(year) ? [] : [year]), ...years].map((one) => ({
            value: String(one),
            label: String(one),
          }))}
          value={String(year)}
          onChange={(event) => setFocused(Number(event.target.value) * 12 + (focused % 12))}
        />
      </div>
    </div>
  );
}
