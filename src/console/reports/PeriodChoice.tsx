import { SegmentedChoice } from '../../ui/SegmentedChoice.tsx';
import { DateField } from '../../ui/datePicker/DateField.tsx';
import type { Preset } from '../../ui/datePicker/pickerConfig.ts';
import { isDay, WEEK_CHOICES, type Days, type Period } from './period.ts';
import styles from './reports.module.css';

export interface PeriodChoiceProps {
  period: Period;
  days: Days;
  today: string;
  /** Offered beside the calendar, "This term" among them. */
  presets?: readonly Preset[];
  /** Days to come can be chosen too. */
  isOpenEnded?: boolean;
  onChange: (period: Period) => void;
}

export function PeriodChoice(props: PeriodChoiceProps) {
  const { period, days, today, presets = [], isOpenEnded = false, onChange } = props;
  const isOwn = 'own' in period;
  const choose = (value: string) => {
    const weeks = WEEK_CHOICES.find((choice) => String(choice) === value);
    onChange(weeks === undefined ? { own: days } : { weeks });
  };
  return (
    <div className={styles.period}>
      <SegmentedChoice
        label="Period"
        className={styles.choice}
        choices={[
          ...WEEK_CHOICES.map((weeks) => ({ value: String(weeks), label: `${weeks} weeks` })),
          { value: 'own', label: 'Custom' },
        ]}
        value={isOwn ? 'own' : String(period.weeks)}
        onChange={choose}
      />
      {isOwn && (
        <DateField
          label="First and last day"
          hideLabel
          range
          max={isOpenEnded ? undefined : today}
          presets={presets}
          value={{ start: days.from, end: days.to }}
          onValue={({ start, end }) => {
            // What is no day stays in the input, with what is wrong about it; the period keeps its days.
            if (isDay(start) && isDay(end)) onChange({ own: { from: start, to: end } });
          }}
        />
      )}
    </div>
  );
}
