import type { ComponentProps, Ref } from 'react';
import { currencySymbol, formatAmount } from '../../../domain/values/money.ts';
import { TextField } from '../../ui/TextField.tsx';

interface AmountFieldProps extends Pick<ComponentProps<typeof TextField>, 'label' | 'help' | 'error' | 'className'> {
  text: string;
  onType: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Money as it is typed: "12.50". */
export function AmountField({ text, onType, ...rest }: AmountFieldProps) {
  return (
    <TextField
      {...rest}
      prefix={currencySymbol()}
      inputMode="decimal"
      autoComplete="off"
      placeholder={formatAmount(0)}
      value={text}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
