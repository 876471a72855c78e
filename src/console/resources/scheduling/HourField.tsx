import type { HourPlace } from '../../../../domain/hours/hour-text.ts';
import { DateField } from '../../../ui/datePicker/DateField.tsx';
import { typedFault } from '../../../ui/datePicker/typed.ts';

/** A decimal hour; null when empty; text that is no time, as typed. */
export type Hour = number | string | null;

export interface HourFieldProps {
  label: string;
  hour: HourPlace;
  value: Hour;
  error?: string | undefined;
  hideLabel?: boolean;
  onHour: (hour: Hour) => void;
}

/** A time at which a place opens or closes. */
export function HourField({ hour, value, onHour, ...rest }: HourFieldProps) {
  return <DateField<'hour'> {...rest} mode="time" valueType="hour" hour={hour} value={value} onValue={onHour} />;
}

/** What is wrong with opening hours, by field. */
export function hoursFaults(opensAt: Hour, closesAt: Hour): { opensAt?: string; closesAt?: string } {
  const [opens, closes] = [hourFault(opensAt), hourFault(closesAt)];
  const isBackward = typeof opensAt === 'number' && typeof closesAt === 'number' && closesAt <= opensAt;
  return {
    ...(opens === undefined ? {} : { opensAt: opens }),
    ...(closes === undefined ? {} : { closesAt: closes }),
    ...(isBackward ? { closesAt: 'Must be after it opens' } : {}),
  };
}

function hourFault(hour: Hour): string | undefined {
  if (typeof hour === 'number') return undefined;
  return hour === null ? 'This field is required' : (typedFault(hour, 'time') ?? 'Enter a time');
}
