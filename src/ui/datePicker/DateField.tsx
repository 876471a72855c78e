import { Field } from '../Field.tsx';
import { frame, type FieldFrame } from '../TextField.tsx';
import { DatePicker, type DatePickerProps } from './DatePicker.tsx';
import type { ValueType } from './values.ts';

type Framed = 'id' | 'aria-describedby' | 'aria-invalid';

export type DateFieldProps<Type extends ValueType = 'string'> = FieldFrame &
  DistributiveOmit<DatePickerProps<Type>, Framed>;

type DistributiveOmit<Props, Keys extends string> = Props extends unknown ? Omit<Props, Keys> : never;

/** A date picker with its label; its own faults are shown where there is no other error. It opens by a click. */
export function DateField<Type extends ValueType = 'string'>(props: DateFieldProps<Type>) {
  const { label, help, error, optional, hideLabel, id, ...picker } = props;
  return (
    <Field {...frame({ label, help, error, optional, hideLabel, id })}>
      {(ids) => (
        <DatePicker<Type>
          visibility="click"
          {...(picker.range === true && typeof label === 'string' ? { 'aria-label': label } : {})}
          {...(picker as DatePickerProps<Type>)}
          {...ids}
        />
      )}
    </Field>
  );
}
