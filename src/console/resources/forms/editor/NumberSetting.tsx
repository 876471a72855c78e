import { useState } from 'react';
import { formatCents, moneyFault, parseCents } from '../../../../../domain/values/money.ts';
import { numberFault, readNumber } from '../../../../../domain/values/number-text.ts';
import { TextField } from '../../../../ui/TextField.tsx';

export interface NumberSettingProps {
  label: string;
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  error?: string | undefined;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
  help?: string;
  suffix?: string | undefined;
  /** The value is in cents, entered and displayed in dollars. */
  money?: boolean;
  /** Multiplier from the input to the value: bytes entered as MB. */
  factor?: number;
}

/** An optional number. Invalid input is kept as typed and reported. */
export function NumberSetting({
  label,
  value,
  onChange,
  error,
  hideLabel = false,
  help,
  suffix,
  money = false,
  factor = 1,
}: NumberSettingProps) {
  const shown = textOf(value, money, factor);
  const [typed, setTyped] = useState({ text: shown, value });
  const isOwn = typed.value === value;
  const text = isOwn ? typed.text : shown;
  const isUnreadable = isOwn && text.trim() !== '' && readLimit(text, money, factor) === undefined;
  const type = (next: string) => {
    const read = next.trim() === '' ? undefined : readLimit(next, money, factor);
    const changed = next.trim() === '' || read !== undefined;
    setTyped({ text: next, value: changed ? read : value });
    if (changed && read !== value) onChange(read);
  };
  return (
    <TextField
      label={label}
      optional
      hideLabel={hideLabel}
      inputMode="decimal"
      autoComplete="off"
      help={help}
      error={isUnreadable ? (money ? moneyFault(text) : numberFault(text)) : error}
      {...(money ? { prefix: '$' } : {})}
      {...(suffix === undefined ? {} : { suffix })}
      value={text}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function textOf(value: number | undefined, money: boolean, factor: number): string {
  if (value === undefined) return '';
  return money ? formatCents(value) : String(Number((value / factor).toFixed(3)));
}

function readLimit(text: string, money: boolean, factor: number): number | undefined {
  if (money) return parseCents(text);
  const number = readNumber(text);
  return number === undefined || factor === 1 ? number : Math.round(number * factor);
}
