import { hourText } from '../../../../domain/hour-text.ts';
import { SelectField } from '../../../ui/SelectField.tsx';

export interface HourSelectProps {
  label: string;
  value: number | null;
  /** A half hour after which it lies. */
  after?: number;
  error?: string | undefined;
  hideLabel?: boolean;
  onChange: (hour: number) => void;
}

/** A half hour of the day; others that are stored stay as they are. */
export function HourSelect({ label, value, after = -1, error, hideLabel, onChange }: HourSelectProps) {
  const halves = Array.from({ length: 49 }, (_, index) => index / 2).filter((hour) => hour > after);
  const hours = value === null || halves.includes(value) ? halves : [...halves, value].toSorted((a, b) => a - b);
  return (
    <SelectField
      label={label}
      error={error}
      hideLabel={hideLabel ?? false}
      options={hours.map((hour) => ({ value: String(hour), label: hour === 24 ? 'Midnight' : hourText(hour) }))}
      value={value === null ? '' : String(value)}
      {...(value === null ? { placeholder: 'Choose' } : {})}
      onChange={({ target }) => onChange(Number(target.value))}
    />
  );
}
