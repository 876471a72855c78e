import { Button } from '../../../ui/Button.tsx';
import styles from './Entry.module.css';

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

export interface KeypadProps {
  onDigit: (digit: string) => void;
  onClear: () => void;
  onBack: () => void;
}

/** For screens without a keyboard. */
export function Keypad({ onDigit, onClear, onBack }: KeypadProps) {
  return (
    <div role="group" aria-label="Digits" className={styles.keypad}>
      {DIGITS.map((digit) => (
        <Button key={digit} onClick={() => onDigit(digit)}>
          {digit}
        </Button>
      ))}
      <Button onClick={onClear}>Clear</Button>
      <Button onClick={() => onDigit('0')}>0</Button>
      <Button onClick={onBack}>Back</Button>
    </div>
  );
}
