import { useState, type FormEvent } from 'react';
import type { UsualHours } from '../../../../domain/hours.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CheckboxField } from '../../../ui/CheckboxField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { HourSelect } from './HourSelect.tsx';
import { WEEKDAY_NAMES } from '../../../../domain/date-names.ts';
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

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
const USUAL = { opens: 9, closes: 17 } as const;

/** The usual hours of a place, weekday by weekday. */
export function UsualHoursDialog({ placeName, hours, onSave, onClose }: UsualHoursDialogProps) {
  const [week, setWeek] = useState(hours ?? CLOSED_WEEK);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setRefusal(null);
    try {
      await onSave(week);
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : 'They could not be saved.');
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={`Usual hours of ${placeName}`}
      onClose={onClose}
      closeButton
      width={560}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="usual-form" busy={isBusy}>
            {isBusy ? 'Saving' : 'Save usual hours'}
          </Button>
        </>
      }
    >
      <form id="usual-form" noValidate className={layout.stack2} onSubmit={(event) => void submit(event)}>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
        {DAYS.map((day) => {
          const [opens, closes] = [week.openTimes[day] ?? null, week.closeTimes[day] ?? null];
          const isOpen = opens !== null && closes !== null && closes > opens && (day !== 0 || week.weekends);
          const set = (to: { opens: number; closes: number } | null) => setWeek(weekWith(week, day, to));
          return (
            <div key={day} className={styles.usualDay}>
              <CheckboxField
                label={WEEKDAY_NAMES[day]}
                checked={isOpen}
                onChange={({ target }) => set(target.checked ? USUAL : null)}
              />
              {isOpen ? (
                <div className={layout.toolbar2}>
                  <HourSelect
                    hideLabel
                    label={`${WEEKDAY_NAMES[day]} opens`}
                    value={opens}
                    onChange={(hour) => set({ opens: hour, closes: Math.max(closes, Math.min(24, hour + 0.5)) })}
                  />
                  <HourSelect
                    hideLabel
                    label={`${WEEKDAY_NAMES[day]} closes`}
                    value={closes}
                    after={opens}
                    onChange={(hour) => set({ opens, closes: hour })}
                  />
                </div>
              ) : (
                <span className={styles.quiet}>Closed</span>
              )}
            </div>
          );
        })}
      </form>
    </Dialog>
  );
}
