import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { TextField } from '../../../ui/TextField.tsx';
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
  const choose = (value: string) => {
    const weeks = WEEK_CHOICES.find((choice) => String(choice) === value);
    onChange(weeks === undefined ? { own: days } : { weeks });
  };
  const set = (change: Partial<Days>) => {
    const own = { ...days, ...change };
    if (isDay(own.from) && isDay(own.to)) onChange({ own });
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
          <TextField
            label="From"
            type="date"
            max={today}
            value={days.from}
            onChange={(event) => set({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="date"
            max={today}
            error={days.from > days.to ? 'The last day is before the first one.' : undefined}
            value={days.to}
            onChange={(event) => set({ to: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
