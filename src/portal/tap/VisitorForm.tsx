import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { Signature, WaiverToSign } from '../../../domain/calls/taps.ts';
import { ApiError } from '../../app/ApiError.ts';
import { callApi } from '../../app/callApi.ts';
import { randomId } from '../../ui/browserApis.ts';
import { Button } from '../../ui/Button.tsx';
import { OnScreenKeyboard } from '../../ui/OnScreenKeyboard.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { SignWaivers } from './SignWaivers.tsx';
import styles from './Tap.module.css';
import type { Shown } from './tapLooks.ts';
import { answerOf } from './tapDesk.ts';

const FIELDS = [
  { name: 'name', label: 'Your full name', maxLength: 120 },
  { name: 'purpose', label: 'Purpose of your visit', maxLength: 200 },
  { name: 'hostName', label: 'Person you are visiting', maxLength: 120 },
] as const;
type FieldName = (typeof FIELDS)[number]['name'];
const EMPTY: Readonly<Record<FieldName, string>> = { name: '', purpose: '', hostName: '' };

export interface VisitorFormProps {
  centerId: number;
  waivers: readonly WaiverToSign[];
  onDone: (result: Shown) => void;
  onClose: () => void;
}

/** People without an account sign in and out. Nothing that they type stays in the browser. */
export function VisitorForm({ centerId, waivers, onDone, onClose }: VisitorFormProps) {
  const [key] = useState(randomId);
  const [values, setValues] = useState(EMPTY);
  const [isEntered, setIsEntered] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const params = { centerId };
  const send = async (signatures: Signature[]): Promise<void> => {
    setIsBusy(true);
    const body = { key, ...values, signatures };
    onDone(await answerOf(key, () => callApi('POST /api/centers/:centerId/visitors', { params, body })));
  };
  const signOut = async (): Promise<void> => {
    setIsBusy(true);
    setRefusal(null);
    const body = { key, name: values.name };
    const call = () => callApi('POST /api/centers/:centerId/visitors/departures', { params, body });
    try {
      onDone(await answerOf(key, call, isNotHere));
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : null);
      setIsBusy(false);
    }
  };
  if (isEntered && waivers.length > 0)
    return <SignWaivers waivers={waivers} name={values.name} onSigned={send} onCancel={onClose} />;
  return (
    <VisitorFields
      {...{ values, isBusy, refusal, onClose }}
      setValues={(changed) => {
        setRefusal(null);
        setValues(changed);
      }}
      onSignOut={() => void signOut()}
      onEntered={() => {
        setIsEntered(true);
        if (waivers.length === 0) void send([]);
      }}
    />
  );
}

/** People correct the name in the form. */
function isNotHere(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'taps.visitor-not-here';
}

interface VisitorFieldsProps {
  values: Readonly<Record<FieldName, string>>;
  setValues: (values: Readonly<Record<FieldName, string>>) => void;
  isBusy: boolean;
  /** Why the visitor is not signed out. */
  refusal: string | null;
  onEntered: () => void;
  onSignOut: () => void;
  onClose: () => void;
}

function VisitorFields({ values, setValues, isBusy, refusal, onEntered, onSignOut, onClose }: VisitorFieldsProps) {
  const [current, setCurrent] = useState<FieldName>('name');
  const [isChecked, setIsChecked] = useState(false);
  const fields = useRef(new Map<FieldName, HTMLInputElement | null>());
  useEffect(() => fields.current.get('name')?.focus(), [refusal]);
  const isMissing = values.name.trim() === '';
  const withName = (send: () => void): void => {
    setIsChecked(isMissing);
    if (isMissing) fields.current.get('name')?.focus();
    else if (!isBusy) send();
  };
  const enter = (): void => withName(onEntered);
  const next = (): void => {
    const following = FIELDS[FIELDS.findIndex(({ name }) => name === current) + 1];
    if (following === undefined) enter();
    else fields.current.get(following.name)?.focus();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    enter();
  };
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <h2>Visitor</h2>
      <div className={styles.fields}>
        {FIELDS.map(({ name, label, maxLength }) => (
          <TextField
            key={name}
            ref={(field: HTMLInputElement | null) => void fields.current.set(name, field)}
            label={label}
            optional={name !== 'name'}
            help={name === 'name' ? 'To sign out, your name is enough.' : undefined}
            error={name === 'name' ? (isChecked && isMissing ? 'Type your name.' : refusal) : null}
            autoComplete="off"
            spellCheck={false}
            maxLength={maxLength}
            value={values[name]}
            onFocus={() => setCurrent(name)}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        ))}
      </div>
      <div className={styles.controls}>
        <Button type="submit" variant="primary" icon="log-in" busy={isBusy}>
          Sign in
        </Button>
        <Button icon="log-out" busy={isBusy} onClick={() => withName(onSignOut)}>
          Sign out
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
      <OnScreenKeyboard
        field={() => fields.current.get(current) ?? null}
        enter={current === 'hostName' ? 'Sign in' : 'Next'}
        onEnter={next}
      />
    </form>
  );
}
