import { useState, type FormEvent } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/datePicker/DateField.tsx';
import { isDay } from '../../../ui/datePicker/days.ts';
import { typedFault } from '../../../ui/datePicker/typed.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { SelectField, type Option } from '../../../ui/SelectField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { fieldErrors } from './fieldErrors.ts';
import type { SpecialData } from './hoursCalls.ts';
import { HourField, hoursFaults, type Hour } from './HourField.tsx';
import layout from '../../../ui/layout.module.css';

export interface SpecialDialogProps {
  title: string;
  data: SpecialData;
  options: readonly Option[];
  /** True once it is saved; false when the form is to stay. Throws the server's refusal. */
  onSave: (data: SpecialData) => Promise<boolean>;
  onClose: () => void;
}

/** The form of special hours: a holiday, or other hours for some days. */
export function SpecialDialog({ title, data, options, onSave, onClose }: SpecialDialogProps) {
  const [special, setSpecial] = useState(data);
  const [opensAt, setOpensAt] = useState<Hour>(data.opensAt);
  const [closesAt, setClosesAt] = useState<Hour>(data.closesAt);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = (changes: Partial<SpecialData>) => setSpecial({ ...special, ...changes });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { reason, startsOn, endsOn, closed } = special;
    const faults = {
      ...(reason.trim() === '' ? { reason: 'This field is required' } : {}),
      ...(!isDay(startsOn) ? { startsOn: typedFault(startsOn, 'date') ?? 'Enter a date' } : {}),
      ...(!isDay(endsOn) ? { endsOn: typedFault(endsOn, 'date') ?? 'Enter a date' } : {}),
      ...(isDay(startsOn) && isDay(endsOn) && endsOn < startsOn ? { endsOn: 'Must not be before the first day' } : {}),
      ...(closed ? {} : hoursFaults(opensAt, closesAt)),
    };
    setErrors(faults);
    setRefusal(null);
    if (Object.keys(faults).length > 0) return;
    setBusy(true);
    try {
      await onSave({
        ...special,
        reason: reason.trim(),
        opensAt: !closed && typeof opensAt === 'number' ? opensAt : null,
        closesAt: !closed && typeof closesAt === 'number' ? closesAt : null,
      });
    } catch (failure) {
      setErrors(fieldErrors(failure));
      setRefusal(failure instanceof Error ? failure.message : 'It could not be saved.');
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closeButton
      width={520}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="special-form" busy={isBusy}>
            {isBusy ? 'Saving' : 'Save special hours'}
          </Button>
        </>
      }
    >
      <form id="special-form" noValidate className={layout.stack4} onSubmit={(event) => void submit(event)}>
        {refusal !== null && <Banner tone="error">{refusal}</Banner>}
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
          onChange={(value) => set({ closed: value === 'closed' })}
        />
        {!special.closed && (
          <div className={layout.toolbar3}>
            <HourField label="Opens" hour="start" value={opensAt} error={errors['opensAt']} onHour={setOpensAt} />
            <HourField label="Closes" hour="end" value={closesAt} error={errors['closesAt']} onHour={setClosesAt} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
