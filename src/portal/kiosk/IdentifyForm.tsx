import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useStore } from '../../app/createStore.ts';
import { identify, identifyingStore } from '../../app/kiosk/kioskSession.ts';
import { Button } from '../../ui/Button.tsx';
import {
  chooseMode,
  COMPLETE,
  enterValue,
  UNSELECTED,
  valueOf,
  type Identifier,
  type KioskState,
} from './identifier.ts';
import entry from './entry/Entry.module.css';
import { Keypad } from './entry/Keypad.tsx';
import { MaskedField } from './entry/MaskedField.tsx';
import styles from './Kiosk.module.css';

const FIELDS = {
  BOC: { label: 'Campus card', help: 'Swipe it through the reader now.' },
  SID: { label: 'Student ID' },
} as const;

/** "Select your login method": the campus card or the student ID. A reader works at any time, without a choice. */
export function IdentifyForm() {
  const [identifier, setIdentifier] = useState<Identifier>(UNSELECTED);
  const isBusy = useStore(identifyingStore);
  const field = useRef<HTMLInputElement>(null);
  const { kioskState } = identifier;
  useEffect(() => field.current?.focus(), [kioskState]);
  const send = (value: string): void =>
    void identify(kioskState === 'BOC' ? { buffCard: value } : { studentId: value });
  const enter = (text: string): void => {
    const { next, fired } = enterValue(identifier, text);
    setIdentifier(next);
    if (fired !== null) send(fired);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const value = valueOf(identifier);
    if (value === '') return;
    enter('');
    send(value);
  };
  return (
    <form className={`${entry.form} ${styles.identify}`} data-mode={kioskState} onSubmit={submit} autoComplete="off">
      <Methods kioskState={kioskState} onChoose={(mode) => setIdentifier(chooseMode(identifier, mode))} />
      {kioskState === 'Unselected' ? null : (
        <MaskedField
          key={kioskState}
          ref={field}
          {...FIELDS[kioskState]}
          complete={COMPLETE[kioskState]}
          value={valueOf(identifier)}
          onChange={enter}
        />
      )}
      {kioskState === 'SID' && (
        <Keypad
          onDigit={(digit) => enter(identifier.sid + digit)}
          onClear={() => enter('')}
          onBack={() => enter(identifier.sid.slice(0, -1))}
        />
      )}
      <Button type="submit" variant="primary" busy={isBusy} disabled={kioskState === 'Unselected'}>
        Log in
      </Button>
    </form>
  );
}

type Mode = Exclude<KioskState, 'Unselected'>;

function Methods({ kioskState, onChoose }: { kioskState: KioskState; onChoose: (mode: Mode) => void }) {
  return (
    <div className={styles.methods}>
      <Button icon="credit-card" aria-pressed={kioskState === 'BOC'} onClick={() => onChoose('BOC')}>
        Swipe your campus card
      </Button>
      <Button icon="hash" aria-pressed={kioskState === 'SID'} onClick={() => onChoose('SID')}>
        Enter Student ID
      </Button>
    </div>
  );
}
