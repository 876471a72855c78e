import { useState } from 'react';
import { WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import type { UsualHours } from '../../../../domain/hours/hours.ts';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { HourField, hoursFaults, type Hour } from './HourField.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { CLOSED_WEEK, weekWith } from './usualWeek.ts';
import layout from '../../../ui/layout.module.css';
import styles from './scheduling.module.css';

export interface UsualHoursDialogProps {
  placeName: string;
  hours: UsualHours | null;
  /** True once it is saved; false when the form is to stay. Throws the server's refusal. */
  onSave: (hours: UsualHours) => Promise<boolean>;
  onClose: () => void;
}

/** The hours of a weekday as they stand in the form; null: closed. */
type Day = { opensAt: Hour; closesAt: Hour } | null;

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
const USUAL = { opensAt: 9, closesAt: 17 } as const;

/** The usual hours of a place, weekday by weekday. */
export function UsualHoursDialog({ placeName, hours, onSave, onClose }: UsualHoursDialogProps) {
  const [week, setWeek] = useState(() => daysOf(hours ?? CLOSED_WEEK));
  const faults = () =>
    Object.fromEntries(
      DAYS.flatMap((day) => {
        const given = week.get(day);
        const found = given ? hoursFaults(given.opensAt, given.closesAt) : {};
        return Object.entries(found).map(([field, fault]) => [`${day} ${field}`, fault]);
      }),
    );
  return (
    <SaveDialog
      title={`Usual hours of ${placeName}`}
      saveLabel="Save usual hours"
      width={560}
      faults={faults}
      onSave={() => onSave(weekOf(week, hours))}
      onClose={onClose}
    >
      {(errors) => (
        <div className={layout.stack2}>
          {DAYS.map((day) => {
            const given = week.get(day) ?? null;
            const set = (to: Day) => setWeek((current) => new Map(current).set(day, to));
            const setHour = (hour: Partial<NonNullable<Day>>) =>
              setWeek((current) => new Map(current).set(day, { ...USUAL, ...current.get(day), ...hour }));
            return (
              <div key={day} className={styles.usualDay}>
                <CheckboxField
                  label={WEEKDAY_NAMES[day]}
                  checked={given !== null}
                  onChange={({ target }) => set(target.checked ? USUAL : null)}
                />
                {given ? (
                  <div className={styles.usualHours}>
                    <HourField
                      hideLabel
                      label={`${WEEKDAY_NAMES[day]} opens`}
                      hour="start"
                      value={given.opensAt}
                      error={errors[`${day} opensAt`]}
                      onHour={(opensAt) => setHour({ opensAt })}
                    />
                    <HourField
                      hideLabel
                      label={`${WEEKDAY_NAMES[day]} closes`}
                      hour="end"
                      value={given.closesAt}
                      error={errors[`${day} closesAt`]}
                      onHour={(closesAt) => setHour({ closesAt })}
                    />
                  </div>
                ) : (
                  <span className={styles.quiet}>Closed</span>
                )}
              </div>
            );
          })}
        </div>
      )}
    </SaveDialog>
  );
}

function daysOf({ weekends, openTimes, closeTimes }: UsualHours): ReadonlyMap<number, Day> {
  return new Map(
    DAYS.map((day) => {
      const [opensAt, closesAt] = [openTimes[day] ?? null, closeTimes[day] ?? null];
      const isOpen = opensAt !== null && closesAt !== null && closesAt > opensAt && (day !== 0 || weekends);
      return [day, isOpen ? { opensAt, closesAt } : null];
    }),
  );
}

function weekOf(days: ReadonlyMap<number, Day>, before: UsualHours | null): UsualHours {
  return DAYS.reduce((week, day) => {
    const { opensAt, closesAt } = days.get(day) ?? { opensAt: null, closesAt: null };
    const isOpen = typeof opensAt === 'number' && typeof closesAt === 'number';
    return weekWith(week, day, isOpen ? { opens: opensAt, closes: closesAt } : null);
  }, before ?? CLOSED_WEEK);
}
