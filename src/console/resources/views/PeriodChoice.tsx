import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { DateField, INCOMPLETE, INCOMPLETE_WORDS } from '../../../ui/DateInput.tsx';
import { useState } from 'react';
import { isDay, WEEK_CHOICES, type Days, type Period } from './period.ts';
import styles from './views.module.css';

export interface PeriodChoiceProps {
  period: Period;
  days: Days;
  today: string;
  onChange: (period: Period) => void;
}

export function PeriodChoice({ period, days, today, onChange }: PeriodChoiceProps) {
  const isOwn = 'own' in period;
  // Incomplete input is kept as typed; the period keeps its previous day.
  const [unfinished, setUnfinished] = useState<Partial<Days>>({});
  const typed = { ...days, ...unfinished };
  const choose = (value: string) => {
    const weeks = WEEK_CHOICES.find((choice) => String(choice) === value);
    onChange(weeks === undefined ? { own: days } : { weeks });
  };
  const set = (end: keyof Days, value: string) => {
    const { [end]: _, ...others } = unfinished;
    setUnfinished(isDay(value) ? others : { ...others, [end]: value });
    if (isDay(value)) onChange({ own: { ...days, [end]: value } });
  };
  return (
    <div className={styles.period}>
      <SegmentedChoice
        label="Period"
        className={styles.choice}
        choices={[
          ...WEEK_CHOICES.map((weeks) => ({ value: String(weeks), label: `${weeks} weeks` })),
          { value: 'own', label: 'Own dates' },
        ]}
        value={isOwn ? 'own' : String(period.weeks)}
        onChange={choose}
      />
      {isOwn && (
        <div className={styles.dates}>
          <DateField
            label="From"
            type="date"
            max={today}
            error={typed.from === INCOMPLETE ? INCOMPLETE_WORDS.date : undefined}
            value={typed.from}
            onValue={(from) => set('from', from)}
          />
          <DateField
            label="To"
            type="date"
            max={today}
            error={
              typed.to === INCOMPLETE
                ? INCOMPLETE_WORDS.date
                : days.from > days.to
                  ? 'The last day is before the first one.'
                  : undefined
            }
            value={typed.to}
            onValue={(to) => set('to', to)}
          />
        </div>
      )}
    </div>
  );
}
