import { formatDay } from '../../../domain/values/formats.ts';
import { useState } from 'react';
import { isDate } from '../../../domain/values/dates.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DatePicker } from '../../ui/datePicker/DatePicker.tsx';
import layout from '../../ui/layout.module.css';

export interface PickedDatesProps {
  control: {
    id?: string;
    'aria-label'?: string;
    'aria-invalid'?: true | undefined;
    'aria-describedby'?: string | undefined;
    disabled?: boolean;
  };
  /** In order; text that is no date is the last one, as typed. */
  dates: readonly string[];
  zone: string;
  /** Others cannot be picked. Default: all. */
  canBe?: ((date: string) => boolean) | undefined;
  onDates: (dates: string[]) => void;
}

/** A list of dates, picked one after another; each can be taken out again. */
export function PickedDates({ control, dates, zone, canBe, onDates }: PickedDatesProps) {
  const whole = dates.filter(isDate);
  const typed = dates.find((date) => !isDate(date)) ?? '';
  // Each date that is added begins an input of its own, which is empty.
  const [added, setAdded] = useState(0);
  return (
    <div className={layout.stack2}>
      {whole.length > 0 && (
        <div className={layout.toolbar2}>
          {whole.map((date) =>
            control.disabled === true ? (
              <Chip key={date}>{formatDay(date)}</Chip>
            ) : (
              <Chip
                key={date}
                removeLabel={`Remove ${formatDay(date)}`}
                onRemove={() => onDates(dates.filter((one) => one !== date))}
              >
                {formatDay(date)}
              </Chip>
            ),
          )}
        </div>
      )}
      <DatePicker
        {...control}
        key={added}
        visibility="click"
        zone={zone}
        {...(canBe === undefined ? {} : { disabledDays: [(date: string) => !canBe(date)] })}
        value={typed}
        onValue={(value) => {
          if (!isDate(value)) return onDates(value === '' ? whole : [...whole, value]);
          onDates([...new Set([...whole, value])].toSorted());
          setAdded(added + 1);
        }}
      />
    </div>
  );
}
