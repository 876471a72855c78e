import type { ComponentProps } from 'react';
import { TextField, TextInput, type TextFieldProps } from './TextField.tsx';

/** What stands for a date or a time of which only a part has been typed: a value that every check refuses. */
export const INCOMPLETE = 'incomplete';

export const INCOMPLETE_WORDS = {
  date: 'Complete the date, or clear it',
  time: 'Complete the time, or clear it',
  'datetime-local': 'Complete the date and the time, or clear them',
} as const;

interface DateValue {
  type: keyof typeof INCOMPLETE_WORDS;
  /** As the browser writes it: "2026-03-01", "14:30", "2026-03-01T14:30". */
  value: string;
  /** '' where it is empty, INCOMPLETE where only a part is there. */
  onValue: (value: string) => void;
}

type Replaced = 'type' | 'value' | 'onChange' | 'onKeyUp' | 'onBlur';

/**
 * The browser's own input of a date or a time. Of a part that is typed into an empty one it tells nobody, so it is looked at after
 * each key and when it is left.
 */
function dateAttributes({ type, value, onValue }: DateValue): Pick<ComponentProps<'input'>, Replaced> {
  const settle = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const next = input.validity.badInput ? INCOMPLETE : input.value;
    if (next !== value) onValue(next);
  };
  // The browser takes what is no date for '', which is what it has while one is incomplete: the parts stay.
  return { type, value: value === INCOMPLETE ? '' : value, onChange: settle, onKeyUp: settle, onBlur: settle };
}

export interface DateInputProps extends DateValue, Omit<ComponentProps<'input'>, Replaced> {}

/** A bare date or time; label it, or use DateField. */
export function DateInput({ type, value, onValue, ...rest }: DateInputProps) {
  return <TextInput {...rest} {...dateAttributes({ type, value, onValue })} />;
}

export interface DateFieldProps extends DateValue, Omit<TextFieldProps, Replaced> {}

export function DateField({ type, value, onValue, ...rest }: DateFieldProps) {
  return <TextField {...rest} {...dateAttributes({ type, value, onValue })} />;
}
