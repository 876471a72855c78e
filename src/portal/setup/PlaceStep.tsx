import { useState, type FormEvent } from 'react';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useUnsavedGuard } from '../../app/unsaved.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { CheckboxField } from '../../ui/CheckboxField.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import { showToast } from '../../ui/toasts.ts';
import { hourOptions, weekOf } from './week.ts';
import type { StepProps } from './steps.ts';
import styles from './setup.module.css';

export function PlaceStep({ state: { places, placesWithHours }, onChange }: StepProps) {
  const [isAdding, setIsAdding] = useState(false);
  if (places === 0 || isAdding)
    return (
      <PlaceForm
        onDone={() => {
          setIsAdding(false);
          onChange();
        }}
      />
    );
  return (
    <div className={layout.stack4}>
      <p>
        {places === 1 ? 'There is 1 place' : `There are ${places} places`}, {placesWithHours} with opening hours.
      </p>
      <div className={styles.row}>
        <Button icon="plus" onClick={() => setIsAdding(true)}>
          Add a place
        </Button>
        <ButtonLink to="/admin/locations">All places</ButtonLink>
      </div>
    </div>
  );
}

const TEXTS = [
  { name: 'displayName', label: 'Name', maxLength: 120 },
  { name: 'buildingCode', label: 'Building', maxLength: 20 },
  { name: 'room', label: 'Room', maxLength: 40 },
] as const;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function PlaceForm({ onDone }: { onDone: () => void }) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [days, setDays] = useState([1, 2, 3, 4, 5]);
  const [opens, setOpens] = useState('9');
  const [closes, setCloses] = useState('17');
  const allowLeaving = useUnsavedGuard(TEXTS.some(({ name }) => (texts[name] ?? '') !== ''));
  const isOrdered = Number(opens) < Number(closes);
  const { run, isRunning, fieldErrors, message } = useCommand(async () => {
    const hours = weekOf(days, Number(opens), Number(closes));
    const given = Object.fromEntries(TEXTS.map(({ name }) => [name, texts[name]?.trim() ?? '']));
    await callApi('POST /api/:resource', {
      params: { resource: 'locations' },
      body: { ...given, active: true, isPublic: true, ...(days.length > 0 ? { hours } : {}) },
    });
    allowLeaving();
    showToast('Place added');
    onDone();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isOrdered || days.length === 0) void run();
  };
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      {TEXTS.map(({ name, label, maxLength }) => (
        <TextField
          key={name}
          label={label}
          maxLength={maxLength}
          value={texts[name] ?? ''}
          error={fieldErrors[name] ?? null}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
        />
      ))}
      <fieldset className={styles.days}>
        <legend>Open on</legend>
        {WEEKDAYS.map((label, day) => (
          <CheckboxField
            key={label}
            label={label}
            checked={days.includes(day)}
            onChange={({ target }) => setDays(target.checked ? [...days, day] : days.filter((one) => one !== day))}
          />
        ))}
      </fieldset>
      {days.length > 0 && <Times {...{ opens, closes, setOpens, setCloses, isOrdered }} error={fieldErrors['hours']} />}
      <div>
        <Button type="submit" variant="primary" busy={isRunning}>
          {isRunning ? 'Adding' : 'Add place'}
        </Button>
      </div>
    </form>
  );
}

interface TimesProps {
  opens: string;
  closes: string;
  setOpens: (hour: string) => void;
  setCloses: (hour: string) => void;
  isOrdered: boolean;
  error: string | undefined;
}

function Times({ opens, closes, setOpens, setCloses, isOrdered, error }: TimesProps) {
  return (
    <div className={layout.stack4}>
      <SelectField
        label="Opens"
        options={hourOptions(0, 23)}
        value={opens}
        onChange={(event) => setOpens(event.target.value)}
      />
      <SelectField
        label="Closes"
        options={hourOptions(1, 24)}
        value={closes}
        error={isOrdered ? (error ?? null) : 'The end must be after the start.'}
        onChange={(event) => setCloses(event.target.value)}
      />
      <p className={styles.quiet}>You can set different hours for individual days later, on the page of the place.</p>
    </div>
  );
}
