import { useState } from 'react';
import { DateField } from '../../../ui/datePicker/DateField.tsx';
import { isDay } from '../../../ui/datePicker/days.ts';
import { typedFault } from '../../../ui/datePicker/typed.ts';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { SelectField, type Option } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { SpecialData } from './hoursCalls.ts';
import { HourField, hoursFaults, type Hour } from './HourField.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import layout from '../../../ui/layout.module.css';

export interface SpecialDialogProps {
  title: string;
  data: SpecialData;
  options: readonly Option[];
  /** The usual hours of a place on a date, which others begin from; null where there are none. */
  usualOn: (locationId: number | null, date: string) => { opens: number | null; closes: number | null } | null;
  /** True once it is saved; false when the form is to stay. Throws the server's refusal. */
  onSave: (data: SpecialData) => Promise<boolean>;
  onClose: () => void;
}

/** The form of special hours: a holiday, or other hours for some days. */
export function SpecialDialog({ title, data, options, usualOn, onSave, onClose }: SpecialDialogProps) {
  const [special, setSpecial] = useState(data);
  const [opensAt, setOpensAt] = useState<Hour>(data.opensAt);
  const [closesAt, setClosesAt] = useState<Hour>(data.closesAt);
  const set = (changes: Partial<SpecialData>) => setSpecial((now) => ({ ...now, ...changes }));
  const openOtherwise = () => {
    const { locationId, startsOn } = special;
    const usual = opensAt === null && closesAt === null && isDay(startsOn) ? usualOn(locationId, startsOn) : null;
    set({ closed: false });
    if (usual === null) return;
    setOpensAt(usual.opens);
    setClosesAt(usual.closes);
  };
  const faults = () => {
    const { reason, startsOn, endsOn, closed } = special;
    return {
      ...(reason.trim() === '' ? { reason: 'This field is required' } : {}),
      ...(!isDay(startsOn) ? { startsOn: typedFault(startsOn, 'date') ?? 'Enter a date' } : {}),
      ...(!isDay(endsOn) ? { endsOn: typedFault(endsOn, 'date') ?? 'Enter a date' } : {}),
      ...(isDay(startsOn) && isDay(endsOn) && endsOn < startsOn ? { endsOn: 'Must not be before the first day' } : {}),
      ...(closed ? {} : hoursFaults(opensAt, closesAt)),
    };
  };
  const save = () => {
    const { reason, closed } = special;
    return onSave({
      ...special,
      reason: reason.trim(),
      opensAt: !closed && typeof opensAt === 'number' ? opensAt : null,
      closesAt: !closed && typeof closesAt === 'number' ? closesAt : null,
    });
  };
  return (
    <SaveDialog
      title={title}
      saveLabel="Save special hours"
      width={520}
      faults={faults}
      onSave={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label="Reason"
            help="Visitors read it beside the hours: Thanksgiving, inventory day."
            maxLength={120}
            value={special.reason}
            error={errors['reason']}
            onChange={({ target }) => set({ reason: target.value })}
          />
          <SelectField
            label="Place"
            placeholder="Every place"
            options={options}
            value={special.locationId === null ? '' : String(special.locationId)}
            error={errors['locationId']}
            onChange={({ target }) => set({ locationId: target.value === '' ? null : Number(target.value) })}
          />
          <DateField
            label="First day"
            value={special.startsOn}
            error={errors['startsOn']}
            onValue={(startsOn) =>
              set({ startsOn, ...(isDay(startsOn) && special.endsOn < startsOn ? { endsOn: startsOn } : {}) })
            }
          />
          <DateField
            label="Last day"
            min={special.startsOn}
            value={special.endsOn}
            error={errors['endsOn']}
            onValue={(endsOn) => set({ endsOn })}
          />
          <RadioGroup
            inline
            label="These days it is"
            choices={[
              { value: 'closed', label: 'Closed' },
              { value: 'open', label: 'Open at other hours' },
            ]}
            value={special.closed ? 'closed' : 'open'}
            onChange={(value) => (value === 'closed' ? set({ closed: true }) : openOtherwise())}
          />
          {!special.closed && (
            <div className={layout.toolbar3}>
              <HourField label="Opens" hour="start" value={opensAt} error={errors['opensAt']} onHour={setOpensAt} />
              <HourField label="Closes" hour="end" value={closesAt} error={errors['closesAt']} onHour={setClosesAt} />
            </div>
          )}
        </>
      )}
    </SaveDialog>
  );
}
