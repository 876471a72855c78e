import type { Ref } from 'react';
import { TextField, type FieldFrame } from '../../../ui/TextField.tsx';

export interface MaskedFieldProps extends Pick<FieldFrame, 'label' | 'help' | 'error'> {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (text: string) => void;
  /** Characters of a complete value. With it, speech gives how many are entered. */
  complete?: number;
}

/** Cards, ids and PINs are secret: the screen and its speech give their length only. With a keypad, no keyboard covers the screen. */
export function MaskedField({ value, onChange, complete, ...field }: MaskedFieldProps) {
  return (
    <>
      <TextField
        {...field}
        type="password"
        autoComplete="off"
        inputMode="none"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {complete !== undefined && (
        <p role="status" className="visually-hidden">
          {value.length > 0 && `${value.length} of ${complete}`}
        </p>
      )}
    </>
  );
}
