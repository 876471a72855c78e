import type { ComponentProps } from 'react';
import { TextField, TextInput, type TextFieldProps } from './TextField.tsx';

/** The value of a partially entered date or time, which every validation refuses. */
export const INCOMPLETE = 'incomplete';

export const INCOMPLETE_WORDS = {
  date: 'Complete the date, or clear it',
  time: 'Complete the time, or clear it',
  'datetime-local': 'Complete the date and the time, or clear them',
} as const;

interface DateValue {
  type: keyof typeof INCOMPLETE_WORDS;
  /** In the browser's format: "2026-03-01", "14:30", "2026-03-01T14:30". */
  value: string;
  /** '' when empty, INCOMPLETE when partially entered. */
  onValue: (value: string) => void;
}

type Replaced = 'type' | 'value' | 'onChange' | 'onKeyUp' | 'onBlur';

/** The native date or time input. It fires no change event for a partial entry, so its validity is read after each key and on blur. */
function dateAttributes({ type, value, onValue }: DateValue): Pick<ComponentProps<'input'>, Replaced> {
  const settle = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const next = input.validity.badInput ? INCOMPLETE : input.value;
    if (next !== value) onValue(next);
  };
  // Browsers treat an invalid value as '', which is also the value of a partial entry, so the entered parts are preserved.
  return { type, value: value === INCOMPLETE ? '' : value, onChange: settle, onKeyUp: settle, onBlur: settle };
}

export interface DateInputProps extends DateValue, Omit<ComponentProps<'input'>, Replaced> {}

/** A date or time input without a label; use DateField for a labelled one. */
export function DateInput({ type, value, onValue, ...rest }: DateInputProps) {
  return <TextInput {...rest} {...dateAttributes({ type, value, onValue })} />;
}

export interface DateFieldProps extends DateValue, Omit<TextFieldProps, Replaced> {}

export function DateField({ type, value, onValue, ...rest }: DateFieldProps) {
  return <TextField {...rest} {...dateAttributes({ type, value, onValue })} />;
}
