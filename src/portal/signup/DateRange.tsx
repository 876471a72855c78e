import { DateField } from '../../ui/datePicker/DateField.tsx';
import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { isDate } from '../../../domain/values/dates.ts';

type Dates = Pick<SessionFilter, 'from' | 'to'>;

export interface DateRangeProps extends Dates {
  first: string;
  onChange: (dates: Dates) => void;
}

/** The first and the last date of the sessions; without a last one, from a day on. */
export function DateRange({ from, to, first, onChange }: DateRangeProps) {
  return (
    <DateField
      label="Dates"
      range
      isOpenEnded
      min={first}
      value={{ start: from ?? '', end: to ?? '' }}
      onValue={({ start, end }) => {
        // What is no date stays in the input, with what is wrong about it; the filter keeps its dates.
        if ([start, end].every((text) => text === '' || isDate(text)))
          onChange({ from: start || null, to: end || null });
      }}
    />
  );
}
