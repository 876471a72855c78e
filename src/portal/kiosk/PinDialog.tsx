import { useState } from 'react';
import { enterPin } from '../../app/kiosk/kioskSession.ts';
import { useCommand } from '../../app/useCommand.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import entry from './entry/Entry.module.css';
import { Keypad } from './entry/Keypad.tsx';
import { MaskedField } from './entry/MaskedField.tsx';
import styles from './Kiosk.module.css';

const LENGTH = 6;

/** Opens staff pages at the kiosk, after the card. The last digit sends it. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const [pin, setPin] = useState('');
  const { run, isRunning, refusal, fieldErrors, reset } = useCommand(async (entered: string) => {
    await enterPin(entered);
    onClose();
  });
  const enter = (text: string): void => {
    const next = text.replaceAll(/\D/g, '').slice(0, LENGTH);
    reset();
    setPin(next.length === LENGTH ? '' : next);
    if (next.length === LENGTH && !isRunning) void run(next);
  };
  return (
    <Dialog title="Enter PIN" width={480} cancel="Cancel" onClose={onClose}>
      <div className={`${styles.dialog} ${entry.form}`}>
        <MaskedField
          label="PIN"
          complete={LENGTH}
          value={pin}
          error={fieldErrors['pin'] ?? refusal?.message}
          onChange={enter}
        />
        <Keypad
          onDigit={(digit) => enter(pin + digit)}
          onClear={() => enter('')}
          onBack={() => enter(pin.slice(0, -1))}
        />
      </div>
    </Dialog>
  );
}
