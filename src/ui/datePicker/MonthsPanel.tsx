import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { MONTH_NAMES } from '../../../domain/values/date-names.ts';
import { Select } from '../SelectField.tsx';
import { monthOf, dateParts } from './days.ts';
import { entryForKey, isReachable, YEARS_PER_PAGE, yearPageOf, yearsOf } from './navigation.ts';
import { PanelHead } from './PanelHead.tsx';
import { usePicker } from './PickerContext.ts';
import styles from './PickerPanel.module.css';

const COLUMNS = 3;

interface MonthsPanelProps {
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
  const toggle = () => {
    wantsFocus.current = true;
    setShows(showsYears ? 'months' : 'years');
  };
  return (
    <div ref={area} className={styles.month}>
      <PanelHead
        step={showsYears ? '12 years' : 'year'}
        canTurn={canTurn}
        onTurn={(direction) => setFocused(focused + direction * step)}
        title={showsYears ? 'Choose a month' : 'Choose a year'}
        onClick={toggle}
      >
        {showsYears ? `${first} – ${first + YEARS_PER_PAGE - 1}` : String(year)}
      </PanelHead>
      <div role="group" aria-label={showsYears ? 'Years' : `Months of ${year}`} className={styles.entries}>
        {entries.map(({ from, to }) => {
          const isDisabled = !isReachable(from, to, days);
          const has = (one: number) => from <= one && one <= to;
          return (
            <button
              key={from}
              type="button"
              data-entry=""
              onKeyDown={onKeyDown}
              tabIndex={has(focused) ? 0 : -1}
              className={styles.entry}
              aria-pressed={has(month)}
              aria-current={has(monthOf(today)) ? 'date' : undefined}
              aria-disabled={isDisabled || undefined}
              {...(showsYears ? {} : { 'aria-label': `${MONTH_NAMES[from % 12]} ${year}` })}
              onClick={() => !isDisabled && choose(from)}
            >
              {showsYears ? from / 12 : MONTH_NAMES[from % 12]?.slice(0, 3)}
            </button>
          );
        })}
      </div>
      <YearSelect year={year} today={today} onYear={(next) => setFocused(next * 12 + (focused % 12))} />
    </div>
  );
}

function YearSelect({ year, today, onYear }: { year: number; today: number; onYear: (year: number) => void }) {
  const id = useId();
  const years = yearsOf(dateParts(today).year, usePicker().config.days);
  const options = [...(years.includes(year) ? [] : [year]), ...years].map(String);
  return (
    <div className={styles.years}>
      <label htmlFor={id}>Year</label>
      <Select
        id={id}
        options={options.map((value) => ({ value, label: value }))}
        value={String(year)}
        onChange={(event) => onYear(Number(event.target.value))}
      />
    </div>
  );
}
